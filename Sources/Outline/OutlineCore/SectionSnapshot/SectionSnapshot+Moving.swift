extension SectionSnapshot {
  /// Moves an item to just before another item, as its sibling.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(_ item: Item, before anchor: Item) throws(SectionSnapshotError<Item>) {
    try moveItems(CollectionOfOne(item), nextTo: anchor, Anchor.before)
  }

  /// Moves an item to after another item and all its descendants, as its sibling.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(_ item: Item, after anchor: Item) throws(SectionSnapshotError<Item>) {
    try moveItems(CollectionOfOne(item), nextTo: anchor, Anchor.after)
  }

  /// Moves an item into a parent, or to the roots.
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
  ///   - parent: Its new parent; `nil` to make it a root.
  ///   - index: Its new child index; `nil` for the last position.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``,
  ///   ``SectionSnapshotError/indexOutOfRange(_:count:)``
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(
    _ item: Item, to parent: Item?, at index: Int? = nil
  ) throws(SectionSnapshotError<Item>) {
    try moveItems(CollectionOfOne(item), to: parent, at: index)
  }
}

// MARK: - Several items

extension SectionSnapshot {
  /// Moves several items together to just before another item, as its siblings.
  ///
  /// The moved items become neighbors, in the order of the argument; repetitions are ignored. An
  /// item below another moved item stays below it. If the anchor is one of the moved items, they go
  /// before the next sibling of the anchor that does not move.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["a", "b", "c", "d"])
  ///     try outline.move(["d", "c"], before: "a")
  ///     Array(outline.items)  // ["d", "c", "a", "b"]
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func move(
    _ items: some Sequence<Item>, before anchor: Item
  ) throws(SectionSnapshotError<Item>) {
    try moveItems(Array(items), nextTo: anchor, Anchor.before)
  }

  /// Moves several items together to after another item and all its descendants.
  ///
  /// The moved items become neighbors as in ``move(_:before:)-(Sequence<Item>,_)``.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func move(
    _ items: some Sequence<Item>, after anchor: Item
  ) throws(SectionSnapshotError<Item>) {
    try moveItems(Array(items), nextTo: anchor, Anchor.after)
  }

  /// Moves several items together into a parent, or to the roots.
  ///
  /// The moved items become neighbors as in ``move(_:before:)-(Sequence<Item>,_)``.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["a", "b", "c", "d"])
  ///     try outline.move(["d", "b"], to: nil, at: 0)
  ///     Array(outline.items)  // ["d", "b", "a", "c"]
  ///
  /// - Parameters:
  ///   - items: The items to move, in their new order.
  ///   - parent: Their new parent; `nil` to make them roots.
  ///   - index: The child index of the first item afterward; `nil` for the end.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``,
  ///   ``SectionSnapshotError/indexOutOfRange(_:count:)``
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func move(
    _ items: some Sequence<Item>, to parent: Item?, at index: Int? = nil
  ) throws(SectionSnapshotError<Item>) {
    try moveItems(Array(items), to: parent, at: index)
  }

  /// Returns the items that are not descendants of other given items.
  ///
  /// If several items are moved together, these become neighbors. Unknown items are ignored.
  ///
  /// - Returns: The stored items, each once, in the order of the snapshot.
  /// - Complexity: O(log *n*) for each item
  package func topmostItems(among items: some Sequence<Item>) -> [Item] {
    let handles = handles(of: items)
    return indicesOfTopmostRows(handles).map { table[handles[$0]] }
  }
}

extension SectionSnapshot {
  /// Returns the handles of the topmost items, or throws if the target is below one of them.
  @inlinable
  func handles(
    ofMoved items: some Collection<Item>, to target: Item?
  ) throws(SectionSnapshotError<Item>) -> (moved: [Int32], target: Int32?) {
    let known = handles(of: items)
    let targetHandle = target.flatMap { table.handle(of: $0) }
    if known.count < items.count || (target != nil && targetHandle == nil) {
      try checkKnown(items + [target].compactMap { $0 })
    }
    let moved = topmost(known)
    guard let target, let targetHandle else { return (moved, nil) }
    let ancestor = moved.first { $0 != targetHandle && tree.isInSubtree(targetHandle, of: $0) }
    if let ancestor { throw .moveIntoItself([table[ancestor]], destination: target) }
    return (moved, targetHandle)
  }

  /// Returns the handles of the topmost items, or throws if the parent is one of them or below one.
  @inlinable
  func handles(
    ofMoved items: some Collection<Item>, into parent: Item?
  ) throws(SectionSnapshotError<Item>) -> (moved: [Int32], parent: Int32?) {
    let (moved, target) = try handles(ofMoved: items, to: parent)
    if let parent, let target, moved.contains(target) {
      throw .moveIntoItself([parent], destination: parent)
    }
    return (moved, target)
  }

  /// Returns the rows that are not below others of the list, each once, in the order of the list.
  @inlinable
  func topmost(_ handles: [Int32]) -> [Int32] {
    if handles.count < 2 { return handles }
    return indicesOfTopmostRows(handles).sorted(byKey: { ($0, 0) }).map { handles[$0] }
  }

  /// Returns the indices of the rows that are not below others of the list, in the order of the
  /// rows.
  @inlinable
  func indicesOfTopmostRows(_ handles: [Int32]) -> [Int] {
    handles.enumerated().map { (value: $0, subtree: tree.subtreeRange(of: $1)) }.topmost()
  }

  /// Returns the insertion point for a child index, or for the end.
  @inlinable
  func anchor(
    ofChildAt index: Int?, of parent: Int32?, moving moved: [Int32]
  ) throws(SectionSnapshotError<Item>) -> Anchor<Item> {
    guard let index else { return anchor(atEndOf: parent) }
    let siblings = moved.filter { tree.parent(of: $0) == parent }
    let count = tree.childCount(of: parent) - siblings.count
    guard index >= 0 && index <= count else { throw .indexOutOfRange(index, count: count) }
    if index == count { return anchor(atEndOf: parent) }
    // The search for the next child still counts the moved rows.
    var nextIndex = index
    for movedIndex in siblings.map({ tree.childIndex(of: $0) }).sorted(byKey: { ($0, 0) })
    where movedIndex <= nextIndex {
      nextIndex += 1
    }
    let next = tree.child(of: parent, at: nextIndex)
    return .before(table[next], next)
  }

  @inlinable
  mutating func moveItems(
    _ items: some Collection<Item>, nextTo anchor: Item, _ makeAnchor: (Item, Int32) -> Anchor<Item>
  ) throws(SectionSnapshotError<Item>) {
    guard !items.isEmpty else { return }
    let (moved, target) = try handles(ofMoved: items, to: anchor)
    guard let target else { return }
    moveRows(
      moved,
      to: moved.contains(target)
        ? self.anchor(afterMovedRow: target, moving: Set(moved)) : makeAnchor(anchor, target))
  }

  @inlinable
  mutating func moveItems(
    _ items: some Collection<Item>, to parent: Item?, at index: Int?
  ) throws(SectionSnapshotError<Item>) {
    guard !items.isEmpty else { return }
    let (moved, target) = try handles(ofMoved: items, into: parent)
    moveRows(moved, to: try anchor(ofChildAt: index, of: target, moving: moved))
  }

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
