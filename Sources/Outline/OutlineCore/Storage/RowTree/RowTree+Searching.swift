/// The location of a row, with the sum of the shifts that are pending above it.
///
/// A cursor is valid until the tree changes.
@usableFromInline
struct Cursor: BitwiseCopyable, Sendable {
  var leaf: Int32
  var index: Int
  var shift: Shift
}

struct Scan {
  var stop: Cursor?
  var rows = 0
  /// The number of rows passed whose indent is the limit.
  var rowsAtLimit = 0
}

// MARK: - Rows by position and by handle

extension RowTree {
  func row(at cursor: Cursor) -> TreeRow {
    leaf(cursor.leaf)[cursor.index].shifted(by: cursor.shift)
  }

  /// The location of a row, without the shifts that are pending above it.
  private func location(of handle: Int32) -> Cursor {
    let page = locations[Int(handle)]
    return Cursor(leaf: page, index: leaf(page).index { $0.handle == handle }, shift: .none)
  }

  func cursor(of handle: Int32) -> Cursor {
    var cursor = location(of: handle)
    climb(from: cursor.leaf) { children, index in
      cursor.shift = children[index].pending + cursor.shift
    }
    return cursor
  }

  func cursor(at position: Int, among rows: RowSet) -> Cursor {
    var remaining = Int32(position)
    var cursor = Cursor(leaf: root, index: 0, shift: .none)
    for _ in 0..<height {
      let children = branch(cursor.leaf)
      let child = children[children.index(at: &remaining, among: rows, below: cursor.shift)]
      cursor.leaf = child.page
      cursor.shift = cursor.shift + child.pending
    }
    cursor.index = leaf(cursor.leaf).index(at: &remaining, among: rows, below: cursor.shift)
    return cursor
  }

  /// The location after the last row.
  var end: Cursor {
    var cursor = cursor(at: count - 1, among: .all)
    cursor.index += 1
    return cursor
  }

  /// The position of a row among all rows.
  @usableFromInline
  package func position(of handle: Int32) -> Int {
    position(of: location(of: handle), among: .all)
  }

  /// The position of a row in a set, or `nil` if it is not in the set.
  @usableFromInline
  package func position(of handle: Int32, among rows: RowSet) -> Int? {
    var cursor = location(of: handle)
    // The shift that is pending above the row if it is a visible root. If no shift remains, the
    // row is visible.
    cursor.shift = .none - leaf(cursor.leaf)[cursor.index].shift
    let (count, remainder) = count(of: rows, before: cursor)
    return rows == .all || remainder.collapsedAncestors == 0 ? count : nil
  }

  /// The number of rows of a set before a row, which is its position if it is one of them.
  func position(of cursor: Cursor, among rows: RowSet) -> Int {
    count(of: rows, before: cursor).count
  }

  /// Returns the number of rows of a set before a row, and the shift of the cursor minus the shifts
  /// that are pending above it.
  private func count(of rows: RowSet, before cursor: Cursor) -> (count: Int, remainder: Shift) {
    var shift = cursor.shift
    var count = leaf(cursor.leaf).count(of: rows, before: cursor.index, below: shift)
    climb(from: cursor.leaf) { children, index in
      shift = shift - children[index].pending
      count &+= children.count(of: rows, before: index, below: shift)
    }
    return (Int(count), shift)
  }

  /// Calls `body` for each branch above a page, bottom-up, with the index of the child on the path.
  private func climb(from page: Int32, _ body: (Entries<BranchEntry>, Int) -> Void) {
    var page = page
    while page != root {
      let parent = parents[Int(page)]
      let children = branch(parent)
      body(children, children.index(of: page))
      page = parent
    }
  }
}

// MARK: - Relatives

extension RowTree {
  /// Scans the rows after (`step` 1) or before (-1) a row, up to the first row that ends the scan.
  ///
  /// A row ends it with an indent below `limit`, or equal to it after `allowance` such rows.
  ///
  /// Backward with its indent as the limit, a scan finds the preceding siblings and the parent.
  /// Forward with its indent plus 1, it finds the children and the end of the subtree.
  func scan(
    from start: Cursor, step: Int, below limit: Int32, passing allowance: Int = .max
  ) -> Scan {
    var scan = Scan()
    var page = start.leaf
    var index = start.index + step
    var shift = start.shift
    var level = 0
    while true {
      let found =
        level == 0
        ? scan.pass(leaf(page), &index, step, limit &- shift.indent, allowance)
        : scan.pass(branch(page), &index, step, limit &- shift.indent, allowance)
      if found && level == 0 {
        scan.stop = Cursor(leaf: page, index: index, shift: shift)
        return scan
      } else if found {
        let child = branch(page)[index]
        shift = shift + child.pending
        page = child.page
        level -= 1
        index = step > 0 ? 0 : (level == 0 ? leaf(page).count : branch(page).count) - 1
      } else if page == root {
        return scan
      } else {
        let parent = parents[Int(page)]
        let children = branch(parent)
        index = children.index(of: page)
        shift = shift - children[index].pending
        index += step
        page = parent
        level += 1
      }
    }
  }

  /// Scans the descendants of a row; its children are at the limit.
  func descendantScan(from cursor: Cursor) -> Scan {
    scan(from: cursor, step: 1, below: row(at: cursor).indent + 1)
  }

  /// Scans up to the parent of a row; the preceding siblings are at the limit.
  func parentScan(from cursor: Cursor) -> Scan {
    scan(from: cursor, step: -1, below: row(at: cursor).indent)
  }

  func subtreeRange(of cursor: Cursor) -> Range<Int> {
    let start = position(of: cursor, among: .all)
    return start..<start + 1 + descendantScan(from: cursor).rows
  }
}

extension Scan {
  /// Advances `index` along the entries of a page, and returns whether the scan ends here or below.
  fileprivate mutating func pass<Entry: TreeEntry>(
    _ entries: Entries<Entry>, _ index: inout Int, _ step: Int, _ limit: Int32, _ allowance: Int
  ) -> Bool {
    let count = entries.count
    while index >= 0 && index < count {
      let summary = entries[index].summary
      if summary.minIndent < limit { return true }
      if summary.minIndent == limit {
        let sum = rowsAtLimit + Int(summary.minIndentCount)
        if sum > allowance { return true }
        rowsAtLimit = sum
      }
      rows += Int(summary.rows)
      index += step
    }
    return false
  }
}
