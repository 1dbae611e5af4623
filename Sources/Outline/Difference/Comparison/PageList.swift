/// A page, or some rows of a leaf, with what is pending for all its rows.
struct PagePlace {
  let page: Int32
  let shift: Shift
  let height: UInt8
  private var start: UInt8
  private var end: UInt8

  init(page: Int32, height: Int, shift: Shift, slots: Range<Int>) {
    self.page = page
    self.shift = shift
    self.height = UInt8(height)
    start = UInt8(slots.lowerBound)
    end = UInt8(slots.upperBound)
  }

  /// The rows of a leaf; without meaning for branches.
  var slots: Range<Int> {
    get { Int(start)..<Int(end) }
    set { (start, end) = (UInt8(newValue.lowerBound), UInt8(newValue.upperBound)) }
  }
}

/// A stretch of rows in the list of those that make up a tree: a page, or pages that follow each
/// other in two trees.
struct PageNode {
  private(set) var first: PagePlace
  private(set) var last: PagePlace
  /// How many of the rows are visible.
  private(set) var visibleRows: Int32
  /// The number of the run that the rows are in both trees, or -1.
  var run: Int32 = -1
  /// Whether the run follows the one ahead of it in both trees.
  var isContinued = false

  init(_ place: PagePlace, visibleRows: Int32) {
    first = place
    last = place
    self.visibleRows = visibleRows
  }

  /// Whether the stretch is a page of one height and known from one tree alone.
  func isOpen(_ height: Int) -> Bool {
    run < 0 && first.height == height
  }

  /// The stretch of some of the rows of a leaf.
  func part(_ slots: Range<Int>, visibleRows: Int32, run: Int32) -> PageNode {
    var place = first
    place.slots = slots
    var part = PageNode(place, visibleRows: visibleRows)
    part.run = run
    return part
  }

  /// Adds the stretch that comes next.
  fileprivate mutating func append(_ next: PageNode) {
    last = next.last
    visibleRows += next.visibleRows
  }
}

/// Stretches that together hold the rows of a tree.
struct PageList {
  let tree: RowTree
  var nodes: [PageNode] = []

  init(_ tree: RowTree) {
    self.tree = tree
    guard let whole = tree.whole else { return }
    let place = tree.place(of: whole.top, height: whole.height, shift: .none)
    nodes = [PageNode(place, visibleRows: tree.summary.visibleRows)]
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
      let children = tree.branch(node.first.page)
      for index in children.indices {
        let child = children[index]
        let place = tree.place(
          of: child, height: height - 1, shift: node.first.shift)
        let rows = child.summary.shifted(by: node.first.shift).visibleRows
        result.append(PageNode(place, visibleRows: rows))
      }
    }
    nodes = result
  }

  /// Joins runs to those that they follow in both trees.
  mutating func joinContinuedRuns() {
    var count = 0
    for index in nodes.indices {
      if nodes[index].isContinued {
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

extension RowTree {
  /// The first or last row of a page, with its whole indent and folds.
  fileprivate func edgeRow(of place: PagePlace, isLast: Bool) -> TreeRow {
    var place = place
    while place.height > 0 {
      let children = branch(place.page)
      let child = children[isLast ? children.count - 1 : 0]
      place = self.place(of: child, height: Int(place.height) - 1, shift: place.shift)
    }
    let slot = isLast ? place.slots.upperBound - 1 : place.slots.lowerBound
    return leaf(place.page)[slot].shifted(by: place.shift)
  }

  /// The place of a page that is so many levels above the leaves, below one with a shift.
  fileprivate func place(of child: Child, height: Int, shift: Shift) -> PagePlace {
    PagePlace(
      page: child.page, height: height, shift: shift + child.pending,
      slots: height == 0 ? 0..<Int(child.summary.rows) : 0..<0)
  }
}
