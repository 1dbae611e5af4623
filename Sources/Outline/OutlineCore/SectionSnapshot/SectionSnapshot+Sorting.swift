extension SectionSnapshot {
  /// Sorts the children of an item, or the roots, together with their descendants.
  ///
  ///     try outline.sortChildren(of: "Fruit", by: >)
  ///     Array(outline.visibleItems)  // ["Fruit", "Pear", "Apple", "Tools"]
  ///
  /// - Parameters:
  ///   - parent: The parent of the children to sort; `nil` for the roots.
  ///   - recursively: A Boolean value that indicates whether to also sort the children of all
  ///     descendants.
  ///   - areInIncreasingOrder: A strict weak ordering. The sort is stable.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(*k* log *k* + log *n*) for *k* descendants; O(*c* log *n*) for *c* children
  ///   with far more descendants
  @inlinable
  public mutating func sortChildren(
    of parent: Item? = nil, recursively: Bool = false,
    by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(SectionSnapshotError<Item>) {
    let handle = try parentHandle(parent)
    let range = handle.map { tree.subtreeRange(of: $0).dropFirst() } ?? 0..<tree.count
    if !recursively && tree.childCount(of: handle) < range.count / 64 {
      moveChildren(of: handle, by: areInIncreasingOrder)
      return
    }
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

  /// Sorts the children of an item, or the roots, in ascending order, together with their
  /// descendants.
  ///
  /// - Parameters: As for ``sortChildren(of:recursively:by:)``.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: As for ``sortChildren(of:recursively:by:)``
  @inlinable
  public mutating func sortChildren(
    of parent: Item? = nil, recursively: Bool = false
  ) throws(SectionSnapshotError<Item>) where Item: Comparable {
    try sortChildren(of: parent, recursively: recursively, by: <)
  }

  /// Sorts children by moves, which do not depend on the number of their descendants.
  @inlinable
  mutating func moveChildren(of parent: Int32?, by areInIncreasingOrder: (Item, Item) -> Bool) {
    let children = (0..<tree.childCount(of: parent)).map { tree.child(of: parent, at: $0) }
    let sorted = children.sorted { areInIncreasingOrder(table[$0], table[$1]) }
    if sorted != children {
      for child in sorted {
        tree.move(child, to: tree.insertionPoint(atEndOf: parent))
      }
    }
    checkInternally()
  }
}
