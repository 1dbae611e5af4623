//  Untyped operations can insert items that belong elsewhere into a typed section. The typed
//  operations skip such items.

extension Snapshot<AnySection, AnyItem> {
  /// Appends typed sections.
  ///
  /// <!-- example: typedSections -->
  ///     var snapshot = TypedSnapshot()
  ///     try snapshot.appendSections(artists, years)
  ///
  /// - Parameter section: Unique sections that the snapshot does not contain yet.
  /// - Throws: ``SectionedSnapshotError/duplicateSections(_:)``
  /// - Complexity: O(log *s*) for each section
  public mutating func appendSections<each Element>(
    _ section: repeat TypedSection<each Element>
  ) throws(SectionedSnapshotError<AnySection, AnyItem>) {
    var sections: [AnySection] = []
    repeat sections.append((each section).erased)
    try appendSections(sections)
  }

  /// The outline of a typed section.
  ///
  /// Empty if the section is unknown.
  ///
  /// - Parameter section: A typed section.
  /// - Complexity: O(1) expected
  public subscript<Element>(section: TypedSection<Element>) -> TypedSectionSnapshot<Element> {
    TypedSectionSnapshot(self[section.erased], of: section)
  }

  /// Replaces the outline of a typed section.
  ///
  /// An unknown section is added at the end.
  ///
  /// - Parameters:
  ///   - section: The section to replace.
  ///   - outline: The new outline, with its hierarchy and expansion.
  /// - Complexity: O(*k* log *n*) for *k* old and new items
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
  /// - Parameters:
  ///   - items: Unique items.
  ///   - section: The section to replace.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  public mutating func setItems<Element>(
    _ items: some Sequence<Element>, in section: TypedSection<Element>
  ) throws(SnapshotError<Element>) {
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
  /// - Parameters:
  ///   - path: The position of a row.
  ///   - section: A typed section.
  /// - Returns: The item, or `nil` if there is no such row or its item belongs to another section.
  /// - Complexity: O(log *n*)
  public func item<Element>(at path: RowPath, in section: TypedSection<Element>) -> Element? {
    itemIdentifier(for: path).flatMap(section.value)
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
    rowPath(of: section.erase(item))
  }
}
