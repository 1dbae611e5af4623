/// A row's place in the tree, with all that is pending for its leaf: valid until the tree changes.
@usableFromInline
struct Cursor: BitwiseCopyable, Sendable {
  var leaf: Int32
  var index: Int
  var shift: Shift
}

/// What a scan met on its way.
struct Scan {
  /// The row that it stopped at.
  var stop: Cursor?
  /// How many rows it passed.
  var rows = 0
  /// How many of them had the limit as their indent.
  var rowsAtLimit = 0
}

// MARK: - Rows by position and by handle

extension RowTree {
  /// The row with its whole indent and folds.
  func row(at cursor: Cursor) -> TreeRow {
    leaf(cursor.leaf)[cursor.index].shifted(by: cursor.shift)
  }

  /// The place of a handle that has a row.
  func cursor(of handle: Int32) -> Cursor {
    let page = locations[Int(handle)]
    let rows = leaf(page)
    var cursor = Cursor(leaf: page, index: 0, shift: .none)
    while rows[cursor.index].handle != handle {
      cursor.index += 1
    }
    climb(from: page) { children, index in
      cursor.shift = children[index].pending + cursor.shift
    }
    return cursor
  }

  /// The place of the row at a position in the list of all rows, or of the visible ones.
  func cursor(at position: Int, visible: Bool) -> Cursor {
    var left = Int32(position)
    var cursor = Cursor(leaf: root, index: 0, shift: .none)
    for _ in 0..<height {
      let children = branch(cursor.leaf)
      var index = 0
      while true {
        let summary = children[index].summary.shifted(by: cursor.shift)
        let rows = visible ? summary.visibleRows : summary.rows
        if left < rows { break }
        left -= rows
        index += 1
      }
      cursor.leaf = children[index].page
      cursor.shift = cursor.shift + children[index].pending
    }
    let rows = leaf(cursor.leaf)
    while left > 0 || visible && rows[cursor.index].folds &+ cursor.shift.folds != 0 {
      if !visible || rows[cursor.index].folds &+ cursor.shift.folds == 0 {
        left -= 1
      }
      cursor.index += 1
    }
    return cursor
  }

  /// The sum over all rows before one: its `rows` are the row's position, its `visibleRows` the
  /// row's position among the visible.
  func summary(before cursor: Cursor) -> Summary {
    var sum = leaf(cursor.leaf).summary(of: 0..<cursor.index)
    climb(from: cursor.leaf) { children, index in
      sum = children.summary(of: 0..<index) + sum.shifted(by: children[index].pending)
    }
    return sum
  }

  /// Calls `body` for each branch from just above a page up to the root, with the place in it of
  /// the page that the way comes from.
  func climb(from page: Int32, _ body: (Entries<BranchEntry>, Int) -> Void) {
    var page = page
    while page != root {
      let above = parents[Int(page)]
      let children = branch(above)
      body(children, children.index(of: page))
      page = above
    }
  }
}

// MARK: - Relatives

extension RowTree {
  /// Goes from a row, forward (`step` 1) or back (-1), to the first row whose indent is less than
  /// `limit`, or is `limit` after `allowance` rows with that indent were passed.
  ///
  /// This one search finds everything that is related to a row. With its indent as the limit and
  /// backward: its parent, and the elder siblings on the way. With one more and forward: the end of
  /// its subtree, the children on the way, or one of them.
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
        let above = parents[Int(page)]
        let children = branch(above)
        index = children.index(of: page)
        shift = shift - children[index].pending
        index += step
        page = above
        level += 1
      }
    }
  }

  /// How many rows are below a row, and how many of them are its children.
  func descendantScan(from cursor: Cursor) -> Scan {
    scan(from: cursor, step: 1, below: row(at: cursor).indent + 1)
  }

  /// The parent of a row, and how many siblings come before the row.
  func parentScan(from cursor: Cursor) -> Scan {
    scan(from: cursor, step: -1, below: row(at: cursor).indent)
  }

  /// The position of a row in the list of all rows.
  func position(of cursor: Cursor) -> Int {
    Int(summary(before: cursor).rows)
  }

  /// The positions of a row and all its descendants.
  func subtreeRange(of cursor: Cursor) -> Range<Int> {
    let start = position(of: cursor)
    return start..<start + 1 + descendantScan(from: cursor).rows
  }
}

extension Scan {
  /// Moves `index` along the entries of a page and returns whether the stop is at or below it.
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
