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

  /// Returns whether two leaves have equal rows and, according to `areEqual`, equal items.
  @usableFromInline
  func areEqual(
    leaves pair: (old: Int, new: Int),
    where areEqual: (_ old: Int32, _ new: Int32, _ count: Int) -> Bool
  ) -> Bool {
    let ranges = (old: old.ranges[pair.old], new: new.ranges[pair.new])
    let oldRows = LeafRows(old.tree.leaf(ranges.old.first.page), shift: ranges.old.first.shift)
    let rows = LeafRows(new.tree.leaf(ranges.new.first.page), shift: ranges.new.first.shift)
    return oldRows.count == rows.count && ranges.old.visibleRows == ranges.new.visibleRows
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
    let visible =
      leaf.visibleRows == rows.count
      ? entries.count
      : entries.count { rows[$0].shifted(by: leaf.first.shift).isVisible }
    append(leaf.slice(entries, visibleRows: Int32(visible)), sharedRange: sharedRange)
  }
}
