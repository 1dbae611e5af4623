//  The parents of compared rows
//  ============================
//
//  The ancestors of a row are the nearest rows above it with smaller levels. While the ranges of a
//  tree are read in order, a stack has the ranges that contain the ancestors of the next row. Each
//  covers consecutive levels:
//
//      range 0   levels 0 1 2        stack   levels 0...2 in range 0
//      range 1   levels 2 3 1 2 3            level 0 in range 0, levels 1...3 in range 1
//      range 2   level 1                     level 0 in range 0, level 1 in range 2
//
//  The rows of a shared range can have parents before the range. These are on the stack, from one
//  level above the lowest row of the range to one level above its first row.

/// The parent of a row: a row of a compared range.
struct RowParent: Hashable {
  /// The index of the range, or -1 for the parent of the roots.
  var range: Int32
  /// The level of the parent, relative to the first row of its range.
  var level: Int32
}

/// Consecutive levels of the ancestors of a row, which are in one range.
struct AncestorLevels {
  /// The index of the range, or -1 for the level above the roots.
  var range: Int32
  /// The lowest of the levels.
  var start: Int32
  /// The level of the first row of the range.
  var base: Int32

  func parent(at level: Int32) -> RowParent { RowParent(range: range, level: level &- base) }
}

/// The place of a compared range in its tree.
private struct RangeOfRows {
  /// The position of its first row, and that after its last one.
  var start: Int32
  var end: Int32
  /// The level of its first row.
  var level: Int32
  /// The parent of its first row.
  var parent: RowParent
}

/// The compared rows of a tree as ranges, with their levels and parents.
struct RowHierarchy {
  let tree: RowTree
  private let comparedRows: RowSet
  /// By range: the handle of a single row, or a negative number for a shared range.
  private(set) var keys: [Int32]
  /// By range; empty for visible rows.
  private let appearances: [UInt32]
  private var ranges: [RangeOfRows] = []
  /// The ancestors of the next row.
  private var stack = [AncestorLevels(range: -1, start: -1, base: -1)]
  private(set) var sharedRanges: [Int] = []
  /// By shared range: the ancestors that its rows have as parents, from the lowest level up.
  private var parentsBefore: [Int: [AncestorLevels]] = [:]
  /// By range: the handles of the siblings before and after a single row, or -1.
  private var siblings: [(previous: Int32, next: Int32)] = []
  /// By parent, with that of the roots first: whether rows of shared ranges can be its children.
  private var sharedChildren: [Bool]

  init(_ ranges: borrowing ComparedRanges) {
    tree = ranges.pages.tree
    comparedRows = ranges.pages.comparedRows
    keys = ranges.keys
    appearances = ranges.appearances
    self.ranges.reserveCapacity(keys.count)
    sharedChildren = [Bool](filling: keys.count + 1, with: false)
    var start = 0
    for (index, key) in keys.enumerated() {
      let end = start + ranges.rowCount(at: index)
      var level = Int32(appearances[index] >> 2)
      if key < 0 { level = ranges.pages.firstIndent(ofRange: Int(~key)) }
      appendRange(start..<end, level: level, isShared: key < 0)
      start = end
    }
  }

  /// Creates the hierarchy of ascending ranges of visible rows.
  init(_ tree: RowTree, visibleRows ranges: [Range<Int>]) {
    self.tree = tree
    comparedRows = .visible
    keys = []
    appearances = []
    sharedChildren = [Bool](filling: ranges.count + 1, with: false)
    for range in ranges {
      let row = tree.row(at: tree.cursor(at: range.lowerBound, among: .visible))
      keys.append(range.count == 1 ? row.handle : -1)
      appendRange(range, level: row.indent, isShared: range.count > 1)
    }
  }

  @inline(__always)
  private mutating func appendRange(_ positions: Range<Int>, level: Int32, isShared: Bool) {
    let index = ranges.count
    stack.removeLevels(from: level)
    let parent = stack[stack.count - 1].parent(at: level - 1)
    var lowest = level
    if isShared {
      lowest = tree.lowestLevel(in: positions, among: comparedRows)
      sharedRanges.append(index)
      let parents = stack.levels(from: lowest - 1)
      parentsBefore[index] = parents
      for parents in parents {
        sharedChildren[Int(parents.range + 1)] = true
      }
      sharedChildren[index + 1] = true
      stack.removeLevels(from: lowest)
    }
    ranges.append(
      RangeOfRows(
        start: Int32(positions.lowerBound), end: Int32(positions.upperBound), level: level,
        parent: parent))
    stack.append(AncestorLevels(range: Int32(index), start: lowest, base: level))
  }

  func isExpanded(_ range: Int) -> Bool { appearances[range] & 2 != 0 }

  func isShared(_ range: Int) -> Bool { keys[range] < 0 }

  func level(ofRange range: Int) -> Int32 { ranges[range].level }

  /// Returns the parent of a single row.
  func parent(ofRange range: Int) -> RowParent { ranges[range].parent }

  func handle(at position: Int) -> Int32 {
    tree.row(at: tree.cursor(at: position, among: comparedRows)).handle
  }

  func positions(ofRange range: Int) -> Range<Int> {
    Int(ranges[range].start)..<Int(ranges[range].end)
  }

  /// Returns a Boolean value that indicates whether rows of shared ranges can be children of a
  /// parent.
  func hasSharedChildren(_ parent: RowParent) -> Bool { sharedChildren[Int(parent.range + 1)] }

  /// Finds the siblings of all single rows.
  mutating func findSiblings() {
    siblings = [(previous: Int32, next: Int32)](filling: keys.count, with: (-1, -1))
    // By parent, with that of the roots first: the last child so far.
    var lastChildren = [Int32](filling: keys.count + 1, with: -1)
    for (range, key) in keys.enumerated() where key >= 0 {
      let parent = Int(ranges[range].parent.range + 1)
      let previous = Int(lastChildren[parent])
      if previous >= 0 {
        siblings[range].previous = keys[previous]
        siblings[previous].next = key
      }
      lastChildren[parent] = Int32(range)
    }
  }

  /// Returns the parent and the siblings of a single row.
  func neighbors(ofRange range: Int) -> RowTree.Neighbors {
    if hasSharedChildren(ranges[range].parent) { return tree.neighbors(of: keys[range]) }
    let parent = ranges[range].parent.range
    let (previous, next) = siblings[range]
    return (
      parent: parent < 0 ? nil : keys[Int(parent)], previous: previous < 0 ? nil : previous,
      next: next < 0 ? nil : next
    )
  }

  func parentsBefore(sharedRange range: Int) -> [AncestorLevels] { parentsBefore[range] ?? [] }

  func lowestLevel(ofRange range: Int) -> Int32 {
    // The first parent is one level above the lowest row of the range.
    isShared(range) ? parentsBefore(sharedRange: range)[0].start + 1 : ranges[range].level
  }
}

extension [AncestorLevels] {
  @inline(__always)
  fileprivate mutating func removeLevels(from level: Int32) {
    while self[count - 1].start >= level {
      removeLast()
    }
  }

  /// Returns the levels from a level on.
  fileprivate func levels(from level: Int32) -> [AncestorLevels] {
    var index = count - 1
    while self[index].start > level {
      index -= 1
    }
    var levels = Array(self[index...])
    levels[0].start = level
    return levels
  }
}

// MARK: - Rows of shared ranges

extension RowHierarchy {
  /// Calls `body` with the positions of the rows of a shared range whose parents precede the range
  /// and have given levels.
  func forEachRow(
    ofSharedRange range: Int, withParentsAt levels: ClosedRange<Int32>, _ body: (Int) -> Void
  ) {
    let positions = positions(ofRange: range)
    var position = positions.lowerBound
    var cursor = tree.cursor(at: position, among: comparedRows)
    func advance(toLevel level: Int32) -> Bool {
      let scan = tree.scan(from: cursor, step: 1, below: level, passing: 0)
      guard let stop = scan.stop else { return false }
      position = tree.position(of: stop, among: comparedRows)
      cursor = stop
      return position < positions.upperBound
    }
    if ranges[range].level > levels.upperBound + 1 && !advance(toLevel: levels.upperBound + 1) {
      return
    }
    repeat {
      let level = tree.row(at: cursor).indent
      guard level > levels.lowerBound else { return }
      body(position)
      guard advance(toLevel: level) else { return }
    } while true
  }

  /// Returns the positions of the rows of a range whose parents are in given ranges before it.
  func rows(ofRange range: Int, withParentsIn isIncluded: (_ range: Int32) -> Bool) -> [Int] {
    let positions = positions(ofRange: range)
    guard isShared(range) else {
      return isIncluded(ranges[range].parent.range) ? Array(positions) : []
    }
    var rows: [Int] = []
    let levels = parentsBefore(sharedRange: range)
    var end = ranges[range].level
    for parents in levels.reversed() {
      if isIncluded(parents.range) {
        forEachRow(ofSharedRange: range, withParentsAt: parents.start...end - 1) { rows.append($0) }
      }
      end = parents.start
    }
    return rows
  }

  /// Returns the levels of the rows before a shared range that are parents of rows in it.
  func levelsOfParents(beforeSharedRange range: Int) -> [Int32] {
    let positions = positions(ofRange: range)
    var position = positions.lowerBound
    var cursor = tree.cursor(at: position, among: comparedRows)
    var result: [Int32] = []
    while position < positions.upperBound {
      let level = tree.row(at: cursor).indent
      result.append(level - 1)
      guard let stop = tree.scan(from: cursor, step: 1, below: level).stop else { break }
      position = tree.position(of: stop, among: comparedRows)
      cursor = stop
    }
    return result
  }

  /// Returns the parent, before a shared range, that has a level.
  func parent(at level: Int32, beforeSharedRange range: Int) -> RowParent {
    let levels = parentsBefore(sharedRange: range)
    let index = levels.lastIndex { $0.start <= level } ?? 0
    return levels[index].parent(at: level)
  }
}

// MARK: - Children

/// The children of a row, by position.
struct ChildPositions {
  private let tree: RowTree
  private let comparedRows: RowSet
  let level: Int32
  /// The positions of the parent's descendants.
  let descendants: Range<Int>

  fileprivate init(_ tree: RowTree, _ rows: RowSet, ofRowAt position: Int, level: Int32) {
    self.tree = tree
    comparedRows = rows
    self.level = level + 1
    if position < 0 {
      descendants = 0..<tree.count(of: rows)
    } else {
      let parent = tree.cursor(at: position, among: rows)
      descendants = position + 1..<tree.end(ofSubtreeAt: parent, among: rows)
    }
  }

  func count(in range: Range<Int>) -> Int {
    count(before: range.upperBound) - count(before: range.lowerBound)
  }

  private func count(before position: Int) -> Int {
    if position <= descendants.lowerBound { return 0 }
    // The last row counts if it is a child itself.
    let last = tree.cursor(at: min(position, descendants.upperBound) - 1, among: comparedRows)
    let isChild = tree.row(at: last).indent == level
    return tree.scan(from: last, step: -1, below: level).rowsAtLimit + (isChild ? 1 : 0)
  }

  /// Calls `body` with the positions of the children in a range.
  func forEachChild(in range: Range<Int>, _ body: (Int) -> Void) {
    let range = range.clamped(to: descendants)
    guard !range.isEmpty else { return }
    var position = range.lowerBound
    var cursor = tree.cursor(at: position, among: comparedRows)
    while position < range.upperBound {
      if tree.row(at: cursor).indent == level { body(position) }
      let scan = tree.scan(from: cursor, step: 1, below: level, passing: 0)
      guard let stop = scan.stop else { return }
      position = tree.position(of: stop, among: comparedRows)
      cursor = stop
    }
  }
}

extension RowHierarchy {
  func children(of parent: RowParent) -> ChildPositions {
    guard parent.range >= 0 else {
      return ChildPositions(tree, comparedRows, ofRowAt: -1, level: -1)
    }
    let range = Int(parent.range)
    let level = ranges[range].level + parent.level
    var position = positions(ofRange: range).upperBound - 1
    if isShared(range) {
      // The parent is the last row of its range with its level.
      let last = tree.cursor(at: position, among: comparedRows)
      if tree.row(at: last).indent > level,
        let row = tree.scan(from: last, step: -1, below: level, passing: 0).stop
      {
        position = tree.position(of: row, among: comparedRows)
      }
    }
    return ChildPositions(tree, comparedRows, ofRowAt: position, level: level)
  }
}

extension RowTree {
  /// Returns the lowest level of the rows in a range of positions.
  fileprivate func lowestLevel(in positions: Range<Int>, among rows: RowSet) -> Int32 {
    guard let tree = pageTree else { return .max }
    let root = ShiftedPage(tree.root, height: tree.height, shift: .none)
    return lowestLevel(of: root, in: positions, among: rows)
  }

  /// Returns the lowest level of the rows of a page in a range of positions relative to the page.
  ///
  /// Hidden rows do not matter: the visible rows before and after them have lower levels.
  private func lowestLevel(
    of page: ShiftedPage, in positions: Range<Int>, among compared: RowSet
  ) -> Int32 {
    var lowest = Int32.max
    var start = 0
    if page.height == 0 {
      let rows = leaf(page.page)
      for index in rows.indices {
        let row = rows[index].shifted(by: page.shift)
        guard compared.contains(row) else { continue }
        if positions.contains(start) { lowest = min(lowest, row.indent) }
        start += 1
      }
      return lowest
    }
    let children = branch(page.page)
    for index in children.indices where start < positions.upperBound {
      let summary = children[index].summary.shifted(by: page.shift)
      let end = start + Int(summary.count(of: compared))
      if start < end && positions.lowerBound <= start && end <= positions.upperBound {
        lowest = min(lowest, summary.minIndent)
      } else if positions.lowerBound < end {
        let child = ShiftedPage(children[index], height: Int(page.height) - 1, shift: page.shift)
        let rows = positions.lowerBound - start..<positions.upperBound - start
        lowest = min(lowest, lowestLevel(of: child, in: rows, among: compared))
      }
      start = end
    }
    return lowest
  }
}

// MARK: - Forests

/// Rows with their descendants among a selection of rows, as consecutive siblings.
@usableFromInline
package struct RowForest {
  /// The handles of the first and of the last root.
  @usableFromInline package fileprivate(set) var first: Int32
  @usableFromInline package fileprivate(set) var last: Int32
  /// The rows, with levels and collapsed ancestors relative to the roots.
  @usableFromInline package fileprivate(set) var rows: [TreeRow] = []
  fileprivate let level: Int32
}

extension RowHierarchy {
  /// Returns single rows as forests: a row is below its parent if that is one of the rows.
  ///
  /// - Parameter rows: The indices of the rows, in ascending order.
  func forests(of rows: [Int]) -> [RowForest] {
    guard let start = rows.first, let end = rows.last else { return [] }
    var forests: [RowForest] = []
    // By row from `start` on: its forest, or -1; and the collapsed ancestors of its children.
    var rowForests = [(forest: Int32, childCollapsedAncestors: Int32)](
      filling: end + 1 - start, with: (-1, 0))
    // The rows of the last forest, which usually also gets the next row.
    var last: Int32 = -1
    var lastRows: [TreeRow] = []
    // The forests whose last root is the last row so far, or an ancestor of it.
    var open: [Int32] = []
    var next = 0
    for range in start...end {
      let isListed = rows[next] == range
      let level = ranges[range].level
      let lowestLevel = lowestLevel(ofRange: range)
      var forest: Int32 = -1
      while let index = open.last, forests[Int(index)].level >= lowestLevel {
        if isListed && forests[Int(index)].level == level {
          forest = index
          forests[Int(index)].last = keys[range]
          break
        }
        open.removeLast()
      }
      guard isListed else { continue }
      next += 1
      var collapsedAncestors: Int32 = 0
      let parent = Int(ranges[range].parent.range) - start
      if forest < 0 && parent >= 0 && rowForests[parent].forest >= 0 {
        (forest, collapsedAncestors) = rowForests[parent]
      } else if forest < 0 {
        forest = Int32(forests.count)
        open.append(forest)
        forests.append(RowForest(first: keys[range], last: keys[range], level: level))
      }
      let row = TreeRow(
        handle: keys[range], isExpanded: isExpanded(range),
        indent: level - forests[Int(forest)].level, collapsedAncestors: collapsedAncestors)
      if forest != last {
        if last >= 0 { swap(&lastRows, &forests[Int(last)].rows) }
        swap(&lastRows, &forests[Int(forest)].rows)
        last = forest
      }
      lastRows.append(row)
      rowForests[range - start] = (forest, row.childCollapsedAncestors)
    }
    forests[Int(last)].rows = lastRows
    return forests
  }
}
