// MARK: - Cutting

extension RowTree {
  /// Cuts a tree into its first `position` rows and the others.
  ///
  /// - Complexity: O(log `count`)
  mutating func cut(_ tree: Subtree?, at position: Int) -> (Subtree?, Subtree?) {
    guard let tree, position > 0 else { return (nil, tree) }
    guard position < Int(tree.top.summary.rows) else { return (tree, nil) }
    if tree.height == 0 {
      let (low, high) = cutPage(tree.top, at: position, as: TreeRow.self)
      return (Subtree(top: low, height: 0), high.map { Subtree(top: $0, height: 0) })
    }
    let children = branch(tree.top.page)
    var index = 0
    var rest = position
    while rest >= Int(children[index].summary.rows) {
      rest -= Int(children[index].summary.rows)
      index += 1
    }
    if rest == 0 {
      let (low, high) = cutPage(tree.top, at: index, as: BranchEntry.self)
      return (trimmed(low, tree.height), high.flatMap { trimmed($0, tree.height) })
    }
    // The cut goes through a child: that is taken out and cut, and its halves are joined to what
    // stood on either side of it.
    let (low, high) = cutPage(tree.top, at: index + 1, as: BranchEntry.self)
    let entries = write(low.page, as: BranchEntry.self)
    var middle = Subtree(top: entries[index], height: tree.height - 1)
    middle.top.shift(by: low.pending)
    entries.remove(index..<index + 1)
    let (lowMiddle, highMiddle) = cut(middle, at: rest)
    return (
      join(trimmed(refreshed(low, as: BranchEntry.self), tree.height), lowMiddle),
      join(highMiddle, high.flatMap { trimmed($0, tree.height) })
    )
  }

  /// Moves the entries of a page from `index` on to a new page.
  private mutating func cutPage<Entry: TreeEntry>(
    _ child: BranchEntry, at index: Int, as type: Entry.Type
  ) -> (BranchEntry, BranchEntry?) {
    guard index < self.entries(child, as: type).count else { return (child, nil) }
    let entries = write(child.page, as: type)
    let new = makePage((index..<entries.count).map { entries[$0] })
    entries.remove(index..<entries.count)
    let high = BranchEntry(page: new, pending: child.pending, summary: .empty)
    return (refreshed(child, as: type), refreshed(high, as: type))
  }

  /// A tree without a branch that has no children, or only one.
  private mutating func trimmed(_ top: BranchEntry, _ height: Int) -> Subtree? {
    let children = branch(top.page)
    if children.count > 1 { return Subtree(top: top, height: height) }
    var only = children.count == 1 ? children[0] : nil
    only?.shift(by: top.pending)
    release(top.page)
    return only.map { Subtree(top: $0, height: height - 1) }
  }

  /// Releases a tree's pages and returns the handles of its rows.
  ///
  /// - Complexity: O(*n*) for *n* rows
  mutating func discard(_ tree: Subtree?) -> [Int32] {
    guard let tree else { return [] }
    var handles: [Int32] = []
    handles.reserveCapacity(Int(tree.top.summary.rows))
    var open = [(page: tree.top.page, height: tree.height)]
    while let (page, height) = open.popLast() {
      if height == 0 {
        let rows = leaf(page)
        handles += rows.indices.map { rows[$0].handle }
      } else {
        let children = branch(page)
        open += children.indices.reversed().map { (children[$0].page, height - 1) }
      }
      release(page)
    }
    return handles
  }
}

// MARK: - Joining

extension RowTree {
  /// Joins two trees, the rows of one after those of the other.
  ///
  /// - Complexity: O(log `count`)
  mutating func join(_ first: Subtree?, _ second: Subtree?) -> Subtree? {
    guard let first else { return second }
    guard let second else { return first }
    let height = max(first.height, second.height)
    let (low, high) = merge(first, second)
    guard let high else { return Subtree(top: low, height: height) }
    let page = makePage([low, high])
    return Subtree(
      top: refreshed(BranchEntry(page: page, summary: .empty), as: BranchEntry.self),
      height: height + 1)
  }

  /// Merges two trees into one page, or two that are both filled to the minimum, at the height of
  /// the higher tree.
  private mutating func merge(_ first: Subtree, _ second: Subtree) -> (BranchEntry, BranchEntry?) {
    if first.height > second.height {
      return graft(second, onto: first, atEnd: true)
    } else if first.height < second.height {
      return graft(first, onto: second, atEnd: false)
    } else if first.height > 0 {
      return balance(first.top, second.top, as: BranchEntry.self)
    } else {
      return balance(first.top, second.top, as: TreeRow.self)
    }
  }

  /// Merges a tree into the last or the first child of a higher one.
  private mutating func graft(_ low: Subtree, onto high: Subtree, atEnd: Bool) -> (
    BranchEntry, BranchEntry?
  ) {
    let entries = write(high.top.page, as: BranchEntry.self)
    let edge = atEnd ? entries.count - 1 : 0
    let seam = Subtree(top: entries[edge], height: high.height - 1)
    var low = low
    low.top.shift(by: .none - high.top.pending)
    let (first, second) = atEnd ? merge(seam, low) : merge(low, seam)
    entries[edge] = first
    first.recordLocation(in: high.top.page, of: &self)
    guard let second else { return (refreshed(high.top, as: BranchEntry.self), nil) }
    if entries.count < capacity(BranchEntry.self) {
      insert(second, into: high.top.page, at: edge + 1)
      return (refreshed(high.top, as: BranchEntry.self), nil)
    }
    let (left, right) = cutPage(high.top, at: entries.count / 2, as: BranchEntry.self)
    guard let right else { return (left, nil) }
    let leftCount = branch(left.page).count
    if edge < leftCount {
      insert(second, into: left.page, at: edge + 1)
    } else {
      insert(second, into: right.page, at: edge + 1 - leftCount)
    }
    return (refreshed(left, as: BranchEntry.self), refreshed(right, as: BranchEntry.self))
  }

  private mutating func insert(_ child: BranchEntry, into page: Int32, at index: Int) {
    let entries = write(page, as: BranchEntry.self, roomFor: branch(page).count + 1)
    entries.openGap(1, at: index)
    entries[index] = child
    child.recordLocation(in: page, of: &self)
  }

  /// Puts the entries of two neighbors into one page, or sees to it that both pages are filled to
  /// the minimum.
  private mutating func balance<Entry: TreeEntry>(
    _ first: BranchEntry, _ second: BranchEntry, as type: Entry.Type
  ) -> (BranchEntry, BranchEntry?) {
    let entries: (Entries<Entry>, Entries<Entry>) = (self.entries(first), self.entries(second))
    let counts = (entries.0.count, entries.1.count)
    if min(counts.0, counts.1) >= minimum(type) { return (first, second) }
    let sum = counts.0 + counts.1
    if sum <= capacity(type) {
      transfer(0..<counts.1, of: second, to: first, at: counts.0, as: type)
      release(second.page)
      return (refreshed(first, as: type), nil)
    } else if counts.0 < counts.1 {
      transfer(0..<sum / 2 - counts.0, of: second, to: first, at: counts.0, as: type)
    } else {
      transfer(sum / 2..<counts.0, of: first, to: second, at: 0, as: type)
    }
    return (refreshed(first, as: type), refreshed(second, as: type))
  }

  /// Moves a range of a page's entries to a neighboring page.
  private mutating func transfer<Entry: TreeEntry>(
    _ range: Range<Int>, of source: BranchEntry, to target: BranchEntry, at index: Int,
    as type: Entry.Type
  ) {
    let taken = write(source.page, as: type)
    let count: Int = self.entries(target, as: type).count
    let entries = write(target.page, as: type, roomFor: count + range.count)
    entries.openGap(range.count, at: index)
    for (offset, origin) in range.enumerated() {
      entries[index + offset] = taken[origin]
      entries[index + offset].shift(by: source.pending - target.pending)
      entries[index + offset].recordLocation(in: target.page, of: &self)
    }
    taken.remove(range)
  }

  private func entries<Entry: TreeEntry>(
    _ child: BranchEntry, as type: Entry.Type = Entry.self
  ) -> Entries<Entry> {
    pages.entries(of: Int(child.page))
  }

  /// The same child after its page was written.
  private func refreshed<Entry: TreeEntry>(_ child: BranchEntry, as type: Entry.Type) -> BranchEntry
  {
    let entries = entries(child, as: type)
    return BranchEntry(page: child.page, pending: child.pending, summary: entries.summary)
  }
}

// MARK: - Building

extension RowTree {
  /// Builds a tree of rows bottom-up, its pages filled evenly and with some room to spare.
  ///
  /// - Complexity: O(`rows.count`)
  mutating func build(_ rows: [TreeRow]) -> Subtree? {
    guard !rows.isEmpty else { return nil }
    var children = buildPages(rows)
    var height = 0
    while children.count > 1 {
      children = buildPages(children)
      height += 1
    }
    return Subtree(top: children[0], height: height)
  }

  private mutating func buildPages<Entry: TreeEntry>(_ entries: [Entry]) -> [BranchEntry] {
    let most = capacity(Entry.self)
    let pages = entries.count <= most ? 1 : (entries.count - 1) / (most * 7 / 8) + 1
    return (0..<pages).map { index in
      let range = entries.count * index / pages..<entries.count * (index + 1) / pages
      let page = makePage(entries[range])
      return refreshed(BranchEntry(page: page, summary: .empty), as: Entry.self)
    }
  }
}
