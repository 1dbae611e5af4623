extension RangeReplaceableCollection {
  /// Returns the result of applying a difference to these rows.
  ///
  ///     let difference = outline.difference(from: before)
  ///     var shown = Array(before.visibleItems)
  ///     shown = shown.applying(difference, newRows: outline.visibleItems) ?? []
  ///
  /// - Parameters:
  ///   - difference: A difference from these rows to the new ones.
  ///   - newRows: All new rows. The inserted, reloaded and reconfigured ones are taken from them.
  /// - Returns: The new rows, or `nil` if the difference does not match these row counts.
  /// - Complexity: O(`count` + `newRows.count`)
  @inlinable
  public func applying(
    _ difference: SectionDifference, newRows: some RandomAccessCollection<Element>
  ) -> Self? {
    let rows = Array(self)
    let common = difference.commonRows(oldCount: rows.count, newCount: newRows.count)
    guard let common else { return nil }
    var result: [Element] = []
    result.reserveCapacity(newRows.count)
    for (old, new) in common {
      result.append(contentsOf: newRows.rows(result.count..<new.lowerBound))
      result += rows[old]
    }
    result.append(contentsOf: newRows.rows(result.count..<newRows.count))
    for ranges in [difference.reloads, difference.reconfigures] {
      for range in ranges {
        result.replaceSubrange(range, with: newRows.rows(range))
      }
    }
    return Self(result)
  }
}

extension RandomAccessCollection {
  @inlinable
  func rows(_ range: Range<Int>) -> SubSequence {
    dropFirst(range.lowerBound).prefix(range.count)
  }
}
