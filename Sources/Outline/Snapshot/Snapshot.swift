/// Sections, each with an outline of items.
///
/// A snapshot holds a ``SectionSnapshot`` for each of its sections. It is a value: copies are free
/// and share what they have in common, and an edit of one section leaves the storage of all others
/// alone. An item is unique over the whole snapshot. Sections and items are separate namespaces.
///
///     var snapshot = Snapshot<String, String>()
///     try snapshot.appendSections(["Food", "Shed"])
///     try snapshot.appendItems(["Fruit", "Saw"], toSection: "Food")
///     try snapshot["Food"].append(["Apple", "Pear"], to: "Fruit")
///     try snapshot.appendItems(["Saw"], toSection: "Shed")  // moves it
///     Array(snapshot.itemIdentifiers)  // ["Fruit", "Apple", "Pear", "Saw"]
///
/// A mutation that cannot be carried out whole throws a ``SectionedSnapshotError`` and leaves the
/// snapshot as it was. A query about a section or an item that is not there answers `nil`.
///
/// Where the documentation speaks of *n*, it is the number of items in the snapshot; *s* is the
/// number of sections.
///
/// The vocabulary is that of Apple's `NSDiffableDataSourceSnapshot`; <doc:Semantics> says where the
/// behavior departs from it.
public struct Snapshot<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// The sections, a flat outline: their order, and a handle for each that stays the same for as
  /// long as the section is here.
  @usableFromInline var order: SectionSnapshot<Section>
  /// By section handle: what the section holds.
  @usableFromInline var contents: ItemArray<SectionSnapshot<Item>>
  /// Which section each item is in.
  @usableFromInline var owners: OwnerTable
  /// By section handle: how many items and visible rows there are in the section, and ahead of it.
  @usableFromInline var sectionTree: SectionTree
  @usableFromInline var reloadedItems = MarkList<Item>()
  @usableFromInline var reconfiguredItems = MarkList<Item>()
  @usableFromInline var reloadedSections = MarkList<Section>()

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
  /// Returns whether two snapshots hold equal sections in the same order with equal contents,
  /// expanded alike; marks do not count.
  ///
  /// - Complexity: O(1) where both share all storage, O(log *s* + *k*) where all but *k* items are
  ///   in storage that they share, and O(*n* + *s*) at worst.
  @inlinable
  public static func == (left: Snapshot, right: Snapshot) -> Bool {
    guard left.sectionTree.counts == right.sectionTree.counts && left.order == right.order else {
      return false
    }
    return left.sectionHandlesNotShared(with: right).allSatisfy { handle in
      // The orders are equal, and so the other has the section, too.
      guard let other = right.order.table.handle(of: left.order.table[handle]) else { return false }
      return left.contents[handle] == right.contents[other]
    }
  }
}

extension Snapshot: Hashable {
  /// Feeds the sections and what they hold into a hasher.
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

// MARK: - Looking up

extension Snapshot {
  /// The handles of all sections, in their order.
  @inlinable var sectionHandles: [Int32] {
    order.tree.rows(in: 0..<order.tree.count).map(\.handle)
  }

  /// The handle of the section at a position.
  @inlinable
  func sectionHandle(at position: Int) -> Int32? {
    guard position >= 0 && position < order.tree.count else { return nil }
    return order.tree.handle(at: position, visible: false)
  }

  /// The handle of the section that an item is in, and the item's handle there.
  @inlinable
  func locate(_ item: Item) -> (section: Int32, handle: Int32)? {
    locate(item, hash: ItemTable.hash(item))
  }

  @inlinable
  func locate(_ item: Item, hash: UInt32) -> (section: Int32, handle: Int32)? {
    var index = owners.start(for: hash)
    // Where many items have one hash, their sections are still asked once each.
    var asked: Set<Int32> = []
    while true {
      let section = owners.nextCandidate(for: hash, at: &index)
      if section < 0 { return nil }
      if asked.contains(section) { continue }
      if let handle = contents[section].table.handle(of: item, hash: hash) {
        return (section, handle)
      }
      asked.insert(section)
    }
  }

  /// The handles of the sections whose contents may differ from those of another snapshot: all but
  /// those on pages that both share.
  ///
  /// - Complexity: O(*k* log *s*) for *k* such sections
  @inlinable
  func sectionHandlesNotShared(with other: Snapshot) -> [Int32] {
    contents.indicesNotShared(with: other.contents)
  }
}
