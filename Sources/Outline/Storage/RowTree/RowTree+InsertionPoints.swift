/// A position for rows to insert.
@usableFromInline
package struct InsertionPoint {
  @usableFromInline package var position: Int
  /// The indent and the collapsed ancestors of the inserted rows.
  var shift: Shift
}

extension RowTree {
  /// The insertion point after a row's children, or after the roots.
  @usableFromInline
  package func insertionPoint(atEndOf parent: Int32?) -> InsertionPoint {
    guard let parent else { return InsertionPoint(position: count, shift: .none) }
    let cursor = cursor(of: parent)
    let row = row(at: cursor)
    let shift = Shift(indent: row.indent + 1, collapsedAncestors: row.childCollapsedAncestors)
    return InsertionPoint(position: subtreeRange(of: cursor).upperBound, shift: shift)
  }

  /// The insertion point for siblings before a row.
  @usableFromInline
  package func insertionPoint(before anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    return InsertionPoint(position: position(of: cursor), shift: row(at: cursor).shift)
  }

  /// The insertion point for siblings after a row and its descendants.
  @usableFromInline
  package func insertionPoint(after anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    let position = subtreeRange(of: cursor).upperBound
    return InsertionPoint(position: position, shift: row(at: cursor).shift)
  }

  /// Inserts collapsed rows without children.
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

  /// Moves a row and its descendants, unless they are at the insertion point already.
  @usableFromInline
  package mutating func move(_ handle: Int32, to point: InsertionPoint) {
    let cursor = cursor(of: handle)
    let shift = point.shift - row(at: cursor).shift
    let range = subtreeRange(of: cursor)
    let isAdjacent = point.position >= range.lowerBound && point.position <= range.upperBound
    if isAdjacent && shift.indent == 0 { return }
    move(range, to: point.position, shiftedBy: shift)
  }

  /// The rows of a range, with indents and collapsed ancestors relative to the first row.
  @usableFromInline
  package func subtree(_ range: Range<Int>) -> [TreeRow] {
    let rows = rows(in: range)
    guard let first = rows.first else { return [] }
    let shift = .none - first.shift
    return shift == .none ? rows : rows.map { $0.shifted(by: shift) }
  }
}
