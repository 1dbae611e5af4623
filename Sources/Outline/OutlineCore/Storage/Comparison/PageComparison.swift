//  Comparing two versions
//  ======================
//
//  Two trees are compared from the root down, level by level, with a list of pages of each:
//
//      old   [1]    ->   [2 3 4]    ->   [2 (5 6) 4]        a page of both trees: a shared range
//      new   [1']   ->   [2 3' 4]   ->   [2 (5 6') 4]       a page of one tree: replaced by its
//                                                           children
//
//  An edit copies only the pages from a row up to the root (invariant 9 of `RowTree`). A level has
//  few pages that are not shared. Most pages keep their order, so the comparison reads both
//  lists in parallel, and compares the children of two versions of a page. It finds moved pages by
//  their numbers. Siblings that moved together are one range. Equal rows at both ends of a changed
//  leaf become shared ranges. Single rows remain.

/// The ranges of rows that two trees share, according to their pages.
@usableFromInline
struct PageComparison: ~Copyable {
  var old: PageRangeList
  var new: PageRangeList
  private var sharedPages: SharedPages
  /// The shared ranges by number; some are unused, because they were joined to others.
  private(set) var sharedRanges: [SharedRange] = []

  /// Consecutive rows of both trees: in pages that both hold, or in equal leaves.
  struct SharedRange {
    let shift: Shift
    /// The index in the old list, and the number of shared ranges before it there.
    var oldIndex: Int32 = -1
    var rank: Int32 = -1
  }

  /// A Boolean value that indicates whether both trees are versions of one tree, so that most items
  /// have the same handles in both.
  ///
  /// `false` for versions that share neither a page nor the start of `parents`.
  @usableFromInline private(set) var sharesStorage = false

  /// Finds the pages that two trees share, in O(log *n* + *k*) for versions that differ in *k*
  /// pages.
  @usableFromInline
  init(old: RowTree, new: RowTree, comparing rows: RowSet = .visible) {
    self.old = PageRangeList(old, comparing: rows)
    self.new = PageRangeList(new, comparing: rows)
    sharedPages = SharedPages(old.pages, new.pages)
    if old.height > 0 { sharedRanges.reserveCapacity(16) }
    for height in stride(from: max(old.height, new.height), to: 0, by: -1) {
      replacePages(ofHeight: height)
      shareMovedPages(ofHeight: height - 1)
      assert(
        (self.old.ranges + self.new.ranges).allSatisfy { $0.sharedRange >= 0 || $0.isSinglePage })
    }
    sharesStorage = !sharedRanges.isEmpty || old.sharesParentTable(with: new)
  }

  private mutating func replacePages(ofHeight height: Int) {
    locateSharedRanges()
    var oldIndex = 0
    var rank: Int32 = 0
    for index in new.ranges.indices {
      let range = new.ranges[index]
      let found = counterpart(ofNewIndex: index, from: oldIndex, rank: rank, height)
      guard let counterpart = found else {
        new.append(range, replacingHeight: height, comparedWith: old.tree, &sharedPages)
        continue
      }
      old.appendRanges(
        oldIndex..<counterpart, replacingHeight: height, comparedWith: new.tree, &sharedPages)
      let oldRange = old.ranges[counterpart]
      oldIndex = counterpart + 1
      if range.sharedRange >= 0 {
        let sharedRange = sharedRanges[Int(range.sharedRange)]
        rank = sharedRange.rank + 1
        appendShared(oldRange, range, shift: sharedRange.shift)
      } else {
        appendChildren(of: oldRange, and: range)
      }
    }
    old.appendRanges(
      oldIndex..<old.ranges.count, replacingHeight: height, comparedWith: new.tree, &sharedPages)
    old.finish()
    new.finish()
  }

  /// Returns the old index of the same shared range, or of the probable old version of a page.
  private func counterpart(
    ofNewIndex index: Int, from start: Int, rank: Int32, _ height: Int
  ) -> Int? {
    let range = new.ranges[index]
    if range.sharedRange >= 0 {
      // A range that skips many others has moved: these come later in the new list.
      let sharedRange = sharedRanges[Int(range.sharedRange)]
      let isNear = sharedRange.oldIndex >= start && sharedRange.rank <= rank + 2
      return isNear ? Int(sharedRange.oldIndex) : nil
    }
    guard range.isUnshared(height) else { return nil }
    let page = range.first.page
    if old.hasPage(page, height, at: start) { return start }
    if old.hasPage(page, height, at: start + 1) { return start + 1 }
    // When a page is split, only one half keeps the number.
    guard start < old.ranges.count && old.ranges[start].isUnshared(height) else { return nil }
    return new.hasPage(old.ranges[start].first.page, height, at: index + 1) ? nil : start
  }

  private mutating func locateSharedRanges() {
    var rank: Int32 = 0
    for (index, range) in old.ranges.enumerated() where range.sharedRange >= 0 {
      sharedRanges[Int(range.sharedRange)].oldIndex = Int32(index)
      sharedRanges[Int(range.sharedRange)].rank = rank
      rank += 1
    }
  }

  /// Adds a range that is the same in both trees, apart from a shift, to the next lists.
  private mutating func appendShared(_ oldRange: PageRange, _ range: PageRange, shift: Shift) {
    let last = new.lastSharedRange
    if last >= 0 && last == old.lastSharedRange && sharedRanges[Int(last)].shift == shift {
      old.extendLast(by: oldRange)
      new.extendLast(by: range)
      return
    }
    let sharedRange = range.sharedRange >= 0 ? range.sharedRange : makeSharedRange(shift)
    old.append(oldRange, sharedRange: sharedRange)
    new.append(range, sharedRange: sharedRange)
  }

  mutating func makeSharedRange(_ shift: Shift) -> Int32 {
    sharedRanges.append(SharedRange(shift: shift))
    return Int32(sharedRanges.count - 1)
  }
}

// MARK: - Children

extension PageComparison {
  private mutating func appendChildren(of oldRange: PageRange, and range: PageRange) {
    let children = (old: old.children(of: oldRange), new: new.children(of: range))
    let counts = (old: children.old.count, new: children.new.count)
    if counts.old == counts.new {
      return appendAligned(children, 0..<counts.old)
    }
    let most = min(counts.old, counts.new)
    var (front, back) = (0, 0)
    while front < most && areShared(children, front, offset: 0) { front += 1 }
    let offset = counts.new - counts.old
    while back < most - front && areShared(children, counts.old - 1 - back, offset: offset) {
      back += 1
    }
    appendShared(children, 0..<front, offset: 0)
    old.append(children.old, front..<counts.old - back, comparedWith: new.tree, &sharedPages)
    new.append(children.new, front..<counts.new - back, comparedWith: old.tree, &sharedPages)
    appendShared(children, counts.old - back..<counts.old, offset: offset)
  }

  private typealias ChildLists = (old: ShiftedEntries, new: ShiftedEntries)

  /// Adds as many old children as new ones, and shares those that are equal at the same index.
  private mutating func appendAligned(_ children: ChildLists, _ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound && areShared(children, index, offset: 0) { index += 1 }
      appendShared(children, start..<index, offset: 0)
      let end = index
      while index < range.upperBound && !areShared(children, index, offset: 0) { index += 1 }
      old.append(children.old, end..<index, comparedWith: new.tree, &sharedPages)
      new.append(children.new, end..<index, comparedWith: old.tree, &sharedPages)
    }
  }

  /// Adds children that are the same pages at the same indices, apart from an offset.
  private mutating func appendShared(_ children: ChildLists, _ range: Range<Int>, offset: Int) {
    var index = range.lowerBound
    while index < range.upperBound {
      var end = index + 1
      let shift = children.new.shift(at: index + offset) - children.old.shift(at: index)
      while end < range.upperBound
        && children.new.shift(at: end + offset) - children.old.shift(at: end) == shift
      {
        end += 1
      }
      appendShared(
        children.old.pageRange(index..<end),
        children.new.pageRange(index + offset..<end + offset), shift: shift)
      index = end
    }
  }

  private mutating func areShared(_ children: ChildLists, _ index: Int, offset: Int) -> Bool {
    let page = children.old.entries[index].page
    return page == children.new.entries[index + offset].page && sharedPages.contains(page)
  }
}

// MARK: - Moved pages

extension PageComparison {
  /// Shares the pages, and ranges of pages, of one height that are in both lists.
  private mutating func shareMovedPages(ofHeight height: Int) {
    var moved: [(key: Int32, index: Int32)] = []
    for (index, range) in old.ranges.enumerated() where range.isUnshared(height) {
      let page = range.first.page
      guard sharedPages.contains(page) else { continue }
      if moved.isEmpty { moved.reserveCapacity(8) }
      moved.append((page, Int32(index)))
    }
    if moved.isEmpty { return }
    let oldIndices = IndexMap(moved, count: moved.count, limit: .max)
    for index in new.ranges.indices where new.ranges[index].isUnshared(height) {
      let oldIndex = Int(oldIndices[new.ranges[index].first.page])
      if oldIndex >= 0 {
        let shift = new.ranges[index].first.shift - old.ranges[oldIndex].first.shift
        share((oldIndex, index), shift: shift)
      }
    }
    joinSharedRanges()
  }

  @usableFromInline
  mutating func joinSharedRanges() {
    old.joinSharedRanges()
    new.joinSharedRanges()
  }

  /// Makes two ranges one shared range, or adds them to the shared range just before both.
  mutating func share(_ pair: (old: Int, new: Int), shift: Shift) {
    let previous = pair.new > 0 && pair.old > 0 ? new.ranges[pair.new - 1].sharedRange : -1
    let isContinued =
      previous >= 0 && previous == old.ranges[pair.old - 1].sharedRange
      && sharedRanges[Int(previous)].shift == shift
    let sharedRange = isContinued ? previous : makeSharedRange(shift)
    old.ranges[pair.old].sharedRange = sharedRange
    new.ranges[pair.new].sharedRange = sharedRange
  }
}

// MARK: - Equal rows

//  Equal rows of leaves that the trees do not share.

/// The numbers of rows at both ends of a leaf that are equal in another leaf.
private struct LeafTrim {
  var front = 0
  var back = 0
  /// The number of the shared range at the front, or -1; the one at the back has the next number.
  var sharedRange: Int32 = -1
}

extension PageComparison {
  /// Shares the equal rows at both ends of changed leaves, in versions of one tree.
  @usableFromInline
  mutating func shareEqualRows(where isSameItem: (Int32) -> Bool) {
    assert(sharesStorage)
    let oldLeaves = old.unsharedLeaves()
    lazy var oldIndices = IndexMap(oldLeaves, count: oldLeaves.count, limit: .max)
    var next = 0
    var oldTrims = [LeafTrim](filling: old.ranges.count, with: LeafTrim())
    var trims = [LeafTrim](filling: new.ranges.count, with: LeafTrim())
    for index in new.ranges.indices where new.ranges[index].isUnshared(0) {
      let page = new.ranges[index].first.page
      // Most leaves keep their order.
      let isNext = next < oldLeaves.count && oldLeaves[next].key == page
      let oldIndex = Int(isNext ? oldLeaves[next].index : oldIndices[page])
      guard oldIndex >= 0 else { continue }
      next += isNext ? 1 : 0
      var trim = trim(old.ranges[oldIndex], new.ranges[index], where: isSameItem)
      trim.sharedRange = makeSharedRange(.none)
      _ = makeSharedRange(.none)
      trims[index] = trim
      oldTrims[oldIndex] = trim
    }
    old.split(by: oldTrims)
    new.split(by: trims)
  }

  private func trim(
    _ oldLeaf: PageRange, _ leaf: PageRange, where isSameItem: (Int32) -> Bool
  ) -> LeafTrim {
    let rows = (old: old.tree.leaf(oldLeaf.first.page), new: new.tree.leaf(leaf.first.page))
    let (oldShift, shift) = (oldLeaf.first.shift, leaf.first.shift)
    let ends = (old: rows.old.count, new: rows.new.count)
    func isSame(_ oldEntry: Int, _ entry: Int) -> Bool {
      let row = rows.new[entry].shifted(by: shift)
      return rows.old[oldEntry].shifted(by: oldShift) == row && isSameItem(row.handle)
    }
    var trim = LeafTrim()
    let most = min(ends.old, ends.new)
    while trim.front < most && isSame(trim.front, trim.front) {
      trim.front += 1
    }
    while trim.front + trim.back < most
      && isSame(ends.old - 1 - trim.back, ends.new - 1 - trim.back)
    {
      trim.back += 1
    }
    return trim
  }

  /// The pairs of leaves with the same index; trees built from the same items have the same leaves.
  @usableFromInline
  func alignedLeaves() -> Zip2Sequence<Range<Int>, Range<Int>> {
    assert(!sharesStorage)
    return zip(old.ranges.indices, new.ranges.indices)
  }

  /// Returns a Boolean value that indicates whether two leaves have equal rows and, according to
  /// `areEqual`, equal items.
  @usableFromInline
  func areEqual(
    leaves pair: (old: Int, new: Int),
    where areEqual: (_ old: Int32, _ new: Int32, _ count: Int) -> Bool
  ) -> Bool {
    let ranges = (old: old.ranges[pair.old], new: new.ranges[pair.new])
    let oldRows = LeafRows(old.tree.leaf(ranges.old.first.page), shift: ranges.old.first.shift)
    let rows = LeafRows(new.tree.leaf(ranges.new.first.page), shift: ranges.new.first.shift)
    return oldRows.count == rows.count && ranges.old.rowCount == ranges.new.rowCount
      && oldRows.isEqual(to: rows, where: areEqual)
  }

  @usableFromInline
  mutating func shareEqualLeaves(_ pair: (old: Int, new: Int)) {
    share(pair, shift: .none)
  }
}

extension PageRangeList {
  fileprivate func unsharedLeaves() -> [(key: Int32, index: Int32)] {
    var leaves: [(key: Int32, index: Int32)] = []
    for (index, range) in ranges.enumerated() where range.isUnshared(0) {
      leaves.append((range.first.page, Int32(index)))
    }
    return leaves
  }

  fileprivate mutating func split(by trims: [LeafTrim]) {
    for (index, trim) in trims.enumerated() {
      let range = ranges[index]
      guard trim.sharedRange >= 0 else {
        append(range, sharedRange: range.sharedRange)
        continue
      }
      let end = tree.leaf(range.first.page).count
      appendEntries(0..<trim.front, of: range, sharedRange: trim.sharedRange)
      appendEntries(trim.front..<end - trim.back, of: range, sharedRange: -1)
      appendEntries(end - trim.back..<end, of: range, sharedRange: trim.sharedRange + 1)
    }
    finish()
  }

  private mutating func appendEntries(
    _ entries: Range<Int>, of leaf: PageRange, sharedRange: Int32
  ) {
    if entries.isEmpty { return }
    let rows = tree.leaf(leaf.first.page)
    let count =
      leaf.rowCount == rows.count
      ? entries.count
      : entries.count { comparedRows.contains(rows[$0].shifted(by: leaf.first.shift)) }
    append(leaf.slice(entries, rowCount: Int32(count)), sharedRange: sharedRange)
  }
}
