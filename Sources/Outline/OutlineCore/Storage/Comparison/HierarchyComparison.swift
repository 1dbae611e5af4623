/// The changes between two trees by item: rows that were removed, inserted, moved and expanded.
@usableFromInline
package struct HierarchyComparison {
  /// A row that moved.
  @usableFromInline
  package struct Move {
    /// The old handle of the row.
    @usableFromInline package let old: Int32
    /// The new handle of the row.
    @usableFromInline package let new: Int32
    /// The index of its new range if it is a single row, or -1.
    fileprivate let range: Int32
  }

  private var old: RowHierarchy
  private var new: RowHierarchy
  /// By new range: the index of the matching old range, or -1.
  private let matches: [Int32]
  /// The rows whose parent changed, and the fewest other rows whose order among their siblings did.
  @usableFromInline package private(set) var moves: [Move] = []
  /// By new range: whether a single row has another parent.
  private var hasOtherParent: [Bool]
  /// By shared range: the levels of the new parents before it that are not those of its rows
  /// before.
  private var changedParents: [Int: [ClosedRange<Int32>]] = [:]

  /// Compares all rows of two trees.
  @usableFromInline
  package init(_ comparison: borrowing TreeComparison) {
    self.init(RowHierarchy(comparison.old), RowHierarchy(comparison.new), comparison.matches)
    if moves.isEmpty { return }
    old.findSiblings()
    new.findSiblings()
  }

  /// Compares visible rows of two trees.
  ///
  /// - Parameter pairs: Matching ranges, in their new order. The rows of a range, except for single
  ///   rows, have the same levels before and after, relative to the first one. No row that is in a
  ///   new range is the child of a row that is in none.
  package init(
    from oldTree: RowTree, to newTree: RowTree, pairs: [(old: Range<Int>, new: Range<Int>)]
  ) {
    var matches = [Int32](filling: pairs.count, with: -1)
    var oldRanges: [Range<Int>] = []
    var end = 0
    for index in Array(pairs.indices).sorted(byKey: { (pairs[$0].old.lowerBound, 0) }) {
      let range = pairs[index].old
      if end < range.lowerBound { oldRanges.append(end..<range.lowerBound) }
      matches[index] = Int32(oldRanges.count)
      oldRanges.append(range)
      end = range.upperBound
    }
    if end < oldTree.visibleCount { oldRanges.append(end..<oldTree.visibleCount) }
    self.init(
      RowHierarchy(oldTree, visibleRows: oldRanges),
      RowHierarchy(newTree, visibleRows: pairs.map { $0.new }), matches)
  }

  private init(_ old: RowHierarchy, _ new: RowHierarchy, _ matches: [Int32]) {
    self.old = old
    self.new = new
    self.matches = matches
    hasOtherParent = [Bool](filling: matches.count, with: false)
    compareParents()
    compareSiblings()
  }

  /// Returns the parent and the siblings that a moved row had.
  @usableFromInline
  package func oldNeighbors(of move: Move) -> RowTree.Neighbors {
    move.range < 0
      ? old.tree.neighbors(of: move.old)
      : old.neighbors(ofRange: Int(matches[Int(move.range)]))
  }

  /// Returns the parent and the siblings that a moved row has.
  @usableFromInline
  package func newNeighbors(of move: Move) -> RowTree.Neighbors {
    move.range < 0 ? new.tree.neighbors(of: move.new) : new.neighbors(ofRange: Int(move.range))
  }

  /// Returns a Boolean value that indicates whether a new parent is the same row as an old one.
  private func isSame(_ parent: RowParent, _ oldParent: RowParent) -> Bool {
    if parent.range < 0 || oldParent.range < 0 { return parent.range == oldParent.range }
    return matches[Int(parent.range)] == oldParent.range && parent.level == oldParent.level
  }

  /// The old position of a row of a matched range at a new position.
  private func oldPosition(of position: Int, inRange range: Int) -> Int {
    let start = old.positions(ofRange: Int(matches[range])).lowerBound
    return start + position - new.positions(ofRange: range).lowerBound
  }

  private mutating func appendMove(_ position: Int, inSharedRange range: Int) {
    let oldPosition = oldPosition(of: position, inRange: range)
    moves.append(
      Move(
        old: old.handle(at: oldPosition), new: new.handle(at: position), range: -1))
  }

  private mutating func appendMove(ofRow range: Int) {
    moves.append(
      Move(old: old.keys[Int(matches[range])], new: new.keys[range], range: Int32(range)))
  }
}

// MARK: - Parents

extension HierarchyComparison {
  private mutating func compareParents() {
    for (range, match) in matches.enumerated() where match >= 0 {
      if new.isShared(range) {
        compareParents(beforeSharedRange: range)
      } else if !isSame(new.parent(ofRange: range), old.parent(ofRange: Int(match))) {
        hasOtherParent[range] = true
        appendMove(ofRow: range)
      }
    }
  }

  private mutating func compareParents(beforeSharedRange range: Int) {
    let match = Int(matches[range])
    let levels = new.parentsBefore(sharedRange: range)
    let oldLevels = old.parentsBefore(sharedRange: match)
    let first = new.level(ofRange: range)
    let shift = first - old.level(ofRange: match)
    var level = new.lowestLevel(ofRange: range) - 1
    var (index, oldIndex) = (0, 0)
    var changed: [ClosedRange<Int32>] = []
    while level < first {
      let next = index + 1 < levels.count ? levels[index + 1].start : first
      let oldNext = oldIndex + 1 < oldLevels.count ? oldLevels[oldIndex + 1].start + shift : first
      // The levels of a difference that does not match the trees can be in any order.
      let end = max(level + 1, min(next, oldNext))
      let parent = levels[index].parent(at: level)
      if !isSame(parent, oldLevels[oldIndex].parent(at: level - shift)) {
        changed.append(level...end - 1)
      }
      index += end == next ? 1 : 0
      oldIndex += end == oldNext ? 1 : 0
      level = end
    }
    if changed.isEmpty { return }
    changedParents[range] = changed
    for levels in changed {
      var positions: [Int] = []
      new.forEachRow(ofSharedRange: range, withParentsAt: levels) { positions.append($0) }
      for position in positions {
        appendMove(position, inSharedRange: range)
      }
    }
  }

  private func hasOtherParent(_ level: Int32, beforeSharedRange range: Int) -> Bool {
    changedParents[range]?.contains { $0.contains(level) } ?? false
  }
}

// MARK: - Order of siblings

extension HierarchyComparison {
  /// Consecutive siblings of a range that have the same parent as before.
  private struct Siblings {
    let range: Int
    let match: Int32
    let count: Int32
  }

  private mutating func compareSiblings() {
    let parents = parentsOfReorderedRows()
    if parents.isEmpty { return }
    var singles: [RowParent: [Int]] = [:]
    // The rows of the last parent, which usually also gets the next row.
    var last = parents[0]
    var lastSingles: [Int] = []
    // By parent, with that of the roots first.
    var hasReorderedChildren = [Bool](filling: matches.count + 1, with: false)
    for parent in parents {
      hasReorderedChildren[Int(parent.range + 1)] = true
    }
    for (range, match) in matches.enumerated() where match >= 0 && !new.isShared(range) {
      let parent = new.parent(ofRange: range)
      guard hasReorderedChildren[Int(parent.range + 1)] && !hasOtherParent[range] else { continue }
      if parent != last {
        singles[last] = lastSingles
        lastSingles = singles.removeValue(forKey: parent) ?? []
        last = parent
      }
      lastSingles.append(range)
    }
    singles[last] = lastSingles
    for parent in parents {
      compareChildren(of: parent, singles: singles[parent, default: []])
    }
  }

  /// Returns the parents of the rows that are in ranges without the order of the others.
  ///
  /// If two siblings change their order, one of them comes before its previous sibling in the old
  /// order, or is in a range that is out of order.
  private func parentsOfReorderedRows() -> [RowParent] {
    var parents: Set<RowParent> = []
    // By parent, with that of the roots first: the last child in the old order so far.
    var last = [Int32](filling: matches.count + 1, with: -1)
    // The ranges with rows that can be siblings of rows in shared ranges.
    var matched: [MatchedRange] = []
    for (range, match) in matches.enumerated() where match >= 0 && !hasOtherParent[range] {
      let parent = new.parent(ofRange: range)
      if new.isShared(range) || new.hasSharedChildren(parent) {
        let count = new.positions(ofRange: range).count
        matched.append(MatchedRange(old: match, new: Int32(range), weight: Int32(count)))
      } else {
        let index = Int(parent.range + 1)
        if match > last[index] {
          last[index] = match
        } else if last[index] < .max {
          parents.insert(parent)
          last[index] = .max
        }
      }
    }
    let movements = heaviestIncreasing(matched, limit: old.keys.count)
    for range in matched where !movements.isEmpty && movements[Int(range.old)] == .moves {
      let range = Int(range.new)
      if new.isShared(range) {
        for level in new.levelsOfParents(beforeSharedRange: range)
        where !hasOtherParent(level, beforeSharedRange: range) {
          parents.insert(new.parent(at: level, beforeSharedRange: range))
        }
      } else {
        parents.insert(new.parent(ofRange: range))
      }
    }
    return Array(parents).sorted(byKey: { (Int($0.range), Int($0.level)) })
  }

  private mutating func compareChildren(of parent: RowParent, singles: [Int]) {
    var siblings = singles.map { Siblings(range: $0, match: matches[$0], count: 1) }
    let children = new.sharedRanges.isEmpty ? nil : new.children(of: parent)
    if let children {
      siblings += sharedSiblings(children, of: parent)
      siblings = siblings.sorted(byKey: { ($0.range, 0) })
    }
    let moved = indicesOutOfOrder(
      siblings.map { Int($0.match) }, weights: siblings.map { $0.count })
    for index in moved {
      let siblings = siblings[index]
      if new.isShared(siblings.range) {
        var positions: [Int] = []
        children?.forEachChild(in: new.positions(ofRange: siblings.range)) { positions.append($0) }
        for position in positions {
          appendMove(position, inSharedRange: siblings.range)
        }
      } else {
        appendMove(ofRow: siblings.range)
      }
    }
  }

  /// Returns the children in shared ranges that have the same parent as before.
  private func sharedSiblings(_ children: ChildPositions, of parent: RowParent) -> [Siblings] {
    var result: [Siblings] = []
    let first = new.sharedRanges.firstIndexOfRange {
      new.positions(ofRange: $0).upperBound > children.descendants.lowerBound
    }
    for range in new.sharedRanges[first...] {
      let positions = new.positions(ofRange: range).clamped(to: children.descendants)
      if positions.isEmpty { break }
      let isOutside = range != parent.range
      if isOutside && hasOtherParent(children.level - 1, beforeSharedRange: range) { continue }
      let count = children.count(in: positions)
      if count > 0 {
        result.append(Siblings(range: range, match: matches[range], count: Int32(count)))
      }
    }
    return result
  }
}

// MARK: - Single rows

extension HierarchyComparison {
  /// The old rows without a match, as indices of ranges.
  @usableFromInline
  package var removedRows: [Int] {
    let newRanges = newRanges
    return newRanges.indices.filter { newRanges[$0] < 0 }
  }

  /// By old range: the index of the matching new range, or -1.
  private var newRanges: [Int32] {
    var newRanges = [Int32](filling: old.keys.count, with: -1)
    for (range, match) in matches.enumerated() where match >= 0 {
      newRanges[Int(match)] = Int32(range)
    }
    return newRanges
  }

  /// Returns the positions of the old rows without a match that are roots or children of rows with
  /// a match.
  ///
  /// - Parameter isIncluded: Returns whether the children of a single row matter, by its new
  ///   handle.
  package func removedChildren(ofRowsWhere isIncluded: (Int32) -> Bool) -> [Int] {
    let newRanges = newRanges
    return newRanges.indices.filter { newRanges[$0] < 0 }.flatMap { range in
      old.rows(ofRange: range) { parent in
        let match = parent < 0 ? -1 : Int(newRanges[Int(parent)])
        return parent < 0 || match >= 0 && (new.isShared(match) || isIncluded(new.keys[match]))
      }
    }
  }

  /// The new rows without a match, as indices of ranges.
  @usableFromInline
  package var insertedRows: [Int] { matches.indices.filter { matches[$0] < 0 } }

  @usableFromInline
  package func oldHandle(ofRow range: Int) -> Int32 { old.keys[range] }

  @usableFromInline
  package func newHandle(ofRow range: Int) -> Int32 { new.keys[range] }

  @usableFromInline
  package func forests(ofRemovedRows rows: [Int]) -> [RowForest] { old.forests(of: rows) }

  @usableFromInline
  package func forests(ofInsertedRows rows: [Int]) -> [RowForest] { new.forests(of: rows) }

  /// The new handles of the rows that expanded or collapsed.
  @usableFromInline
  package var toggledRows: [Int32] {
    matches.indices.filter {
      matches[$0] >= 0 && !new.isShared($0)
        && new.isExpanded($0) != old.isExpanded(Int(matches[$0]))
    }.map { new.keys[$0] }
  }
}

/// Returns the indices of numbers without which the others ascend, with the least weight in all.
///
/// - Parameter weights: By index; `nil` if all numbers weigh the same.
@usableFromInline
package func indicesOutOfOrder(_ numbers: [Int], weights: [Int32]? = nil) -> [Int] {
  var ranges = numbers.indices.map {
    MatchedRange(old: 0, new: Int32($0), weight: weights?[$0] ?? 1)
  }
  // The ranks of the numbers are below their count.
  let order = Array(numbers.indices).sorted(byKey: { (numbers[$0], 0) })
  for (rank, index) in order.enumerated() {
    ranges[index].old = Int32(rank)
  }
  let movements = heaviestIncreasing(ranges, limit: ranges.count)
  if movements.isEmpty { return [] }
  return numbers.indices.filter { movements[Int(ranges[$0].old)] == .moves }
}
