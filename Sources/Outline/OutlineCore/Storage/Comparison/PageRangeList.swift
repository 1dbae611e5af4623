/// A page, or some entries of a leaf page, with the pending additions to all its rows.
struct ShiftedPage {
  let page: Int32
  let shift: Shift
  let height: UInt8
  private var start: UInt8
  private var end: UInt8

  init(_ child: BranchEntry, height: Int, shift: Shift) {
    page = child.page
    self.shift = shift + child.pending
    self.height = UInt8(height)
    start = 0
    end = height == 0 ? UInt8(child.summary.rows) : 0
  }

  /// The entries of a leaf page; for a branch page, the value has no meaning.
  var entries: Range<Int> {
    get { Int(start)..<Int(end) }
    set { (start, end) = (UInt8(newValue.lowerBound), UInt8(newValue.upperBound)) }
  }
}

/// A range of rows: a page, pages that are consecutive in both trees, or some entries of a leaf
/// page.
struct PageRange {
  private(set) var first: ShiftedPage
  private(set) var last: ShiftedPage
  /// The number of compared rows.
  private(set) var rowCount: Int32
  /// The number of the shared range, or -1.
  var sharedRange: Int32 = -1

  init(_ first: ShiftedPage, _ last: ShiftedPage, rowCount: Int32) {
    self.first = first
    self.last = last
    self.rowCount = rowCount
  }

  var isSinglePage: Bool { first.page == last.page }

  /// Returns a Boolean value that indicates whether these are pages of a height that are in no
  /// shared range so far.
  func isUnshared(_ height: Int) -> Bool {
    sharedRange < 0 && first.height == height
  }

  func slice(_ entries: Range<Int>, rowCount: Int32) -> PageRange {
    var page = first
    page.entries = entries
    return PageRange(page, page, rowCount: rowCount)
  }

  fileprivate mutating func append(_ next: PageRange) {
    last = next.last
    rowCount += next.rowCount
  }
}

struct PageRangeList: ~Copyable {
  let tree: RowTree
  let comparedRows: RowSet
  var ranges: [PageRange] = []
  /// The list that replaces this one when it is complete.
  private var next: [PageRange] = []

  init(_ tree: RowTree, comparing comparedRows: RowSet) {
    self.tree = tree
    self.comparedRows = comparedRows
    guard let pages = tree.pageTree else { return }
    let root = ShiftedPage(pages.root, height: pages.height, shift: .none)
    if pages.height > 0 {
      ranges.reserveCapacity(16)
      next.reserveCapacity(16)
    }
    ranges.append(PageRange(root, root, rowCount: tree.summary.count(of: comparedRows)))
  }

  func hasPage(_ page: Int32, _ height: Int, at index: Int) -> Bool {
    index < ranges.count && ranges[index].isUnshared(height) && ranges[index].first.page == page
  }

  /// The number of the shared range at the end of the next list, or -1.
  var lastSharedRange: Int32 {
    next.isEmpty ? -1 : next[next.count - 1].sharedRange
  }

  mutating func append(_ range: PageRange, sharedRange: Int32) {
    var range = range
    range.sharedRange = sharedRange
    next.append(range)
  }

  mutating func extendLast(by range: PageRange) {
    next[next.count - 1].append(range)
  }

  /// Adds children of a page to the next list, joined to one range if they are also
  /// consecutive in another tree.
  ///
  /// Both lists get the same ranges: two pages are consecutive in both trees or in one at most.
  mutating func append(
    _ children: ShiftedEntries, _ range: Range<Int>, comparedWith other: RowTree,
    _ sharedPages: inout SharedPages
  ) {
    var rest = range
    while !rest.isEmpty {
      let end = endOfSharedSiblings(children, rest, in: other, &sharedPages)
      next.append(children.pageRange(rest.lowerBound..<end))
      rest = end..<rest.upperBound
    }
  }

  /// Returns the end of the children that also follow the first one of a range in another tree.
  private func endOfSharedSiblings(
    _ children: ShiftedEntries, _ range: Range<Int>, in other: RowTree,
    _ sharedPages: inout SharedPages
  ) -> Int {
    let entries = children.entries
    let page = entries[range.lowerBound].page
    var end = range.lowerBound + 1
    guard end < range.upperBound, page != other.root, sharedPages.contains(page) else {
      return end
    }
    let others = other.branch(other.parents[Int(page)])
    var index = others.index(of: page)
    let shift = entries[range.lowerBound].pending - others[index].pending
    index += 1
    while end < range.upperBound && index < others.count {
      let (next, otherNext) = (entries[end], others[index])
      guard next.page == otherNext.page, next.pending - otherNext.pending == shift,
        sharedPages.contains(next.page)
      else { break }
      end += 1
      index += 1
    }
    return end
  }

  /// Adds a range to the next list, or the children of an unshared page of a height.
  mutating func append(
    _ range: PageRange, replacingHeight height: Int, comparedWith other: RowTree,
    _ sharedPages: inout SharedPages
  ) {
    if range.isUnshared(height) {
      let children = children(of: range)
      append(children, 0..<children.count, comparedWith: other, &sharedPages)
    } else {
      next.append(range)
    }
  }

  mutating func appendRanges(
    _ indices: Range<Int>, replacingHeight height: Int, comparedWith other: RowTree,
    _ sharedPages: inout SharedPages
  ) {
    for index in indices {
      append(ranges[index], replacingHeight: height, comparedWith: other, &sharedPages)
    }
  }

  mutating func finish() {
    swap(&ranges, &next)
    next.removeAll(keepingCapacity: true)
  }

  func children(of range: PageRange) -> ShiftedEntries {
    ShiftedEntries(
      entries: tree.branch(range.first.page), height: Int(range.first.height) - 1,
      above: range.first.shift, comparedRows: comparedRows)
  }

  mutating func joinSharedRanges() {
    var count = 0
    for index in ranges.indices {
      if count > 0 && ranges[index].sharedRange >= 0
        && ranges[index].sharedRange == ranges[count - 1].sharedRange
      {
        ranges[count - 1].append(ranges[index])
      } else {
        ranges[count] = ranges[index]
        count += 1
      }
    }
    ranges.removeLast(ranges.count - count)
  }

  func firstIndent(ofRange index: Int) -> Int32 {
    index < ranges.count ? tree.edgeRow(of: ranges[index].first, isLast: false).indent : -1
  }

  /// Returns the last row of a range, with its absolute indent and collapsed ancestors.
  func lastRow(ofRange index: Int) -> TreeRow {
    tree.edgeRow(of: ranges[index].last, isLast: true)
  }
}

/// The entries of a branch page, with the shift above them.
struct ShiftedEntries {
  let entries: Entries<BranchEntry>
  let height: Int
  let above: Shift
  let comparedRows: RowSet

  var count: Int { entries.count }

  func shift(at index: Int) -> Shift {
    above + entries[index].pending
  }

  func pageRange(_ range: Range<Int>) -> PageRange {
    var rowCount: Int32 = 0
    for index in range {
      rowCount += entries[index].summary.count(of: comparedRows, below: above)
    }
    let first = page(range.lowerBound)
    let last = range.count == 1 ? first : page(range.upperBound - 1)
    return PageRange(first, last, rowCount: rowCount)
  }

  private func page(_ index: Int) -> ShiftedPage {
    ShiftedPage(entries[index], height: height, shift: above)
  }
}

extension RowTree {
  /// Returns the first or last row of a page, with its absolute indent and collapsed ancestors.
  fileprivate func edgeRow(of page: ShiftedPage, isLast: Bool) -> TreeRow {
    var page = page
    while page.height > 0 {
      let children = branch(page.page)
      let child = children[isLast ? children.count - 1 : 0]
      page = ShiftedPage(child, height: Int(page.height) - 1, shift: page.shift)
    }
    let entry = isLast ? page.entries.upperBound - 1 : page.entries.lowerBound
    return leaf(page.page)[entry].shifted(by: page.shift)
  }
}
