extension RowTree {
  /// Returns the visible rows with children among the descendants of a row, in their order.
  ///
  /// - Complexity: O((1 + *k*) log `count`) for *k* such rows: pages of siblings and of hidden rows
  ///   are skipped
  package func visibleParents(below handle: Int32) -> [Int32] {
    let positions = subtreeRange(of: handle)
    var search = ParentSearch(self, in: positions.lowerBound + 1..<positions.upperBound)
    return search.parents()
  }
}

/// A search for visible rows with children: a visible row has children if the next row is deeper.
private struct ParentSearch {
  private struct Page {
    var number: Int32
    var height: Int
    var shift: Shift
    /// The position of its first row.
    var start: Int
    var summary: Summary
  }

  private let tree: RowTree
  private let positions: Range<Int>
  private var pages: [Page]
  /// The visible row before the next page.
  private var last: (position: Int, indent: Int32)?
  private var found: [Int32] = []

  init(_ tree: RowTree, in positions: Range<Int>) {
    self.tree = tree
    self.positions = positions
    pages = [
      Page(number: tree.root, height: tree.height, shift: .none, start: 0, summary: tree.summary)
    ]
  }

  mutating func parents() -> [Int32] {
    while let page = pages.popLast() {
      let end = page.start + Int(page.summary.rows)
      guard positions.overlaps(page.start..<end) else { continue }
      let isWithin = positions.lowerBound <= page.start && end <= positions.upperBound
      if isWithin && page.summary.count(of: .visible) == 0 {
        // Hidden rows after a visible one are its descendants.
        note(nextIndent: .max)
        last = nil
      } else if isWithin && page.summary.minIndentCount == page.summary.rows {
        note(nextIndent: page.summary.minIndent)
        last = (end - 1, page.summary.minIndent)
      } else if page.height == 0 {
        searchLeaf(page)
      } else {
        pushChildren(of: page)
      }
    }
    return found
  }

  private mutating func pushChildren(of page: Page) {
    let first = pages.count
    var start = page.start
    let entries = tree.branch(page.number)
    for index in entries.indices {
      let entry = entries[index]
      pages.append(
        Page(
          number: entry.page, height: page.height - 1, shift: page.shift + entry.pending,
          start: start, summary: entry.summary.shifted(by: page.shift)))
      start += Int(entry.summary.rows)
    }
    pages[first...].reverse()
  }

  private mutating func searchLeaf(_ page: Page) {
    let rows = tree.leaf(page.number)
    for entry in rows.indices where positions.contains(page.start + entry) {
      let row = rows[entry].shifted(by: page.shift)
      note(nextIndent: row.indent)
      last = row.isVisible ? (page.start + entry, row.indent) : nil
    }
  }

  private mutating func note(nextIndent: Int32) {
    if let last, nextIndent > last.indent {
      found.append(tree.handle(at: last.position, among: .all))
    }
  }
}
