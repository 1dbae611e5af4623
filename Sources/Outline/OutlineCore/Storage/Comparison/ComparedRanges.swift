/// The compared rows of a tree as a list of ranges: single rows, and ranges that two trees share.
@usableFromInline
struct ComparedRanges: ~Copyable {
  /// By range: the handle of a single row, or `~` of the index of a shared range in `pages`.
  @usableFromInline private(set) var keys: [Int32] = []
  private(set) var appearances: [UInt32] = []
  let pages: PageRangeList
  private(set) var hasSingleRowsOnly = true

  init(_ pages: consuming PageRangeList) {
    self.pages = pages
    let ranges = self.pages.ranges
    let count = ranges.reduce(0) { $0 + ($1.sharedRange < 0 ? Int($1.rowCount) : 1) }
    keys.reserveCapacity(count)
    appearances.reserveCapacity(count)
    for (index, range) in ranges.enumerated() where range.rowCount > 0 {
      if range.sharedRange >= 0 {
        hasSingleRowsOnly = false
        keys.append(~Int32(index))
        appearances.append(0)
      } else {
        appendRows(of: range, followedBy: index + 1)
      }
    }
  }

  private mutating func appendRows(of range: PageRange, followedBy next: Int) {
    let rows = pages.tree.leaf(range.first.page)
    let (entries, shift) = (range.first.entries, range.first.shift)
    for entry in entries {
      let row = rows[entry].shifted(by: shift)
      guard pages.comparedRows.contains(row) else { continue }
      let following =
        entry + 1 < entries.upperBound
        ? rows[entry + 1].indent &+ shift.indent : pages.firstIndent(ofRange: next)
      keys.append(row.handle)
      appearances.append(row.appearance(hasChildren: following > row.indent))
    }
  }

  func pageRange(of key: Int32) -> PageRange {
    pages.ranges[Int(~key)]
  }

  func rowCount(at index: Int) -> Int {
    let key = keys[index]
    return key >= 0 ? 1 : Int(pageRange(of: key).rowCount)
  }
}

extension TreeRow {
  /// Returns the level, the disclosure state, and whether there are children, in one word.
  fileprivate func appearance(hasChildren: Bool) -> UInt32 {
    UInt32(indent) &<< 2 | (isExpanded ? 2 : 0) | (hasChildren ? 1 : 0)
  }
}

extension RowTree {
  /// Returns the appearance of a row: two rows of one item differ if their appearances do.
  @usableFromInline
  package func appearance(of handle: Int32) -> UInt32 {
    let cursor = cursor(of: handle)
    return row(at: cursor).appearance(hasChildren: childCount(of: cursor) > 0)
  }

  /// The position after the compared descendants of a compared row.
  func end(ofSubtreeAt cursor: Cursor, among rows: RowSet) -> Int {
    descendantScan(from: cursor).stop.map { position(of: $0, among: rows) } ?? count(of: rows)
  }
}
