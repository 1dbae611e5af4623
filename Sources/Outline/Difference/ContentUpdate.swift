/// What a list does with a row whose item stays and whose content changed.
public enum ContentUpdate: Hashable, Codable, Sendable {
  /// Makes the row anew.
  case reload
  /// Updates the row in place.
  case reconfigure
}

extension SectionDifference {
  /// The rows that are there before and after, as ranges of old and of new rows, or `nil` for a
  /// difference that is not one between so many rows.
  @usableFromInline
  func commonRows(oldCount: Int, newCount: Int) -> [(old: Range<Int>, new: Range<Int>)]? {
    let commonRows = CommonRows(self, oldCount: oldCount, newCount: newCount)
    return commonRows?.pairs.map { ($0.old, $0.new) }
  }

  /// Adds new rows, ascending, that are to be updated.
  ///
  /// A row that is reloaded is not reconfigured as well.
  @usableFromInline
  mutating func update(_ rows: [Int], as update: ContentUpdate) {
    guard !rows.isEmpty else { return }
    var ranges: [Range<Int>] = []
    for row in rows {
      ranges.appendRows(row..<row + 1)
    }
    switch update {
    case .reload: reloads = reloads.union(ranges)
    case .reconfigure: reconfigures = reconfigures.union(ranges)
    }
    reconfigures = reconfigures.subtracting(reloads)
  }
}
