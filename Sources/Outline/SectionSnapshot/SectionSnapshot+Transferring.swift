//  What snapshots of several sections do with one: rows go in and out with their items.

/// A row and its descendants that have left a snapshot, or are to come into one.
@usableFromInline
struct DetachedRows<Item> {
  /// The rows, with indents and folds that count from 0 on.
  @usableFromInline let rows: [TreeRow]
  @usableFromInline let items: [Item]
  @usableFromInline let hashes: [UInt32]

  @inlinable
  init(rows: [TreeRow], items: [Item], hashes: [UInt32]) {
    self.rows = rows
    self.items = items
    self.hashes = hashes
  }
}

extension SectionSnapshot {
  /// Takes out a row and its descendants.
  @inlinable
  mutating func detach(_ handle: Int32) -> DetachedRows<Item> {
    let range = tree.subtreeRange(of: handle)
    let rows = tree.subtree(range)
    let detached = DetachedRows(
      rows: rows, items: rows.map { table[$0.handle] },
      hashes: table.handles.hashes(of: rows.map(\.handle)))
    removeRows(range)
    return detached
  }

  /// Puts in rows whose items are not here, and returns their handles.
  @inlinable
  mutating func attach(_ detached: DetachedRows<Item>, at point: InsertionPoint) -> [Int32] {
    let handles = table.insertAbsent(detached.items, hashes: detached.hashes)
    tree.graft(detached.rows, under: handles, at: point)
    return handles
  }

  /// Adds items that are not here, collapsed and without children, and returns their handles.
  @inlinable
  mutating func insertAbsent(
    _ items: [Item], hashes: [UInt32], at point: InsertionPoint
  ) -> [Int32] {
    let handles = table.insertAbsent(items, hashes: hashes)
    tree.insert(handles, at: point)
    return handles
  }

  /// The item at a position among all items, or among the visible ones.
  @inlinable
  func item(at position: Int, visible: Bool) -> Item {
    table[tree.handle(at: position, visible: visible)]
  }

  /// The hashes of the items of some rows.
  @inlinable
  func hashes(in range: Range<Int>) -> [UInt32] {
    table.handles.hashes(of: tree.rows(in: range).map(\.handle))
  }

  /// The handles of the items that another snapshot does not have, in the order of the rows.
  ///
  /// - Complexity: O(log *n* + *k*) where all but *k* rows are in storage that both share
  @inlinable
  func handlesOfItems(notIn other: SectionSnapshot) -> [Int32] {
    let handles = tree.handlesNotShared(with: other.tree)
    if other.table.count == 0 { return handles }
    return handles.filter { handle in
      other.table.handle(of: table[handle], hash: table.handles.hash(of: handle)) == nil
    }
  }
}
