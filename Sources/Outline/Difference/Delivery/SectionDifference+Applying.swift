extension RangeReplaceableCollection {
  /// Returns the result of applying a difference to these rows.
  ///
  ///     let difference = outline.difference(from: before)
  ///     var shown = Array(before.visibleItems)
  ///     shown = shown.applying(difference, from: outline.visibleItems) ?? []
  ///
  /// - Parameters:
  ///   - difference: A difference between these rows and those of `target`.
  ///   - target: The new rows, which provide the inserted, reloaded and reconfigured ones.
  /// - Returns: The new rows, or `nil` if the difference does not match the two counts.
  /// - Complexity: O(`count` + `target.count`)
  @inlinable
  public func applying(
    _ difference: SectionDifference, from target: some RandomAccessCollection<Element>
  ) -> Self? {
    let rows = Array(self)
    let common = difference.commonRows(oldCount: rows.count, newCount: target.count)
    guard let common else { return nil }
    var result: [Element] = []
    result.reserveCapacity(target.count)
    for (old, new) in common {
      result.append(contentsOf: target.rows(result.count..<new.lowerBound))
      result += rows[old]
    }
    result.append(contentsOf: target.rows(result.count..<target.count))
    for ranges in [difference.reloads, difference.reconfigures] {
      for range in ranges {
        result.replaceSubrange(range, with: target.rows(range))
      }
    }
    return Self(result)
  }
}

extension RandomAccessCollection {
  /// Returns the elements of a range of offsets.
  @inlinable
  func rows(_ range: Range<Int>) -> SubSequence {
    dropFirst(range.lowerBound).prefix(range.count)
  }
}
