//  Operations for Snapshot, which moves rows with their items between sections.

/// A row and its descendants outside of a snapshot.
@usableFromInline
package struct DetachedRows<Item> {
  /// The rows, with indents and collapsed ancestors relative to the first.
  @usableFromInline let rows: [TreeRow]
  @usableFromInline let items: [Item]
  @usableFromInline package let hashes: [UInt32]

  @inlinable
  init(rows: [TreeRow], items: [Item], hashes: [UInt32]) {
    self.rows = rows
    self.items = items
    self.hashes = hashes
  }
}

extension SectionSnapshot {
  @inlinable
  package mutating func detach(_ handle: Int32) -> DetachedRows<Item> {
    let range = tree.subtreeRange(of: handle)
    let rows = tree.subtree(range)
    let detached = DetachedRows(
      rows: rows, items: rows.map { table[$0.handle] },
      hashes: table.handles.hashes(of: rows.map { $0.handle }))
    removeRows(range)
    return detached
  }

  /// Inserts rows whose items are unknown, and returns their handles.
  @inlinable
  package mutating func attach(_ detached: DetachedRows<Item>, at point: InsertionPoint) -> [Int32]
  {
    let handles = table.insertAbsent(detached.items, hashes: detached.hashes)
    tree.graft(detached.rows, under: handles, at: point)
    return handles
  }

  @inlinable
  package mutating func insertAbsent(
    _ items: [Item], hashes: [UInt32], at point: InsertionPoint
  ) -> [Int32] {
    let handles = table.insertAbsent(items, hashes: hashes)
    tree.insert(handles, at: point)
    return handles
  }

  @inlinable
  package func item(at position: Int, visible: Bool) -> Item {
    table[tree.handle(at: position, visible: visible)]
  }

  @inlinable
  package func hashes(in range: Range<Int>) -> [UInt32] {
    table.handles.hashes(of: tree.rows(in: range).map { $0.handle })
  }

  /// Returns handles of the items that another snapshot does not have, in the order of the rows.
  @inlinable
  package func handlesOfItems(notIn other: SectionSnapshot) -> [Int32] {
    let handles = tree.handlesNotShared(with: other.tree)
    if other.table.count == 0 { return handles }
    return handles.filter { other.table.handle(of: $0, in: table) == nil }
  }
}
