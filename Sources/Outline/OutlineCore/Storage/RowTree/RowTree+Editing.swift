//  Edits split the tree and join its parts in another order. Edits of a few rows of one leaf happen
//  in place, and split only full pages.

extension RowTree {
  /// Inserts rows with absolute indents and collapsed ancestors before another row, or at the end.
  ///
  /// - Complexity: O(log `count` + `rows.count`)
  @usableFromInline
  mutating func insert(_ rows: [TreeRow], before next: Cursor?) {
    if rows.isEmpty || insertInPlace(rows, before: next) { return }
    let position = next.map { self.position(of: $0, among: .all) } ?? count
    let new = build(rows)
    let (before, after) = split(pageTree, at: position)
    setRoot(to: join(join(before, new), after))
  }

  private mutating func insert(_ rows: [TreeRow], at position: Int) {
    insert(rows, before: position < count ? cursor(at: position, among: .all) : nil)
  }

  /// Removes a range of rows and returns their handles.
  ///
  /// - Complexity: O(log `count` + `range.count`)
  @usableFromInline
  package mutating func remove(_ range: Range<Int>) -> [Int32] {
    if range.isEmpty { return [] }
    if let handles = removeInPlace(range) { return handles }
    let (before, rest) = split(pageTree, at: range.lowerBound)
    let (removed, after) = split(rest, at: range.count)
    setRoot(to: join(before, after))
    return release(removed)
  }

  /// Moves a range of rows before the row at `destination`, which is outside of the range, and
  /// shifts them.
  mutating func move(_ range: Range<Int>, to destination: Int, shiftedBy shift: Shift) {
    let target = destination > range.lowerBound ? destination - range.count : destination
    if range.count <= minimum(TreeRow.self) {
      let moved = rows(in: range).map { $0.shifted(by: shift) }
      _ = remove(range)
      insert(moved, at: target)
      return
    }
    let (before, rest) = split(pageTree, at: range.lowerBound)
    var (moved, after) = split(rest, at: range.count)
    moved?.root.shift(by: shift)
    let (start, end) = split(join(before, after), at: target)
    setRoot(to: join(join(start, moved), end))
  }

  /// Replaces a range of rows.
  ///
  /// - Complexity: O(log `count` + `range.count` + `rows.count`)
  @usableFromInline
  package mutating func replace(_ range: Range<Int>, with rows: [TreeRow]) {
    _ = remove(range)
    insert(rows, at: range.lowerBound)
  }

  /// The rows of a range, with absolute indents and collapsed ancestors.
  ///
  /// - Complexity: O(log `count` + `range.count`)
  @usableFromInline
  package func rows(in range: Range<Int>) -> [TreeRow] {
    var rows: [TreeRow] = []
    rows.reserveCapacity(range.count)
    var walk = RowWalk(self, in: range, among: .all)
    while walk.advance() {
      rows += walk.rows
    }
    return rows
  }
}

// MARK: - In place

extension RowTree {
  private mutating func insertInPlace(_ rows: [TreeRow], before next: Cursor?) -> Bool {
    guard root >= 0, rows.count <= 2 * capacity(TreeRow.self) else { return false }
    let cursor = next ?? end
    let count = leaf(cursor.leaf).count
    if count + rows.count > capacity(TreeRow.self) {
      let rows = rows.map { $0.shifted(by: .none - cursor.shift) }
      insertSplitting(rows, into: cursor.leaf, at: cursor.index)
      return true
    }
    let entries = write(cursor.leaf, as: TreeRow.self, roomFor: count + rows.count)
    entries.openGap(rows.count, at: cursor.index)
    for (offset, row) in rows.enumerated() {
      entries[cursor.index + offset] = row.shifted(by: .none - cursor.shift)
    }
    TreeRow.recordPage(cursor.leaf, of: rows, in: &self)
    let new = entries.entries.summary(of: cursor.index..<cursor.index + rows.count)
    addSummary(new, above: cursor.leaf)
    return true
  }

  /// Inserts entries into a full page, whose entries are distributed over several pages.
  ///
  /// The pages above change in place. A page gets at most as many new entries as it can have twice.
  private mutating func insertSplitting<Entry: TreeEntry>(
    _ new: [Entry], into page: Int32, at index: Int
  ) {
    let entries = write(page, as: Entry.self, roomFor: capacity(Entry.self))
    var all = entries.entries.compactMap(in: entries.indices) { $0 }
    all.insert(contentsOf: new, at: index)
    let ranges = evenRanges(all.count, as: Entry.self)
    entries.remove(entries.indices)
    entries.append(all[ranges[0]])
    Entry.recordPage(page, of: all[ranges[0]], in: &self)
    let siblings = ranges.dropFirst().map { makePage(all[$0]) }
    let isRoot = page == root
    let parent = isRoot ? makePage([BranchEntry(page: page, summary: .empty)]) : parents[Int(page)]
    if isRoot {
      setRoot(to: PageTree(root: BranchEntry(page: parent, summary: .empty), height: height + 1))
    }
    let children = write(parent, as: BranchEntry.self)
    let child = children.entries.index(of: page)
    children[child] = updated(children[child], as: Entry.self)
    let pending = children[child].pending
    insert(
      siblings.map {
        updated(BranchEntry(page: $0, pending: pending, summary: .empty), as: Entry.self)
      }, into: parent, at: child + 1)
  }

  private mutating func insert(_ children: [BranchEntry], into page: Int32, at index: Int) {
    let count = branch(page).count
    if count + children.count > capacity(BranchEntry.self) {
      insertSplitting(children, into: page, at: index)
      return
    }
    let entries = write(page, as: BranchEntry.self, roomFor: count + children.count)
    entries.openGap(children.count, at: index)
    for (offset, child) in children.enumerated() {
      entries[index + offset] = child
    }
    BranchEntry.recordPage(page, of: children, in: &self)
    updateSummaries(above: page, summary: entries.entries.summary)
  }

  private mutating func removeInPlace(_ range: Range<Int>) -> [Int32]? {
    let cursor = cursor(at: range.lowerBound, among: .all)
    let indices = cursor.index..<cursor.index + range.count
    let newCount = leaf(cursor.leaf).count - range.count
    guard newCount >= (cursor.leaf == root ? 1 : minimum(TreeRow.self)),
      indices.upperBound <= newCount + range.count
    else { return nil }
    let entries = write(cursor.leaf, as: TreeRow.self)
    let handles = indices.map { entries[$0].handle }
    entries.remove(indices)
    updateSummaries(above: cursor.leaf, summary: entries.entries.summary)
    return handles
  }
}

extension RowTree {
  /// Gives a row another handle, which the tree does not have.
  @usableFromInline
  package mutating func replace(_ handle: Int32, with new: Int32) {
    let cursor = cursor(of: handle)
    let entries = write(cursor.leaf, as: TreeRow.self)
    entries[cursor.index].handle = new
    entries[cursor.index].recordPage(cursor.leaf, in: &self)
    updateSummaries(above: cursor.leaf, summary: entries.entries.summary)
  }
}

// MARK: - Insertion points

/// The place of new rows; it is valid until the tree changes.
@usableFromInline
package struct InsertionPoint {
  /// The row that will follow; `nil` at the end.
  @usableFromInline let next: Cursor?
  let shift: Shift
}

extension RowTree {
  @usableFromInline
  package func insertionPoint(atEndOf parent: Int32?) -> InsertionPoint {
    guard let parent else { return InsertionPoint(next: nil, shift: .none) }
    let cursor = cursor(of: parent)
    let row = row(at: cursor)
    let shift = Shift(indent: row.indent + 1, collapsedAncestors: row.childCollapsedAncestors)
    return InsertionPoint(next: descendantScan(from: cursor).stop, shift: shift)
  }

  @usableFromInline
  package func insertionPoint(before anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    return InsertionPoint(next: cursor, shift: row(at: cursor).shift)
  }

  @usableFromInline
  package func insertionPoint(after anchor: Int32) -> InsertionPoint {
    let cursor = cursor(of: anchor)
    return InsertionPoint(next: descendantScan(from: cursor).stop, shift: row(at: cursor).shift)
  }

  /// The handle of the row that will follow; `nil` at the end.
  @usableFromInline
  package func handle(after point: InsertionPoint) -> Int32? {
    point.next.map { row(at: $0).handle }
  }

  @usableFromInline
  package mutating func insert(_ handles: [Int32], at point: InsertionPoint) {
    let rows = handles.map {
      TreeRow(
        handle: $0, isExpanded: false, indent: point.shift.indent,
        collapsedAncestors: point.shift.collapsedAncestors)
    }
    insert(rows, before: point.next)
  }

  /// Inserts rows that are relative to the insertion point, under new handles if any.
  @usableFromInline
  package mutating func graft(
    _ rows: consuming [TreeRow], under handles: [Int32]? = nil, at point: InsertionPoint
  ) {
    for index in rows.indices {
      rows[index].shift(by: point.shift)
      if let handles {
        rows[index].handle = handles[index]
      }
    }
    insert(rows, before: point.next)
  }

  @usableFromInline
  package mutating func move(_ handle: Int32, to point: InsertionPoint) {
    let cursor = cursor(of: handle)
    let shift = point.shift - row(at: cursor).shift
    let range = subtreeRange(of: cursor)
    let position = point.next.map { self.position(of: $0, among: .all) } ?? count
    let isAdjacent = position >= range.lowerBound && position <= range.upperBound
    if isAdjacent && shift.indent == 0 { return }
    move(range, to: position, shiftedBy: shift)
  }

  @usableFromInline
  package func subtree(_ range: Range<Int>) -> [TreeRow] {
    rows(in: range).relativeToFirst
  }
}

extension [TreeRow] {
  /// The rows with indents and collapsed ancestors relative to the first.
  @usableFromInline package var relativeToFirst: [TreeRow] {
    guard let first else { return [] }
    let shift = .none - first.shift
    return shift == .none ? self : map { $0.shifted(by: shift) }
  }
}

// MARK: - Splitting

extension RowTree {
  /// Splits a tree of pages into its first `position` rows and the others.
  mutating func split(_ tree: PageTree?, at position: Int) -> (PageTree?, PageTree?) {
    guard let tree, position > 0 else { return (nil, tree) }
    guard position < Int(tree.root.summary.rows) else { return (tree, nil) }
    if tree.height == 0 {
      let (low, high) = splitPage(tree.root, at: position, as: TreeRow.self)
      return (PageTree(root: low, height: 0), high.map { PageTree(root: $0, height: 0) })
    }
    let children = branch(tree.root.page)
    var index = 0
    var rest = position
    while rest >= Int(children[index].summary.rows) {
      rest -= Int(children[index].summary.rows)
      index += 1
    }
    if rest == 0 {
      let (low, high) = splitPage(tree.root, at: index, as: BranchEntry.self)
      return (trimmed(low, tree.height), high.flatMap { trimmed($0, tree.height) })
    }
    // The position is inside a child: the child is removed and split, and its halves are joined to
    // its neighbors.
    let (low, high) = splitPage(tree.root, at: index + 1, as: BranchEntry.self)
    let entries = write(low.page, as: BranchEntry.self)
    var middle = PageTree(root: entries[index], height: tree.height - 1)
    middle.root.shift(by: low.pending)
    entries.remove(index..<index + 1)
    let (lowMiddle, highMiddle) = split(middle, at: rest)
    return (
      join(trimmed(updated(low, as: BranchEntry.self), tree.height), lowMiddle),
      join(highMiddle, high.flatMap { trimmed($0, tree.height) })
    )
  }

  mutating func splitPage<Entry: TreeEntry>(
    _ child: BranchEntry, at index: Int, as type: Entry.Type
  ) -> (BranchEntry, BranchEntry?) {
    guard index < self.entries(of: child, as: type).count else { return (child, nil) }
    let entries = write(child.page, as: type)
    let new = makePage((index..<entries.count).map { entries[$0] })
    entries.remove(index..<entries.count)
    let high = BranchEntry(page: new, pending: child.pending, summary: .empty)
    return (updated(child, as: type), updated(high, as: type))
  }

  /// Replaces a root page that has one child by that child, and one without children by no tree.
  private mutating func trimmed(_ root: BranchEntry, _ height: Int) -> PageTree? {
    let children = branch(root.page)
    if children.count > 1 { return PageTree(root: root, height: height) }
    var only = children.count == 1 ? children[0] : nil
    only?.shift(by: root.pending)
    release(root.page)
    return only.map { PageTree(root: $0, height: height - 1) }
  }

  mutating func release(_ tree: PageTree?) -> [Int32] {
    guard let tree else { return [] }
    var handles: [Int32] = []
    handles.reserveCapacity(Int(tree.root.summary.rows))
    var stack = [(page: tree.root.page, height: tree.height)]
    while let (page, height) = stack.popLast() {
      if height == 0 {
        let rows = leaf(page)
        handles += rows.indices.map { rows[$0].handle }
      } else {
        let children = branch(page)
        stack += children.indices.reversed().map { (children[$0].page, height - 1) }
      }
      release(page)
    }
    return handles
  }

  func entries<Entry: TreeEntry>(
    of child: BranchEntry, as type: Entry.Type = Entry.self
  ) -> Entries<Entry> {
    pages.entries(of: Int(child.page))
  }

  func updated<Entry: TreeEntry>(_ child: BranchEntry, as type: Entry.Type) -> BranchEntry {
    let entries = entries(of: child, as: type)
    return BranchEntry(page: child.page, pending: child.pending, summary: entries.summary)
  }
}

// MARK: - Joining

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
    // Products of counts and pages need more than 32 bits.
    func start(_ page: Int) -> Int { Int(Int64(count) * Int64(page) / Int64(pages)) }
    return (0..<pages).map { start($0)..<start($0 + 1) }
  }
}
