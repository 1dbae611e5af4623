extension OutlineDataSource<AnySection, AnyItem> {
  /// Replaces the contents of a typed section by a flat list of items.
  ///
  /// An unknown section is added at the end. Does not call handlers. To change several sections in
  /// one update, edit the snapshot:
  ///
  /// <!-- example: typedSections -->
  ///     try source.update { snapshot in
  ///       try snapshot.setItems(library.artists, in: artists)
  ///       snapshot.replace(genres, using: tree)
  ///     }
  ///
  /// - Parameters:
  ///   - section: The section to replace.
  ///   - items: Unique items.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``. The data source is unchanged in that case.
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

  /// Replaces the outline of a typed section.
  ///
  /// An unknown section is added at the end. Does not call handlers.
  ///
  /// - Parameters:
  ///   - snapshot: The new outline, with its hierarchy and expansion.
  ///   - section: The section to replace.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - keepingExpansion: `true` to keep the expansion of items that are already in the data
  ///     source; `false` to use that of the new outline.
  ///   - completion: Called when all adapters have finished showing the change, as by
  ///     ``whenShown(_:)``.
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  public func apply<Element>(
    _ snapshot: SectionSnapshot<Element>, to section: TypedSection<Element>,
    animatingDifferences: Bool = true, keepingExpansion: Bool = false,
    completion: (() -> Void)? = nil
  ) {
    apply(
      snapshot.erased(in: section), to: section.erased, animatingDifferences: animatingDifferences,
      keepingExpansion: keepingExpansion, completion: completion)
  }

  /// Returns the outline of a typed section.
  ///
  /// - Parameter section: A typed section.
  /// - Returns: A view of the section; empty if the section is unknown.
  /// - Complexity: O(1) expected
  public func snapshot<Element>(
    for section: TypedSection<Element>
  ) -> TypedSectionSnapshot<Element> {
    snapshot()[section]
  }

  /// Returns the item of a visible row, if it belongs to a typed section.
  ///
  /// - Parameters:
  ///   - path: The position of a row.
  ///   - section: A typed section.
  /// - Returns: The item, or `nil` if there is no such row or its item belongs to another section.
  /// - Complexity: O(log *n*)
  public func item<Element>(at path: RowPath, in section: TypedSection<Element>) -> Element? {
    queue.current.item(at: path, in: section)
  }

  /// Returns the position of the row of an item in a typed section.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - section: A typed section.
  /// - Returns: The position, or `nil` if the item is hidden or unknown.
  /// - Complexity: O(log *n*)
  public func rowPath<Element>(
    of item: Element, in section: TypedSection<Element>
  ) -> RowPath? {
    queue.current.rowPath(of: item, in: section)
  }
}
