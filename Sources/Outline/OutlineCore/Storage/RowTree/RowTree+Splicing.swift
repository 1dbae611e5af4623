//  Edits split the tree and join its parts in another order. Edits of a few rows of one leaf happen
//  in place, and split only full pages.

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
    if rows.count > 2 * capacity(TreeRow.self) { return false }
    if count + rows.count > capacity(TreeRow.self) {
      let rows = rows.map { $0.shifted(by: .none - cursor.shift) }
      insertSplitting(rows, into: cursor.leaf, at: cursor.index)
      return true
    }
    let entries = write(cursor.leaf, as: TreeRow.self, roomFor: count + rows.count)
    entries.openGap(rows.count, at: cursor.index)
    for (offset, row) in rows.enumerated() {
      entries[cursor.index + offset] = row.shifted(by: .none - cursor.shift)
      row.recordPage(cursor.leaf, in: &self)
    }
    updateSummaries(above: cursor.leaf, summary: entries.entries.summary)
    return true
  }

  /// Inserts entries into a full page, whose entries are distributed over several pages.
  ///
  /// The pages above change in place. A page gets at most as many new entries as it can have twice.
  private mutating func insertSplitting<Entry: TreeEntry>(
    _ new: [Entry], into page: Int32, at index: Int
  ) {
    let entries = write(page, as: Entry.self, roomFor: capacity(Entry.self))
    var all = entries.entries.compactMap(in: entries.indices) { $0 }
    all.insert(contentsOf: new, at: index)
    let ranges = evenRanges(all.count, as: Entry.self)
    entries.remove(entries.indices)
    entries.append(all[ranges[0]])
    Entry.recordPage(page, of: all[ranges[0]], in: &self)
    let siblings = ranges.dropFirst().map { makePage(all[$0]) }
    let isRoot = page == root
    let parent = isRoot ? makePage([BranchEntry(page: page, summary: .empty)]) : parents[Int(page)]
    if isRoot {
      setRoot(to: PageTree(root: BranchEntry(page: parent, summary: .empty), height: height + 1))
    }
    let children = write(parent, as: BranchEntry.self)
    let child = children.entries.index(of: page)
    children[child] = updated(children[child], as: Entry.self)
    let pending = children[child].pending
    insert(
      siblings.map {
        updated(BranchEntry(page: $0, pending: pending, summary: .empty), as: Entry.self)
      }, into: parent, at: child + 1)
  }

  private mutating func insert(_ children: [BranchEntry], into page: Int32, at index: Int) {
    let count = branch(page).count
    if count + children.count > capacity(BranchEntry.self) {
      insertSplitting(children, into: page, at: index)
      return
    }
    let entries = write(page, as: BranchEntry.self, roomFor: count + children.count)
    entries.openGap(children.count, at: index)
    for (offset, child) in children.enumerated() {
      entries[index + offset] = child
    }
    BranchEntry.recordPage(page, of: children, in: &self)
    updateSummaries(above: page, summary: entries.entries.summary)
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
