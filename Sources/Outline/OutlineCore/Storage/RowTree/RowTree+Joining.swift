extension RowTree {
  /// Joins two trees of pages: the rows of one, and then the rows of the other.
  mutating func join(_ first: PageTree?, _ second: PageTree?) -> PageTree? {
    guard let first else { return second }
    guard let second else { return first }
    let height = max(first.height, second.height)
    let (low, high) = merge(first, second)
    guard let high else { return PageTree(root: low, height: height) }
    let page = makePage([low, high])
    return PageTree(
      root: updated(BranchEntry(page: page, summary: .empty), as: BranchEntry.self),
      height: height + 1)
  }

  private mutating func merge(
    _ first: PageTree, _ second: PageTree
  ) -> (BranchEntry, BranchEntry?) {
    if first.height > second.height {
      return graft(second, onto: first, atEnd: true)
    } else if first.height < second.height {
      return graft(first, onto: second, atEnd: false)
    } else if first.height > 0 {
      return balance(first.root, second.root, as: BranchEntry.self)
    } else {
      return balance(first.root, second.root, as: TreeRow.self)
    }
  }

  /// Merges a tree into the first or last child of a higher one.
  private mutating func graft(
    _ low: PageTree, onto high: PageTree, atEnd: Bool
  ) -> (BranchEntry, BranchEntry?) {
    let entries = write(high.root.page, as: BranchEntry.self)
    let index = atEnd ? entries.count - 1 : 0
    let neighbor = PageTree(root: entries[index], height: high.height - 1)
    var low = low
    low.root.shift(by: .none - high.root.pending)
    let (first, second) = atEnd ? merge(neighbor, low) : merge(low, neighbor)
    entries[index] = first
    first.recordPage(high.root.page, in: &self)
    guard let second else { return (updated(high.root, as: BranchEntry.self), nil) }
    if entries.count < capacity(BranchEntry.self) {
      insert(second, into: high.root.page, at: index + 1)
      return (updated(high.root, as: BranchEntry.self), nil)
    }
    let (left, right) = splitPage(high.root, at: entries.count / 2, as: BranchEntry.self)
    guard let right else { return (left, nil) }
    let leftCount = branch(left.page).count
    if index < leftCount {
      insert(second, into: left.page, at: index + 1)
    } else {
      insert(second, into: right.page, at: index + 1 - leftCount)
    }
    return (updated(left, as: BranchEntry.self), updated(right, as: BranchEntry.self))
  }

  private mutating func insert(_ child: BranchEntry, into page: Int32, at index: Int) {
    let entries = write(page, as: BranchEntry.self, roomFor: branch(page).count + 1)
    entries.openGap(1, at: index)
    entries[index] = child
    child.recordPage(page, in: &self)
  }

  /// Moves the entries of two neighbors into one page, or so that both have the minimum.
  private mutating func balance<Entry: TreeEntry>(
    _ first: BranchEntry, _ second: BranchEntry, as type: Entry.Type
  ) -> (BranchEntry, BranchEntry?) {
    let counts = (entries(of: first, as: type).count, entries(of: second, as: type).count)
    if min(counts.0, counts.1) >= minimum(type) { return (first, second) }
    let sum = counts.0 + counts.1
    if sum <= capacity(type) {
      transfer(0..<counts.1, of: second, to: first, at: counts.0, as: type)
      release(second.page)
      return (updated(first, as: type), nil)
    } else if counts.0 < counts.1 {
      transfer(0..<sum / 2 - counts.0, of: second, to: first, at: counts.0, as: type)
    } else {
      transfer(sum / 2..<counts.0, of: first, to: second, at: 0, as: type)
    }
    return (updated(first, as: type), updated(second, as: type))
  }

  private mutating func transfer<Entry: TreeEntry>(
    _ range: Range<Int>, of source: BranchEntry, to target: BranchEntry, at index: Int,
    as type: Entry.Type
  ) {
    let oldEntries = write(source.page, as: type)
    let count = entries(of: target, as: type).count
    let newEntries = write(target.page, as: type, roomFor: count + range.count)
    newEntries.openGap(range.count, at: index)
    for (offset, oldIndex) in range.enumerated() {
      newEntries[index + offset] = oldEntries[oldIndex]
      newEntries[index + offset].shift(by: source.pending - target.pending)
      newEntries[index + offset].recordPage(target.page, in: &self)
    }
    oldEntries.remove(range)
  }
}

// MARK: - Building

extension RowTree {
  /// Builds a tree of pages bottom-up.
  ///
  /// - Complexity: O(`rows.count`)
  mutating func build(_ rows: [TreeRow]) -> PageTree? {
    guard !rows.isEmpty else { return nil }
    var children = buildPages(rows)
    var height = 0
    while children.count > 1 {
      children = buildPages(children)
      height += 1
    }
    return PageTree(root: children[0], height: height)
  }

  private mutating func buildPages<Entry: TreeEntry>(_ entries: [Entry]) -> [BranchEntry] {
    evenRanges(entries.count, as: Entry.self).map { range in
      let page = makePage(entries[range])
      return updated(BranchEntry(page: page, summary: .empty), as: Entry.self)
    }
  }

  /// The ranges of entries for pages that are evenly filled, with some room to spare.
  func evenRanges<Entry: TreeEntry>(_ count: Int, as type: Entry.Type) -> [Range<Int>] {
    let most = capacity(type)
    let pages = count <= most ? 1 : (count - 1) / (most * 7 / 8) + 1
    return (0..<pages).map { count * $0 / pages..<count * ($0 + 1) / pages }
  }
}
