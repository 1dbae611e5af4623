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
  /// The parameters are those of ``sortChildren(of:recursively:by:)``.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: As for ``sortChildren(of:recursively:by:)``
  @inlinable
  public mutating func sortChildren(
    of parent: Item? = nil, recursively: Bool = false
  ) throws(SectionSnapshotError<Item>) where Item: Comparable {
    try sortChildren(of: parent, recursively: recursively, by: <)
  }

  // MARK: - Sorted children

  /// Inserts items among the sorted children of a parent, or the sorted roots, in their order.
  ///
  /// An item goes after children that are equal in the order.
  ///
  ///     try outline.insertSorted(["Plum", "Banana"], to: "Fruit", by: <)
  ///     outline.children(of: "Fruit").map(Array.init)  // ["Apple", "Banana", "Pear", "Plum"]
  ///
  /// - Parameters:
  ///   - items: New items, each once, in any order.
  ///   - parent: The parent of the items; `nil` to make them roots. If its children are not sorted,
  ///     the positions of the items are unspecified.
  ///   - areInIncreasingOrder: A strict weak ordering.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *c* log *n*) for each item and *c* children
  @inlinable
  public mutating func insertSorted(
    _ items: some Sequence<Item>, to parent: Item?, by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(SectionSnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    let parent = try parentHandle(parent)
    for (item, handle) in zip(items, try intern(items)) {
      let point = insertionPoint(of: item, in: parent, skipping: nil, by: areInIncreasingOrder)
      tree.insert([handle], at: point)
    }
    checkInternally()
  }

  /// Inserts items among the children of a parent, or the roots, which are in ascending order.
  ///
  /// The parameters are those of ``insertSorted(_:to:by:)``.
  ///
  /// - Throws: As ``insertSorted(_:to:by:)``
  /// - Complexity: As for ``insertSorted(_:to:by:)``
  @inlinable
  public mutating func insertSorted(
    _ items: some Sequence<Item>, to parent: Item?
  ) throws(SectionSnapshotError<Item>) where Item: Comparable {
    try insertSorted(items, to: parent, by: <)
  }

  /// Moves an item to its position among the sorted children of a parent, or the sorted roots.
  ///
  /// Use this method if an item changes its place in the order or its parent. An item that is in
  /// order does not move.
  ///
  ///     try outline.moveSorted("Saw", to: "Fruit", by: <)
  ///     outline.children(of: "Fruit").map(Array.init)  // ["Apple", "Pear", "Saw"]
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - parent: Its new or present parent; `nil` for a root. If its other children are not sorted,
  ///     the position of the item is unspecified.
  ///   - areInIncreasingOrder: A strict weak ordering.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: O(log *c* log *n*) for *c* children
  @inlinable
  public mutating func moveSorted(
    _ item: Item, to parent: Item?, by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(SectionSnapshotError<Item>) {
    let (moved, target) = try handles(ofMoved: CollectionOfOne(item), into: parent)
    let handle = moved[0]
    let isSibling = tree.parent(of: handle) == target
    if isSibling && isInOrder(handle, by: areInIncreasingOrder) { return }
    let index = isSibling ? tree.childIndex(of: handle) : nil
    let point = insertionPoint(
      of: table[handle], in: target, skipping: index, by: areInIncreasingOrder)
    tree.move(handle, to: point)
    checkInternally()
  }

  /// Moves an item to its position among the children of a parent, or the roots, which are in
  /// ascending order.
  ///
  /// The parameters are those of ``moveSorted(_:to:by:)``.
  ///
  /// - Throws: As ``moveSorted(_:to:by:)``
  /// - Complexity: As for ``moveSorted(_:to:by:)``
  @inlinable
  public mutating func moveSorted(
    _ item: Item, to parent: Item?
  ) throws(SectionSnapshotError<Item>) where Item: Comparable {
    try moveSorted(item, to: parent, by: <)
  }

  /// Returns a Boolean value that indicates whether a row is in order with both neighbors among its
  /// siblings.
  @inlinable
  func isInOrder(_ handle: Int32, by areInIncreasingOrder: (Item, Item) -> Bool) -> Bool {
    if let previous = tree.sibling(of: handle, step: -1),
      areInIncreasingOrder(table[handle], table[previous])
    {
      return false
    }
    guard let next = tree.sibling(of: handle, step: 1) else { return true }
    return !areInIncreasingOrder(table[next], table[handle])
  }

  /// The insertion point after the sorted children that are not greater than an item.
  ///
  /// - Parameter skipped: The index of a child that is not in order.
  @inlinable
  func insertionPoint(
    of item: Item, in parent: Int32?, skipping skipped: Int?,
    by areInIncreasingOrder: (Item, Item) -> Bool
  ) -> InsertionPoint {
    var next: Int32?
    var low = 0
    var high = tree.childCount(of: parent) - (skipped == nil ? 0 : 1)
    while low < high {
      let middle = low + (high - low) / 2
      let child = tree.child(of: parent, at: middle < skipped ?? .max ? middle : middle + 1)
      if areInIncreasingOrder(item, table[child]) {
        next = child
        high = middle
      } else {
        low = middle + 1
      }
    }
    return next.map { tree.insertionPoint(before: $0) } ?? tree.insertionPoint(atEndOf: parent)
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
