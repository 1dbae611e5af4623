/// Where rows are to be put in: ahead of the row at a position, as siblings with a level.
@usableFromInline
struct InsertionPoint {
  @usableFromInline var position: Int
  var indent: Int32
  var folds: Int32
}

extension RowTree {
  /// The end of a row's children, or of the roots.
  @usableFromInline
  func insertionPoint(atEndOf parent: Int32?) -> InsertionPoint {
    guard let parent else { return InsertionPoint(position: count, indent: 0, folds: 0) }
    let cursor = cursor(of: parent)
    let row = row(at: cursor)
    return InsertionPoint(
      position: subtreeRange(of: cursor).upperBound, indent: row.indent + 1, folds: row.childFolds)
  }

  /// Just ahead of a row.
  @usableFromInline
  func insertionPoint(before anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    let row = row(at: cursor)
    return InsertionPoint(position: position(of: cursor), indent: row.indent, folds: row.folds)
  }

  /// After a row and all its descendants.
  @usableFromInline
  func insertionPoint(after anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    let row = row(at: cursor)
    return InsertionPoint(
      position: subtreeRange(of: cursor).upperBound, indent: row.indent, folds: row.folds)
  }

  /// Whether a row is another or one of its descendants.
  @usableFromInline
  func isInSubtree(_ handle: Int32, of top: Int32) -> Bool {
    subtreeRange(of: top).contains(position(of: handle))
  }

  /// Inserts rows without children, collapsed.
  @usableFromInline
  mutating func insert(_ handles: [Int32], at point: InsertionPoint) {
    let rows = handles.map {
      TreeRow(handle: $0, isExpanded: false, indent: point.indent, folds: point.folds)
    }
    insert(rows, at: point.position)
  }

  /// Inserts rows whose indents and folds count from 0 on, under handles of their own or other
  /// ones.
  @usableFromInline
  mutating func graft(
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

  /// Moves a row and its descendants; where they are already, does nothing.
  @usableFromInline
  mutating func move(_ handle: Int32, to point: InsertionPoint) {
    let cursor = cursor(of: handle)
    let row = row(at: cursor)
    let range = subtreeRange(of: cursor)
    let stays = point.position >= range.lowerBound && point.position <= range.upperBound
    if stays && point.indent == row.indent { return }
    move(
      range, to: point.position,
      shiftedBy: Shift(indent: point.indent - row.indent, folds: point.folds - row.folds))
  }

  /// The rows of a range, with indents and folds that count from those of the first.
  @usableFromInline
  func subtree(_ range: Range<Int>) -> [TreeRow] {
    let rows = rows(in: range)
    guard let first = rows.first else { return [] }
    let shift = .none - Shift(indent: first.indent, folds: first.folds)
    return shift == .none ? rows : rows.map { $0.shifted(by: shift) }
  }
}
