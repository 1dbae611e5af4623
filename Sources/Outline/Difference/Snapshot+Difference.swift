extension Snapshot {
  /// Returns the difference between the visible rows of another snapshot and those of this one.
  ///
  /// Marked items and sections are reloaded or reconfigured if they are visible in both snapshots.
  ///
  /// - Parameter old: The snapshot that the list displays.
  /// - Returns: The difference. It is empty if the rows are the same, have the same appearance and
  ///   are not marked.
  /// - Complexity: O(log *n* + *k*) for versions of one snapshot that differ by edits of *k* items
  ///   and sections; O(*v* log *v*) at worst for *v* visible rows, with *v* look-ups by hash, for
  ///   snapshots that share nothing.
  @inlinable
  public func difference(from old: Snapshot) -> SnapshotDifference {
    var comparison = SnapshotComparison(old: old, new: self)
    comparison.compareSections()
    comparison.findMoves()
    comparison.addMarks()
    return comparison.difference()
  }

  /// Returns the difference between the visible rows of another snapshot and those of this one,
  /// including rows whose content changed.
  ///
  /// Equal items may have different content: an item is an identity. The content of its row may be
  /// a property that `==` ignores, or come from elsewhere.
  ///
  /// - Parameters:
  ///   - old: The snapshot that the list displays.
  ///   - update: Whether rows whose content changed are reloaded or reconfigured.
  ///   - isContentEqual: Returns whether an item of `old` and the equal item of this snapshot have
  ///     the same content. It is called for each row that is visible in both.
  /// - Returns: The difference.
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

  /// Returns the difference between the visible rows of another snapshot and those of this one,
  /// including rows whose content changed.
  ///
  /// - Parameters:
  ///   - old: The snapshot that the list displays.
  ///   - update: Whether rows whose content changed are reloaded or reconfigured.
  ///   - content: Returns the content of an item's row.
  /// - Returns: The difference.
  /// - Complexity: That of ``difference(from:)``, and O(*v*) for *v* visible rows
  @inlinable
  public func difference<Content: Equatable>(
    from old: Snapshot, updating update: ContentUpdate = .reconfigure, content: (Item) -> Content
  ) -> SnapshotDifference {
    difference(from: old, updating: update) { content($0) == content($1) }
  }
}
