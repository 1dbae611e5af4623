//  Untyped operations can insert items of another type into a typed section. The typed operations
//  skip such items.

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
    TypedSectionSnapshot(self[section.erased])
  }

  /// Replaces the outline of a typed section.
  ///
  /// An unknown section is added at the end. Items of the new outline are removed from other
  /// sections, with their descendants there.
  ///
  /// - Parameters:
  ///   - section: The section to replace.
  ///   - outline: The new outline, with its hierarchy and expansion.
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  public mutating func replace<Element>(
    _ section: TypedSection<Element>, using outline: SectionSnapshot<Element>
  ) {
    // Cannot throw: the items of one outline are unique.
    try? replace(CollectionOfOne((key: section.erased, value: outline.erased())))
  }

  /// Replaces the contents of a typed section by a flat list of items.
  ///
  /// An unknown section is added at the end. The items are removed from other sections, with their
  /// descendants there.
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

  /// Returns the item of a visible row, if the row is in a typed section.
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
  /// - Returns: The item, or `nil` if there is no such row or it is in another section.
  /// - Complexity: O(log *n*)
  public func item<Element>(at path: RowPath, in section: TypedSection<Element>) -> Element? {
    guard let item = itemIdentifier(for: path), sectionIdentifiers[path.section] == section.erased
    else { return nil }
    return item.value()
  }

  /// Returns the position of the row of an item in a typed section.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - section: A typed section.
  /// - Returns: The position, or `nil` if the item is hidden or not in the section.
  /// - Complexity: O(log *n*)
  public func rowPath<Element>(
    of item: Element, in section: TypedSection<Element>
  ) -> RowPath? {
    erase(item, in: section).flatMap(rowPath)
  }

  /// The erased item, or `nil` if it is not in the section.
  func erase<Element>(_ item: Element, in section: TypedSection<Element>) -> AnyItem? {
    let item = AnyItem(item)
    return sectionIdentifier(containingItem: item) == section.erased ? item : nil
  }
}
