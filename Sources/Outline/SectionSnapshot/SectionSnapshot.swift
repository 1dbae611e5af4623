/// The items of one section as a tree: who is whose child, and what is expanded.
///
/// A section snapshot is a value. Copies are free and share what they have in common; every edit,
/// and every look-up between item and row, costs O(log *n*) at any size, width and depth, also
/// straight after a copy. Items are unique within a snapshot.
///
///     var outline = SectionSnapshot<String>()
///     try outline.append(["Fruit", "Tools"])
///     try outline.append(["Apple", "Pear"], to: "Fruit")
///     Array(outline.visibleItems)  // ["Fruit", "Tools"]
///     outline.expand(["Fruit"])
///     Array(outline.visibleItems)  // ["Fruit", "Apple", "Pear", "Tools"]
///
/// A mutation that cannot be carried out whole throws a ``SnapshotError`` and leaves the snapshot
/// as it was. A query about an item that is not there answers `nil` or `false`. <doc:Recipes> shows
/// what sidebars and file trees do with all this.
///
/// Where the documentation speaks of *n*, it is the number of items in the snapshot.
///
/// The vocabulary is that of Apple's `NSDiffableDataSourceSectionSnapshot`; <doc:Semantics> says
/// where the behavior departs from it.
public struct SectionSnapshot<Item: Hashable & Sendable> {
  /// The shape of the outline, by handle.
  @usableFromInline var tree: RowTree
  /// The items, by handle; those of the rows and no others.
  @usableFromInline var table: ItemTable<Item>

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
  /// Returns whether two snapshots hold equal items in the same tree, expanded alike.
  ///
  /// - Complexity: O(1) where both share all storage, O(log *n* + *k*) where all but *k* rows are
  ///   in storage that they share at the same positions, and O(*n*) at worst.
  @inlinable
  public static func == (left: SectionSnapshot, right: SectionSnapshot) -> Bool {
    if left.tree.isIdentical(to: right.tree) { return true }
    guard left.tree.summary == right.tree.summary else { return false }
    return left.tree.rangesNotShared(with: right.tree).allSatisfy { range in
      var pairs = RowPairWalk(left.tree, right.tree, in: range)
      while let (row, other) = pairs.next() {
        let isSame = row.indent == other.indent && row.isExpanded == other.isExpanded
        guard isSame && left.table[row.handle] == right.table[other.handle] else { return false }
      }
      return true
    }
  }
}

extension SectionSnapshot {
  /// Returns a Boolean value that indicates whether two snapshots share all storage.
  ///
  /// If they do, they are equal. If they do not, they can still be equal.
  ///
  /// - Parameter other: The other snapshot.
  /// - Returns: `true` if the snapshots share all storage.
  /// - Complexity: O(1)
  public func isTriviallyIdentical(to other: SectionSnapshot) -> Bool {
    tree.isIdentical(to: other.tree) && table.isIdentical(to: other.table)
  }
}

extension SectionSnapshot: Hashable {
  /// Feeds the items, their levels and what is expanded into a hasher.
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
