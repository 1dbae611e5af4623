extension SectionSnapshot {
  /// Adds a snapshot at the end of a parent's children, or of the roots.
  ///
  /// - Parameters:
  ///   - snapshot: New items. Their hierarchy and expansion are kept.
  ///   - parent: The parent of the added roots; `nil` to make them roots.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items of the added snapshot, and O(1) if this snapshot
  ///   has no items
  @inlinable
  public mutating func append(
    _ snapshot: SectionSnapshot, to parent: Item? = nil
  ) throws(SectionSnapshotError<Item>) {
    guard snapshot.tree.count > 0 else { return }
    if tree.count == 0 && parent == nil {
      self = snapshot
      return
    }
    try graft(snapshot, at: tree.insertionPoint(atEndOf: try parentHandle(parent)))
  }

  /// Inserts a snapshot just before an item, with its roots as siblings of the item.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items of the inserted snapshot
  @inlinable
  public mutating func insert(
    _ snapshot: SectionSnapshot, before anchor: Item
  ) throws(SectionSnapshotError<Item>) {
    guard snapshot.tree.count > 0 else { return }
    try graft(snapshot, at: tree.insertionPoint(before: try handle(ofKnown: anchor)))
  }

  /// Inserts a snapshot after an item and all its descendants, with its roots as siblings.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items of the inserted snapshot
  @inlinable
  public mutating func insert(
    _ snapshot: SectionSnapshot, after anchor: Item
  ) throws(SectionSnapshotError<Item>) {
    guard snapshot.tree.count > 0 else { return }
    try graft(snapshot, at: tree.insertionPoint(after: try handle(ofKnown: anchor)))
  }

  /// Replaces all descendants of an item with a snapshot.
  ///
  /// The parent keeps its expansion. The new descendants can contain items that the call deletes.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)`` for items outside the parent's descendants
  /// - Complexity: O((*k* + *m*) * log *n*) for *k* old and *m* new descendants
  @inlinable
  public mutating func replace(
    childrenOf parent: Item, using snapshot: SectionSnapshot
  ) throws(SectionSnapshotError<Item>) {
    let handle = try handle(ofKnown: parent)
    let old = tree.subtreeRange(of: handle).dropFirst()
    let before = self
    removeRows(old)
    do throws(SectionSnapshotError<Item>) {
      try graft(snapshot, at: tree.insertionPoint(atEndOf: handle))
    } catch {
      self = before
      throw error
    }
    dropUnusedHandles()
  }

  /// Returns a snapshot of the descendants of an item, with their expansion.
  ///
  /// - Parameters:
  ///   - parent: The item whose children become the roots.
  ///   - includingParent: A Boolean value that indicates whether the parent itself becomes the only
  ///     root instead.
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* descendants
  @inlinable
  public func snapshot(
    of parent: Item, includingParent: Bool = false
  ) throws(SectionSnapshotError<Item>) -> SectionSnapshot {
    let range = tree.subtreeRange(of: try handle(ofKnown: parent))
    return SectionSnapshot(tree.subtree(includingParent ? range : range.dropFirst()), of: self)
  }
}

extension SectionSnapshot {
  @inlinable
  mutating func graft(
    _ snapshot: SectionSnapshot, at point: InsertionPoint
  ) throws(SectionSnapshotError<Item>) {
    let rows = snapshot.tree.rows(in: 0..<snapshot.tree.count)
    try graft(rows, of: snapshot, at: point)
  }

  @inlinable
  mutating func graft(
    _ rows: consuming [TreeRow], of other: SectionSnapshot, at point: InsertionPoint
  ) throws(SectionSnapshotError<Item>) {
    guard !rows.isEmpty else { return }
    let (items, hashes) = other.items(of: rows)
    let handles = try intern(items, hashes: hashes)
    tree.graft(rows, under: handles, at: point)
    checkInternally()
  }

  @inlinable
  package init(_ rows: consuming [TreeRow], of other: SectionSnapshot) {
    self.init(layout: other.tree.layout)
    guard !rows.isEmpty else { return }
    let (items, hashes) = other.items(of: rows)
    // The rows of one snapshot have no duplicates.
    let handles = table.insertAbsent(items, hashes: hashes)
    tree.graft(rows, under: handles, at: tree.insertionPoint(atEndOf: nil))
    checkInternally()
  }

  @inlinable
  func items(of rows: [TreeRow]) -> (items: [Item], hashes: [UInt32]) {
    var reader = ItemReader(table)
    return (
      rows.map { reader.item($0.handle) }, table.handles.hashes(of: rows.map { $0.handle })
    )
  }
}
