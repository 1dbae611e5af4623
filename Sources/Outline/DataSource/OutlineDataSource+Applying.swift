extension OutlineDataSource {
  /// Replaces the snapshot on screen.
  ///
  /// Does not call handlers. Rows of marked items and sections are reloaded or reconfigured at
  /// their new positions.
  ///
  ///     source.apply(snapshot) { print("All rows are in place.") }
  ///
  /// - Parameters:
  ///   - snapshot: The new snapshot.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - keepingExpansion: `true` to keep the expansion of items that are already in the data
  ///     source; `false` to use that of the new snapshot. Items without loaded children are not
  ///     expanded.
  ///   - completion: Called when all adapters have finished showing the change, as by
  ///     ``whenShown(_:)``.
  /// - Complexity: That of ``Snapshot/difference(from:)``
  public func apply(
    _ snapshot: Snapshot<Section, Item>, animatingDifferences: Bool = true,
    keepingExpansion: Bool = false, completion: (() -> Void)? = nil
  ) {
    var snapshot = snapshot
    if keepingExpansion {
      keepExpansion(in: &snapshot)
    }
    enqueue(.edit(isAnimated: animatingDifferences), whenShown: completion) { $0 = snapshot }
  }

  /// Replaces the outline of a section.
  ///
  /// An unknown section is added at the end. Items of the new outline are removed from other
  /// sections. Does not call handlers.
  ///
  /// - Parameters:
  ///   - snapshot: The new outline, with its hierarchy and expansion.
  ///   - section: The section to replace.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - keepingExpansion: `true` to keep the expansion of items that are already in the data
  ///     source; `false` to use that of the new outline.
  ///   - completion: Called when all adapters have finished showing the change, as by
  ///     ``whenShown(_:)``.
  /// - Complexity: That of ``Snapshot/replace(_:)`` and of ``Snapshot/difference(from:)``
  public func apply(
    _ snapshot: SectionSnapshot<Item>, to section: Section, animatingDifferences: Bool = true,
    keepingExpansion: Bool = false, completion: (() -> Void)? = nil
  ) {
    // Cannot throw: the items of one outline are unique.
    try? apply(
      CollectionOfOne((key: section, value: snapshot)), animatingDifferences: animatingDifferences,
      keepingExpansion: keepingExpansion, completion: completion)
  }

  /// Replaces the outlines of several sections in one update.
  ///
  /// Unknown sections are added at the end, in the order of the sequence; pass `KeyValuePairs` if
  /// the order matters. Items of the new outlines are removed from all other sections. Does not
  /// call handlers.
  ///
  ///     try source.apply(["Food": food, "Shed": shed])
  ///
  /// - Parameters:
  ///   - sections: Unique sections with outlines that have no item in common: a dictionary, or
  ///     pairs in order.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - keepingExpansion: `true` to keep the expansion of items that are already in the data
  ///     source; `false` to use that of the new outlines.
  ///   - completion: Called when all adapters have finished showing the change, as by
  ///     ``whenShown(_:)``.
  /// - Throws: ``SectionedSnapshotError/duplicateSections(_:)``,
  ///   ``SnapshotError/duplicateItems(_:)``. The data source is unchanged in that case.
  /// - Complexity: That of ``Snapshot/replace(_:)`` and of ``Snapshot/difference(from:)``
  public func apply(
    _ sections: some Sequence<(key: Section, value: SectionSnapshot<Item>)>,
    animatingDifferences: Bool = true, keepingExpansion: Bool = false,
    completion: (() -> Void)? = nil
  ) throws(SectionedSnapshotError<Section, Item>) {
    var snapshot = latest
    try snapshot.replace(sections)
    if keepingExpansion {
      keepExpansion(in: &snapshot)
    }
    enqueue(.edit(isAnimated: animatingDifferences), whenShown: completion) { $0 = snapshot }
  }

  /// Copies the expansion of the latest snapshot, except for items without loaded children.
  private func keepExpansion(in snapshot: inout Snapshot<Section, Item>) {
    let given = snapshot
    snapshot.keepExpansion(of: latest)
    let kept = snapshot
    snapshot.collapse(kept.items(expandedSince: given).filter { lacksChildren($0, in: kept) })
  }

  /// Edits the snapshot on screen in one update.
  ///
  ///     try source.update { snapshot in
  ///       try snapshot["Food"].append(["Plum"], to: "Fruit")
  ///       try snapshot.reconfigureItems(["Fruit"])
  ///     }
  ///
  /// Does not call handlers. The closure edits a copy of the latest snapshot, which then replaces
  /// the latest snapshot. If the closure changes the data source directly, the copy overwrites that
  /// change. If the closure throws, nothing changes.
  ///
  /// - Parameters:
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - body: A closure that edits the snapshot.
  /// - Returns: The return value of `body`.
  /// - Throws: The error that `body` throws.
  /// - Complexity: O(log *n* + *k*), plus that of the edits
  @discardableResult
  public func update<Result, Failure: Error>(
    animatingDifferences: Bool = true,
    _ body: (_ snapshot: inout Snapshot<Section, Item>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var snapshot = latest
    let result = try body(&snapshot)
    enqueue(.edit(isAnimated: animatingDifferences)) { $0 = snapshot }
    return result
  }

  /// Replaces the snapshot on screen and has observers reload all rows.
  ///
  /// No difference is computed.
  ///
  /// - Parameters:
  ///   - snapshot: The new snapshot.
  ///   - completion: Called when all adapters have finished showing the change, as by
  ///     ``whenShown(_:)``.
  /// - Complexity: O(1), plus O(*n*) for an unrelated snapshot if children have been loaded, and
  ///   O(*d*) for *d* displayed rows if content is compared
  public func applyUsingReload(
    _ snapshot: Snapshot<Section, Item>, completion: (() -> Void)? = nil
  ) {
    enqueue(Origin(presentation: .reload), whenShown: completion) { $0 = snapshot }
  }
}
