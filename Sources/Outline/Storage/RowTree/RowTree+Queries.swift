//  What is asked of one row, by handle.

extension RowTree {
  @usableFromInline
  func isExpanded(_ handle: Int32) -> Bool {
    row(at: cursor(of: handle)).isExpanded
  }

  /// How many of a row's ancestors are collapsed is zero.
  @usableFromInline
  func isVisible(_ handle: Int32) -> Bool {
    row(at: cursor(of: handle)).folds == 0
  }

  @usableFromInline
  func level(of handle: Int32) -> Int {
    Int(row(at: cursor(of: handle)).indent)
  }

  /// The positions of a row and its descendants in the list of all rows.
  @usableFromInline
  func subtreeRange(of handle: Int32) -> Range<Int> {
    subtreeRange(of: cursor(of: handle))
  }

  /// The position of a row in the list of all rows.
  @usableFromInline
  func position(of handle: Int32) -> Int {
    position(of: cursor(of: handle))
  }

  /// The position of a row among the visible ones, or `nil` while it is hidden.
  @usableFromInline
  func visiblePosition(of handle: Int32) -> Int? {
    let cursor = cursor(of: handle)
    guard row(at: cursor).folds == 0 else { return nil }
    return Int(summary(before: cursor).visibleRows)
  }

  /// The handle of a row's parent, or `nil` for a root.
  @usableFromInline
  func parent(of handle: Int32) -> Int32? {
    elders(of: cursor(of: handle)).stop.map { row(at: $0).handle }
  }

  /// The handles of a row's ancestors, nearest first.
  ///
  /// - Complexity: O(*level* * log `count`)
  @usableFromInline
  func ancestors(of handle: Int32) -> [Int32] {
    var ancestors: [Int32] = []
    var next = elders(of: cursor(of: handle)).stop
    while let cursor = next {
      ancestors.append(row(at: cursor).handle)
      next = elders(of: cursor).stop
    }
    return ancestors
  }

  /// The position of a row among its siblings.
  @usableFromInline
  func childIndex(of handle: Int32) -> Int {
    elders(of: cursor(of: handle)).rowsAtLimit
  }

  /// How many children a row has; how many roots there are.
  @usableFromInline
  func childCount(of parent: Int32?) -> Int {
    guard let parent else { return Int(summary.atMinIndent) }
    return childCount(of: cursor(of: parent))
  }

  /// The handle of a child of a row, or of a root, by its position among its siblings.
  @usableFromInline
  func child(of parent: Int32?, at index: Int) -> Int32 {
    guard let parent else {
      if index == 0 { return row(at: cursor(at: 0, visible: false)).handle }
      let scan = scan(from: cursor(at: 0, visible: false), step: 1, below: 0, passing: index - 1)
      return scan.stop.map { row(at: $0).handle } ?? -1
    }
    let cursor = cursor(of: parent)
    let level = row(at: cursor).indent + 1
    let scan = scan(from: cursor, step: 1, below: level, passing: index)
    return scan.stop.map { row(at: $0).handle } ?? -1
  }

  /// The handle of the next sibling, or `nil` for the last.
  @usableFromInline
  func nextSibling(of handle: Int32) -> Int32? {
    let cursor = cursor(of: handle)
    let level = row(at: cursor).indent
    let scan = scan(from: cursor, step: 1, below: level, passing: 0)
    guard let stop = scan.stop, row(at: stop).indent == level else { return nil }
    return row(at: stop).handle
  }

  @usableFromInline
  func handle(at position: Int, visible: Bool) -> Int32 {
    row(at: cursor(at: position, visible: visible)).handle
  }
}

// MARK: - Places

/// Where rows are to be put in: ahead of the row at a position, as siblings with a level.
@usableFromInline
struct Destination {
  @usableFromInline var position: Int
  var indent: Int32
  var folds: Int32
}

extension RowTree {
  /// The end of a row's children, or of the roots.
  @usableFromInline
  func end(ofChildrenOf parent: Int32?) -> Destination {
    guard let parent else { return Destination(position: count, indent: 0, folds: 0) }
    let cursor = cursor(of: parent)
    let row = row(at: cursor)
    return Destination(
      position: subtreeRange(of: cursor).upperBound, indent: row.indent + 1, folds: row.foldsBelow)
  }

  /// Just ahead of a row.
  @usableFromInline
  func place(before anchor: Int32) -> Destination {
    let cursor = cursor(of: anchor)
    let row = row(at: cursor)
    return Destination(position: position(of: cursor), indent: row.indent, folds: row.folds)
  }

  /// After a row and all its descendants.
  @usableFromInline
  func place(after anchor: Int32) -> Destination {
    let cursor = cursor(of: anchor)
    let row = row(at: cursor)
    return Destination(
      position: subtreeRange(of: cursor).upperBound, indent: row.indent, folds: row.folds)
  }

  /// Whether a row is another or one of its descendants.
  @usableFromInline
  func isInSubtree(_ handle: Int32, of top: Int32) -> Bool {
    subtreeRange(of: top).contains(position(of: handle))
  }

  /// Inserts rows without children, collapsed.
  @usableFromInline
  mutating func insert(_ handles: [Int32], at place: Destination) {
    let rows = handles.map {
      TreeRow(handle: $0, isExpanded: false, indent: place.indent, folds: place.folds)
    }
    insert(rows, at: place.position)
  }

  /// Inserts rows whose indents and folds count from 0 on, under handles of their own or other
  /// ones.
  @usableFromInline
  mutating func graft(_ rows: [TreeRow], under handles: [Int32]? = nil, at place: Destination) {
    let shift = Shift(indent: place.indent, folds: place.folds)
    var rows = rows
    for index in rows.indices {
      rows[index].shift(by: shift)
      if let handles {
        rows[index].handle = handles[index]
      }
    }
    insert(rows, at: place.position)
  }

  /// Moves a row and its descendants; where they are already, does nothing.
  @usableFromInline
  mutating func move(_ handle: Int32, to place: Destination) {
    let cursor = cursor(of: handle)
    let row = row(at: cursor)
    let range = subtreeRange(of: cursor)
    let stays = place.position >= range.lowerBound && place.position <= range.upperBound
    if stays && place.indent == row.indent { return }
    move(
      range, to: place.position,
      shiftedBy: Shift(indent: place.indent - row.indent, folds: place.folds - row.folds))
  }

  /// The rows of a range, with indents and folds that count from those of the first.
  @usableFromInline
  func subtree(_ range: Range<Int>) -> [TreeRow] {
    let rows = rows(in: range)
    guard let first = rows.first else { return [] }
    let shift = .none - Shift(indent: first.indent, folds: first.folds)
    return rows.map { $0.shifted(by: shift) }
  }
}
