/// A page with what is pending for all its rows.
struct PagePlace {
  var page: Int32
  var height: Int32
  var shift: Shift
}

/// A stretch of rows in the list of those that make up a tree: a page, or pages that follow each
/// other in two trees.
struct PageNode {
  let first: PagePlace
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
    let place = PagePlace(page: whole.top.page, height: Int32(whole.height), shift: .none)
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
        let place = PagePlace(
          page: child.page, height: node.first.height - 1,
          shift: node.first.shift + child.pending)
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
    var page = place.page
    var shift = place.shift
    for _ in 0..<place.height {
      let children = branch(page)
      let child = children[isLast ? children.count - 1 : 0]
      shift = shift + child.pending
      page = child.page
    }
    let rows = leaf(page)
    return rows[isLast ? rows.count - 1 : 0].shifted(by: shift)
  }
}
