extension SectionDifference {
  /// Returns the result of applying the difference to a list of rows.
  ///
  ///     let difference = outline.difference(from: before)
  ///     let shown = Array(before.visibleItems)
  ///     difference.applied(to: shown, newRows: outline.visibleItems) == Array(outline.visibleItems)
  ///     // true
  ///
  /// - Parameters:
  ///   - rows: The old rows.
  ///   - newRows: All new rows. The inserted, reloaded and reconfigured ones are taken from them.
  /// - Returns: The new rows, or `nil` if the difference does not match these row counts.
  /// - Complexity: O(*n* + *m*) for *n* old and *m* new rows
  @inlinable
  public func applied<Row>(
    to rows: some Sequence<Row>, newRows: some RandomAccessCollection<Row>
  ) -> [Row]? {
    let rows = Array(rows)
    guard let common = commonRows(oldCount: rows.count, newCount: newRows.count) else { return nil }
    var result: [Row] = []
    result.reserveCapacity(newRows.count)
    for (old, new) in common {
      result.append(contentsOf: newRows.rows(result.count..<new.lowerBound))
      result += rows[old]
    }
    result.append(contentsOf: newRows.rows(result.count..<newRows.count))
    for ranges in [reloads, reconfigures] {
      for range in ranges {
        result.replaceSubrange(range, with: newRows.rows(range))
      }
    }
    return result
  }
}

extension RandomAccessCollection {
  @inlinable
  func rows(_ range: Range<Int>) -> SubSequence {
    dropFirst(range.lowerBound).prefix(range.count)
  }
}
