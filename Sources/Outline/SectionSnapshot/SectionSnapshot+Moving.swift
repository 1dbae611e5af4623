extension SectionSnapshot {
  /// Moves an item, with all its descendants, to just ahead of another.
  ///
  /// Expansion is kept. Where the item is there already, nothing happens.
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - anchor: The item that comes to follow it as a sibling.
  /// - Throws: ``SnapshotError/unknownItems(_:)``,
  ///   ``SnapshotError/moveIntoItself(_:destination:)``.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(_ item: Item, before anchor: Item) throws(SnapshotError<Item>) {
    let (moved, target) = try handles(ofMoved: item, to: anchor)
    guard let target, target != moved else { return }
    tree.move(moved, to: tree.insertionPoint(before: target))
    checkInternally()
  }

  /// Moves an item, with all its descendants, to after another and all of that one's.
  ///
  /// Expansion is kept. Where the item is there already, nothing happens.
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - anchor: The item that it comes to follow as a sibling.
  /// - Throws: ``SnapshotError/unknownItems(_:)``,
  ///   ``SnapshotError/moveIntoItself(_:destination:)``.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(_ item: Item, after anchor: Item) throws(SnapshotError<Item>) {
    let (moved, target) = try handles(ofMoved: item, to: anchor)
    guard let target, target != moved else { return }
    tree.move(moved, to: tree.insertionPoint(after: target))
    checkInternally()
  }

  /// Moves an item, with all its descendants, to a place among the children of another.
  ///
  /// Expansion is kept. Where the item is there already, nothing happens.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["a", "b", "c"])
  ///     try outline.move("a", to: nil, at: 1)
  ///     Array(outline.items)  // ["b", "a", "c"]
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - parent: Its parent afterwards; `nil` to make it a root.
  ///   - index: Its position among its siblings afterwards.
  /// - Throws: ``SnapshotError/unknownItems(_:)``,
  ///   ``SnapshotError/moveIntoItself(_:destination:)``,
  ///   ``SnapshotError/indexOutOfRange(_:count:)``, in this order.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(
    _ item: Item, to parent: Item?, at index: Int
  ) throws(SnapshotError<Item>) {
    let (moved, target) = try handles(ofMoved: item, to: parent)
    if target == moved { throw .moveIntoItself(item, destination: item) }
    let isSibling = tree.parent(of: moved) == target
    let count = tree.childCount(of: target) - (isSibling ? 1 : 0)
    guard index >= 0 && index <= count else { throw .indexOutOfRange(index, count: count) }
    // The item itself still counts while it is looked for who will follow.
    let follower = isSibling && index >= tree.childIndex(of: moved) ? index + 1 : index
    tree.move(
      moved,
      to: index == count
        ? tree.insertionPoint(atEndOf: target)
        : tree.insertionPoint(before: tree.child(of: target, at: follower)))
    checkInternally()
  }

  /// The handles for a move to an anchor or into a parent, which is not below the item.
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
      throw .moveIntoItself(item, destination: target)
    }
    return (handle, targetHandle)
  }
}
