//  Untyped operations can insert items of other sections into a typed section. The typed operations
//  skip such items.
//
//  For the reason of `@_optimize(none)`, see `OutlineDataSource+TypedSections.swift`.

extension Snapshot<AnySection, AnyItem> {
  /// Appends typed sections.
  ///
  /// <!-- example: typedSections -->
  ///     var snapshot = Snapshot<AnySection, AnyItem>()
  ///     try snapshot.appendSections(artists, years)
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``
  /// - Complexity: O(log *s*) for each section
  @_optimize(none)
  public mutating func appendSections<each Element>(
    _ section: repeat TypedSection<each Element>
  ) throws(SnapshotError<AnySection, AnyItem>) {
    var sections: [AnySection] = []
    repeat sections.append((each section).erased)
    try appendSections(sections)
  }

  /// The outline of a typed section, which is empty for an unknown section.
  ///
  /// Writing to an unknown section changes nothing, and fails an assertion in debug builds.
  ///
  /// - Complexity: O(1) expected
  public subscript<Element>(section: TypedSection<Element>) -> TypedSectionSnapshot<Element> {
    @_optimize(none) get { TypedSectionSnapshot(self[section.erased], of: section) }
    @_optimize(none) set { self[section.erased] = newValue.erased }
  }

  /// Replaces the outline of a typed section.
  ///
  /// An unknown section is added at the end.
  ///
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  @_optimize(none)
  public mutating func replace<Element>(
    _ section: TypedSection<Element>, using outline: SectionSnapshot<Element>
  ) {
    // Cannot throw: the items of one outline are unique.
    try? replace(CollectionOfOne((key: section.erased, value: outline.erased(in: section))))
  }

  /// Replaces the contents of a typed section by a flat list of items.
  ///
  /// An unknown section is added at the end.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  public mutating func setItems<Element>(
    _ items: some Sequence<Element>, in section: TypedSection<Element>
  ) throws(SectionSnapshotError<Element>) {
    var outline = SectionSnapshot<Element>()
    try outline.append(Array(items))
    replace(section, using: outline)
  }

  /// Returns the item of a visible row, if it belongs to a typed section.
  ///
  /// <!-- example: typedSections -->
  ///     func title(at path: RowPath) -> String? {
  ///       snapshot.item(at: path, in: artists)?.name
  ///         ?? snapshot.item(at: path, in: years).map { year in "The year \(year)" }
  ///     }
  ///     title(at: path)  // "Mingus"
  ///
  /// - Complexity: O(log *n*)
  @_optimize(none)
  public func item<Element>(at path: RowPath, in section: TypedSection<Element>) -> Element? {
    itemIdentifier(for: path).flatMap(section.value)
  }
}
