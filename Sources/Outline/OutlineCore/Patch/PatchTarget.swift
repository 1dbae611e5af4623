/// An outline that patches change: that of a section, that of all sections, or the sections.
protocol PatchTarget<Parent, Item> {
  associatedtype Parent: Hashable & Sendable
  associatedtype Item: Hashable & Sendable

  func contains(_ item: Item) -> Bool
  /// Returns the item that equals another one, or `nil` if it has no content.
  func item(equalTo item: Item) -> Item?
  func place(of item: Item) -> OutlinePatch<Parent, Item>.Place?
  func outline(containing item: Item) -> SectionSnapshot<Item>?

  func item(of parent: Parent) -> Item?
  /// Returns an item, or none for the roots, as a parent in the section of another parent.
  func parent(_ item: Item?, inSectionOf parent: Parent?) -> Parent?
  func isChild(_ item: Item, of parent: Parent?) -> Bool
  func firstChild(of parent: Parent?) -> Item?

  /// Makes sure that the section of a parent is there, and returns the parent, or else the last
  /// section.
  mutating func prepare(_ parent: Parent?) -> Parent?
  /// Inserts trees, or returns `false` if the target has one of the items, or no section.
  mutating func insert(
    _ outline: SectionSnapshot<Item>, at position: PatchPosition<Parent, Item>
  ) -> Bool
  /// Moves an item, or returns `false` if the position is in its subtree.
  mutating func move(_ item: Item, to position: PatchPosition<Parent, Item>) -> Bool
  /// Removes items with their descendants, and returns those that have contents of another kind.
  mutating func remove(_ items: [Item]) -> [Item]
  mutating func expand(_ items: [Item])
  mutating func collapse(_ items: [Item])
  mutating func update(_ items: [Item])
}

enum PatchPosition<Parent, Item> {
  case before(Item)
  case after(Item)
  case end(of: Parent?)
}

extension PatchTarget {
  func subtree(of item: Item) -> SectionSnapshot<Item> {
    (try? outline(containing: item)?.snapshot(of: item, includingParent: true))
      ?? SectionSnapshot()
  }

  /// Returns the first of an item and its ancestors that meets a condition and is below another
  /// item, or `nil` if the item is not in the subtree of the other one.
  func firstItem(
    from item: Item, upTo ancestor: Item, where condition: (Item) -> Bool
  ) -> Item? {
    guard let outline = outline(containing: ancestor), let start = outline.table.handle(of: item),
      let end = outline.table.handle(of: ancestor), outline.tree.isInSubtree(start, of: end)
    else { return nil }
    var next = start
    while next != end {
      if condition(outline.table[next]) { return outline.table[next] }
      next = outline.tree.parent(of: next) ?? end
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether two siblings and those between them have the
  /// same descendants as in another outline.
  func hasSubtrees(from first: Item, through last: Item, of other: SectionSnapshot<Item>) -> Bool {
    guard let outline = outline(containing: first),
      let positions = outline.positions(from: first, through: last),
      let otherPositions = other.positions(from: first, through: last),
      positions.count == otherPositions.count
    else { return false }
    return zip(outline.tree.subtree(positions), other.tree.subtree(otherPositions)).allSatisfy {
      $0.indent == $1.indent && outline.table[$0.handle] == other.table[$1.handle]
    }
  }

  /// Returns a Boolean value that indicates whether the subtree of an item is another outline,
  /// apart from subtrees in it.
  ///
  /// - Parameter otherRoots: The roots of subtrees that do not count.
  func hasSubtree(
    of root: Item, as other: SectionSnapshot<Item>, apartFrom otherRoots: Set<Item>
  ) -> Bool {
    guard let outline = outline(containing: root), let handle = outline.table.handle(of: root)
    else { return false }
    let tree = outline.tree
    let positions = tree.subtreeRange(of: handle)
    let level = tree.level(of: handle)
    var position = positions.lowerBound
    var expected = other.tree.rows(in: 0..<other.tree.count)[...]
    while position < positions.upperBound {
      let row = tree.handle(at: position, among: .all)
      let item = outline.table[row]
      if item != root && otherRoots.contains(item) {
        position = tree.subtreeRange(of: row).upperBound
        continue
      }
      guard let next = expected.popFirst(), other.table[next.handle] == item,
        Int(next.indent) == tree.level(of: row) - level
      else { return false }
      position += 1
    }
    return expected.isEmpty
  }
}

extension SectionSnapshot {
  /// Returns the positions from an item to the end of the subtree of another one.
  fileprivate func positions(from first: Item, through last: Item) -> Range<Int>? {
    guard let start = table.handle(of: first), let end = table.handle(of: last) else { return nil }
    let (lower, upper) = (tree.position(of: start), tree.subtreeRange(of: end).upperBound)
    return lower < upper ? lower..<upper : nil
  }
}

// MARK: - An outline

extension SectionSnapshot: PatchTarget {
  func place(of item: Item) -> Patch.Place? {
    table.handle(of: item).map { place(between: tree.neighbors(of: $0), root: nil) { $0 } }
  }

  func outline(containing item: Item) -> SectionSnapshot? { contains(item) ? self : nil }

  func item(of parent: Item) -> Item? { parent }

  func parent(_ item: Item?, inSectionOf parent: Item?) -> Item? { item }

  func isChild(_ item: Item, of parent: Item?) -> Bool {
    contains(item) && self.parent(of: item) == parent
  }

  func firstChild(of parent: Item?) -> Item? {
    guard let parent else { return rootItems.first }
    return children(of: parent)?.first
  }

  func prepare(_ parent: Item?) -> Item? { parent }

  mutating func insert(
    _ outline: SectionSnapshot, at position: PatchPosition<Item, Item>
  ) -> Bool {
    do throws(SectionSnapshotError<Item>) {
      switch position {
      case .before(let item): try insert(outline, before: item)
      case .after(let item): try insert(outline, after: item)
      case .end(let parent): try append(outline, to: parent)
      }
      return true
    } catch {
      return false
    }
  }

  mutating func move(_ item: Item, to position: PatchPosition<Item, Item>) -> Bool {
    do throws(SectionSnapshotError<Item>) {
      switch position {
      case .before(let anchor): try move(item, before: anchor)
      case .after(let anchor): try move(item, after: anchor)
      case .end(let parent): try move(item, to: parent)
      }
      return true
    } catch {
      return false
    }
  }

  mutating func remove(_ items: [Item]) -> [Item] {
    try? delete(items.filter(contains))
    return []
  }

  mutating func update(_ items: [Item]) {
    try? updateItems(items.filter(contains))
  }
}

// MARK: - The outlines of all sections

extension Snapshot: PatchTarget {
  func place(of item: Item) -> OutlinePatch<Parent, Item>.Place? {
    locate(item).map { section, handle in
      place(between: outline(section).tree.neighbors(of: handle), in: section)
    }
  }

  func outline(containing item: Item) -> SectionSnapshot<Item>? {
    sectionSnapshot(containingItem: item)
  }

  func item(of parent: Parent) -> Item? { parent.item }

  func parent(_ item: Item?, inSectionOf parent: Parent?) -> Parent? {
    parent.map { Parent(section: $0.section, item: item) }
  }

  func isChild(_ item: Item, of parent: Parent?) -> Bool {
    guard let parent, let section = sectionIdentifier(containingItem: item) else { return false }
    let actual = self.parent(of: item)
    return actual == parent.item && (actual != nil || section == parent.section)
  }

  func firstChild(of parent: Parent?) -> Item? {
    guard let parent else { return nil }
    if let item = parent.item { return children(of: item)?.first }
    return self[parent.section].rootItems.first
  }

  mutating func prepare(_ parent: Parent?) -> Parent? {
    guard let parent else {
      // Only a damaged patch has no section.
      return order.rootItems.last.map { Parent(section: $0, item: nil) }
    }
    if parent.item == nil, !order.contains(parent.section) {
      try? appendSections([parent.section])
    }
    return parent
  }

  mutating func insert(
    _ outline: SectionSnapshot<Item>, at position: PatchPosition<Parent, Item>
  ) -> Bool {
    let section =
      switch position {
      case .before(let item), .after(let item): sectionIdentifier(containingItem: item)
      case .end(let parent):
        parent?.item.flatMap(sectionIdentifier(containingItem:)) ?? parent?.section
      }
    guard let section, order.contains(section) else { return false }
    let positionInSection: PatchPosition<Item, Item> =
      switch position {
      case .before(let item): .before(item)
      case .after(let item): .after(item)
      case .end(let parent): .end(of: parent?.item)
      }
    var new = self[section]
    return new.insert(outline, at: positionInSection) && replaceWithUnknownItems(section, new)
  }

  mutating func move(_ item: Item, to position: PatchPosition<Parent, Item>) -> Bool {
    let destination: Destination
    switch position {
    case .before(let anchor): destination = .before(anchor)
    case .after(let anchor): destination = .after(anchor)
    case .end(let parent):
      guard let parent else { return false }
      destination = parent.item.map { .into($0) } ?? .end(of: parent.section)
    }
    return (try? moveItems(CollectionOfOne(item), to: destination)) != nil
  }

  mutating func remove(_ items: [Item]) -> [Item] {
    try? deleteItems(items.eachOnce())
    return []
  }

  mutating func update(_ items: [Item]) {
    try? updateItems(items.filter(contains))
  }
}

// MARK: - The sections

/// The sections of a snapshot as a flat outline.
struct SectionList<Section: Hashable & Sendable, Item: Hashable & Sendable>: PatchTarget {
  typealias Parent = Section

  var snapshot: Snapshot<Section, Item>

  func contains(_ section: Section) -> Bool { snapshot.order.contains(section) }

  func item(equalTo section: Section) -> Section? { nil }

  func place(of section: Section) -> OutlinePatch<Section, Section>.Place? {
    snapshot.order.place(of: section)
  }

  func outline(containing section: Section) -> SectionSnapshot<Section>? {
    snapshot.order.outline(containing: section)
  }

  func item(of parent: Section) -> Section? { parent }

  func parent(_ section: Section?, inSectionOf parent: Section?) -> Section? { section }

  func isChild(_ section: Section, of parent: Section?) -> Bool {
    snapshot.order.isChild(section, of: parent)
  }

  func firstChild(of parent: Section?) -> Section? { snapshot.order.firstChild(of: parent) }

  func prepare(_ parent: Section?) -> Section? { parent }

  mutating func insert(
    _ outline: SectionSnapshot<Section>, at position: PatchPosition<Section, Section>
  ) -> Bool {
    let sections = Array(outline.items)
    do {
      switch position {
      case .before(let section): try snapshot.insertSections(sections, beforeSection: section)
      case .after(let section): try snapshot.insertSections(sections, afterSection: section)
      case .end: try snapshot.appendSections(sections)
      }
      return true
    } catch {
      return false
    }
  }

  mutating func move(_ section: Section, to position: PatchPosition<Section, Section>) -> Bool {
    switch position {
    case .before(let anchor): try? snapshot.moveSection(section, beforeSection: anchor)
    case .after(let anchor): try? snapshot.moveSection(section, afterSection: anchor)
    case .end:
      if let last = snapshot.order.rootItems.last, last != section {
        try? snapshot.moveSection(section, afterSection: last)
      }
    }
    return true
  }

  mutating func remove(_ sections: [Section]) -> [Section] {
    let kept = sections.filter { !snapshot[$0].items.isEmpty }
    try? snapshot.deleteSections(sections.filter { snapshot[$0].items.isEmpty }.eachOnce())
    return kept
  }

  func expand(_ sections: [Section]) {}

  func collapse(_ sections: [Section]) {}

  func update(_ sections: [Section]) {}
}
