//  Comparing two versions
//  ======================
//
//  Two trees are compared from the root down, level by level, with a list of pages of each:
//
//      old   [1]    ->   [2 3 4]    ->   [2 (5 6) 4]           a page that both hold stays: a run
//      new   [1']   ->   [2 3' 4]   ->   [2 (5 6') 4]          one that only one holds is replaced
//                                                              by its children
//
//  An edit makes its own only the pages from a row up to the root (invariant 9 of `RowTree`), so all
//  but a handful of each level are runs, wherever they stand: cutting and joining moves whole pages.
//  At the leaves what is left are single rows. Both lists of elements, runs and visible rows, are
//  then matched: runs by page, rows by item.

/// What two trees have in common, as far as their pages tell: two lists of elements, each a single
/// visible row or a run of them.
///
/// The rows of a run stand in a page that both trees share and are visible in both. The caller
/// matches the single rows; `SectionDifference` is made of the outcome.
@usableFromInline
struct TreeComparison {
  @usableFromInline private(set) var old = ElementList()
  @usableFromInline private(set) var new = ElementList()
  /// By element of the new list: the element of the old one that it is matched with, or -1.
  @usableFromInline var matches: [Int32] = []
  /// The elements of the new list whose items the old outline does not have at all.
  private(set) var arrivals: [Int32] = []
  var pages: (old: PageList, new: PageList)
  var runs: [Run] = []
  private var places: NumberMap?

  /// Rows that stand in the same pages in both trees.
  struct Run {
    /// How what is pending for the pages in the new tree differs from the old one.
    let shift: Shift
    /// Where the run is in the old list of pages, or of elements.
    var place: Int32
  }

  /// Whether the trees are versions of one another: then most items have the same handles.
  @usableFromInline private(set) var isOneLineage = false

  /// Finds the pages that two trees share.
  ///
  /// - Complexity: O(log *n* + *k*) for trees of one lineage that differ in *k* pages.
  @usableFromInline
  init(old: RowTree, new: RowTree) {
    pages = (PageList(old), PageList(new))
    for height in stride(from: max(old.height, new.height), through: 0, by: -1) {
      joinSharedPages(ofHeight: height)
      if height > 0 {
        pages.old.openPages(ofHeight: height)
        pages.new.openPages(ofHeight: height)
      }
    }
    isOneLineage = !runs.isEmpty
  }

  /// Makes runs of the pages of one height that both lists have.
  private mutating func joinSharedPages(ofHeight height: Int) {
    let runCount = runs.count
    let tables = (old: pages.old.tree.pages, new: pages.new.tree.pages)
    // Most pages are in the same place in both lists; others are found by their numbers.
    var shared: [(number: Int32, place: Int32)] = []
    for (place, node) in pages.old.nodes.enumerated() where node.isOpen(height) {
      guard tables.old.sharesPage(Int(node.first.page), with: tables.new) else { continue }
      let isInPlace =
        place < pages.new.nodes.count && pages.new.nodes[place].isOpen(height)
        && pages.new.nodes[place].first.page == node.first.page
      if isInPlace {
        makeRun((place, place))
      } else {
        shared.append((node.first.page, Int32(place)))
      }
    }
    if !shared.isEmpty {
      let places = NumberMap(shared, count: shared.count, limit: .max)
      for (place, node) in pages.new.nodes.enumerated() where node.isOpen(height) {
        let oldPlace = Int(places[node.first.page])
        if oldPlace >= 0 {
          makeRun((oldPlace, place))
        }
      }
    }
    if runs.count > runCount {
      joinRuns()
    }
  }

  private mutating func makeRun(_ pair: (old: Int, new: Int)) {
    let shift = pages.new.nodes[pair.new].first.shift - pages.old.nodes[pair.old].first.shift
    makeRun(pair, shift: shift)
  }

  private mutating func makeRun(_ pair: (old: Int, new: Int), shift: Shift) {
    pages.old.nodes[pair.old].run = Int32(runs.count)
    pages.new.nodes[pair.new].run = Int32(runs.count)
    runs.append(Run(shift: shift, place: Int32(pair.old)))
  }

  /// Makes one run of those that follow each other in both lists.
  mutating func joinRuns() {
    for (place, node) in pages.old.nodes.enumerated() where node.run >= 0 {
      runs[Int(node.run)].place = Int32(place)
    }
    var last: Run?
    for place in pages.new.nodes.indices {
      let node = pages.new.nodes[place]
      let run = node.run >= 0 ? runs[Int(node.run)] : nil
      if let run, let last, run.place == last.place + 1 && run.shift == last.shift {
        pages.new.nodes[place].isContinued = true
        pages.old.nodes[Int(run.place)].isContinued = true
      }
      last = run
    }
    pages.old.joinContinuedRuns()
    pages.new.joinContinuedRuns()
  }

  /// Makes a run of two leaves whose rows and items are equal.
  @usableFromInline
  mutating func joinEqualLeaves(_ pair: (old: Int, new: Int)) {
    makeRun(pair, shift: .none)
  }

  /// The leaves that come in the same place in trees that share nothing: what was built from the
  /// same items has the same leaves.
  @usableFromInline
  func alignedLeaves() -> Zip2Sequence<Range<Int>, Range<Int>> {
    isOneLineage ? zip(0..<0, 0..<0) : zip(pages.old.nodes.indices, pages.new.nodes.indices)
  }

  /// The handles of the rows of two leaves, unless the rows differ in more than their items.
  @usableFromInline
  func handles(ofLeaves pair: (old: Int, new: Int)) -> [(old: Int32, new: Int32)]? {
    let nodes = (old: pages.old.nodes[pair.old], new: pages.new.nodes[pair.new])
    let rows = pages.old.tree.leaf(nodes.old.first.page)
    let newRows = pages.new.tree.leaf(nodes.new.first.page)
    guard rows.count == newRows.count && nodes.old.visibleRows == nodes.new.visibleRows else {
      return nil
    }
    var handles: [(old: Int32, new: Int32)] = []
    handles.reserveCapacity(rows.count)
    for index in rows.indices {
      let row = rows[index].shifted(by: nodes.old.first.shift)
      let newRow = newRows[index].shifted(by: nodes.new.first.shift)
      guard row.looksLike(newRow) else { return nil }
      handles.append((row.handle, newRow.handle))
    }
    return handles
  }

  /// Lists the elements, and matches those that are runs.
  ///
  /// - Complexity: O(*k*) for *k* rows in pages that are no runs
  @usableFromInline
  mutating func listElements() {
    old = ElementList(pages.old)
    new = ElementList(pages.new)
    matches = [Int32](repeating: -1, count: new.keys.count)
    matchRuns()
  }

  /// Matches the elements of the two lists that stand for the same run, unless its rows are hidden
  /// in one of them.
  private mutating func matchRuns() {
    for index in runs.indices {
      runs[index].place = -1
    }
    for (index, key) in old.keys.enumerated() where key < 0 {
      runs[Int(old.run(of: key).run)].place = Int32(index)
    }
    for (index, key) in new.keys.enumerated() where key < 0 {
      let run = runs[Int(new.run(of: key).run)]
      // With other folds pending, other rows of the page are visible.
      if run.shift.folds == 0 {
        matches[index] = run.place
      }
    }
  }

  /// Matches some single rows of the new list with those of some old handles; -1 stands for an item
  /// that the old outline does not have.
  @usableFromInline
  mutating func match(_ elements: Range<Int>, withHandles handles: [Int32]) {
    let places = self.places ?? placesOfSingles()
    self.places = places
    for (element, handle) in zip(elements, handles) {
      if handle >= 0 {
        matches[element] = places[handle]
      } else {
        arrivals.append(Int32(element))
      }
    }
  }

  /// The old elements by the handles of the single rows.
  private func placesOfSingles() -> NumberMap {
    let keys = old.keys
    let singles = keys.indices.lazy.filter { keys[$0] >= 0 }.map {
      (number: keys[$0], place: Int32($0))
    }
    let limit = pages.old.tree.locations.count
    return NumberMap(singles, count: keys.count, limit: limit)
  }
}

extension TreeRow {
  /// Whether two rows differ in nothing but their items.
  fileprivate func looksLike(_ other: TreeRow) -> Bool {
    indent == other.indent && folds == other.folds && isExpanded == other.isExpanded
  }
}
