/// A position for rows to insert, with the indent and the folds of their siblings.
@usableFromInline
package struct InsertionPoint {
  @usableFromInline package var position: Int
  var indent: Int32
  var folds: Int32
}

extension RowTree {
  /// The insertion point after a row's children, or after the roots.
  @usableFromInline
  package func insertionPoint(atEndOf parent: Int32?) -> InsertionPoint {
    guard let parent else { return InsertionPoint(position: count, indent: 0, folds: 0) }
    let cursor = cursor(of: parent)
    let row = row(at: cursor)
    return InsertionPoint(
      position: subtreeRange(of: cursor).upperBound, indent: row.indent + 1, folds: row.childFolds)
  }

  /// The insertion point for siblings before a row.
  @usableFromInline
  package func insertionPoint(before anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    let row = row(at: cursor)
    return InsertionPoint(position: position(of: cursor), indent: row.indent, folds: row.folds)
  }

  /// The insertion point for siblings after a row and its descendants.
  @usableFromInline
  package func insertionPoint(after anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    let row = row(at: cursor)
    return InsertionPoint(
      position: subtreeRange(of: cursor).upperBound, indent: row.indent, folds: row.folds)
  }

  /// Inserts collapsed rows without children.
  @usableFromInline
  package mutating func insert(_ handles: [Int32], at point: InsertionPoint) {
    let rows = handles.map {
      TreeRow(handle: $0, isExpanded: false, indent: point.indent, folds: point.folds)
    }
    insert(rows, at: point.position)
  }

  /// Inserts rows with indents and folds relative to the insertion point, under new handles if any.
  @usableFromInline
  package mutating func graft(
    _ rows: consuming [TreeRow], under handles: [Int32]? = nil, at point: InsertionPoint
  ) {
    let shift = Shift(indent: point.indent, folds: point.folds)
    for index in rows.indices {
      rows[index].shift(by: shift)
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
    let row = row(at: cursor)
    let range = subtreeRange(of: cursor)
    let isAdjacent = point.position >= range.lowerBound && point.position <= range.upperBound
    if isAdjacent && point.indent == row.indent { return }
    move(
      range, to: point.position,
      shiftedBy: Shift(indent: point.indent - row.indent, folds: point.folds - row.folds))
  }

  /// The rows of a range, with indents and folds relative to the first row.
  @usableFromInline
  package func subtree(_ range: Range<Int>) -> [TreeRow] {
    let rows = rows(in: range)
    guard let first = rows.first else { return [] }
    let shift = .none - Shift(indent: first.indent, folds: first.folds)
    return shift == .none ? rows : rows.map { $0.shifted(by: shift) }
  }
}
