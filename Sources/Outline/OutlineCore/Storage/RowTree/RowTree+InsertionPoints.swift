@usableFromInline
package struct InsertionPoint {
  @usableFromInline package var position: Int
  var shift: Shift
}

extension RowTree {
  @usableFromInline
  package func insertionPoint(atEndOf parent: Int32?) -> InsertionPoint {
    guard let parent else { return InsertionPoint(position: count, shift: .none) }
    let cursor = cursor(of: parent)
    let row = row(at: cursor)
    let shift = Shift(indent: row.indent + 1, collapsedAncestors: row.childCollapsedAncestors)
    return InsertionPoint(position: subtreeRange(of: cursor).upperBound, shift: shift)
  }

  @usableFromInline
  package func insertionPoint(before anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    return InsertionPoint(position: position(of: cursor), shift: row(at: cursor).shift)
  }

  @usableFromInline
  package func insertionPoint(after anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    let position = subtreeRange(of: cursor).upperBound
    return InsertionPoint(position: position, shift: row(at: cursor).shift)
  }

  @usableFromInline
  package mutating func insert(_ handles: [Int32], at point: InsertionPoint) {
    let rows = handles.map {
      TreeRow(
        handle: $0, isExpanded: false, indent: point.shift.indent,
        collapsedAncestors: point.shift.collapsedAncestors)
    }
    insert(rows, at: point.position)
  }

  /// Inserts rows that are relative to the insertion point, under new handles if any.
  @usableFromInline
  package mutating func graft(
    _ rows: consuming [TreeRow], under handles: [Int32]? = nil, at point: InsertionPoint
  ) {
    for index in rows.indices {
      rows[index].shift(by: point.shift)
      if let handles {
        rows[index].handle = handles[index]
      }
    }
    insert(rows, at: point.position)
  }

  @usableFromInline
  package mutating func move(_ handle: Int32, to point: InsertionPoint) {
    let cursor = cursor(of: handle)
    let shift = point.shift - row(at: cursor).shift
    let range = subtreeRange(of: cursor)
    let isAdjacent = point.position >= range.lowerBound && point.position <= range.upperBound
    if isAdjacent && shift.indent == 0 { return }
    move(range, to: point.position, shiftedBy: shift)
  }

  @usableFromInline
  package func subtree(_ range: Range<Int>) -> [TreeRow] {
    let rows = rows(in: range)
    guard let first = rows.first else { return [] }
    let shift = .none - first.shift
    return shift == .none ? rows : rows.map { $0.shifted(by: shift) }
  }
}
