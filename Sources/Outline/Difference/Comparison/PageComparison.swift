//  Comparing two versions
//  ======================
//
//  Two trees are compared from the root down, level by level, with a list of pages of each:
//
//      old   [1]    ->   [2 3 4]    ->   [2 (5 6) 4]           a page that both hold stays: a run
//      new   [1']   ->   [2 3' 4]   ->   [2 (5 6') 4]          one that only one holds is replaced
//                                                              by its children
//
//  An edit makes its own only the pages from a row up to the root (invariant 9 of `RowTree`), so
//  all but a handful of each level are runs, wherever they stand: cutting and joining moves whole
//  pages. Most pages keep their places: both lists are read side by side, and the children of two
//  versions of a page are compared at once. Pages that moved are found by their numbers, those that
//  have moved with others below the same page as one stretch. Of leaves that were changed, the rows
//  that are equal at both ends become runs, too; what is left are single rows.

/// What two trees have in common, as far as their pages tell.
@usableFromInline
struct PageComparison: ~Copyable {
  var old: PageList
  var new: PageList
  private var shared: SharedPages
  /// By number; some have become a part of others.
  private(set) var runs: [Run] = []

  /// Rows that follow each other in both trees: in pages that both hold, or equal ones in others.
  struct Run {
    /// How what is pending for the pages in the new tree differs from the old one.
    let shift: Shift
    /// Where the run is in the old list, and how many runs are ahead of it there.
    var place: Int32 = -1
    var rank: Int32 = -1
  }

  /// Whether the trees are versions of one another: then most items have the same handles.
  @usableFromInline private(set) var isOneLineage = false

  /// Finds the pages that two trees share.
  ///
  /// - Complexity: O(log *n* + *k*) for trees of one lineage that differ in *k* pages.
  @usableFromInline
  init(old: RowTree, new: RowTree) {
    self.old = PageList(old)
    self.new = PageList(new)
    shared = SharedPages(old.pages, new.pages)
    if old.height > 0 { runs.reserveCapacity(16) }
    for height in stride(from: max(old.height, new.height), to: 0, by: -1) {
      openPages(ofHeight: height)
      joinMovedPages(ofHeight: height - 1)
      assert((self.old.nodes + self.new.nodes).allSatisfy { $0.run >= 0 || $0.isOnePage })
    }
    isOneLineage = !runs.isEmpty
  }

  /// Replaces the pages of a height that are no runs by their children, in both lists at once.
  private mutating func openPages(ofHeight height: Int) {
    locateRuns()
    var oldPlace = 0
    var rank: Int32 = 0
    for place in new.nodes.indices {
      let node = new.nodes[place]
      let found = counterpart(ofNode: place, from: oldPlace, rank: rank, height)
      guard let counterpart = found else {
        new.append(node, openingHeight: height, comparedWith: old.tree, &shared)
        continue
      }
      old.appendNodes(
        oldPlace..<counterpart, openingHeight: height, comparedWith: new.tree, &shared)
      let oldNode = old.nodes[counterpart]
      oldPlace = counterpart + 1
      if node.run >= 0 {
        rank = runs[Int(node.run)].rank + 1
        appendRun(oldNode, node, shift: runs[Int(node.run)].shift)
      } else {
        joinChildren(of: oldNode, and: node)
      }
    }
    old.appendNodes(
      oldPlace..<old.nodes.count, openingHeight: height, comparedWith: new.tree, &shared)
    old.finish()
    new.finish()
  }

  /// Where the old list has what a node of the new one is to be compared with: the same run, or
  /// what may be another version of the page.
  private func counterpart(
    ofNode place: Int, from start: Int, rank: Int32, _ height: Int
  ) -> Int? {
    let node = new.nodes[place]
    if node.run >= 0 {
      // One that is behind many others has moved: they come later in the new list, too.
      let run = runs[Int(node.run)]
      return run.place >= start && run.rank <= rank + 2 ? Int(run.place) : nil
    }
    guard node.isOpen(height) else { return nil }
    let page = node.first.page
    if old.hasPage(page, height, at: start) { return start }
    if old.hasPage(page, height, at: start + 1) { return start + 1 }
    // Of a page that was cut, only one part keeps the number.
    guard start < old.nodes.count && old.nodes[start].isOpen(height) else { return nil }
    return new.hasPage(old.nodes[start].first.page, height, at: place + 1) ? nil : start
  }

  private mutating func locateRuns() {
    var rank: Int32 = 0
    for place in old.nodes.indices where old.nodes[place].run >= 0 {
      let run = Int(old.nodes[place].run)
      runs[run].place = Int32(place)
      runs[run].rank = rank
      rank += 1
    }
  }

  /// Adds rows that are the same in both trees but for a shift to the lists that are being made.
  private mutating func appendRun(_ oldNode: PageNode, _ node: PageNode, shift: Shift) {
    let last = new.lastRun
    if last >= 0 && last == old.lastRun && runs[Int(last)].shift == shift {
      old.extendLast(by: oldNode)
      new.extendLast(by: node)
      return
    }
    let run = node.run >= 0 ? node.run : makeRun(shift)
    old.append(oldNode, run: run)
    new.append(node, run: run)
  }

  mutating func makeRun(_ shift: Shift) -> Int32 {
    runs.append(Run(shift: shift))
    return Int32(runs.count - 1)
  }
}

// MARK: - Children

extension PageComparison {
  /// Adds the children of two versions of a page, and makes runs of those at the same places.
  private mutating func joinChildren(of oldNode: PageNode, and node: PageNode) {
    let children = (old: old.children(of: oldNode), new: new.children(of: node))
    let counts = (old: children.old.count, new: children.new.count)
    if counts.old == counts.new {
      return join(children, 0..<counts.old)
    }
    let most = min(counts.old, counts.new)
    var (front, back) = (0, 0)
    while front < most && areShared(children, front, offset: 0) { front += 1 }
    let offset = counts.new - counts.old
    while back < most - front && areShared(children, counts.old - 1 - back, offset: offset) {
      back += 1
    }
    joinShared(children, 0..<front, offset: 0)
    old.append(children.old, front..<counts.old - back, comparedWith: new.tree, &shared)
    new.append(children.new, front..<counts.new - back, comparedWith: old.tree, &shared)
    joinShared(children, counts.old - back..<counts.old, offset: offset)
  }

  private typealias ChildLists = (old: ChildList, new: ChildList)

  /// Adds children that are at the same places, be they the same pages or not.
  private mutating func join(_ children: ChildLists, _ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound && areShared(children, index, offset: 0) { index += 1 }
      joinShared(children, start..<index, offset: 0)
      let end = index
      while index < range.upperBound && !areShared(children, index, offset: 0) { index += 1 }
      old.append(children.old, end..<index, comparedWith: new.tree, &shared)
      new.append(children.new, end..<index, comparedWith: old.tree, &shared)
    }
  }

  /// Adds children that are the same pages at the same places but for an offset.
  private mutating func joinShared(_ children: ChildLists, _ range: Range<Int>, offset: Int) {
    var index = range.lowerBound
    while index < range.upperBound {
      var end = index + 1
      let shift = children.new.shift(at: index + offset) - children.old.shift(at: index)
      while end < range.upperBound
        && children.new.shift(at: end + offset) - children.old.shift(at: end) == shift
      {
        end += 1
      }
      appendRun(
        children.old.stretch(index..<end), children.new.stretch(index + offset..<end + offset),
        shift: shift)
      index = end
    }
  }

  /// Whether a child of the old version is the same page as one of the new version.
  private mutating func areShared(_ children: ChildLists, _ index: Int, offset: Int) -> Bool {
    let page = children.old.entries[index].page
    return page == children.new.entries[index + offset].page && shared.contains(page)
  }
}

// MARK: - Moved pages

extension PageComparison {
  /// Makes runs of the pages, and stretches of pages, of one height that are in both lists.
  private mutating func joinMovedPages(ofHeight height: Int) {
    var moved: [(number: Int32, place: Int32)] = []
    for place in old.nodes.indices where old.nodes[place].isOpen(height) {
      let page = old.nodes[place].first.page
      guard shared.contains(page) else { continue }
      if moved.isEmpty { moved.reserveCapacity(8) }
      moved.append((page, Int32(place)))
    }
    if moved.isEmpty { return }
    let places = NumberMap(moved, count: moved.count, limit: .max)
    for place in new.nodes.indices where new.nodes[place].isOpen(height) {
      let oldPlace = Int(places[new.nodes[place].first.page])
      if oldPlace >= 0 {
        let shift = new.nodes[place].first.shift - old.nodes[oldPlace].first.shift
        makeRun((oldPlace, place), shift: shift)
      }
    }
    joinRuns()
  }

  /// Joins the parts of runs.
  @usableFromInline
  mutating func joinRuns() {
    old.joinRuns()
    new.joinRuns()
  }

  /// Makes a run of two nodes, or a part of the run that they follow in both lists.
  mutating func makeRun(_ pair: (old: Int, new: Int), shift: Shift) {
    let ahead = pair.new > 0 && pair.old > 0 ? new.nodes[pair.new - 1].run : -1
    let isContinued =
      ahead >= 0 && ahead == old.nodes[pair.old - 1].run && runs[Int(ahead)].shift == shift
    let run = isContinued ? ahead : makeRun(shift)
    old.nodes[pair.old].run = run
    new.nodes[pair.new].run = run
  }
}
