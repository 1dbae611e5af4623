extension Snapshot<AnySection, AnyItem> {
  /// Appends typed sections.
  ///
  /// <!-- example: typedSections -->
  ///     var snapshot = Snapshot<AnySection, AnyItem>()
  ///     try snapshot.appendSections(artists, years)
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``
  /// - Complexity: O(log *s*) for each section
  public mutating func appendSections<each Element>(
    _ section: repeat TypedSection<each Element>
  ) throws(SnapshotError<AnySection, AnyItem>) {
    var sections: [AnySection] = []
    repeat sections.append((each section).erased)
    try appendSections(sections)
  }

  /// Accesses the outline of a typed section, as ``subscript(_:)-(Section)``.
  ///
  /// ``TypedSection/item(_:)`` converts values to items, and ``TypedSection/value(of:)`` converts
  /// items to values:
  ///
  /// <!-- example: typedSections -->
  ///     try snapshot[years].append([years.item(1975)], to: years.item(1974))
  ///     snapshot[years].children(of: years.item(1974))?.compactMap(years.value)  // [1975]
  ///
  /// - Complexity: That of ``subscript(_:)-(Section)``
  public subscript<Element>(section: TypedSection<Element>) -> SectionSnapshot<AnyItem> {
    get { self[section.erased] }
    set { self[section.erased] = newValue }
  }

  /// Replaces the contents of a typed section by a flat list of items.
  ///
  /// An unknown section is added at the end.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  public mutating func setItems<Element>(
    _ items: some Sequence<Element>, in section: TypedSection<Element>
  ) throws(SectionSnapshotError<AnyItem>) {
    var outline = SectionSnapshot<AnyItem>()
    try outline.append(items.map(section.item))
    // Cannot throw: the section and its items occur once.
    try? replace(CollectionOfOne((key: section.erased, value: outline)))
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
  public func item<Element>(at path: RowPath, in section: TypedSection<Element>) -> Element? {
    itemIdentifier(for: path).flatMap(section.value)
  }
}
