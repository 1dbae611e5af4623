extension SectionSnapshot {
  /// Moves an item with all its descendants to just before another item.
  ///
  /// Expansion is kept. If the item is there already, nothing changes.
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - anchor: The item that follows it afterwards, as a sibling.
  /// - Throws: ``SnapshotError/unknownItems(_:)``, ``SnapshotError/moveIntoItself(_:destination:)``
  ///   if the anchor is below the item, in this order.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(_ item: Item, before anchor: Item) throws(SnapshotError<Item>) {
    let (moved, target) = try handles(ofMoved: item, to: anchor)
    guard let target, target != moved else { return }
    tree.move(moved, to: tree.insertionPoint(before: target))
    checkInternally()
  }

  /// Moves an item with all its descendants to after another item and all descendants of that item.
  ///
  /// Expansion is kept. If the item is there already, nothing changes.
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - anchor: The item that precedes it afterwards, as a sibling.
  /// - Throws: ``SnapshotError/unknownItems(_:)``, ``SnapshotError/moveIntoItself(_:destination:)``
  ///   if the anchor is below the item, in this order.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(_ item: Item, after anchor: Item) throws(SnapshotError<Item>) {
    let (moved, target) = try handles(ofMoved: item, to: anchor)
    guard let target, target != moved else { return }
    tree.move(moved, to: tree.insertionPoint(after: target))
    checkInternally()
  }

  /// Moves an item with all its descendants into a parent, or to the roots.
  ///
  /// Expansion is kept. If the item is there already, nothing changes.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["a", "b", "c"])
  ///     try outline.move("a", to: nil, at: 1)
  ///     Array(outline.items)  // ["b", "a", "c"]
  ///     try outline.move("b", to: "a")
  ///     Array(outline.items)  // ["a", "b", "c"]
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - parent: Its parent afterwards; `nil` to make it a root.
  ///   - index: Its position among its siblings afterwards; `nil` for the last position.
  /// - Throws: ``SnapshotError/unknownItems(_:)``, ``SnapshotError/moveIntoItself(_:destination:)``
  ///   if the parent is the item or below it, ``SnapshotError/indexOutOfRange(_:count:)``, in this
  ///   order.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(
    _ item: Item, to parent: Item?, at index: Int? = nil
  ) throws(SnapshotError<Item>) {
    let (moved, target) = try handles(ofMoved: item, to: parent)
    if target == moved { throw .moveIntoItself([item], destination: item) }
    let isSibling = tree.parent(of: moved) == target
    let count = tree.childCount(of: target) - (isSibling ? 1 : 0)
    let index = index ?? count
    guard index >= 0 && index <= count else { throw .indexOutOfRange(index, count: count) }
    // The item itself still counts in the search for the child that follows it.
    let nextIndex = isSibling && index >= tree.childIndex(of: moved) ? index + 1 : index
    tree.move(
      moved,
      to: index == count
        ? tree.insertionPoint(atEndOf: target)
        : tree.insertionPoint(before: tree.child(of: target, at: nextIndex)))
    checkInternally()
  }
}

// MARK: - Several items

extension SectionSnapshot {
  /// Moves items together, with all their descendants, to just before another item.
  ///
  /// The moved items become neighbors, in the order that they have in the snapshot. An item below
  /// another one of them moves along with that item and stays below it. Expansion is kept. Without
  /// items, the call does nothing and checks nothing.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["a", "b", "c", "d"])
  ///     try outline.move(["d", "c"], before: "a")
  ///     Array(outline.items)  // ["c", "d", "a", "b"]
  ///
  /// The anchor can be one of the moved items. The items then go before the next sibling of the
  /// anchor that does not move.
  ///
  /// - Parameters:
  ///   - items: Items of the snapshot, in any order.
  ///   - anchor: The item that follows the moved items afterwards, as a sibling.
  /// - Throws: ``SnapshotError/unknownItems(_:)``, ``SnapshotError/moveIntoItself(_:destination:)``
  ///   if the anchor is below a moved item, in this order.
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func move(
    _ items: some Sequence<Item>, before anchor: Item
  ) throws(SnapshotError<Item>) {
    try moveItems(Array(items), nextTo: anchor, Anchor.before)
  }

  /// Moves items together, with all their descendants, to after another item and all
  /// descendants of that item.
  ///
  /// The moved items become neighbors as in ``move(_:before:)-(Sequence<Item>,_)``. Without items,
  /// the call does nothing and checks nothing.
  ///
  /// - Parameters:
  ///   - items: Items of the snapshot, in any order.
  ///   - anchor: The item that precedes the moved items afterwards, as a sibling. It can be one of
  ///     them.
  /// - Throws: ``SnapshotError/unknownItems(_:)``, ``SnapshotError/moveIntoItself(_:destination:)``
  ///   if the anchor is below a moved item, in this order.
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func move(
    _ items: some Sequence<Item>, after anchor: Item
  ) throws(SnapshotError<Item>) {
    try moveItems(Array(items), nextTo: anchor, Anchor.after)
  }

  /// Moves items together, with all their descendants, into a parent, or to the roots.
  ///
  /// The moved items become neighbors as in ``move(_:before:)-(Sequence<Item>,_)``. Without items,
  /// the call does nothing and checks nothing.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["a", "b", "c", "d"])
  ///     try outline.move(["d", "b"], to: nil, at: 0)
  ///     Array(outline.items)  // ["b", "d", "a", "c"]
  ///
  /// - Parameters:
  ///   - items: Items of the snapshot, in any order.
  ///   - parent: The parent of the items afterwards; `nil` to make them roots.
  ///   - index: The child index of the first item afterwards; `nil` to put the items at the end.
  /// - Throws: ``SnapshotError/unknownItems(_:)``, ``SnapshotError/moveIntoItself(_:destination:)``
  ///   if the parent is a moved item or below one, ``SnapshotError/indexOutOfRange(_:count:)``, in
  ///   this order.
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func move(
    _ items: some Sequence<Item>, to parent: Item?, at index: Int? = nil
  ) throws(SnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    let (moved, target) = try handles(ofMoved: items, to: parent)
    if let parent, let target, moved.contains(target) {
      throw .moveIntoItself([parent], destination: parent)
    }
    moveRows(moved, to: try anchor(ofChildAt: index, of: target, moving: moved))
  }

  /// Returns the items that are not descendants of other items in the argument.
  ///
  /// If several items are moved at once, these become neighbors. The others move along with their
  /// ancestors.
  ///
  /// - Parameter items: Items, in any order. Unknown items are ignored.
  /// - Returns: The topmost items as they are stored, each once, in the order that they have in the
  ///   snapshot.
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public func topmostItems(among items: some Sequence<Item>) -> [Item] {
    topmostHandles(of: Array(items)).map { table[$0] }
  }
}

// MARK: - Steps

extension SectionSnapshot {
  /// The handles for a move of an item to an anchor or into a parent, which is not below the item.
  @inlinable
  func handles(
    ofMoved item: Item, to target: Item?
  ) throws(SnapshotError<Item>) -> (moved: Int32, target: Int32?) {
    let handle = table.handle(of: item)
    let targetHandle = target.flatMap { table.handle(of: $0) }
    guard let handle, target == nil || targetHandle != nil else {
      let unknown = (handle == nil ? [item] : []) + (targetHandle == nil ? [target] : [])
      throw .unknownItems(unknown.compactMap { $0 }.eachOnce())
    }
    if let target, let targetHandle, targetHandle != handle,
      tree.isInSubtree(targetHandle, of: handle)
    {
      throw .moveIntoItself([item], destination: target)
    }
    return (handle, targetHandle)
  }

  /// The handles for a move of the topmost of some items to a target, which is not below them but
  /// may be one of them.
  @inlinable
  func handles(
    ofMoved items: [Item], to target: Item?
  ) throws(SnapshotError<Item>) -> (moved: [Int32], target: Int32?) {
    try checkKnown(items + [target].compactMap(\.self))
    let moved = topmostHandles(of: items)
    guard let target, let targetHandle = table.handle(of: target) else { return (moved, nil) }
    let ancestor = moved.first { tree.isInSubtree(targetHandle, of: $0) }
    if let ancestor, ancestor != targetHandle {
      throw .moveIntoItself([table[ancestor]], destination: target)
    }
    return (moved, targetHandle)
  }

  /// The handles of the items that are not below other items of the array, in row order.
  @inlinable
  func topmostHandles(of items: [Item]) -> [Int32] {
    let subtrees = items.compactMap { item in
      table.handle(of: item).map { (handle: $0, range: tree.subtreeRange(of: $0)) }
    }
    var topmost: [Int32] = []
    var end = 0
    for (handle, range) in subtrees.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where range.lowerBound >= end {
      topmost.append(handle)
      end = range.upperBound
    }
    return topmost
  }

  /// The insertion point of moved rows for an index among the children of a parent, or for the end.
  @inlinable
  func anchor(
    ofChildAt index: Int?, of parent: Int32?, moving movedHandles: [Int32]
  ) throws(SnapshotError<Item>) -> Anchor<Item> {
    guard let index else { return anchor(atEndOf: parent) }
    let movedIndices = movedHandles.filter { tree.parent(of: $0) == parent }
      .map { tree.childIndex(of: $0) }
    let count = tree.childCount(of: parent) - movedIndices.count
    guard index >= 0 && index <= count else { throw .indexOutOfRange(index, count: count) }
    if index == count { return anchor(atEndOf: parent) }
    // The moved rows still count in the search for the child that follows them.
    var nextIndex = index
    for movedIndex in movedIndices where movedIndex <= nextIndex {
      nextIndex += 1
    }
    let next = tree.child(of: parent, at: nextIndex)
    return .before(table[next], next)
  }

  /// Moves items next to an anchor, which can be one of them.
  @inlinable
  mutating func moveItems(
    _ items: [Item], nextTo anchor: Item, _ makeAnchor: (Item, Int32) -> Anchor<Item>
  ) throws(SnapshotError<Item>) {
    guard !items.isEmpty else { return }
    let (moved, target) = try handles(ofMoved: items, to: anchor)
    guard let target else { return }
    moveRows(
      moved,
      to: moved.contains(target)
        ? self.anchor(afterMovedRow: target, moving: Set(moved)) : makeAnchor(anchor, target))
  }

  /// Moves rows one after another.
  @inlinable
  mutating func moveRows(_ handles: [Int32], to anchor: Anchor<Item>) {
    var anchor = anchor
    for handle in handles {
      tree.move(handle, to: insertionPoint(at: anchor))
      if case .after(let item, _) = anchor {
        anchor = .after(item, handle)
      }
    }
    checkInternally()
  }
}
