//  Edits split the tree and join its parts in another order. Edits of a few rows of one leaf happen
//  in place.

extension RowTree {
  /// Inserts rows with absolute indents and collapsed ancestors before the row at `position`.
  ///
  /// - Complexity: O(log `count` + `rows.count`)
  @usableFromInline
  mutating func insert(_ rows: [TreeRow], at position: Int) {
    if rows.isEmpty || insertInPlace(rows, at: position) { return }
    let new = build(rows)
    let (before, after) = split(pageTree, at: position)
    setRoot(to: join(join(before, new), after))
  }

  /// Removes a range of rows and returns their handles.
  ///
  /// - Complexity: O(log `count` + `range.count`)
  @usableFromInline
  package mutating func remove(_ range: Range<Int>) -> [Int32] {
    if range.isEmpty { return [] }
    if let handles = removeInPlace(range) { return handles }
    let (before, rest) = split(pageTree, at: range.lowerBound)
    let (removed, after) = split(rest, at: range.count)
    setRoot(to: join(before, after))
    return release(removed)
  }

  /// Moves a range of rows before the row at `destination`, which is outside of the range, and
  /// shifts them.
  mutating func move(_ range: Range<Int>, to destination: Int, shiftedBy shift: Shift) {
    let target = destination > range.lowerBound ? destination - range.count : destination
    if range.count <= minimum(TreeRow.self) {
      let moved = rows(in: range).map { $0.shifted(by: shift) }
      _ = remove(range)
      insert(moved, at: target)
      return
    }
    let (before, rest) = split(pageTree, at: range.lowerBound)
    var (moved, after) = split(rest, at: range.count)
    moved?.root.shift(by: shift)
    let (start, end) = split(join(before, after), at: target)
    setRoot(to: join(join(start, moved), end))
  }

  /// Replaces a range of rows.
  ///
  /// - Complexity: O(log `count` + `range.count` + `rows.count`)
  @usableFromInline
  package mutating func replace(_ range: Range<Int>, with rows: [TreeRow]) {
    _ = remove(range)
    insert(rows, at: range.lowerBound)
  }

  /// The rows of a range, with absolute indents and collapsed ancestors.
  ///
  /// - Complexity: O(log `count` + `range.count`)
  @usableFromInline
  package func rows(in range: Range<Int>) -> [TreeRow] {
    var rows: [TreeRow] = []
    rows.reserveCapacity(range.count)
    var walk = RowWalk(self, in: range, visible: false)
    while walk.advance() {
      rows += walk.rows
    }
    return rows
  }
}

// MARK: - In place

extension RowTree {
  private mutating func insertInPlace(_ rows: [TreeRow], at position: Int) -> Bool {
    guard root >= 0 else { return false }
    var cursor = cursor(at: max(0, position - 1), visible: false)
    cursor.index += position > 0 ? 1 : 0
    let count = leaf(cursor.leaf).count
    guard count + rows.count <= capacity(TreeRow.self) else { return false }
    let entries = write(cursor.leaf, as: TreeRow.self, roomFor: count + rows.count)
    entries.openGap(rows.count, at: cursor.index)
    for (offset, row) in rows.enumerated() {
      entries[cursor.index + offset] = row.shifted(by: .none - cursor.shift)
      row.recordPage(cursor.leaf, in: &self)
    }
    updateSummaries(above: cursor.leaf, summary: entries.entries.summary)
    return true
  }

  private mutating func removeInPlace(_ range: Range<Int>) -> [Int32]? {
    let cursor = cursor(at: range.lowerBound, visible: false)
    let indices = cursor.index..<cursor.index + range.count
    let newCount = leaf(cursor.leaf).count - range.count
    guard newCount >= (cursor.leaf == root ? 1 : minimum(TreeRow.self)),
      indices.upperBound <= newCount + range.count
    else { return nil }
    let entries = write(cursor.leaf, as: TreeRow.self)
    let handles = indices.map { entries[$0].handle }
    entries.remove(indices)
    updateSummaries(above: cursor.leaf, summary: entries.entries.summary)
    return handles
  }
}
