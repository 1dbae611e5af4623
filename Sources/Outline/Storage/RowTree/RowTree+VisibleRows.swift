extension RowTree {
  /// Returns whether a row is expanded and has children.
  package func showsChildren(_ handle: Int32) -> Bool {
    let cursor = cursor(of: handle)
    return row(at: cursor).isExpanded && childCount(of: cursor) > 0
  }

  /// The visible row after the visible descendants of a visible row.
  package func visibleEnd(of handle: Int32) -> Int {
    let end = subtreeRange(of: handle).upperBound
    if end == count { return visibleCount }
    return Int(summary(before: cursor(at: end, visible: false)).visibleRows)
  }
}
