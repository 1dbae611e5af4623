//  From matched elements to what a list has to do.

extension TreeComparison {
  /// What takes the rows of the old tree to those of the new one, once all elements are matched.
  @usableFromInline
  func difference() -> SectionDifference {
    let matched = matchedNew()
    let blocks = blocks(matched)
    let stays = heaviestIncreasing(blocks, limit: old.keys.count)
    return SectionDifference(
      removals: rows(of: old) { matched[$0] < 0 },
      insertions: rows(of: new) { matches[$0] < 0 },
      moves: moves(of: zip(blocks, stays).lazy.filter { !$1 }.map(\.0)),
      reconfigures: reconfiguredRows())
  }

  /// By element of the old list: the element of the new one that it is matched with, or -1.
  private func matchedNew() -> [Int32] {
    var matched = [Int32](repeating: -1, count: old.keys.count)
    for (index, match) in matches.enumerated() where match >= 0 {
      matched[Int(match)] = Int32(index)
    }
    return matched
  }

  /// The ranges of rows whose elements meet a condition.
  private func rows(of list: ElementList, where isIncluded: (Int) -> Bool) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var row = 0
    for element in list.keys.indices {
      let count = list.rowCount(element)
      if isIncluded(element) {
        ranges.appendRows(row..<row + count)
      }
      row += count
    }
    return ranges
  }

  /// The matched elements in their new order, in the longest stretches that follow each other in
  /// both lists but for elements that are not matched.
  private func blocks(_ matched: [Int32]) -> [Block] {
    var blocks: [Block] = []
    var last: Int32 = .max - 1
    for (index, match) in matches.enumerated() where match >= 0 {
      var next = last + 1
      while next < match && matched[Int(next)] < 0 {
        next += 1
      }
      if next != match {
        blocks.append(Block(old: match, new: Int32(index), weight: 0))
      }
      blocks[blocks.count - 1].weight += new.rowCount(index)
      last = match
    }
    return blocks
  }

  /// The moves of ranges that carry some blocks to their new rows, in the order of the old rows.
  private func moves(of blocks: some Sequence<Block>) -> [SectionDifference.Move] {
    var moves: [SectionDifference.Move] = []
    var starts: (old: [Int], new: [Int])?
    for block in blocks {
      let (oldStarts, newStarts) = starts ?? (old.rowStarts(), new.rowStarts())
      starts = (oldStarts, newStarts)
      var weight = block.weight
      var element = Int(block.new)
      while weight > 0 {
        if matches[element] >= 0 {
          let source = oldStarts[Int(matches[element])]
          let count = new.rowCount(element)
          moves.appendMove(of: source..<source + count, to: newStarts[element])
          weight -= count
        }
        element += 1
      }
    }
    return moves.sorted { $0.source.lowerBound < $1.source.lowerBound }
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
        let nodes = (old: Int(~old.keys[match]), new: Int(~new.keys[element]))
        if old.pages.nodes[nodes.old].shift.indent != new.pages.nodes[nodes.new].shift.indent {
          ranges.appendRows(row..<row + count)
        } else if lastRowLooksDifferent(nodes.old, nodes.new) {
          ranges.appendRows(row + count - 1..<row + count)
        }
      }
      row += count
    }
    return ranges
  }

  /// Whether the last row of a run is visible and has got or lost its children: they would stand in
  /// the page that follows.
  private func lastRowLooksDifferent(_ oldNode: Int, _ newNode: Int) -> Bool {
    if old.pages.isFollowed(oldNode, asIs: newNode, in: new.pages) { return false }
    let row = new.pages.tree.edgeRow(of: new.pages.nodes[newNode], isLast: true)
    guard row.folds == 0 else { return false }
    let hadChildren = old.pages.firstIndent(ofNode: oldNode + 1) > row.indent
    return hadChildren != (new.pages.firstIndent(ofNode: newNode + 1) > row.indent)
  }
}

extension PageList {
  /// Whether the same run comes next, with the same indents, as after a page of another list.
  fileprivate func isFollowed(_ node: Int, asIs otherNode: Int, in other: PageList) -> Bool {
    guard node + 1 < nodes.count && otherNode + 1 < other.nodes.count else { return false }
    let (next, otherNext) = (nodes[node + 1], other.nodes[otherNode + 1])
    return next.run >= 0 && next.run == otherNext.run
      && next.shift.indent == otherNext.shift.indent
  }
}

extension ElementList {
  /// The row that each element begins at.
  fileprivate func rowStarts() -> [Int] {
    var row = 0
    return keys.indices.map { element in
      defer { row += rowCount(element) }
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
