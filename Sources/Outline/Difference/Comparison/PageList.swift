/// A page, or some rows of a leaf, with what is pending for all its rows.
struct PagePlace {
  let page: Int32
  let shift: Shift
  let height: UInt8
  private var start: UInt8
  private var end: UInt8

  /// The place of a page that is so many levels above the leaves, below one with a shift.
  init(_ child: BranchEntry, height: Int, shift: Shift) {
    page = child.page
    self.shift = shift + child.pending
    self.height = UInt8(height)
    start = 0
    end = height == 0 ? UInt8(child.summary.rows) : 0
  }

  /// The rows of a leaf; without meaning for branches.
  var slots: Range<Int> {
    get { Int(start)..<Int(end) }
    set { (start, end) = (UInt8(newValue.lowerBound), UInt8(newValue.upperBound)) }
  }
}

/// A stretch of rows in the list of those that make up a tree: a page, pages that follow each other
/// in two trees, or some rows of a leaf.
struct PageNode {
  private(set) var first: PagePlace
  private(set) var last: PagePlace
  /// How many of the rows are visible.
  private(set) var visibleRows: Int32
  /// The number of the run that the rows are in both trees, or -1.
  var run: Int32 = -1

  init(_ first: PagePlace, _ last: PagePlace, visibleRows: Int32) {
    self.first = first
    self.last = last
    self.visibleRows = visibleRows
  }

  var isOnePage: Bool { first.page == last.page }

  /// Whether the stretch is of pages of one height that are in no run so far.
  func isOpen(_ height: Int) -> Bool {
    run < 0 && first.height == height
  }

  /// The stretch of some of the rows of a leaf.
  func part(_ slots: Range<Int>, visibleRows: Int32) -> PageNode {
    var place = first
    place.slots = slots
    return PageNode(place, place, visibleRows: visibleRows)
  }

  /// Adds the stretch that comes next.
  fileprivate mutating func append(_ next: PageNode) {
    last = next.last
    visibleRows += next.visibleRows
  }
}

/// Stretches that together hold the rows of a tree.
struct PageList: ~Copyable {
  let tree: RowTree
  var nodes: [PageNode] = []
  /// The list that takes the place of this one when it is done.
  private var next: [PageNode] = []

  init(_ tree: RowTree) {
    self.tree = tree
    guard let whole = tree.whole else { return }
    let place = PagePlace(whole.top, height: whole.height, shift: .none)
    if whole.height > 0 {
      nodes.reserveCapacity(16)
      next.reserveCapacity(16)
    }
    nodes.append(PageNode(place, place, visibleRows: tree.summary.visibleRows))
  }

  /// Whether a page of some height that is no run is at a place.
  func hasPage(_ page: Int32, _ height: Int, at place: Int) -> Bool {
    place < nodes.count && nodes[place].isOpen(height) && nodes[place].first.page == page
  }

  /// The run that the new list ends with, or -1.
  var lastRun: Int32 {
    next.isEmpty ? -1 : next[next.count - 1].run
  }

  /// Adds a stretch to the new list.
  mutating func append(_ node: PageNode, run: Int32) {
    var node = node
    node.run = run
    next.append(node)
  }

  /// Makes the last stretch of the new list longer.
  mutating func extendLast(by node: PageNode) {
    next[next.count - 1].append(node)
  }

  /// Adds children of a page to the new list: those that follow each other in another tree, too, as
  /// one stretch, and all others one by one.
  ///
  /// Both lists get the same stretches: whether two pages follow each other in both trees is the
  /// same question from either side, and a page is in a run in both lists or in neither.
  mutating func append(
    _ children: ChildList, _ range: Range<Int>, comparedWith other: RowTree,
    _ shared: inout SharedPages
  ) {
    var rest = range
    while !rest.isEmpty {
      let end = endOfStretch(children, rest, in: other, &shared)
      next.append(children.stretch(rest.lowerBound..<end))
      rest = end..<rest.upperBound
    }
  }

  /// Where the children end that follow the first one of a range in another tree, too.
  private func endOfStretch(
    _ children: ChildList, _ range: Range<Int>, in other: RowTree, _ shared: inout SharedPages
  ) -> Int {
    let entries = children.entries
    let page = entries[range.lowerBound].page
    var end = range.lowerBound + 1
    guard end < range.upperBound, page != other.root, shared.contains(page) else { return end }
    let others = other.branch(other.parents[Int(page)])
    var place = others.index(of: page)
    let shift = entries[range.lowerBound].pending - others[place].pending
    place += 1
    while end < range.upperBound && place < others.count {
      let (next, otherNext) = (entries[end], others[place])
      guard next.page == otherNext.page, next.pending - otherNext.pending == shift,
        shared.contains(next.page)
      else { break }
      end += 1
      place += 1
    }
    return end
  }

  /// Adds a stretch to the new list, or its children if it is a page of a height and no run.
  mutating func append(
    _ node: PageNode, openingHeight height: Int, comparedWith other: RowTree,
    _ shared: inout SharedPages
  ) {
    if node.isOpen(height) {
      let children = children(of: node)
      append(children, 0..<children.count, comparedWith: other, &shared)
    } else {
      next.append(node)
    }
  }

  mutating func appendNodes(
    _ range: Range<Int>, openingHeight height: Int, comparedWith other: RowTree,
    _ shared: inout SharedPages
  ) {
    for index in range {
      append(nodes[index], openingHeight: height, comparedWith: other, &shared)
    }
  }

  /// Puts the new list in the place of the old one.
  mutating func finish() {
    swap(&nodes, &next)
    next.removeAll(keepingCapacity: true)
  }

  func children(of node: PageNode) -> ChildList {
    ChildList(
      entries: tree.branch(node.first.page), height: Int(node.first.height) - 1,
      above: node.first.shift)
  }

  /// Joins the parts of runs that follow each other.
  mutating func joinRuns() {
    var count = 0
    for index in nodes.indices {
      if count > 0 && nodes[index].run >= 0 && nodes[index].run == nodes[count - 1].run {
        nodes[count - 1].append(nodes[index])
      } else {
        nodes[count] = nodes[index]
        count += 1
      }
    }
    nodes.removeLast(nodes.count - count)
  }

  /// The indent of the first row of a stretch, or -1 beyond the last.
  func firstIndent(ofNode index: Int) -> Int32 {
    index < nodes.count ? tree.edgeRow(of: nodes[index].first, isLast: false).indent : -1
  }

  /// The last row of a stretch, with its whole indent and folds.
  func lastRow(ofNode index: Int) -> TreeRow {
    tree.edgeRow(of: nodes[index].last, isLast: true)
  }
}

/// The children of a page: valid as their entries are.
struct ChildList {
  let entries: Entries<BranchEntry>
  /// How many levels above the leaves they are.
  let height: Int
  /// What is pending for all of them.
  let above: Shift

  var count: Int { entries.count }

  func shift(at index: Int) -> Shift {
    above + entries[index].pending
  }

  /// The stretch of some children that follow each other.
  func stretch(_ range: Range<Int>) -> PageNode {
    var visibleRows: Int32 = 0
    for index in range {
      visibleRows += entries[index].summary.shifted(by: above).visibleRows
    }
    let first = place(range.lowerBound)
    let last = range.count == 1 ? first : place(range.upperBound - 1)
    return PageNode(first, last, visibleRows: visibleRows)
  }

  private func place(_ index: Int) -> PagePlace {
    PagePlace(entries[index], height: height, shift: above)
  }
}

extension RowTree {
  /// The first or last row of a page, with its whole indent and folds.
  fileprivate func edgeRow(of place: PagePlace, isLast: Bool) -> TreeRow {
    var place = place
    while place.height > 0 {
      let children = branch(place.page)
      let child = children[isLast ? children.count - 1 : 0]
      place = PagePlace(child, height: Int(place.height) - 1, shift: place.shift)
    }
    let slot = isLast ? place.slots.upperBound - 1 : place.slots.lowerBound
    return leaf(place.page)[slot].shifted(by: place.shift)
  }
}
