extension SectionSnapshot {
  /// Returns the difference between the visible rows of another snapshot and those of this one.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["a", "b", "c"])
  ///     let before = outline
  ///     try outline.move("a", after: "c")
  ///     print(outline.difference(from: before))  // 0>2
  ///
  /// - Parameter old: The snapshot that the list displays.
  /// - Complexity: O(log *n* + *k*) for versions of one snapshot that differ by edits of *k* items;
  ///   O(*v* log *v*) with *v* hash lookups for *v* visible rows of unrelated snapshots
  @inlinable
  public func difference(from old: SectionSnapshot) -> SectionDifference {
    SectionDifference(rowChanges(from: old))
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
    from old: SectionSnapshot, updating update: ContentUpdate = .reconfigure,
    isContentEqual: (_ old: Item, _ new: Item) -> Bool
  ) -> SectionDifference {
    var difference = difference(from: old)
    let changed = rowsOfChangedContent(from: old, difference, isContentEqual)
    difference.update(changed, as: update)
    return difference
  }

  /// Returns the visible rows whose items are visible in another snapshot with different content.
  @inlinable
  func rowsOfChangedContent(
    from old: SectionSnapshot, _ difference: SectionDifference,
    _ isContentEqual: (_ old: Item, _ new: Item) -> Bool
  ) -> [Int] {
    var changed: [Int] = []
    let pairs = difference.commonRows(
      oldCount: old.tree.visibleCount, newCount: tree.visibleCount)
    for (oldRows, newRows) in pairs ?? [] {
      var row = newRows.lowerBound
      for (oldItem, newItem) in zip(old.visibleItems[oldRows], visibleItems[newRows]) {
        if !isContentEqual(oldItem, newItem) {
          changed.append(row)
        }
        row += 1
      }
    }
    return changed
  }
}
