//  Relatives of visible rows, by their positions among the visible rows.

extension RowTree {
  /// Returns whether a row is expanded and has children.
  func isOpen(_ handle: Int32) -> Bool {
    let cursor = cursor(of: handle)
    return row(at: cursor).isExpanded && childCount(of: cursor) > 0
  }

  func parentRow(ofRow row: Int) -> Int? {
    parent(of: handle(at: row, visible: true)).flatMap { visiblePosition(of: $0) }
  }

  /// The visible row after the visible descendants of a visible row.
  func visibleEnd(of handle: Int32) -> Int {
    let end = subtreeRange(of: handle).upperBound
    if end == count { return visibleCount }
    return Int(summary(before: cursor(at: end, visible: false)).visibleRows)
  }

  func visibleChildren(ofRow row: Int) -> [Int] {
    let end = visibleEnd(of: handle(at: row, visible: true))
    var children: [Int] = []
    var next = row + 1
    while next < end {
      children.append(next)
      next = visibleEnd(of: handle(at: next, visible: true))
    }
    return children
  }
}
