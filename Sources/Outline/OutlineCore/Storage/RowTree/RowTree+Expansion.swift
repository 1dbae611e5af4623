extension RowTree {
  @usableFromInline
  package mutating func setExpanded(_ isExpanded: Bool, _ handle: Int32) {
    let cursor = cursor(of: handle)
    guard leaf(cursor.leaf)[cursor.index].isExpanded != isExpanded else { return }
    let descendants = subtreeRange(of: cursor).dropFirst()
    write(cursor.leaf, as: TreeRow.self)[cursor.index].isExpanded = isExpanded
    updateSummaries(above: cursor.leaf, summary: leaf(cursor.leaf).summary)
    if !descendants.isEmpty {
      let shift = Shift(indent: 0, collapsedAncestors: isExpanded ? -1 : 1)
      summary = self.shift(descendants, by: shift, below: root, height: height)
    }
  }

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
    Self.forEachChild(of: children.entries, in: range) { index, subrange, isWhole in
      if isWhole {
        children[index].shift(by: shift)
      } else {
        let child = children[index]
        children[index] = BranchEntry(
          page: child.page, pending: child.pending,
          summary: self.shift(subrange, by: shift, below: child.page, height: height - 1))
      }
    }
    return children.entries.summary
  }
}

// MARK: - Many rows

/// A reader of the expansion of rows, each of which mostly follows the row before.
@usableFromInline
package struct ExpansionReader {
  private let tree: RowTree
  private var rows: Entries<TreeRow>?
  private var index = -1

  @usableFromInline
  package init(_ tree: RowTree) {
    self.tree = tree
  }

  @usableFromInline
  package mutating func isExpanded(_ handle: Int32) -> Bool {
    index += 1
    if let rows, index < rows.count, rows[index].handle == handle {
      return rows[index].isExpanded
    }
    let rows = tree.leaf(tree.locations[Int(handle)])
    index = 0
    while rows[index].handle != handle {
      index += 1
    }
    self.rows = rows
    return rows[index].isExpanded
  }
}

/// The collapsed ancestors of rows, in one pass over a range.
private struct AncestorCounter {
  let firstLevel: Int32
  /// The collapsed ancestors of the next row on each level, from the first row's level on.
  var collapsedAncestors: [Int32]

  mutating func update(_ row: inout TreeRow) {
    let depth = Int(row.indent - firstLevel)
    row.collapsedAncestors = collapsedAncestors[depth]
    if depth + 1 == collapsedAncestors.count {
      collapsedAncestors.append(row.childCollapsedAncestors)
    } else {
      collapsedAncestors[depth + 1] = row.childCollapsedAncestors
    }
  }
}

extension RowTree {
  /// Changes the expanded states in a range: all rows, or one row with its descendants.
  ///
  /// - Parameter isExpanded: Returns the new state of each row, from top to bottom.
  /// - Complexity: O(log `count` + `range.count`)
  @usableFromInline
  package mutating func setExpanded(in range: Range<Int>, _ isExpanded: (_ row: TreeRow) -> Bool) {
    guard !range.isEmpty else { return }
    let first = row(at: cursor(at: range.lowerBound, among: .all))
    var counter = AncestorCounter(
      firstLevel: first.indent, collapsedAncestors: [first.collapsedAncestors])
    summary =
      rewrite(range, below: root, height: height, shift: .none, &counter, isExpanded) ?? summary
  }

  /// Expands collapsed rows, and collapses expanded ones.
  ///
  /// - Complexity: O(log `count`) for each row, and O(`count`) in total for more than `count` / 64
  @usableFromInline
  package mutating func toggleExpansion(of handles: [Int32]) {
    if isFasterInOnePass(handles.count) {
      let isMarked = marks(of: handles)
      setExpanded(in: 0..<count) { $0.isExpanded != isMarked[Int($0.handle)] }
    } else {
      for handle in handles { setExpanded(!isExpanded(handle), handle) }
    }
  }

  /// Expands or collapses rows.
  ///
  /// - Complexity: O(log `count`) for each row, and O(`count`) in total for more than `count` / 64
  @usableFromInline
  package mutating func setExpanded(_ isExpanded: Bool, of handles: [Int32]) {
    if isFasterInOnePass(handles.count) {
      let isMarked = marks(of: handles)
      setExpanded(in: 0..<count) { isMarked[Int($0.handle)] ? isExpanded : $0.isExpanded }
    } else {
      for handle in handles { setExpanded(isExpanded, handle) }
    }
  }

  /// Returns a Boolean value that indicates whether one walk along all rows is faster than a search
  /// for each of a number of rows.
  private func isFasterInOnePass(_ rowCount: Int) -> Bool { rowCount > max(64, count / 64) }

  private func marks(of handles: [Int32]) -> [Bool] {
    var isMarked = [Bool](repeating: false, count: locations.count)
    for handle in handles { isMarked[Int(handle)] = true }
    return isMarked
  }

  /// Expands a row with the rows below it, or collapses them.
  ///
  /// - Returns: `false` if all rows at these levels have that state already. The row is at level 0.
  /// - Complexity: O(log `count` + *k*) for *k* descendants; O(log `count`) for the row alone
  @usableFromInline
  package mutating func setExpanded(
    _ isExpanded: Bool, inSubtreeOf handle: Int32, levels: Range<Int>
  ) -> Bool {
    if levels == 0..<1 {
      let wasExpanded = self.isExpanded(handle)
      setExpanded(isExpanded, handle)
      return wasExpanded != isExpanded
    }
    let range = subtreeRange(of: handle)
    let rows = rows(in: range)
    var states: [Bool] = []
    states.reserveCapacity(rows.count)
    var hasChanges = false
    for (index, row) in rows.enumerated() {
      let hasChildren = index + 1 < rows.count && rows[index + 1].indent > row.indent
      let changes =
        row.isExpanded != isExpanded && (index == 0 || hasChildren || !isExpanded)
        && levels.contains(Int(row.indent - rows[0].indent))
      states.append(row.isExpanded != changes)
      hasChanges = hasChanges || changes
    }
    if hasChanges {
      setExpanded(in: range, inOrder: states)
    }
    return hasChanges
  }

  /// Sets the expanded states in a range, in the order of the rows.
  @usableFromInline
  package mutating func setExpanded(in range: Range<Int>, inOrder states: [Bool]) {
    var index = 0
    setExpanded(in: range) { _ in
      defer { index += 1 }
      return states[index]
    }
  }

  /// Rewrites a range of the rows below a page, and returns the new summary of its entries, or
  /// `nil` if no row changes.
  private mutating func rewrite(
    _ range: Range<Int>, below page: Int32, height: Int, shift: Shift,
    _ counter: inout AncestorCounter, _ isExpanded: (_ row: TreeRow) -> Bool
  ) -> Summary? {
    if height == 0 {
      var rows = leaf(page)
      var newRows: MutableEntries<TreeRow>?
      for index in range {
        var row = rows[index].shifted(by: shift)
        row.isExpanded = isExpanded(row)
        counter.update(&row)
        row.shift(by: .none - shift)
        if row == rows[index] { continue }
        if newRows == nil {
          newRows = write(page)
          // Writing may have released the page that `rows` points to.
          rows = leaf(page)
        }
        newRows?[index] = row
      }
      return newRows?.entries.summary
    }
    var changes: [(index: Int, child: BranchEntry)] = []
    let children = branch(page)
    Self.forEachChild(of: children, in: range) { index, subrange, _ in
      let child = children[index]
      let summary = rewrite(
        subrange, below: child.page, height: height - 1, shift: shift + child.pending, &counter,
        isExpanded)
      if let summary {
        changes.append(
          (index, BranchEntry(page: child.page, pending: child.pending, summary: summary)))
      }
    }
    if changes.isEmpty { return nil }
    let entries = write(page, as: BranchEntry.self)
    for (index, child) in changes {
      entries[index] = child
    }
    return entries.entries.summary
  }

  /// Calls `body` for each child with rows in a range: with its index, its rows in the range, and
  /// whether these are all its rows.
  private static func forEachChild(
    of children: Entries<BranchEntry>, in range: Range<Int>,
    _ body: (_ index: Int, _ subrange: Range<Int>, _ isWhole: Bool) -> Void
  ) {
    var start = 0
    for index in children.indices {
      let rows = start..<start + Int(children[index].summary.rows)
      let overlap = rows.clamped(to: range)
      if !overlap.isEmpty {
        body(index, overlap.lowerBound - start..<overlap.upperBound - start, overlap == rows)
      }
      start = rows.upperBound
    }
  }
}
