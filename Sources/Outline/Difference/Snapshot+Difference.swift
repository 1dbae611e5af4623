extension Snapshot {
  /// Returns what takes a list from the visible rows of another snapshot to those of this one.
  ///
  /// Items and sections that are marked are reloaded or reconfigured if they are visible in both.
  ///
  /// - Parameter old: The snapshot that the list shows.
  /// - Returns: The difference; empty when the rows are the same, look alike and are not marked.
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

  /// Returns what takes a list from the visible rows of another snapshot to those of this one,
  /// with the rows whose content changed.
  ///
  /// Items that are equal may have different content: an item is an identity, and what its row
  /// shows may be a part of it that does not count for equality, or lie elsewhere.
  ///
  /// - Parameters:
  ///   - old: The snapshot that the list shows.
  ///   - update: Whether rows whose content changed are reloaded or reconfigured.
  ///   - isContentEqual: Returns whether an item of `old` and the equal one of this snapshot have
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

  /// Returns what takes a list from the visible rows of another snapshot to those of this one,
  /// with the rows whose content changed.
  ///
  /// - Parameters:
  ///   - old: The snapshot that the list shows.
  ///   - update: Whether rows whose content changed are reloaded or reconfigured.
  ///   - content: Returns what the row of an item shows.
  /// - Returns: The difference.
  /// - Complexity: That of ``difference(from:)``, and O(*v*) for *v* visible rows
  @inlinable
  public func difference<Content: Equatable>(
    from old: Snapshot, updating update: ContentUpdate = .reconfigure, content: (Item) -> Content
  ) -> SnapshotDifference {
    difference(from: old, updating: update) { content($0) == content($1) }
  }
}
