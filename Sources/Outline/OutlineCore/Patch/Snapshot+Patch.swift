extension Snapshot {
  /// A parent of items: another item, or a section for its roots.
  public struct Parent: Hashable, Sendable {
    /// The section.
    public var section: Section
    /// The parent item; `nil` for the roots of the section.
    public var item: Item?

    /// Creates a parent.
    public init(section: Section, item: Item?) {
      self.section = section
      self.item = item
    }
  }

  /// The changes between two versions of a snapshot.
  public struct Patch: Hashable, Sendable {
    /// The changes of the sections.
    public var sections: OutlinePatch<Section, Section>
    /// The changes of the items in all sections.
    public var items: OutlinePatch<Parent, Item>

    @usableFromInline
    init(sections: OutlinePatch<Section, Section>, items: OutlinePatch<Parent, Item>) {
      self.sections = sections
      self.items = items
    }

    /// A Boolean value that indicates whether there are no changes.
    public var isEmpty: Bool { sections.isEmpty && items.isEmpty }

    /// The patch that leads back.
    ///
    /// - Complexity: O(*k*) for *k* changes
    public var inverse: Patch { Patch(sections: sections.inverse, items: items.inverse) }
  }
}

extension Snapshot.Patch: CustomStringConvertible {
  /// The changes of sections and those of items in one line, as in ``OutlinePatch/description``.
  public var description: String {
    if sections.isEmpty { return items.description }
    return items.isEmpty ? "sections \(sections)" : "sections \(sections); \(items)"
  }
}

extension Snapshot {
  /// Returns the changes that lead from another snapshot to this one, by section and by item.
  ///
  /// Marks are no changes. Items that are replaced by equal ones are no changes either; see
  /// ``patch(from:isContentEqual:)``.
  ///
  /// - Complexity: O(*k* log *n*) for versions of one snapshot that differ by edits of *k* items
  ///   and sections; O(*n* log *n*) with *n* hash lookups for unrelated snapshots
  @inlinable
  public func patch(from old: Snapshot) -> Patch {
    var comparison = PatchComparison(old: old, new: self)
    comparison.compareSections()
    comparison.findTravels()
    return Patch(sections: comparison.sections, items: comparison.items())
  }

  /// Returns the changes that lead from another snapshot to this one, including items that equal
  /// ones with other content replace.
  ///
  /// - Parameters:
  ///   - old: The snapshot before the changes.
  ///   - isContentEqual: Returns a Boolean value that indicates whether an item of `old` and the
  ///     equal item of this snapshot have the same content. It is not called for items in storage
  ///     that both snapshots share.
  /// - Complexity: That of ``patch(from:)``, and O(*k*) for *k* items in storage that is not shared
  @inlinable
  public func patch(
    from old: Snapshot, isContentEqual: (_ old: Item, _ new: Item) -> Bool
  ) -> Patch {
    var patch = patch(from: old)
    for section in sectionHandlesNotShared(with: old) {
      let oldOutline = old.order.handle(of: section, in: order).map { old.outline($0) }
      patch.items.replacements += outline(section).changedItems(
        from: old.item(equalTo:), in: oldOutline ?? SectionSnapshot(layout: order.tree.layout),
        isContentEqual)
    }
    return patch
  }

  /// Returns the changes that lead from another snapshot to this one, including items whose
  /// `content` changed.
  ///
  /// - Complexity: That of ``patch(from:)``, and O(*k*) for *k* items in storage that is not shared
  @inlinable
  public func patch<Content: Equatable>(from old: Snapshot, content: (Item) -> Content) -> Patch {
    patch(from: old) { content($0) == content($1) }
  }
}

extension Snapshot {
  /// Returns the changes that lead from another snapshot to this one, if these items have moved,
  /// and nothing else changed.
  ///
  /// Unlike ``patch(from:)``, the patch moves these items if it would be shorter to move others.
  package func patch(moving items: [Item], from old: Snapshot) -> Patch {
    var patch = Patch(sections: OutlinePatch(), items: OutlinePatch())
    let moves = items.compactMap { item -> OutlinePatch<Parent, Item>.Move? in
      guard let source = old.place(of: item), let destination = place(of: item) else { return nil }
      return OutlinePatch.Move(item: item, source: source, destination: destination)
    }
    // An item between two others that move with it has the same siblings as before.
    if moves.contains(where: { $0.source != $0.destination }) {
      patch.items.moves = moves
    }
    return patch
  }
}

/// A comparison of two snapshots by item.
@usableFromInline
struct PatchComparison<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  @usableFromInline typealias Parent = Snapshot<Section, Item>.Parent

  @usableFromInline
  struct Location: Hashable {
    @usableFromInline let section: Int32
    @usableFromInline let handle: Int32

    @usableFromInline
    init(section: Int32, handle: Int32) {
      self.section = section
      self.handle = handle
    }
  }

  /// The rows of a section that are not in both versions of it, or that moved in it.
  @usableFromInline
  struct SectionChanges {
    @usableFromInline let old: Int32?
    @usableFromInline let new: Int32?
    @usableFromInline let changes: HierarchyComparison
    @usableFromInline var removedRows: [Int]
    @usableFromInline var insertedRows: [Int]

    @usableFromInline
    init(old: Int32?, new: Int32?, _ changes: HierarchyComparison) {
      self.old = old
      self.new = new
      self.changes = changes
      removedRows = changes.removedRows
      insertedRows = changes.insertedRows
    }
  }

  @usableFromInline let old: Snapshot<Section, Item>
  @usableFromInline let new: Snapshot<Section, Item>
  @usableFromInline let sections: OutlinePatch<Section, Section>
  @usableFromInline var changes: [SectionChanges] = []
  /// The items that are in another section than before, in their new order.
  @usableFromInline var travels: [(old: Location, new: Location)] = []

  @inlinable
  init(old: Snapshot<Section, Item>, new: Snapshot<Section, Item>) {
    self.old = old
    self.new = new
    sections = new.order.patch(from: old.order)
  }

  @inlinable
  mutating func compareSections() {
    let empty = SectionSnapshot<Item>(layout: new.order.tree.layout)
    for section in new.sectionHandlesNotShared(with: old) {
      let oldSection = old.order.handle(of: section, in: new.order)
      let outline = oldSection.map { old.outline($0) } ?? empty
      if let rows = new.outline(section).hierarchyChanges(from: outline) {
        changes.append(SectionChanges(old: oldSection, new: section, rows))
      }
    }
    for section in sections.removals.flatMap({ $0.outline.items }) {
      guard let handle = old.order.table.handle(of: section),
        let rows = empty.hierarchyChanges(from: old.outline(handle))
      else { continue }
      changes.append(SectionChanges(old: handle, new: nil, rows))
    }
  }

  /// Finds the items that changed their section.
  @inlinable
  mutating func findTravels() {
    guard changes.count > 1, changes.contains(where: { !$0.removedRows.isEmpty }) else { return }
    var sources: Set<Location> = []
    for index in changes.indices {
      guard let section = changes[index].new else { continue }
      let rows = changes[index].changes
      changes[index].insertedRows.removeAll { row in
        let handle = rows.newHandle(ofRow: row)
        guard let found = old.locate(handle, in: new.outline(section)) else { return false }
        let source = Location(section: found.section, handle: found.handle)
        travels.append((old: source, new: Location(section: section, handle: handle)))
        sources.insert(source)
        return true
      }
    }
    if travels.isEmpty { return }
    for index in changes.indices {
      guard let section = changes[index].old else { continue }
      let rows = changes[index].changes
      changes[index].removedRows.removeAll { row in
        sources.contains(Location(section: section, handle: rows.oldHandle(ofRow: row)))
      }
    }
  }

  @inlinable
  func items() -> OutlinePatch<Parent, Item> {
    var patch = OutlinePatch<Parent, Item>()
    for change in changes {
      if let section = change.old {
        let forests = change.changes.forests(ofRemovedRows: change.removedRows)
        patch.removals += subtrees(forests, in: section, of: old)
      }
      guard let section = change.new else { continue }
      let forests = change.changes.forests(ofInsertedRows: change.insertedRows)
      patch.insertions += subtrees(forests, in: section, of: new)
      for move in change.changes.moves {
        guard let oldSection = change.old else { continue }
        patch.moves.append(
          OutlinePatch<Parent, Item>.Move(
            item: new.outline(section).table[move.new],
            source: old.place(between: change.changes.oldNeighbors(of: move), in: oldSection),
            destination: new.place(between: change.changes.newNeighbors(of: move), in: section)))
      }
      let outline = new.outline(section)
      for handle in change.changes.toggledRows {
        patch.toggle(outline.table[handle], isExpanded: outline.tree.isExpanded(handle))
      }
    }
    for travel in travels {
      let isExpanded = new.outline(travel.new.section).tree.isExpanded(travel.new.handle)
      if old.outline(travel.old.section).tree.isExpanded(travel.old.handle) != isExpanded {
        let item = new.outline(travel.new.section).table[travel.new.handle]
        patch.toggle(item, isExpanded: isExpanded)
      }
    }
    patch.moves += movedTravels().map { travel in
      let (source, destination) = (old.outline(travel.old.section), new.outline(travel.new.section))
      return OutlinePatch<Parent, Item>.Move(
        item: destination.table[travel.new.handle],
        source: old.place(
          between: source.tree.neighbors(of: travel.old.handle), in: travel.old.section),
        destination: new.place(
          between: destination.tree.neighbors(of: travel.new.handle), in: travel.new.section))
    }
    return patch
  }

  /// Returns the items that changed their section without their parent, or their order below it.
  @inlinable
  func movedTravels() -> [(old: Location, new: Location)] {
    var moved: [(old: Location, new: Location)] = []
    // The items that travel with their parents, by parent.
    var indices: [Location: [Int]] = [:]
    for (index, travel) in travels.enumerated() {
      let outline = new.outline(travel.new.section)
      let oldOutline = old.outline(travel.old.section)
      let parent = outline.tree.parent(of: travel.new.handle)
      let oldParent = oldOutline.tree.parent(of: travel.old.handle)
      if let parent, let oldParent, outline.table[parent] == oldOutline.table[oldParent] {
        indices[Location(section: travel.new.section, handle: parent), default: []].append(index)
      } else {
        moved.append(travel)
      }
    }
    for children in indices.values.sorted(by: { $0[0] < $1[0] }) where children.count > 1 {
      let positions = children.map {
        old.outline(travels[$0].old.section).tree.position(of: travels[$0].old.handle)
      }
      moved += indicesOutOfOrder(positions).map { travels[children[$0]] }
    }
    return moved
  }

  @inlinable
  func subtrees(
    _ forests: [RowForest], in section: Int32, of snapshot: Snapshot<Section, Item>
  ) -> [OutlinePatch<Parent, Item>.Subtrees] {
    let identifier = snapshot.order.table[section]
    return snapshot.outline(section).subtrees(
      forests, root: Parent(section: identifier, item: nil),
      parent: { Parent(section: identifier, item: $0) })
  }
}

extension Snapshot {
  /// Returns the place between siblings in a section.
  @inlinable
  func place(
    between neighbors: RowTree.Neighbors, in section: Int32
  ) -> OutlinePatch<Parent, Item>.Place {
    let identifier = order.table[section]
    return outline(section).place(
      between: neighbors, root: Parent(section: identifier, item: nil),
      parent: { Parent(section: identifier, item: $0) })
  }
}
