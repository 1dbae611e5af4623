extension RowTree {
  /// Expands or collapses one row.
  @usableFromInline
  mutating func setExpanded(_ isExpanded: Bool, _ handle: Int32) {
    let cursor = cursor(of: handle)
    guard leaf(cursor.leaf)[cursor.index].isExpanded != isExpanded else { return }
    let range = subtreeRange(of: cursor).dropFirst()
    write(cursor.leaf, as: TreeRow.self)[cursor.index].isExpanded = isExpanded
    updateSummaries(above: cursor.leaf, summary: leaf(cursor.leaf).summary)
    if !range.isEmpty {
      shift(range, by: Shift(indent: 0, folds: isExpanded ? -1 : 1))
    }
  }

  /// Shifts a range of rows.
  private mutating func shift(_ range: Range<Int>, by shift: Shift) {
    summary = self.shift(range, by: shift, below: root, height: height)
  }

  /// Shifts a range of the rows below a page and returns the page's new summary.
  private mutating func shift(
    _ range: Range<Int>, by shift: Shift, below page: Int32, height: Int
  ) -> Summary {
    if height == 0 {
      let rows = write(page, as: TreeRow.self)
      for index in range {
        rows[index].shift(by: shift)
      }
      return rows.entries.summary
    }
    let children = write(page, as: BranchEntry.self)
    Self.forEachChild(of: children.entries, in: range) { index, part, isWhole in
      if isWhole {
        children[index].shift(by: shift)
      } else {
        let child = children[index]
        children[index] = BranchEntry(
          page: child.page, pending: child.pending,
          summary: self.shift(part, by: shift, below: child.page, height: height - 1))
      }
    }
    return children.entries.summary
  }
}

// MARK: - Many rows

/// Which rows a sweep over a range expands or collapses.
@usableFromInline
enum ExpansionChange {
  case expand
  case collapse
  /// Expands the rows of all levels less than one.
  case expandAbove(level: Int32)
  /// Expands the rows of some handles and collapses all others.
  case restore(isExpanded: [Bool])
  /// Expands or collapses the rows of marked handles.
  case set(_ isExpanded: Bool, isMarked: [Bool])
}

/// A sweep on its way along the rows.
private struct ExpansionPass {
  let change: ExpansionChange
  let first: TreeRow
  /// The folds of the rows of each level from the first row's on, as far as the sweep has come.
  var folds: [Int32]

  /// Expands or collapses the next row.
  @inline(__always)
  mutating func update(_ row: inout TreeRow) {
    switch change {
    case .expand:
      // Nothing from the first row on stays collapsed, so all rows have as many folds as that.
      row.isExpanded = true
      row.folds = first.folds
      return
    case .collapse: row.isExpanded = false
    case .expandAbove(let level): row.isExpanded = row.isExpanded || row.indent < level
    case .restore(let isExpanded): row.isExpanded = isExpanded[Int(row.handle)]
    case .set(let isExpanded, let isMarked):
      if isMarked[Int(row.handle)] { row.isExpanded = isExpanded }
    }
    let depth = Int(row.indent - first.indent)
    row.folds = folds[depth]
    if depth + 1 == folds.count {
      folds.append(row.childFolds)
    } else {
      folds[depth + 1] = row.childFolds
    }
  }
}

extension RowTree {
  /// Expands or collapses the rows of a range that is the whole tree, or one row and its
  /// descendants.
  ///
  /// - Complexity: O(log `count` + `range.count`)
  @usableFromInline
  mutating func changeExpansion(in range: Range<Int>, _ change: ExpansionChange) {
    guard !range.isEmpty else { return }
    let first = row(at: cursor(at: range.lowerBound, visible: false))
    var pass = ExpansionPass(change: change, first: first, folds: [first.folds])
    summary = rewrite(range, below: root, height: height, shift: .none, &pass) ?? summary
  }

  /// Rewrites a range of the rows below a page, in order, and returns the page's new summary; `nil`
  /// where no row changes and so no page is written.
  private mutating func rewrite(
    _ range: Range<Int>, below page: Int32, height: Int, shift: Shift, _ pass: inout ExpansionPass
  ) -> Summary? {
    if height == 0 {
      var rows = leaf(page)
      var own: MutableEntries<TreeRow>?
      for index in range {
        var row = rows[index].shifted(by: shift)
        pass.update(&row)
        row.shift(by: .none - shift)
        if row == rows[index] { continue }
        if own == nil {
          own = write(page)
          // The page that was read until now may be gone.
          rows = leaf(page)
        }
        own?[index] = row
      }
      return own?.entries.summary
    }
    var rewritten: [(index: Int, child: BranchEntry)] = []
    let children = branch(page)
    Self.forEachChild(of: children, in: range) { index, part, _ in
      let child = children[index]
      let summary = rewrite(
        part, below: child.page, height: height - 1, shift: shift + child.pending, &pass)
      if let summary {
        rewritten.append(
          (index, BranchEntry(page: child.page, pending: child.pending, summary: summary)))
      }
    }
    if rewritten.isEmpty { return nil }
    let entries = write(page, as: BranchEntry.self)
    for (index, child) in rewritten {
      entries[index] = child
    }
    return entries.entries.summary
  }

  /// Calls `body` for each child that has rows of a range: with its place, with the part of its own
  /// rows, and with whether that is all of them.
  private static func forEachChild(
    of children: Entries<BranchEntry>, in range: Range<Int>,
    _ body: (_ index: Int, _ part: Range<Int>, _ isWhole: Bool) -> Void
  ) {
    var start = 0
    for index in children.indices {
      let rows = start..<start + Int(children[index].summary.rows)
      let part = rows.clamped(to: range)
      if !part.isEmpty {
        body(index, part.lowerBound - start..<part.upperBound - start, part == rows)
      }
      start = rows.upperBound
    }
  }
}
