/// The rows that are there before and after a difference, by stretches that keep together.
struct Survivors {
  struct Stretch {
    var old: Range<Int>
    var new: Range<Int>
    /// Whether the rows move; otherwise they stay in place among all that do.
    var isMoved: Bool
  }

  /// In the order of the new rows.
  let stretches: [Stretch]
  /// The same in the order of the old rows.
  private let byOldRow: [Stretch]

  /// Finds the survivors, or returns `nil` for a difference that is not one between so many rows.
  init?(_ difference: SectionDifference, oldCount: Int, newCount: Int) {
    guard difference.fits(oldCount: oldCount, newCount: newCount) else { return nil }
    let stayingOld = difference.leaving.complement(upTo: oldCount)
    let stayingNew = difference.arriving.complement(upTo: newCount)
    var stretches = difference.moves.map {
      Stretch(old: $0.source, new: $0.destinationRows, isMoved: true)
    }
    stretches += Self.pair(stayingOld, stayingNew)
    byOldRow = stretches.sorted { $0.old.lowerBound < $1.old.lowerBound }
    self.stretches = stretches.sorted { $0.new.lowerBound < $1.new.lowerBound }
  }

  /// Cuts two lists of as many rows into the longest stretches that are ranges in both.
  private static func pair(_ old: [Range<Int>], _ new: [Range<Int>]) -> [Stretch] {
    var result: [Stretch] = []
    var (oldRest, newRest) = (old[...], new[...])
    while let oldRange = oldRest.first, let newRange = newRest.first {
      let count = min(oldRange.count, newRange.count)
      result.append(
        Stretch(old: oldRange.prefix(count), new: newRange.prefix(count), isMoved: false))
      oldRest.dropRows(count)
      newRest.dropRows(count)
    }
    return result
  }

  /// The stretch that an old row is in, if the row is there afterwards.
  func stretch(ofOldRow row: Int) -> Stretch? {
    let index = byOldRow.firstIndexOfRange { $0.old.upperBound > row }
    return index < byOldRow.count && byOldRow[index].old.contains(row) ? byOldRow[index] : nil
  }

  /// The stretch that a new row is in, if the row was there before.
  func stretch(ofNewRow row: Int) -> Stretch? {
    let index = stretches.firstIndexOfRange { $0.new.upperBound > row }
    return index < stretches.count && stretches[index].new.contains(row) ? stretches[index] : nil
  }

  /// The new row that an old row becomes, if it is there afterwards.
  func newRow(ofOldRow row: Int) -> Int? {
    stretch(ofOldRow: row).map { $0.new.lowerBound + row - $0.old.lowerBound }
  }

  /// The old row that a new row was, if it was there before.
  func oldRow(ofNewRow row: Int) -> Int? {
    stretch(ofNewRow: row).map { $0.old.lowerBound + row - $0.new.lowerBound }
  }
}

extension ArraySlice<Range<Int>> {
  /// Takes rows away from the first range.
  fileprivate mutating func dropRows(_ count: Int) {
    self[startIndex].removeFirst(count)
    if self[startIndex].isEmpty {
      removeFirst()
    }
  }
}

extension SectionDifference.Move {
  /// The rows of the new list where the moved ones come to stand.
  @usableFromInline var destinationRows: Range<Int> { destination..<destination + source.count }
}

extension SectionDifference {
  /// The old rows that leave their places: those removed and those moved.
  var leaving: [Range<Int>] { removals.merged(with: moves.map(\.source)) }

  /// The new rows that come to their places: those inserted and those moved.
  var arriving: [Range<Int>] { insertions.merged(with: moves.map(\.destinationRows)) }

  /// The new rows that are reloaded or reconfigured.
  var updates: [Range<Int>] { reloads.union(reconfigures) }

  /// Whether this can be a difference between so many rows.
  func fits(oldCount: Int, newCount: Int) -> Bool {
    let lasts = [reloads.last, reconfigures.last].compactMap { $0?.upperBound }
    return (leaving.last?.upperBound ?? 0) <= oldCount
      && (arriving.last?.upperBound ?? 0) <= newCount
      && lasts.allSatisfy { $0 <= newCount }
      && oldCount - removals.rowCount == newCount - insertions.rowCount
  }
}
