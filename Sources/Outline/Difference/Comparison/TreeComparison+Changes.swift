//  From matched elements to what a list has to do.

extension TreeComparison {
  /// What takes the rows of the old tree to those of the new one, once all elements are matched.
  @usableFromInline
  func difference() -> SectionDifference {
    let matched = matchedNew()
    let fates = heaviestIncreasing(blocks(matched), limit: old.keys.count)
    return SectionDifference(
      removals: old.rows { matched[$0] < 0 },
      insertions: new.rows { matches[$0] < 0 },
      moves: moves(fates, matched),
      reconfigures: reconfiguredRows())
  }

  /// The new rows of items that the old outline does not have, with their handles.
  @usableFromInline
  func arrivalRows() -> [(row: Int, handle: Int32)] {
    if arrivals.isEmpty { return [] }
    let starts = new.rowStarts()
    return arrivals.map { (Int(starts?[Int($0)] ?? $0), new.keys[Int($0)]) }
  }

  /// By element of the old list: the element of the new one that it is matched with, or -1.
  private func matchedNew() -> [Int32] {
    var matched = [Int32](-1, times: old.keys.count)
    for (index, match) in matches.enumerated() where match >= 0 {
      matched[Int(match)] = Int32(index)
    }
    return matched
  }

  /// The matched elements in their new order, in the longest stretches that follow each other in
  /// both lists but for elements that are not matched.
  private func blocks(_ matched: [Int32]) -> [Block] {
    var blocks: [Block] = []
    blocks.reserveCapacity(matches.count)
    // Without removals there is nothing to pass over, and each look would miss the cache where rows
    // come in another order.
    let hasRemovals = matched.contains(-1)
    var last: Int32 = .max - 1
    for (index, match) in matches.enumerated() where match >= 0 {
      var next = last + 1
      while hasRemovals && next < match && matched[Int(next)] < 0 {
        next += 1
      }
      if next != match {
        blocks.append(Block(old: match, new: Int32(index), weight: 0))
      }
      blocks[blocks.count - 1].weight += Int32(new.rowCount(index))
      last = match
    }
    return blocks
  }

  /// The moves of ranges that carry the blocks that do not stay to their new rows.
  private func moves(_ fates: [BlockFate], _ matched: [Int32]) -> [SectionDifference.Move] {
    if fates.isEmpty { return [] }
    var moves: [SectionDifference.Move] = []
    moves.reserveCapacity(fates.count)
    let starts = new.rowStarts()
    var row = 0
    var fate = BlockFate.none
    for (element, match) in matched.enumerated() {
      let count = old.rowCount(element)
      if match >= 0 {
        // The matched elements of a block follow each other.
        fate = fates[element] == .none ? fate : fates[element]
        if fate == .moves {
          moves.appendMove(of: row..<row + count, to: Int(starts?[Int(match)] ?? match))
        }
      }
      row += count
    }
    return moves
  }

  /// The new rows of those that stay or move but whose level, disclosure state or having children
  /// changed.
  private func reconfiguredRows() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var row = 0
    for element in new.keys.indices {
      let count = new.rowCount(element)
      let match = Int(matches[element])
      if match >= 0 && new.keys[element] >= 0 {
        if new.looks[element] != old.looks[match] {
          ranges.appendRows(row..<row + 1)
        }
      } else if match >= 0 {
        if runs[Int(new.node(of: new.keys[element]).run)].shift.indent != 0 {
          ranges.appendRows(row..<row + count)
        } else if lastRowLooksDifferent(Int(~old.keys[match]), Int(~new.keys[element])) {
          ranges.appendRows(row + count - 1..<row + count)
        }
      }
      row += count
    }
    return ranges
  }

  /// Whether the last row of a run is visible and has got or lost its children: they would stand in
  /// the stretch that follows.
  private func lastRowLooksDifferent(_ oldNode: Int, _ newNode: Int) -> Bool {
    let next = new.pages.run(ofNode: newNode + 1)
    if next >= 0 && next == old.pages.run(ofNode: oldNode + 1) && runs[next].shift.indent == 0 {
      return false
    }
    let row = new.pages.lastRow(ofNode: newNode)
    guard row.folds == 0 else { return false }
    let hadChildren = old.pages.firstIndent(ofNode: oldNode + 1) > row.indent
    return hadChildren != (new.pages.firstIndent(ofNode: newNode + 1) > row.indent)
  }
}

extension PageList {
  /// The run that a stretch is, or -1 where it is none or is beyond the last.
  fileprivate func run(ofNode index: Int) -> Int {
    index < nodes.count ? Int(nodes[index].run) : -1
  }
}

extension ElementList {
  /// The ranges of rows whose elements meet a condition.
  fileprivate func rows(where isIncluded: (Int) -> Bool) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var row = 0
    var start: Int?
    for element in keys.indices {
      if isIncluded(element) {
        start = start ?? row
      } else if let first = start {
        ranges.append(first..<row)
        start = nil
      }
      row += rowCount(element)
    }
    if let start { ranges.append(start..<row) }
    return ranges
  }

  /// The row that each element begins at, where that is not the element's own number.
  fileprivate func rowStarts() -> [Int32]? {
    if hasSingleRowsOnly { return nil }
    var row: Int32 = 0
    return keys.indices.map { element in
      defer { row += Int32(rowCount(element)) }
      return row
    }
  }
}

extension [SectionDifference.Move] {
  /// Adds a move, joined to the last where it goes on there.
  fileprivate mutating func appendMove(of source: Range<Int>, to destination: Int) {
    if let last, last.source.upperBound == source.lowerBound,
      last.destination + last.source.count == destination
    {
      self[count - 1].source = last.source.lowerBound..<source.upperBound
    } else {
      append(SectionDifference.Move(source: source, destination: destination))
    }
  }
}
