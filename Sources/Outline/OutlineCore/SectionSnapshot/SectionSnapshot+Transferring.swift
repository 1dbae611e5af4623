//  Operations for Snapshot, which moves rows with their items between sections.

/// Consecutive siblings with their descendants, outside of a snapshot.
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
    let detached = detached(tree.rows(in: range))
    removeRows(range)
    return detached
  }

  /// Removes a row with its descendants, and divides these among some of the removed rows.
  ///
  /// - Parameter isOwner: Returns whether a descendant is an owner: it gets the rows below it, and
  ///   is not returned itself. The first row is also an owner.
  /// - Returns: The owners that get rows, in the order of the rows.
  @inlinable
  package mutating func removeSubtree(
    of handle: Int32, dividedAmong isOwner: (_ handle: Int32) -> Bool
  ) -> [(owner: Int32, descendants: DetachedRows<Item>)] {
    let range = tree.subtreeRange(of: handle)
    var parts: [(owner: Int32, rows: [TreeRow])] = []
    // The parts of the owners above the current row.
    var open: [(level: Int32, part: Int)] = []
    for row in tree.rows(in: range) {
      while let last = open.last, last.level >= row.indent {
        open.removeLast()
      }
      if let last = open.last, !isOwner(row.handle) {
        parts[last.part].rows.append(row)
      } else {
        open.append((row.indent, parts.count))
        parts.append((row.handle, []))
      }
    }
    let divided = parts.filter { !$0.rows.isEmpty }.map { part in
      (owner: part.owner, descendants: detached(part.rows))
    }
    removeRows(range)
    return divided
  }

  /// Copies of siblings with descendants, and of their items.
  @inlinable
  func detached(_ rows: [TreeRow]) -> DetachedRows<Item> {
    let (items, hashes) = items(of: rows)
    return DetachedRows(rows: rows.relativeToFirst, items: items, hashes: hashes)
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
  package func item(at position: Int, among rows: RowSet) -> Item {
    table[tree.handle(at: position, among: rows)]
  }

  @inlinable
  package func hashes(in range: Range<Int>) -> [UInt32] {
    table.handles.hashes(of: tree.rows(in: range).map { $0.handle })
  }

  /// Returns the handles of the items that another snapshot does not have, in ascending order.
  @inlinable
  package func handlesOfItems(notIn other: SectionSnapshot) -> [Int32] {
    let handles = table.items.indices(notIn: other.table.items) { $0 == $1 }
    if other.table.count == 0 { return handles }
    return handles.filter { other.table.handle(of: $0, in: table) == nil }
  }
}
