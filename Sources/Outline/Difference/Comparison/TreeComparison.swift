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
  @usableFromInline private(set) var old: ElementList
  @usableFromInline private(set) var new: ElementList
  /// By element of the new list: the element of the old one that it is matched with, or -1.
  @usableFromInline var matches: [Int32]
  /// The elements of the new list whose items the old outline does not have at all.
  @usableFromInline var arrivals: [Int32] = []
  private var places: NumberMap?

  /// Compares two trees.
  ///
  /// - Complexity: O(log *n* + *k*) for trees of one lineage that differ in *k* pages; O(*n*) where
  ///   they share nothing.
  @usableFromInline
  init(old: RowTree, new: RowTree) {
    var pages = (old: PageList(old), new: PageList(new))
    var runCount: Int32 = 0
    for height in stride(from: max(old.height, new.height), through: 0, by: -1) {
      Self.joinSharedPages(&pages.old, &pages.new, height: height, &runCount)
      if height > 0 {
        pages.old.openPages(ofHeight: height)
        pages.new.openPages(ofHeight: height)
      }
    }
    self.old = ElementList(pages.old)
    self.new = ElementList(pages.new)
    matches = [Int32](repeating: -1, count: self.new.keys.count)
    matchRuns(runCount)
  }

  /// Makes runs of the pages of one height that both lists have.
  private static func joinSharedPages(
    _ old: inout PageList, _ new: inout PageList, height: Int, _ runCount: inout Int32
  ) {
    var shared: [(number: Int32, place: Int32)] = []
    for (index, node) in old.nodes.enumerated() where node.isOpen(height) {
      if new.tree.holdsPage(node.page, of: old.tree) {
        shared.append((node.page, Int32(index)))
      }
    }
    guard !shared.isEmpty else { return }
    let places = NumberMap(shared, count: shared.count)
    for index in new.nodes.indices where new.nodes[index].isOpen(height) {
      let place = Int(places[new.nodes[index].page])
      guard place >= 0 else { continue }
      old.nodes[place].run = runCount
      new.nodes[index].run = runCount
      runCount += 1
    }
  }

  /// Matches the elements of the two lists that stand for the same run, unless its rows are hidden
  /// in one of them.
  private mutating func matchRuns(_ runCount: Int32) {
    var elements = [Int32](repeating: -1, count: Int(runCount))
    for (index, key) in old.keys.enumerated() where key < 0 {
      elements[Int(old.run(of: key).run)] = Int32(index)
    }
    for (index, key) in new.keys.enumerated() where key < 0 {
      let run = new.run(of: key)
      let element = elements[Int(run.run)]
      guard element >= 0 else { continue }
      // With other folds pending, other rows of the page are visible.
      if old.run(of: old.keys[Int(element)]).shift.folds == run.shift.folds {
        matches[index] = element
      }
    }
  }

  /// The element of the old list that is the single row of a handle, or -1.
  @usableFromInline
  mutating func oldElement(ofHandle handle: Int32) -> Int32 {
    if places == nil {
      let keys = old.keys
      let singles = keys.indices.lazy.filter { keys[$0] >= 0 }.map { (number: keys[$0], place: Int32($0)) }
      places = NumberMap(singles, count: keys.count)
    }
    return places.map { $0[handle] } ?? -1
  }
}

extension RowTree {
  /// Whether a page of another tree is here too, under the same number.
  ///
  /// It may be a page that this tree keeps for others and does not use.
  fileprivate func holdsPage(_ page: Int32, of other: RowTree) -> Bool {
    Int(page) < pages.count && pages.sharesPage(Int(page), with: Int(page), of: other.pages)
  }
}

// MARK: - Lists of pages

/// A page in a list of those that make up a tree.
struct PageNode {
  var page: Int32
  var height: Int32
  /// What is pending for all rows of the page.
  var shift: Shift
  /// How many of the rows are visible.
  var visibleRows: Int32
  /// The number of the run that the page is in both trees, or -1.
  var run: Int32 = -1

  /// Whether the page is of one height and known from one tree alone.
  func isOpen(_ height: Int) -> Bool {
    run < 0 && self.height == height
  }
}

/// Pages of various heights that together hold the rows of a tree.
struct PageList {
  let tree: RowTree
  var nodes: [PageNode] = []

  init(_ tree: RowTree) {
    self.tree = tree
    guard let whole = tree.whole else { return }
    let node = PageNode(
      page: whole.top.page, height: Int32(whole.height), shift: .none,
      visibleRows: tree.summary.visibleRows)
    nodes = [node]
  }

  /// Replaces the pages of one height that are no runs by their children.
  mutating func openPages(ofHeight height: Int) {
    var result: [PageNode] = []
    result.reserveCapacity(nodes.count + 64)
    for node in nodes {
      guard node.isOpen(height) else {
        result.append(node)
        continue
      }
      let children = tree.branch(node.page)
      for index in children.indices {
        let child = children[index]
        result.append(
          PageNode(
            page: child.page, height: node.height - 1, shift: node.shift + child.pending,
            visibleRows: child.summary.shifted(by: node.shift).visibleRows))
      }
    }
    nodes = result
  }

  /// The indent of the first row of a page, or -1 beyond the last.
  func firstIndent(ofNode index: Int) -> Int32 {
    guard index < nodes.count else { return -1 }
    let node = nodes[index]
    return tree.edgeRow(of: node, isLast: false).indent
  }
}

extension RowTree {
  /// The first or last row of a page, with its whole indent and folds.
  func edgeRow(of node: PageNode, isLast: Bool) -> TreeRow {
    var page = node.page
    var shift = node.shift
    for _ in 0..<node.height {
      let children = branch(page)
      let child = children[isLast ? children.count - 1 : 0]
      shift = shift + child.pending
      page = child.page
    }
    let rows = leaf(page)
    return rows[isLast ? rows.count - 1 : 0].shifted(by: shift)
  }
}
