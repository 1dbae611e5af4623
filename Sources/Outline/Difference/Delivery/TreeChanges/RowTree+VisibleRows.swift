//  Relatives of visible rows, by row.

extension RowTree {
  /// Whether a row is expanded and has children.
  func isOpen(_ handle: Int32) -> Bool {
    isExpanded(handle) && childCount(of: handle) > 0
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
