/// A traversal of the rows of a range, leaf by leaf.
///
/// - Complexity: O(1) for each row, amortized. A traversal of visible rows skips whole pages of
///   hidden ones.
@usableFromInline
package struct RowWalk: Sendable {
  private let tree: RowTree
  private let rowSet: RowSet
  private var remaining: Int
  private var next: Cursor
  /// The rows of the current leaf, with their absolute indents and collapsed ancestors.
  @usableFromInline package private(set) var rows: [TreeRow] = []

  /// Starts before a range of positions among all rows, or among the visible ones.
  @usableFromInline
  package init(_ tree: RowTree, in range: Range<Int>, among rows: RowSet) {
    self.tree = tree
    rowSet = rows
    remaining = range.count
    next = tree.start(of: range, among: rows)
  }

  @usableFromInline
  package mutating func advance() -> Bool {
    rows = []
    while remaining > 0 && rows.isEmpty {
      let entries = tree.leaf(next.leaf)
      let (shift, rowSet) = (next.shift, rowSet)
      rows = entries.compactMap(in: next.index..<entries.count) { entry in
        let row = entry.shifted(by: shift)
        return rowSet.contains(row) ? row : nil
      }
      rows.removeLast(max(0, rows.count - remaining))
      remaining -= rows.count
      if remaining > 0, let leaf = tree.leaf(after: next, among: rowSet) {
        next = leaf
      }
    }
    return !rows.isEmpty
  }
}

extension RowTree {
  /// The first row of a range; an unused cursor if the range is empty.
  func start(of range: Range<Int>, among rows: RowSet) -> Cursor {
    range.isEmpty
      ? Cursor(leaf: -1, index: 0, shift: .none) : cursor(at: range.lowerBound, among: rows)
  }

  /// The start of the first leaf after another that has rows of a set.
  func leaf(after cursor: Cursor, among rows: RowSet) -> Cursor? {
    var page = cursor.leaf
    var shift = cursor.shift
    var level = 0
    while page != root {
      let above = parents[Int(page)]
      var children = branch(above)
      var index = children.index(of: page)
      shift = shift - children[index].pending
      page = above
      level += 1
      index += 1
      while let next = children.firstIndex(from: index, among: rows, below: shift) {
        shift = shift + children[next].pending
        page = children[next].page
        level -= 1
        if level == 0 { return Cursor(leaf: page, index: 0, shift: shift) }
        children = branch(page)
        index = 0
      }
    }
    return nil
  }
}

extension Entries<BranchEntry> {
  /// The first entry from `index` on that has rows of a set.
  fileprivate func firstIndex(from index: Int, among rows: RowSet, below shift: Shift) -> Int? {
    (index..<count).first {
      self[$0].summary.count(of: rows, below: shift) > 0
    }
  }
}
