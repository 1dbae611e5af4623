extension SectionSnapshot {
  /// Adds a whole snapshot at the end of a parent's children, or of the roots.
  ///
  /// Its hierarchy and what is expanded in it are kept. An empty snapshot does nothing.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot of items that this one does not have yet.
  ///   - parent: The item whose children its roots become; `nil` to make them roots.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the parent,
  ///   ``SnapshotError/duplicateItems(_:)``.
  /// - Complexity: O(log *n* + `snapshot.items.count`)
  @inlinable
  public mutating func append(
    _ snapshot: SectionSnapshot, to parent: Item? = nil
  ) throws(SnapshotError<Item>) {
    guard snapshot.tree.count > 0 else { return }
    try graft(snapshot, at: tree.insertionPoint(atEndOf: try parentHandle(parent)))
  }

  /// Inserts a whole snapshot just ahead of an item, its roots as siblings.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot of items that this one does not have yet.
  ///   - anchor: The item that comes to follow them.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the anchor,
  ///   ``SnapshotError/duplicateItems(_:)``.
  /// - Complexity: O(log *n* + `snapshot.items.count`)
  @inlinable
  public mutating func insert(
    _ snapshot: SectionSnapshot, before anchor: Item
  ) throws(SnapshotError<Item>) {
    guard snapshot.tree.count > 0 else { return }
    try graft(snapshot, at: tree.insertionPoint(before: try handle(ofKnown: anchor)))
  }

  /// Inserts a whole snapshot after an item and all its descendants, its roots as siblings.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot of items that this one does not have yet.
  ///   - anchor: The item that they come to follow.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the anchor,
  ///   ``SnapshotError/duplicateItems(_:)``.
  /// - Complexity: O(log *n* + `snapshot.items.count`)
  @inlinable
  public mutating func insert(
    _ snapshot: SectionSnapshot, after anchor: Item
  ) throws(SnapshotError<Item>) {
    guard snapshot.tree.count > 0 else { return }
    try graft(snapshot, at: tree.insertionPoint(after: try handle(ofKnown: anchor)))
  }

  /// Puts a snapshot in the place of an item's descendants.
  ///
  /// The parent stays expanded or collapsed as it is.
  ///
  /// - Parameters:
  ///   - parent: The item whose descendants are deleted.
  ///   - snapshot: The new descendants, with their hierarchy and expansion. Items may be among the
  ///     old ones.
  /// - Throws: ``SnapshotError/unknownItems(_:)`` for the parent,
  ///   ``SnapshotError/duplicateItems(_:)`` for items that are elsewhere in the tree.
  /// - Complexity: O((*k* + `snapshot.items.count`) * log *n*) for *k* old descendants
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

  /// Returns an item's descendants as a snapshot of their own, with their expansion.
  ///
  /// - Parameters:
  ///   - parent: The item whose children become the roots.
  ///   - includingParent: Whether the item itself becomes the only root instead.
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

  /// Inserts rows of another snapshot, whose indents and folds count from 0 on.
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

  /// Creates a snapshot of rows of another, whose indents and folds count from 0 on.
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
