extension RowTree {
  @usableFromInline
  package func count(of rows: RowSet) -> Int { Int(summary.count(of: rows)) }

  @usableFromInline
  package func handles(of rows: RowSet) -> [Int32] {
    var handles: [Int32] = []
    var walk = RowWalk(self, in: 0..<count(of: rows), among: rows)
    while walk.advance() {
      handles += walk.rows.map { $0.handle }
    }
    return handles
  }

  @usableFromInline
  package func isExpanded(_ handle: Int32) -> Bool {
    var reader = ExpansionReader(self)
    return reader.isExpanded(handle)
  }

  @usableFromInline
  package func isVisible(_ handle: Int32) -> Bool {
    row(at: cursor(of: handle)).isVisible
  }

  @usableFromInline
  package func level(of handle: Int32) -> Int {
    Int(row(at: cursor(of: handle)).indent)
  }

  @usableFromInline
  package func handle(at position: Int, among rows: RowSet) -> Int32 {
    row(at: cursor(at: position, among: rows)).handle
  }

  /// The handle of a visible row, or of the nearest visible ancestor of a hidden one.
  @usableFromInline
  package func nearestVisibleHandle(of handle: Int32) -> Int32 {
    let cursor = cursor(of: handle)
    if row(at: cursor).isVisible { return handle }
    // All rows between a row and its nearest visible ancestor are hidden.
    return self.handle(at: position(of: cursor, among: .visible) - 1, among: .visible)
  }

  package func showsChildren(_ handle: Int32) -> Bool {
    let cursor = cursor(of: handle)
    return row(at: cursor).isExpanded && childCount(of: cursor) > 0
  }

  /// The visible row after the visible descendants of a visible row.
  package func visibleEnd(of handle: Int32) -> Int {
    end(ofSubtreeAt: cursor(of: handle), among: .visible)
  }
}

// MARK: - Relatives

extension RowTree {
  @usableFromInline
  package func subtreeRange(of handle: Int32) -> Range<Int> {
    subtreeRange(of: cursor(of: handle))
  }

  /// Returns the ranges of rows and their descendants, in ascending order without overlaps.
  @usableFromInline
  package func subtreeRanges(of handles: [Int32]) -> [Range<Int>] {
    handles.map { subtreeRange(of: $0) }.union([])
  }

  /// Returns a Boolean value that indicates whether a row is another one or a descendant of it.
  @usableFromInline
  package func isInSubtree(_ handle: Int32, of other: Int32) -> Bool {
    subtreeRange(of: other).contains(position(of: handle))
  }

  @usableFromInline
  package func parent(of handle: Int32) -> Int32? {
    parent(of: cursor(of: handle))
  }

  private func parent(of cursor: Cursor) -> Int32? {
    parentScan(from: cursor).stop.map { row(at: $0).handle }
  }

  /// Returns the parent of a visible row as a visible row, and the child index of the row.
  package func parent(ofRow row: Int) -> (row: Int?, childIndex: Int) {
    let scan = parentScan(from: cursor(at: row, among: .visible))
    return (scan.stop.map { position(of: $0, among: .visible) }, scan.rowsAtLimit)
  }

  /// The ancestors of a row, from its parent up.
  ///
  /// - Complexity: O(*level* * log `count`)
  @usableFromInline
  package func ancestors(of handle: Int32) -> [Int32] {
    var ancestors: [Int32] = []
    var next = parentScan(from: cursor(of: handle)).stop
    while let cursor = next {
      ancestors.append(row(at: cursor).handle)
      next = parentScan(from: cursor).stop
    }
    return ancestors
  }

  @usableFromInline
  package func childIndex(of handle: Int32) -> Int {
    parentScan(from: cursor(of: handle)).rowsAtLimit
  }

  /// The next (`step` 1) or previous (-1) sibling of a row.
  @usableFromInline
  package func sibling(of handle: Int32, step: Int) -> Int32? {
    sibling(of: cursor(of: handle), step: step)
  }

  private func sibling(of cursor: Cursor, step: Int) -> Int32? {
    let level = row(at: cursor).indent
    let stop = scan(from: cursor, step: step, below: level, passing: 0).stop
    return stop.map(row).flatMap { $0.indent == level ? $0.handle : nil }
  }

  /// The handles of a row's parent and of the siblings before and after it.
  @usableFromInline
  package typealias Neighbors = (parent: Int32?, previous: Int32?, next: Int32?)

  /// Returns the parent and the siblings of a row.
  @usableFromInline
  package func neighbors(of handle: Int32) -> Neighbors {
    let cursor = cursor(of: handle)
    return (parent(of: cursor), sibling(of: cursor, step: -1), sibling(of: cursor, step: 1))
  }

  @usableFromInline
  package func hasChildren(_ handle: Int32) -> Bool {
    childCount(of: cursor(of: handle)) > 0
  }

  @usableFromInline
  package func childCount(of parent: Int32?) -> Int {
    guard let parent else { return Int(summary.minIndentCount) }
    return childCount(of: cursor(of: parent))
  }

  @usableFromInline
  func childCount(of cursor: Cursor) -> Int {
    let rows = leaf(cursor.leaf)
    let next = cursor.index + 1
    if next < rows.count && rows[next].indent <= rows[cursor.index].indent { return 0 }
    return descendantScan(from: cursor).rowsAtLimit
  }

  /// The child of a row at an index among its siblings, or the root at an index among the roots.
  @usableFromInline
  package func child(of parent: Int32?, at index: Int) -> Int32 {
    guard let parent else {
      if index == 0 { return row(at: cursor(at: 0, among: .all)).handle }
      let scan = scan(from: cursor(at: 0, among: .all), step: 1, below: 0, passing: index - 1)
      return scan.stop.map { row(at: $0).handle } ?? -1
    }
    let cursor = cursor(of: parent)
    let level = row(at: cursor).indent + 1
    let scan = scan(from: cursor, step: 1, below: level, passing: index)
    return scan.stop.map { row(at: $0).handle } ?? -1
  }
}
