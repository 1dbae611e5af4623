extension RowTree {
  /// Whether both trees share their root page, and so all their rows.
  @usableFromInline
  func isIdentical(to other: RowTree) -> Bool {
    guard root >= 0, other.root >= 0 else { return root == other.root }
    return unsafe pages.borrow(Int(root)).toOpaque() == other.pages.borrow(Int(other.root)).toOpaque()
  }

  /// Whether a first look finds no difference.
  @usableFromInline
  func isSimilar(to other: RowTree) -> Bool {
    summary == other.summary
  }
}

/// A walk along two trees at once, that passes over leaves which both share.
@usableFromInline
struct PairWalk {
  private var left: Walk
  private var right: Walk
  private var leftIndex = 0
  private var rightIndex = 0
  /// Whether all rows so far are at the same levels in both trees, and expanded alike.
  @usableFromInline private(set) var isEqual = true

  /// Starts ahead of the rows of two trees that have as many.
  @usableFromInline
  init(_ left: RowTree, _ right: RowTree) {
    self.left = Walk(left, in: 0..<left.count, visible: false)
    self.right = Walk(right, in: 0..<right.count, visible: false)
  }

  /// The handles of the next two rows that could have different items, or `nil` after the last, and where
  /// the trees differ.
  @usableFromInline
  mutating func next() -> (left: Int32, right: Int32)? {
    if leftIndex == left.rows.count {
      guard left.advance() else { return nil }
      leftIndex = 0
    }
    if rightIndex == right.rows.count {
      guard right.advance() else { return nil }
      rightIndex = 0
    }
    let a = left.rows[leftIndex]
    let b = right.rows[rightIndex]
    leftIndex += 1
    rightIndex += 1
    guard a.indent == b.indent && a.isExpanded == b.isExpanded else {
      isEqual = false
      return nil
    }
    return (a.handle, b.handle)
  }
}
