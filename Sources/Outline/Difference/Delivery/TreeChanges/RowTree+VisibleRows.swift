//  Relatives of visible rows, by row.

extension RowTree {
  /// Whether a row is expanded and has children.
  func isOpen(_ handle: Int32) -> Bool {
    isExpanded(handle) && childCount(of: handle) > 0
  }

  /// The visible row after all visible descendants of a visible row.
  func visibleEnd(of handle: Int32) -> Int {
    let end = subtreeRange(of: handle).upperBound
    if end == count { return visibleCount }
    return Int(summary(before: cursor(at: end, visible: false)).visibleRows)
  }

  func parentRow(ofRow row: Int) -> Int? {
    parent(of: handle(at: row, visible: true)).flatMap { visiblePosition(of: $0) }
  }

  func child(atRow row: Int) -> SiblingIndices.Child {
    SiblingIndices.Child(index: childIndex(of: handle(at: row, visible: true)), row: row)
  }

  /// The visible rows of the children of a visible row.
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
