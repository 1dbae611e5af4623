/// The rows that are visible before and after a difference, as pairs of ranges.
package struct CommonRows {
  package typealias Pair = (old: Range<Int>, new: Range<Int>)

  package let pairs: [Pair]
  private let byOldRow: [Pair]

  /// Returns `nil` if the difference does not match these row counts.
  package init?(_ difference: SectionDifference, oldCount: Int, newCount: Int) {
    guard difference.fits(oldCount: oldCount, newCount: newCount) else { return nil }
    let stayingOld = difference.removalsAndMoveSources.complement(upTo: oldCount)
    let stayingNew = difference.insertionsAndMoveDestinations.complement(upTo: newCount)
    var pairs = Self.pair(stayingOld, stayingNew)
    if !difference.moves.isEmpty {
      for move in difference.moves {
        pairs.append((move.source, move.destinationRows))
      }
      pairs = pairs.sorted(byKey: { ($0.old.lowerBound, 0) })
    }
    byOldRow = pairs
    if !difference.moves.isEmpty {
      pairs = pairs.sorted(byKey: { ($0.new.lowerBound, 0) })
    }
    self.pairs = pairs
  }

  /// Splits two lists of equally many rows into the longest ranges that are ranges of both.
  private static func pair(_ old: [Range<Int>], _ new: [Range<Int>]) -> [Pair] {
    var result: [Pair] = []
    var (oldRest, newRest) = (old[...], new[...])
    while let oldRange = oldRest.first, let newRange = newRest.first {
      let count = min(oldRange.count, newRange.count)
      result.append((oldRange.prefix(count), newRange.prefix(count)))
      oldRest.dropRows(count)
      newRest.dropRows(count)
    }
    return result
  }

  @inline(never)
  package func newRow(ofOldRow row: Int) -> Int? {
    let index = byOldRow.firstIndexOfRange { $0.old.upperBound > row }
    guard index < byOldRow.count, byOldRow[index].old.contains(row) else { return nil }
    return byOldRow[index].new.lowerBound + row - byOldRow[index].old.lowerBound
  }

  @inline(never)
  package func oldRow(ofNewRow row: Int) -> Int? {
    let index = pairs.firstIndexOfRange { $0.new.upperBound > row }
    guard index < pairs.count, pairs[index].new.contains(row) else { return nil }
    return pairs[index].old.lowerBound + row - pairs[index].new.lowerBound
  }
}

extension ArraySlice<Range<Int>> {
  fileprivate mutating func dropRows(_ count: Int) {
    self[startIndex].removeFirst(count)
    if self[startIndex].isEmpty {
      removeFirst()
    }
  }
}

extension SectionDifference.Move {
  @usableFromInline package var destinationRows: Range<Int> {
    destination..<destination + source.count
  }
}

extension SectionDifference {
  /// The old rows that are removed or moved.
  package var removalsAndMoveSources: [Range<Int>] {
    removals.merged(with: moves.map { $0.source })
  }

  /// The new rows that are inserted or moved.
  package var insertionsAndMoveDestinations: [Range<Int>] {
    insertions.merged(with: moves.map { $0.destinationRows })
  }

  /// The new rows that are reloaded or reconfigured.
  package var updates: [Range<Int>] { reloads.union(reconfigures) }

  /// Returns a Boolean value that indicates whether this can be a difference between lists of these
  /// row counts.
  @usableFromInline
  package func fits(oldCount: Int, newCount: Int) -> Bool {
    let oldEnd = max(removals.end, moves.last?.source.upperBound ?? 0)
    let newEnd = moves.reduce(max(insertions.end, reloads.end, reconfigures.end)) {
      max($0, $1.destinationRows.upperBound)
    }
    return oldEnd <= oldCount && newEnd <= newCount
      && oldCount - removals.rowCount == newCount - insertions.rowCount
  }
}
