extension SectionSnapshot {
  /// Sorts the children of an item, or the roots, together with their descendants.
  ///
  /// The sort is stable.
  ///
  ///     try outline.sortChildren(of: "Fruit", by: >)
  ///     Array(outline.visibleItems)  // ["Fruit", "Pear", "Apple", "Tools"]
  ///
  /// - Parameters:
  ///   - parent: The parent of the children to sort; `nil` for the roots.
  ///   - recursively: A Boolean value that indicates whether the children of all descendants are
  ///     sorted, too.
  ///   - areInIncreasingOrder: Returns a Boolean value that indicates whether its first argument
  ///     comes before the second. It is a strict weak ordering.
  /// - Throws: ``SnapshotError/unknownItems(_:)``
  /// - Complexity: O(*k* log *k* + log *n*) for *k* descendants
  @inlinable
  public mutating func sortChildren(
    of parent: Item? = nil, recursively: Bool = false,
    by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(SnapshotError<Item>) {
    let handle = try parentHandle(parent)
    let range = handle.map { tree.subtreeRange(of: $0).dropFirst() } ?? 0..<tree.count
    let rows = tree.rows(in: range)
    var groups = SiblingGroups(rows)
    var isSorted = true
    let sorted = recursively ? groups.ranges[...] : groups.ranges.prefix(1)
    for siblings in sorted where siblings.count > 1 {
      let before = Array(groups.children[siblings])
      groups.children[siblings].sort {
        areInIncreasingOrder(table[rows[$0].handle], table[rows[$1].handle])
      }
      isSorted = isSorted && before.elementsEqual(groups.children[siblings])
    }
    if !isSorted {
      tree.replace(range, with: groups.preorder.map { rows[$0] })
    }
    checkInternally()
  }
}
