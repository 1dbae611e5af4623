/// The items of one section as a tree, with their expansion.
///
/// A section snapshot is a value. A copy is O(1), and copies share storage. Every edit and every
/// conversion between an item and its row is O(log *n*), for trees of any size, width and depth.
/// Items are unique within a snapshot.
///
///     var outline = SectionSnapshot<String>()
///     try outline.append(["Fruit", "Tools"])
///     try outline.append(["Apple", "Pear"], to: "Fruit")
///     Array(outline.visibleItems)  // ["Fruit", "Tools"]
///     outline.expand(["Fruit"])
///     Array(outline.visibleItems)  // ["Fruit", "Apple", "Pear", "Tools"]
///
/// - A query about an unknown item returns `nil` or `false`.
/// - A mutation that fails throws a ``SectionSnapshotError`` and leaves the snapshot unchanged. It checks
///   errors in the order of its documentation.
/// - An insertion or a move of no items does nothing and checks nothing.
/// - New items are collapsed. Moved items keep their descendants and their expansion.
///
/// In complexities, *n* is the number of items in the snapshot. Operations have the names of
/// Apple's `NSDiffableDataSourceSectionSnapshot`. For the differences in behavior, see
/// <doc:Semantics>. For sidebars and file trees, see <doc:Recipes>.
public struct SectionSnapshot<Item: Hashable & Sendable> {
  @usableFromInline package var tree: RowTree
  @usableFromInline package var table: ItemTable<Item>

  /// Creates a snapshot without items.
  ///
  /// - Complexity: O(1)
  @inlinable
  public init() {
    self.init(layout: .standard)
  }

  @usableFromInline
  package init(layout: Layout) {
    tree = RowTree(layout: layout)
    table = ItemTable(layout: layout)
  }
}

extension SectionSnapshot: Sendable {}

extension SectionSnapshot: Equatable {
  /// Returns a Boolean value that indicates whether two snapshots have the same tree and expansion.
  ///
  /// - Complexity: O(1) if both share all storage, O(log *n* + *k*) if all but *k* rows are in
  ///   storage shared at the same positions, O(*n*) otherwise
  @inlinable
  public static func == (left: SectionSnapshot, right: SectionSnapshot) -> Bool {
    if left.tree.isIdentical(to: right.tree) { return true }
    let (items, otherItems) = (left.table.items, right.table.items)
    return left.tree.isEqual(to: right.tree) { handle, otherHandle, count in
      items.isEqual(at: handle, to: otherItems, at: otherHandle, count: count)
    }
  }
}

extension SectionSnapshot {
  /// Returns a Boolean value that indicates whether two snapshots share all storage.
  ///
  /// Snapshots that share all storage are equal. Others can be equal, too.
  ///
  /// - Complexity: O(1)
  public func isTriviallyIdentical(to other: SectionSnapshot) -> Bool {
    tree.isIdentical(to: other.tree) && table.isIdentical(to: other.table)
  }
}

extension SectionSnapshot: Hashable {
  /// Hashes the items, their levels and their expansion.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tree.count)
    var walk = RowWalk(tree, in: 0..<tree.count, visible: false)
    while walk.advance() {
      for row in walk.rows {
        hasher.combine(table[row.handle])
        hasher.combine(row.indent)
        hasher.combine(row.isExpanded)
      }
    }
  }
}
