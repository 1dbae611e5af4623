/// Sections, each with an outline of items.
///
/// A snapshot has a ``SectionSnapshot`` for each of its sections. It is a value: a copy is O(1),
/// copies share storage, and an edit of one section does not touch the storage of the others. Items
/// are unique over all sections. Sections and items have separate namespaces.
///
///     var snapshot = Snapshot<String, String>()
///     try snapshot.appendSections(["Food", "Shed"])
///     try snapshot.appendItems(["Fruit", "Saw"], toSection: "Food")
///     try snapshot["Food"].append(["Apple", "Pear"], to: "Fruit")
///     try snapshot.appendItems(["Saw"], toSection: "Shed")
///     Array(snapshot.itemIdentifiers)  // ["Fruit", "Apple", "Pear", "Saw"]
///
/// - A query about an unknown section, item or row returns `nil` or `false`.
/// - A mutation that fails throws a ``SnapshotError`` and leaves the snapshot unchanged.
///   It checks errors in the order of its documentation.
/// - New items are collapsed. Moved items keep their descendants and their expansion.
///
/// In complexities, *n* is the number of items in the snapshot, and *s* the number of sections.
/// Operations have the names of Apple's `NSDiffableDataSourceSnapshot`. For the differences in
/// behavior, see <doc:Semantics>.
///
/// ## Topics
///
/// ### Editing the outline of a section
/// - ``subscript(_:)-(Section)``
/// - ``appendSection(_:_:)``
/// - ``replace(_:)``
///
/// ### Adding, deleting and moving sections
/// - ``appendSections(_:)-(Sequence<Section>)``
/// - ``insertSections(_:beforeSection:)``
/// - ``insertSections(_:afterSection:)``
/// - ``deleteSections(_:)``
/// - ``moveSection(_:beforeSection:)``
/// - ``moveSection(_:afterSection:)``
///
/// ### Adding, deleting and moving items
/// - ``appendItems(_:toSection:)``
/// - ``insertItems(_:beforeItem:)``
/// - ``insertItems(_:afterItem:)``
/// - ``deleteItems(_:)``
/// - ``deleteAllItems()``
/// - ``moveItem(_:beforeItem:)``
/// - ``moveItem(_:afterItem:)``
/// - ``moveItems(_:to:)``
///
/// ### Setting children and roots
/// - ``setChildren(_:of:)``
/// - ``setRoots(_:of:)``
///
/// ### Finding sections
/// - ``sectionIdentifiers``
/// - ``numberOfSections``
/// - ``indexOfSection(_:)``
/// - ``sectionIdentifier(containingItem:)``
/// - ``sectionSnapshot(containingItem:)``
/// - ``itemIdentifiers(inSection:)``
/// - ``numberOfItems(inSection:)``
///
/// ### Finding items
/// - ``itemIdentifiers``
/// - ``numberOfItems``
/// - ``contains(_:)``
/// - ``item(equalTo:)``
/// - ``item(id:)``
/// - ``indexOfItem(_:)``
///
/// ### Finding relatives
/// - ``level(of:)``
/// - ``parent(of:)``
/// - ``hasChildren(_:)``
/// - ``children(of:)``
///
/// ### Finding visible rows
/// - ``visibleItems``
/// - ``isVisible(_:)``
/// - ``numberOfRows``
/// - ``numberOfRows(in:)``
/// - ``numberOfRows(inSection:)``
/// - ``rowPath(of:)``
/// - ``rowPath(atRow:)``
/// - ``row(of:)``
/// - ``row(at:)``
/// - ``itemIdentifier(for:)``
///
/// ### Finding the destination of a drop
/// - ``dropLevels(at:moving:)``
/// - ``dropDestination(at:level:moving:)``
/// - ``dropDestination(at:counting:moving:)``
/// - ``Destination``
///
/// ### Expanding and collapsing
/// - ``expand(_:)``
/// - ``collapse(_:)``
/// - ``isExpanded(_:)``
/// - ``reveal(_:)``
/// - ``keepExpansion(of:)``
///
/// ### Updating items and marking rows
/// - ``updateItems(_:)``
/// - ``replaceItem(_:with:)``
/// - ``reloadItems(_:)``
/// - ``reconfigureItems(_:)``
/// - ``reloadSections(_:)``
/// - ``reconfigureSections(_:)``
/// - ``removeAllMarks()``
/// - ``reloadedItemIdentifiers``
/// - ``reconfiguredItemIdentifiers``
/// - ``reloadedSectionIdentifiers``
///
/// ### Comparing snapshots
/// - ``difference(from:)``
/// - ``difference(from:updating:isContentEqual:)``
/// - ``difference(from:updating:content:)``
/// - ``isTriviallyIdentical(to:)``
///
/// ### Applying and merging changes
/// - ``patch(from:)``
/// - ``patch(from:isContentEqual:)``
/// - ``patch(from:content:)``
/// - ``apply(_:)``
/// - ``merge(_:)``
/// - ``merging(_:base:isContentEqual:)``
/// - ``Patch``
/// - ``Parent``
/// - ``Conflict``
public struct Snapshot<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// The sections as a flat outline: their order, and a stable handle for each.
  @usableFromInline package var order: SectionSnapshot<Section>
  /// The outlines of the sections, by section handle.
  @usableFromInline var contents: ItemArray<SectionSnapshot<Item>>
  /// The sections of the items' hashes.
  @usableFromInline var owners: OwnerTable
  /// The numbers of items and visible rows of the sections, by section handle.
  @usableFromInline var sectionTree: SectionTree
  @usableFromInline var markStorage = MarkStorage<Section, Item>.none

  /// Creates a snapshot without sections.
  ///
  /// - Complexity: O(1)
  @inlinable
  public init() {
    self.init(layout: .standard)
  }

  @usableFromInline
  package init(layout: Layout) {
    order = SectionSnapshot(layout: layout)
    contents = ItemArray(pageBits: layout.sectionBits, nodeBits: min(layout.nodeBits, 4))
    owners = OwnerTable(layout: layout)
    sectionTree = SectionTree(layout: layout)
  }
}

extension Snapshot: Sendable {}

extension Snapshot: Equatable {
  /// Returns a Boolean value that indicates whether two snapshots have equal outlines of equal
  /// sections, in the same order, apart from marks.
  ///
  /// - Complexity: O(1) if both share all storage, O(log *s* + *k*) if all but *k* items are in
  ///   shared storage, O(*n* + *s*) otherwise
  @inlinable
  public static func == (left: Snapshot, right: Snapshot) -> Bool {
    guard left.sectionTree.counts == right.sectionTree.counts && left.order == right.order else {
      return false
    }
    return left.sectionHandlesNotShared(with: right).allSatisfy { handle in
      // The orders are equal, so the other snapshot also has the section.
      guard let other = right.order.table.handle(of: left.order.table[handle]) else { return false }
      return left.contents[handle] == right.contents[other]
    }
  }
}

extension Snapshot: Hashable {
  /// Hashes the sections and their outlines.
  ///
  /// - Complexity: O(*n* + *s*)
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(order.tree.count)
    for handle in sectionHandles {
      hasher.combine(order.table[handle])
      hasher.combine(contents[handle])
    }
  }
}

extension Snapshot {
  /// The handles of all sections, in their order.
  @inlinable package var sectionHandles: [Int32] {
    order.tree.rows(in: 0..<order.tree.count).map { $0.handle }
  }

  /// The handle of the section at a position.
  @inlinable
  package func sectionHandle(at position: Int) -> Int32? {
    guard position >= 0 && position < order.tree.count else { return nil }
    return order.tree.handle(at: position, among: .all)
  }

  /// The handle of the section of an item, and the handle of the item there.
  @inlinable
  package func locate(_ item: Item) -> (section: Int32, handle: Int32)? {
    locate(item, hash: ItemTable.hash(item))
  }

  /// The location of the item that a handle stands for in an outline.
  @inlinable
  package func locate(
    _ handle: Int32, in outline: SectionSnapshot<Item>
  ) -> (section: Int32, handle: Int32)? {
    locate(outline.table[handle], hash: outline.table.handles.hash(of: handle))
  }

  /// The outline of the section of a handle.
  @inlinable
  package func outline(_ section: Int32) -> SectionSnapshot<Item> { contents[section] }

  /// The location of an item, which the section `other` does not have.
  @inlinable
  func locate(
    _ item: Item, hash: UInt32, outside other: Int32 = -1
  ) -> (section: Int32, handle: Int32)? {
    var index = owners.start(for: hash)
    while true {
      let section = owners.nextCandidate(for: hash, at: &index)
      if section < 0 { return nil }
      // The slot can be outdated.
      if section != other, contents.contains(section),
        let handle = contents[section].table.handle(of: item, hash: hash)
      {
        return (section, handle)
      }
    }
  }

  /// Records that a section has items with hashes, which its outline already has.
  @inlinable
  mutating func recordOwner(_ section: Int32, of hashes: [UInt32]) {
    // The counts of the section do not include the new items yet.
    if owners.isFullOfOutdatedSlots(
      hashCount: rebuildingCost + hashes.count, adding: hashes.count)
    {
      rebuildOwners()
      return
    }
    let contents = contents
    owners.insert(hashes, in: section) { hash, section in
      contents.contains(section) && contents[section].table.handles.contains(hash)
    }
  }

  /// Releases memory of the owners after the removal of most items.
  @inlinable
  mutating func shrinkOwners() {
    if owners.isTooLarge(for: rebuildingCost) {
      rebuildOwners()
    }
  }

  /// The number of items and sections, which all pass through a new table of owners.
  @inlinable var rebuildingCost: Int { numberOfItems + numberOfSections }

  /// Records the owners of all items again, without outdated ones.
  @inlinable
  mutating func rebuildOwners() {
    owners = OwnerTable(layout: order.tree.layout)
    for section in sectionHandles {
      let hashes = contents[section].hashes(in: 0..<contents[section].tree.count)
      owners.insert(hashes, in: section) { _, _ in true }
    }
  }

  /// The handles of the sections that are not on a page shared with another snapshot.
  @inlinable
  package func sectionHandlesNotShared(with other: Snapshot) -> [Int32] {
    contents.indices(notIn: other.contents) { _, _ in false }
  }
}
