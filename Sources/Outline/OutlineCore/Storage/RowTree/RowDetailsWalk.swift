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
    let cursor = cursor(at: position, among: .visible)
    let siblings = siblings(of: cursor.index, in: cursor)
    return RowDetails(
      row: row(at: cursor), childCount: Int32(childCount(of: cursor)),
      childIndex: siblings.index, siblingCount: siblings.count)
  }

  // Not inlined: a traversal rarely needs it.
  @inline(never)
  fileprivate func siblings(of index: Int, in cursor: Cursor) -> SiblingGroup {
    let cursor = Cursor(leaf: cursor.leaf, index: index, shift: cursor.shift)
    let index = parentScan(from: cursor).rowsAtLimit
    let following = scan(from: cursor, step: 1, below: row(at: cursor).indent).rowsAtLimit
    return SiblingGroup(index: Int32(index), count: Int32(index + 1 + following))
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
  private var lastRow = LastRow()
  /// By index in the current leaf.
  private var childCounts: ContiguousArray<Int32> = []
  /// By the last byte of a level, for `countChildren`.
  private var levelCounts = ContiguousArray<Int32>(repeating: 0, count: 256)
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
    next = tree.start(of: range, among: .visible)
  }

  @usableFromInline
  package mutating func advance() -> Bool {
    count = 0
    guard remaining > 0 else { return false }
    tree.countChildren(from: next, into: &childCounts, &levelCounts)
    count = tree.collectDetails(from: next, childCounts, &lastRow, into: &rows)
    count = min(remaining, count)
    remaining -= count
    if remaining > 0, let leaf = tree.leaf(after: next, among: .visible) {
      next = leaf
    }
    return true
  }
}

/// The index of a row among its siblings, and the number of siblings.
private struct SiblingGroup: BitwiseCopyable, Sendable {
  var index: Int32 = 0
  var count: Int32 = 0
}

/// The last row of a traversal.
private struct LastRow: Sendable {
  var level = Int32.max
  var group = SiblingGroup()
  var childCount: Int32 = 0
  /// The groups of the ancestors that the traversal has visited, from the top down.
  var ancestors: ContiguousArray<SiblingGroup> = []
}

extension RowTree {
  /// Counts the children of the rows of a leaf; for hidden rows, only the children in the leaf.
  ///
  /// While the rows are read backward, `levelCounts` has the number of rows of a level up to the
  /// next row above it. A row is at most one level deeper than the row before it, and a leaf has at
  /// most 255 rows. So the counts of two levels with the same last byte are never both needed.
  fileprivate func countChildren(
    from cursor: Cursor, into childCounts: inout ContiguousArray<Int32>,
    _ levelCounts: inout ContiguousArray<Int32>
  ) {
    let rows = leaf(cursor.leaf)
    let count = rows.count
    childCounts.grow(to: count, with: 0)
    var childCounts = childCounts.mutableSpan
    var levelCounts = levelCounts.mutableSpan
    var rowsBeyond = RowsBeyond(cursor, count: count)
    // The level of the row after the current one, and its count.
    var (level, siblings) = (rows[count - 1].indent, Int32(0))
    var lowest = Int32.max
    for index in (cursor.index..<count).reversed() {
      let row = rows[index]
      var children: Int32 = 0
      if row.indent < level {
        children = siblings
        siblings = row.indent < lowest ? 0 : levelCounts[Int(row.indent & 255)]
      } else if row.indent > level {
        levelCounts[Int(level & 255)] = siblings
        var skipped = max(level, row.indent &- 256) &+ 1
        while skipped < row.indent {
          levelCounts[Int(skipped & 255)] = 0
          skipped &+= 1
        }
        siblings = 0
      }
      siblings &+= 1
      level = row.indent
      if level < lowest {
        lowest = level
        children &+= countRowsBeyond(&rowsBeyond, below: row.shifted(by: cursor.shift))
      }
      childCounts[index] = children
    }
  }

  /// Counts the children of a visible row beyond its leaf.
  private func countRowsBeyond(_ rows: inout RowsBeyond, below parent: TreeRow) -> Int32 {
    guard parent.isVisible && rows.level > parent.indent else { return 0 }
    let scan = scan(from: rows.last, step: 1, below: parent.indent + 1)
    rows.last = scan.stop ?? rows.last
    rows.last.index -= 1
    rows.level = scan.stop.map { row(at: $0).indent } ?? -1
    return Int32(scan.rowsAtLimit)
  }

  /// Collects the details of the visible rows of a leaf, and returns the number of these rows.
  ///
  /// Each row is at most one level deeper than the row before it, so `ancestors` gets at most one
  /// more group for each row.
  fileprivate func collectDetails(
    from cursor: Cursor, _ childCounts: ContiguousArray<Int32>, _ lastRow: inout LastRow,
    into details: inout ContiguousArray<RowDetails>
  ) -> Int {
    let rows = leaf(cursor.leaf)
    let indices = cursor.index..<rows.count
    details.grow(to: indices.count, with: RowDetails(row: rows[cursor.index]))
    let childCounts = childCounts.span
    var collected = details.mutableSpan
    var (depth, count) = (lastRow.ancestors.count, 0)
    lastRow.ancestors += repeatElement(SiblingGroup(), count: indices.count)
    // Local values, because the compiler keeps them in registers.
    var (level, group, childCount) = (lastRow.level, lastRow.group, lastRow.childCount)
    var ancestors = lastRow.ancestors.mutableSpan
    for index in indices {
      let row = rows[index].shifted(by: cursor.shift)
      if !row.isVisible { continue }
      if row.indent == level {
        group.index &+= 1
      } else if row.indent > level {
        ancestors[depth] = group
        depth += 1
        group = SiblingGroup(index: 0, count: childCount)
      } else {
        depth -= Int(level - row.indent)
        if depth >= 0 {
          group = ancestors[depth]
          group.index &+= 1
        } else {
          depth = 0
          group = siblings(of: index, in: cursor)
        }
      }
      level = row.indent
      childCount = childCounts[index]
      collected[count] = RowDetails(
        row: row, childCount: childCount, childIndex: group.index, siblingCount: group.count)
      count += 1
    }
    lastRow.level = level
    lastRow.group = group
    lastRow.childCount = childCount
    lastRow.ancestors.removeLast(lastRow.ancestors.count - depth)
    return count
  }
}

/// The rows after a leaf that the traversal has not read yet.
private struct RowsBeyond {
  /// The position before the next row, where the index may be -1.
  var last: Cursor
  /// The level of the next row, or -1 if there is none; unknown before the first scan.
  var level = Int32.max

  /// The rows after the leaf of a cursor.
  init(_ cursor: Cursor, count: Int) {
    last = Cursor(leaf: cursor.leaf, index: count - 1, shift: cursor.shift)
  }
}

extension ContiguousArray {
  fileprivate mutating func grow(to count: Int, with element: Element) {
    if self.count < count {
      self += repeatElement(element, count: count - self.count)
    }
  }
}
