/// The way to update a row whose content changed.
public enum ContentUpdate: Hashable, Codable, Sendable {
  /// Creates the row again.
  case reload
  /// Updates the row in place.
  case reconfigure
}

extension SectionDifference {
  /// Returns the rows that are visible before and after, as pairs of ranges, or `nil` if the
  /// difference does not match these row counts.
  @usableFromInline
  func commonRows(oldCount: Int, newCount: Int) -> [(old: Range<Int>, new: Range<Int>)]? {
    CommonRows(self, oldCount: oldCount, newCount: newCount)?.pairs
  }

  /// Adds updates of new rows, in ascending order; a reloaded row is not also reconfigured.
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
