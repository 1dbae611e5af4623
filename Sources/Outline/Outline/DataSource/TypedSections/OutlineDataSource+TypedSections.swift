//  Functions that call the data source are not optimized. Otherwise, the compiler specializes the
//  whole data source for erased items: half a megabyte of code, and a third of the build time.

extension OutlineDataSource<AnySection, AnyItem> {
  /// Replaces the contents of a typed section by a flat list of items.
  ///
  /// An unknown section is added at the end. To change several sections in one update, edit the
  /// snapshot:
  ///
  /// <!-- example: typedSections -->
  ///     try source.update { snapshot in
  ///       try snapshot.setItems(library.artists, in: artists)
  ///       snapshot.replace(genres, using: tree)
  ///     }
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  @_optimize(none)
  public func update<Element>(
    in section: TypedSection<Element>, items: some Sequence<Element>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) throws(SectionSnapshotError<Element>) {
    try update(
      animatingDifferences: animatingDifferences,
      { snapshot throws(SectionSnapshotError<Element>) in try snapshot.setItems(items, in: section)
      },
      completion: completion)
  }

  /// Replaces the outline of a typed section.
  ///
  /// An unknown section is added at the end. For `keepingExpansion` and the completion, see
  /// ``apply(_:animatingDifferences:keepingExpansion:completion:)-(Snapshot<Section,Item>,_,_,_)``.
  ///
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  @_optimize(none)
  public func apply<Element>(
    _ snapshot: SectionSnapshot<Element>, to section: TypedSection<Element>,
    animatingDifferences: Bool = true, keepingExpansion: Bool = false,
    completion: (() -> Void)? = nil
  ) {
    apply(
      snapshot.erased(in: section), to: section.erased, animatingDifferences: animatingDifferences,
      keepingExpansion: keepingExpansion, completion: completion)
  }

  /// Returns a view of a typed section, which is empty for an unknown section.
  ///
  /// - Complexity: O(1) expected
  @_optimize(none)
  public func snapshot<Element>(
    for section: TypedSection<Element>
  ) -> TypedSectionSnapshot<Element> {
    snapshot()[section]
  }

  /// Returns the item of a visible row, or `nil` if it belongs to another section.
  ///
  /// - Complexity: O(log *n*)
  @_optimize(none)
  public func item<Element>(at path: RowPath, in section: TypedSection<Element>) -> Element? {
    queue.delivered.item(at: path, in: section)
  }
}
