/// The rows of two trees, as two lists of single rows and shared ranges.
///
/// A ``RowMatcher`` matches the single rows. Then ``changes(listingNewItems:)`` returns the changed
/// rows.
@usableFromInline
package struct TreeComparison: ~Copyable {
  @usableFromInline let old: ComparedRanges
  @usableFromInline let new: ComparedRanges
  /// By new range: the index of the matching old range, or -1.
  @usableFromInline var matches: [Int32]
  private(set) var newItems: [Int32] = []
  let sharedRanges: [PageComparison.SharedRange]
  /// The old indices by the handles of the single rows.
  private lazy var oldIndices = indicesOfSingleRows()
  /// The number of linear searches so far, which are faster than a map for a few rows.
  private var searchCount = 0
  @usableFromInline let sharesStorage: Bool

  @usableFromInline
  init(_ pages: consuming PageComparison) {
    old = ComparedRanges(pages.old)
    new = ComparedRanges(pages.new)
    sharedRanges = pages.sharedRanges
    sharesStorage = pages.sharesStorage
    matches = [Int32](filling: new.keys.count, with: -1)
    if !sharedRanges.isEmpty { matchSharedRanges() }
  }

  /// Matches the shared ranges, except those that are hidden in one of the trees.
  private mutating func matchSharedRanges() {
    var oldIndices = [Int32](filling: sharedRanges.count, with: -1)
    for (index, key) in old.keys.enumerated() where key < 0 {
      oldIndices[Int(old.pageRange(of: key).sharedRange)] = Int32(index)
    }
    for (index, key) in new.keys.enumerated() where key < 0 {
      let sharedRange = Int(new.pageRange(of: key).sharedRange)
      // With another pending shift of collapsed ancestors, other rows of the page are visible.
      let hasSameRows = sharedRanges[sharedRange].shift.collapsedAncestors == 0
      if hasSameRows || new.pages.comparedRows == .all {
        matches[index] = oldIndices[sharedRange]
      }
    }
  }

  /// Matches a new single row with the row of an old handle, or with none for -1.
  @usableFromInline
  mutating func match(_ index: Int, withHandle handle: Int32) {
    if handle < 0 {
      newItems.append(Int32(index))
    } else if searchCount < 4 && old.keys.count < 1_024 {
      searchCount += 1
      matches[index] = old.keys.firstIndex(of: handle).map { Int32($0) } ?? -1
    } else {
      matches[index] = oldIndices[handle]
    }
  }

  @usableFromInline
  mutating func match(_ indices: Range<Int>, withHandles handles: [Int32]) {
    let oldIndices = handles.contains { $0 >= 0 } ? self.oldIndices : nil
    for (index, handle) in zip(indices, handles) {
      if let oldIndices, handle >= 0 {
        matches[index] = oldIndices[handle]
      } else {
        newItems.append(Int32(index))
      }
    }
  }

  private func indicesOfSingleRows() -> IndexMap {
    let keys = old.keys
    let singles = keys.indices.lazy.filter { keys[$0] >= 0 }.map {
      (key: keys[$0], index: Int32($0))
    }
    let limit = old.pages.tree.locations.count
    return IndexMap(singles, count: keys.count, limit: limit)
  }
}

extension TreeComparison {
  @inlinable
  package init<Item: Hashable & Sendable>(
    old: (tree: RowTree, table: ItemTable<Item>), new: (tree: RowTree, table: ItemTable<Item>),
    comparing rows: RowSet = .visible
  ) {
    var pages = PageComparison(old: old.tree, new: new.tree, comparing: rows)
    var matcher = RowMatcher(SharedHandles(new.table, old.table))
    if pages.sharesStorage {
      pages.shareEqualRows { matcher.sharedHandles.contains($0) }
    } else {
      // Captures the arrays alone: a captured tuple would be copied for each range.
      let (oldItems, newItems) = (old.table.items, new.table.items)
      for pair in pages.alignedLeaves() {
        let isEqual = pages.areEqual(leaves: pair) { oldStart, start, count in
          oldItems.isEqual(at: oldStart, to: newItems, at: start, count: count)
        }
        if isEqual {
          pages.shareEqualLeaves(pair)
        }
      }
      pages.joinSharedRanges()
    }
    self.init(pages)
    matcher.matchRows(of: &self)
  }
}

// MARK: - Changes

// Changes of rows from matched ranges.

extension TreeComparison {
  @usableFromInline
  package typealias Move = (source: Range<Int>, destination: Int)

  /// The changes between two outlines.
  ///
  /// Removals are old rows. Insertions and reconfigured rows are new rows. New items are those that
  /// the old outline does not have.
  @usableFromInline
  package typealias Changes = (
    removals: [Range<Int>], insertions: [Range<Int>], moves: [Move], reconfigures: [Range<Int>],
    newItems: [(row: Int, handle: Int32)]
  )

  /// Returns the changes, as maximal ranges, with or without the rows of new items.
  @usableFromInline
  package func changes(listingNewItems: Bool) -> Changes {
    let newIndices = newIndicesOfMatches()
    let movements = heaviestIncreasing(matchedRanges(newIndices), limit: old.keys.count)
    return (
      removals: old.rows { newIndices[$0] < 0 },
      insertions: new.rows { matches[$0] < 0 },
      moves: moves(movements, newIndices),
      reconfigures: reconfiguredRows(),
      newItems: listingNewItems ? newItemRows() : []
    )
  }

  private func newItemRows() -> [(row: Int, handle: Int32)] {
    if newItems.isEmpty { return [] }
    let starts = new.rowStarts()
    return newItems.map { (Int(starts?[Int($0)] ?? $0), new.keys[Int($0)]) }
  }

  /// By old range: the index of the matching new range, or -1.
  private func newIndicesOfMatches() -> [Int32] {
    var newIndices = [Int32](filling: old.keys.count, with: -1)
    for (index, match) in matches.enumerated() where match >= 0 {
      newIndices[Int(match)] = Int32(index)
    }
    return newIndices
  }

  /// The matched ranges in their new order, joined if only unmatched ranges are between them.
  private func matchedRanges(_ newIndices: [Int32]) -> [MatchedRange] {
    var ranges: [MatchedRange] = []
    ranges.reserveCapacity(matches.count)
    // If there are no removals, this saves a cache miss for each reordered row.
    let hasRemovals = newIndices.contains(-1)
    var last: Int32 = .max - 1
    for (index, match) in matches.enumerated() where match >= 0 {
      var next = last + 1
      while hasRemovals && next < match && newIndices[Int(next)] < 0 {
        next += 1
      }
      if next != match {
        ranges.append(MatchedRange(old: match, new: Int32(index), weight: 0))
      }
      ranges[ranges.count - 1].weight += Int32(new.rowCount(at: index))
      last = match
    }
    return ranges
  }

  /// The moves of the matched ranges that do not keep their order.
  private func moves(_ movements: [Movement], _ newIndices: [Int32]) -> [Move] {
    if movements.isEmpty { return [] }
    var moves: [Move] = []
    moves.reserveCapacity(movements.count)
    let starts = new.rowStarts()
    var row = 0
    var movement = Movement.none
    for (index, newIndex) in newIndices.enumerated() {
      let count = old.rowCount(at: index)
      if newIndex >= 0 {
        // Joined ranges are consecutive: the last movement holds until the next one.
        movement = movements[index] == .none ? movement : movements[index]
        if movement == .moves {
          append((row..<row + count, Int(starts?[Int(newIndex)] ?? newIndex)), to: &moves)
        }
      }
      row += count
    }
    return moves
  }

  private func append(_ move: Move, to moves: inout [Move]) {
    if let last = moves.last, last.source.upperBound == move.source.lowerBound,
      last.destination + last.source.count == move.destination
    {
      moves[moves.count - 1].source = last.source.lowerBound..<move.source.upperBound
    } else {
      moves.append(move)
    }
  }

  /// The new rows that stay or move and have another appearance.
  private func reconfiguredRows() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    func append(_ rows: Range<Int>) {
      if let last = ranges.last, last.upperBound == rows.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<rows.upperBound
      } else {
        ranges.append(rows)
      }
    }
    var row = 0
    for index in new.keys.indices {
      let count = new.rowCount(at: index)
      let match = Int(matches[index])
      if match >= 0 && new.keys[index] >= 0 {
        if new.appearances[index] != old.appearances[match] {
          append(row..<row + 1)
        }
      } else if match >= 0 {
        let sharedRange = Int(new.pageRange(of: new.keys[index]).sharedRange)
        if sharedRanges[sharedRange].shift.indent != 0 {
          append(row..<row + count)
        } else if lastRowChanged(Int(~old.keys[match]), Int(~new.keys[index])) {
          append(row + count - 1..<row + count)
        }
      }
      row += count
    }
    return ranges
  }

  private func lastRowChanged(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    let next = new.pages.sharedRange(at: newIndex + 1)
    if next >= 0 && next == old.pages.sharedRange(at: oldIndex + 1)
      && sharedRanges[next].shift.indent == 0
    {
      return false
    }
    let row = new.pages.lastRow(ofRange: newIndex)
    guard row.isVisible else { return false }
    let hadChildren = old.pages.firstIndent(ofRange: oldIndex + 1) > row.indent
    return hadChildren != (new.pages.firstIndent(ofRange: newIndex + 1) > row.indent)
  }
}

extension PageRangeList {
  /// Returns the number of the shared range at an index, or -1 if there is none.
  fileprivate func sharedRange(at index: Int) -> Int {
    index < ranges.count ? Int(ranges[index].sharedRange) : -1
  }
}

extension ComparedRanges {
  fileprivate func rows(where isIncluded: (Int) -> Bool) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var row = 0
    var start: Int?
    for index in keys.indices {
      if isIncluded(index) {
        start = start ?? row
      } else if let first = start {
        ranges.append(first..<row)
        start = nil
      }
      row += rowCount(at: index)
    }
    if let start { ranges.append(start..<row) }
    return ranges
  }

  fileprivate func rowStarts() -> [Int32]? {
    if hasSingleRowsOnly { return nil }
    var row: Int32 = 0
    return keys.indices.map { index in
      defer { row += Int32(rowCount(at: index)) }
      return row
    }
  }
}
