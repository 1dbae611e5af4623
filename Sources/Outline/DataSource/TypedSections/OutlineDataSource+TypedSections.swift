extension OutlineDataSource<AnySection, AnyItem> {
  /// Shows a flat list of items in the place of what a typed section holds.
  ///
  /// An unknown section is added at the end. Items that are in other sections are pulled out of
  /// those. No handler runs. Several sections change as one update by
  /// ``update(animatingDifferences:_:)``:
  ///
  /// <!-- example: typedSections -->
  ///     try source.update { snapshot in
  ///       try snapshot.setItems(library.artists, in: artists)
  ///       snapshot[genres] = tree
  ///     }
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - items: The items, each once.
  ///   - animatingDifferences: Whether observers are asked to animate.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``; nothing changes then.
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  public func update<Element>(
    in section: TypedSection<Element>, items: some Sequence<Element>,
    animatingDifferences: Bool = true
  ) throws(SnapshotError<Element>) {
    try update(animatingDifferences: animatingDifferences) {
      snapshot throws(SnapshotError<Element>) in
      try snapshot.setItems(items, in: section)
    }
  }

  /// Shows a snapshot in the place of what a typed section holds.
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
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  public func apply<Element>(
    _ snapshot: SectionSnapshot<Element>, to section: TypedSection<Element>,
    animatingDifferences: Bool = true, keepingExpansion: Bool = false
  ) {
    apply(
      snapshot.erased(), to: section.erased, animatingDifferences: animatingDifferences,
      keepingExpansion: keepingExpansion)
  }

  /// Returns what a typed section holds, with its hierarchy and expansion.
  ///
  /// - Parameter section: The section to ask about.
  /// - Returns: Its contents; an empty snapshot for an unknown section.
  /// - Complexity: O(*k*) for *k* items
  public func snapshot<Element>(for section: TypedSection<Element>) -> SectionSnapshot<Element> {
    current[section]
  }

  /// Returns the items of a typed section in pre-order, those of collapsed items included.
  ///
  /// - Parameter section: The section to ask about.
  /// - Returns: The items; none for an unknown section.
  /// - Complexity: O(*k*) for *k* items
  public func items<Element>(in section: TypedSection<Element>) -> [Element] {
    current.items(in: section)
  }

  /// Returns the item of a visible row, if the row is in a typed section.
  ///
  /// - Parameters:
  ///   - path: Where the row is.
  ///   - section: The section.
  /// - Returns: The item; `nil` where there is no such row, or it is in another section.
  /// - Complexity: O(log *n*)
  public func item<Element>(at path: RowPath, in section: TypedSection<Element>) -> Element? {
    current.item(at: path, in: section)
  }

  /// Returns what the case for a row's section makes of the row's item.
  ///
  /// <!-- example: typedSections -->
  ///     source.value(at: path, by: [
  ///       .in(artists) { artist in artist.name },
  ///       .in(years) { year in "The year \(year)" },
  ///     ])  // "Mingus"
  ///
  /// - Parameters:
  ///   - path: Where the row is.
  ///   - cases: What to make of the items of each section; of two cases for one section the first
  ///     counts.
  /// - Returns: The value; `nil` where there is no such row, or no case for its section.
  /// - Complexity: O(log *n* + *c*) for *c* cases
  public func value<Value>(at path: RowPath, by cases: [SectionCase<Value>]) -> Value? {
    current.value(at: path, by: cases)
  }

  /// Returns where the row of an item of a typed section is.
  ///
  /// - Parameters:
  ///   - item: The item to look for.
  ///   - section: The section.
  /// - Returns: The place of its row; `nil` while the item is hidden, and where it is not in the
  ///   section.
  /// - Complexity: O(log *n*)
  public func rowPath<Element>(
    for item: Element, in section: TypedSection<Element>
  ) -> RowPath? {
    current.rowPath(for: item, in: section)
  }
}
