/// A visible row, its number of children, and its index among its siblings.
@usableFromInline
package struct RowDetails: BitwiseCopyable, Sendable {
  @usableFromInline package var row: TreeRow
  @usableFromInline package var childCount: Int32 = 0
  @usableFromInline package var childIndex: Int32 = 0
  @usableFromInline package var siblingCount: Int32 = 0
}

extension RowTree {
  @usableFromInline
  package func details(ofVisibleRow position: Int) -> RowDetails {
    let cursor = cursor(at: position, visible: true)
    let siblings = siblings(of: cursor)
    return RowDetails(
      row: row(at: cursor), childCount: Int32(childCount(of: cursor)),
      childIndex: siblings.index, siblingCount: siblings.count)
  }

  // Not inlined: a traversal rarely needs it.
  @inline(never)
  fileprivate func siblings(of cursor: Cursor) -> SiblingLevels.Group {
    let index = parentScan(from: cursor).rowsAtLimit
    let following = scan(from: cursor, step: 1, below: row(at: cursor).indent).rowsAtLimit
    return SiblingLevels.Group(index: Int32(index), count: Int32(index + 1 + following))
  }
}

/// A traversal of visible rows with their details, leaf by leaf.
///
/// - Complexity: O(1) for each row, amortized, and O(log `count`) for a row with descendants beyond
///   its leaf. Outside the leaves of the range, the traversal reads only these descendants and the
///   siblings of the first row's ancestors.
@usableFromInline
package struct RowDetailsWalk: Sendable {
  private let tree: RowTree
  private var remaining: Int
  private var next: Cursor
  private var levels = SiblingLevels()
  /// By index in the current leaf.
  private var childCounts: ContiguousArray<ChildCount> = []
  /// The rows of the current leaf; elements from `count` on are from earlier leaves.
  ///
  /// All leaves reuse the same arrays: allocating them takes longer than filling them. Contiguous
  /// arrays have spans on every platform.
  @usableFromInline package private(set) var rows: ContiguousArray<RowDetails> = []
  @usableFromInline package private(set) var count = 0

  @usableFromInline
  package init(_ tree: RowTree, in range: Range<Int>) {
    self.tree = tree
    remaining = range.count
    next = tree.start(of: range, visible: true)
  }

  @usableFromInline
  package mutating func advance() -> Bool {
    count = 0
    guard remaining > 0 else { return false }
    tree.countChildren(from: next, into: &childCounts)
    count = min(remaining, tree.collectDetails(from: next, childCounts, &levels, into: &rows))
    remaining -= count
    if remaining > 0, let leaf = tree.leaf(after: next, visible: true) {
      next = leaf
    }
    return true
  }
}

/// The number of a row's children, and the end of its descendants in its leaf.
private struct ChildCount: BitwiseCopyable, Sendable {
  var count: Int32 = 0
  var subtreeEnd: Int32 = 0
}

/// For the last row of a traversal, its ancestors and its children: the siblings on their level.
private struct SiblingLevels: Sendable {
  struct Group: BitwiseCopyable, Sendable {
    var index: Int32 = 0
    var count: Int32 = 0
  }

  /// The level of the first group: that of the first row, or of a later row above that level.
  var firstLevel = Int32.max
  var groups: ContiguousArray = [Group()]
}

extension RowTree {
  /// Counts the children of the rows of a leaf; for hidden rows, only the children in the leaf.
  fileprivate func countChildren(
    from cursor: Cursor, into childCounts: inout ContiguousArray<ChildCount>
  ) {
    let rows = leaf(cursor.leaf)
    let count = rows.count
    childCounts.grow(to: count, with: ChildCount())
    var childCounts = childCounts.mutableSpan
    // The position before the next row beyond the leaf, where the index may be -1, and the level of
    // that row.
    var last = Cursor(leaf: cursor.leaf, index: count - 1, shift: cursor.shift)
    var nextLevel = Int32.max
    for index in (cursor.index..<count).reversed() {
      let row = rows[index].shifted(by: cursor.shift)
      var children = ChildCount(subtreeEnd: Int32(index + 1))
      while children.subtreeEnd < count
        && rows[Int(children.subtreeEnd)].indent > rows[index].indent
      {
        children.count += 1
        children.subtreeEnd = childCounts[Int(children.subtreeEnd)].subtreeEnd
      }
      // Each scan continues the previous one, so no row beyond the leaf is read twice.
      if children.subtreeEnd == count && row.isVisible && nextLevel > row.indent {
        let scan = scan(from: last, step: 1, below: row.indent + 1)
        children.count += Int32(scan.rowsAtLimit)
        last = scan.stop ?? last
        last.index -= 1
        nextLevel = scan.stop.map { self.row(at: $0).indent } ?? -1
      }
      childCounts[index] = children
    }
  }

  /// Collects the details of the visible rows of a leaf, and returns the number of these rows.
  fileprivate func collectDetails(
    from cursor: Cursor, _ childCounts: ContiguousArray<ChildCount>, _ levels: inout SiblingLevels,
    into details: inout ContiguousArray<RowDetails>
  ) -> Int {
    let rows = leaf(cursor.leaf)
    let indices = cursor.index..<rows.count
    details.grow(to: indices.count, with: RowDetails(row: rows[cursor.index]))
    // Each row is at most one level deeper than the previous row.
    levels.groups += repeatElement(SiblingLevels.Group(), count: indices.count)
    var firstLevel = levels.firstLevel
    var (count, depth) = (0, 0)
    let childCounts = childCounts.span
    var collected = details.mutableSpan
    var groups = levels.groups.mutableSpan
    for index in indices {
      let row = rows[index].shifted(by: cursor.shift)
      if !row.isVisible { continue }
      depth = Int(row.indent - firstLevel)
      if depth < 0 {
        groups[0] = siblings(of: Cursor(leaf: cursor.leaf, index: index, shift: cursor.shift))
        firstLevel = row.indent
        depth = 0
      }
      let (group, childCount) = (groups[depth], childCounts[index].count)
      groups[depth].index = group.index &+ 1
      groups[depth + 1] = SiblingLevels.Group(count: childCount)
      collected[count] = RowDetails(
        row: row, childCount: childCount, childIndex: group.index, siblingCount: group.count)
      count += 1
    }
    levels.firstLevel = firstLevel
    levels.groups.removeLast(levels.groups.count - depth - 2)
    return count
  }
}

extension ContiguousArray {
  fileprivate mutating func grow(to count: Int, with element: Element) {
    if self.count < count {
      self += repeatElement(element, count: count - self.count)
    }
  }
}
