extension SectionSnapshot {
  /// Adds a snapshot at the end of a parent's children, or of the roots.
  ///
  /// The hierarchy and the expansion of the added snapshot are kept. An empty snapshot does nothing
  /// and checks nothing.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot of items that this one does not have yet.
  ///   - parent: The parent of its roots; `nil` to make them roots.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the parent,
  ///   ``SnapshotError/duplicateItems(_:)``, in this order.
  /// - Complexity: O(log *n* + *k*) for *k* items of the added snapshot
  @inlinable
  public mutating func append(
    _ snapshot: SectionSnapshot, to parent: Item? = nil
  ) throws(SnapshotError<Item>) {
    guard snapshot.tree.count > 0 else { return }
    try graft(snapshot, at: tree.insertionPoint(atEndOf: try parentHandle(parent)))
  }

  /// Inserts a snapshot just before an item, with its roots as siblings of the item.
  ///
  /// The hierarchy and the expansion of the inserted snapshot are kept. An empty snapshot does
  /// nothing and checks nothing.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot of items that this one does not have yet.
  ///   - anchor: The item that follows them afterwards.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the anchor,
  ///   ``SnapshotError/duplicateItems(_:)``, in this order.
  /// - Complexity: O(log *n* + *k*) for *k* items of the inserted snapshot
  @inlinable
  public mutating func insert(
    _ snapshot: SectionSnapshot, before anchor: Item
  ) throws(SnapshotError<Item>) {
    guard snapshot.tree.count > 0 else { return }
    try graft(snapshot, at: tree.insertionPoint(before: try handle(ofKnown: anchor)))
  }

  /// Inserts a snapshot after an item and all its descendants, with its roots as siblings of the
  /// item.
  ///
  /// The hierarchy and the expansion of the inserted snapshot are kept. An empty snapshot does
  /// nothing and checks nothing.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot of items that this one does not have yet.
  ///   - anchor: The item that precedes them afterwards.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the anchor,
  ///   ``SnapshotError/duplicateItems(_:)``, in this order.
  /// - Complexity: O(log *n* + *k*) for *k* items of the inserted snapshot
  @inlinable
  public mutating func insert(
    _ snapshot: SectionSnapshot, after anchor: Item
  ) throws(SnapshotError<Item>) {
    guard snapshot.tree.count > 0 else { return }
    try graft(snapshot, at: tree.insertionPoint(after: try handle(ofKnown: anchor)))
  }

  /// Replaces all descendants of an item with a snapshot.
  ///
  /// The parent stays expanded or collapsed.
  ///
  /// - Parameters:
  ///   - parent: The item whose descendants are deleted.
  ///   - snapshot: The new descendants, with their hierarchy and expansion. They can be items that
  ///     are deleted by the same call.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the parent,
  ///   ``SnapshotError/duplicateItems(_:)`` for items that are elsewhere in the tree.
  /// - Complexity: O((*k* + *m*) * log *n*) for *k* old and *m* new descendants
  @inlinable
  public mutating func replace(
    childrenOf parent: Item, using snapshot: SectionSnapshot
  ) throws(SnapshotError<Item>) {
    let handle = try handle(ofKnown: parent)
    let old = tree.subtreeRange(of: handle).dropFirst()
    let elsewhere = snapshot.items.filter { item in
      guard let handle = table.handle(of: item) else { return false }
      return !old.contains(tree.position(of: handle))
    }
    guard elsewhere.isEmpty else { throw .duplicateItems(elsewhere) }
    removeRows(old)
    try graft(snapshot, at: tree.insertionPoint(atEndOf: handle))
    dropUnusedHandles()
  }

  /// Returns a snapshot of the descendants of an item, with their expansion.
  ///
  /// - Parameters:
  ///   - parent: The item whose children become the roots.
  ///   - includingParent: A Boolean value that indicates whether the item itself becomes the only
  ///     root instead.
  /// - Returns: The snapshot; an empty one for an item without children.
  /// - Throws: ``SnapshotError/unknownItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* descendants
  @inlinable
  public func snapshot(
    of parent: Item, includingParent: Bool = false
  ) throws(SnapshotError<Item>) -> SectionSnapshot {
    let range = tree.subtreeRange(of: try handle(ofKnown: parent))
    return SectionSnapshot(tree.subtree(includingParent ? range : range.dropFirst()), of: self)
  }
}

// MARK: - Steps

extension SectionSnapshot {
  /// Inserts the rows of another snapshot.
  @inlinable
  mutating func graft(
    _ snapshot: SectionSnapshot, at point: InsertionPoint
  ) throws(SnapshotError<Item>) {
    let rows = snapshot.tree.rows(in: 0..<snapshot.tree.count)
    try graft(rows, of: snapshot, at: point)
  }

  /// Inserts rows of another snapshot with relative indents and folds.
  @inlinable
  mutating func graft(
    _ rows: consuming [TreeRow], of other: SectionSnapshot, at point: InsertionPoint
  ) throws(SnapshotError<Item>) {
    guard !rows.isEmpty else { return }
    var reader = ItemReader(other.table)
    let items = rows.map { reader.item($0.handle) }
    let hashes = rows.map { other.table.handles.hash(of: $0.handle) }
    let handles = try intern(items, hashes: hashes)
    tree.graft(rows, under: handles, at: point)
    checkInternally()
  }

  /// Creates a snapshot from rows of another one with relative indents and folds.
  @inlinable
  init(_ rows: consuming [TreeRow], of other: SectionSnapshot) {
    self.init(layout: other.tree.layout)
    do {
      try graft(rows, of: other, at: tree.insertionPoint(atEndOf: nil))
    } catch {
      preconditionFailure("rows of one snapshot have no duplicates")
    }
  }
}
