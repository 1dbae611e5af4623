extension OutlineDataSource {
  /// Shows a snapshot in the place of what is on screen.
  ///
  /// No handler runs. Items and sections that the snapshot marks are reloaded or reconfigured where
  /// their rows come to stand.
  ///
  /// - Parameters:
  ///   - snapshot: What to show.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - keepingExpansion: Whether items that are on screen or hidden now stay expanded or
  ///     collapsed as they are, instead of what the snapshot says of them. Those whose children are
  ///     still to be loaded are not expanded.
  /// - Complexity: That of ``Snapshot/difference(from:)``
  public func apply(
    _ snapshot: Snapshot<Section, Item>, animatingDifferences: Bool = true,
    keepingExpansion: Bool = false
  ) {
    var snapshot = snapshot
    if keepingExpansion {
      keepExpansion(in: &snapshot)
    }
    enqueue(snapshot, isAnimated: animatingDifferences)
  }

  /// Shows a snapshot in the place of what a section holds.
  ///
  /// An unknown section is added at the end. Items of the snapshot that are in other sections are
  /// pulled out of those. No handler runs.
  ///
  /// - Parameters:
  ///   - snapshot: What the section is to hold, with its hierarchy and expansion.
  ///   - section: The section.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - keepingExpansion: Whether items that are in the data source now stay expanded or collapsed
  ///     as they are, instead of what the snapshot says of them.
  /// - Complexity: That of ``Snapshot/replace(_:)`` and of ``Snapshot/difference(from:)``
  public func apply(
    _ snapshot: SectionSnapshot<Item>, to section: Section, animatingDifferences: Bool = true,
    keepingExpansion: Bool = false
  ) {
    // One outline has no item twice, so that this cannot fail.
    try? apply(
      CollectionOfOne((key: section, value: snapshot)), animatingDifferences: animatingDifferences,
      keepingExpansion: keepingExpansion)
  }

  /// Shows snapshots in the place of what several sections hold, as one update.
  ///
  /// Unknown sections are added at the end, in the order of the sequence; pass `KeyValuePairs`
  /// where that matters. Items that are in other sections than these are pulled out of those. No
  /// handler runs.
  ///
  ///     try source.apply(["Food": food, "Shed": shed])
  ///
  /// - Parameters:
  ///   - sections: The sections with what they are to hold, each section once and each item in one
  ///     of them: a dictionary, or pairs in order.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - keepingExpansion: Whether items that are in the data source now stay expanded or collapsed
  ///     as they are, instead of what the snapshots say of them.
  /// - Throws: ``SectionedSnapshotError/duplicateSections(_:)``,
  ///   ``SectionedSnapshotError/duplicateItems(_:)``; nothing changes then.
  /// - Complexity: That of ``Snapshot/replace(_:)`` and of ``Snapshot/difference(from:)``
  public func apply(
    _ sections: some Sequence<(key: Section, value: SectionSnapshot<Item>)>,
    animatingDifferences: Bool = true, keepingExpansion: Bool = false
  ) throws(SectionedSnapshotError<Section, Item>) {
    var snapshot = latest
    try snapshot.replace(sections)
    if keepingExpansion {
      keepExpansion(in: &snapshot)
    }
    enqueue(snapshot, isAnimated: animatingDifferences)
  }

  /// Expands and collapses items as all changes so far lead to, unless they lack their children.
  private func keepExpansion(in snapshot: inout Snapshot<Section, Item>) {
    let given = snapshot
    snapshot.keepExpansion(of: latest)
    let kept = snapshot
    snapshot.collapse(kept.items(expandedSince: given).filter { lacksChildren($0, in: kept) })
  }

  /// Edits what is on screen, as one update.
  ///
  ///     try source.update { snapshot in
  ///       try snapshot["Food"].append(["Plum"], to: "Fruit")
  ///       try snapshot.reconfigureItems(["Fruit"])
  ///     }
  ///
  /// No handler runs. Where the body throws, nothing changes. The body edits a copy, which is
  /// applied whole: a change that the body makes of the data source itself, instead of the copy,
  /// comes first and is overwritten.
  ///
  /// - Parameters:
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - body: Edits the snapshot that all changes made before lead to.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  /// - Complexity: That of the edits, and O(log *n* + *k*)
  @discardableResult
  public func update<Result, Failure: Error>(
    animatingDifferences: Bool = true,
    _ body: (_ snapshot: inout Snapshot<Section, Item>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var snapshot = latest
    let result = try body(&snapshot)
    enqueue(snapshot, isAnimated: animatingDifferences)
    return result
  }

  /// Shows a snapshot in the place of what is on screen, and asks observers to reload instead of
  /// working out what changed.
  ///
  /// - Parameter snapshot: What to show.
  /// - Complexity: O(1), and what observers do; O(*n*) for an unrelated snapshot while loads are
  ///   remembered, and O(*d*) for *d* displayed rows where content is compared
  public func applyUsingReload(_ snapshot: Snapshot<Section, Item>) {
    enqueue(Change(snapshot: snapshot, presentation: .reload))
  }

  /// Tells the observers of a new snapshot, at once or in its turn.
  func enqueue(_ snapshot: Snapshot<Section, Item>, isAnimated: Bool) {
    enqueue(Change(snapshot: snapshot, presentation: isAnimated ? .animated : .immediate))
  }
}
