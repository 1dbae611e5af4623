extension Snapshot {
  /// Returns the difference between the visible rows of another snapshot and those of this one.
  ///
  /// Marked items and sections are reloaded or reconfigured if they are visible in both snapshots.
  ///
  /// - Parameter old: The snapshot that the list displays.
  /// - Complexity: O(log *n* + *k*) for versions of one snapshot that differ by edits of *k* items
  ///   and sections; O(*v* log *v*) with *v* hash lookups for *v* visible rows of unrelated
  ///   snapshots
  @inlinable
  public func difference(from old: Snapshot) -> SnapshotDifference {
    var comparison = SnapshotComparison(old: old, new: self)
    comparison.compareSections()
    comparison.findMoves()
    comparison.addMarks()
    return comparison.difference()
  }

  /// Returns the difference from another snapshot, including rows whose content changed.
  ///
  /// An item is an identity. Its content can be a property that `==` ignores, or be stored
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - old: The snapshot that the list displays.
  ///   - update: The way to update rows whose content changed.
  ///   - isContentEqual: Returns a Boolean value that indicates whether an item of `old` and the
  ///     equal item of this snapshot have the same content. It is called for each row that is
  ///     visible in both.
  /// - Complexity: That of ``difference(from:)``, and O(*v*) for *v* visible rows
  @inlinable
  public func difference(
    from old: Snapshot, updating update: ContentUpdate = .reconfigure,
    isContentEqual: (_ old: Item, _ new: Item) -> Bool
  ) -> SnapshotDifference {
    var comparison = SnapshotComparison(old: old, new: self)
    comparison.compareSections()
    comparison.findMoves()
    comparison.addMarks()
    comparison.addContentChanges(as: update, isContentEqual)
    return comparison.difference()
  }
}
