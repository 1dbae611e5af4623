//  Items that have another type than that of their section can come in by the untyped operations
//  only. The typed ones pass over them.

extension Snapshot<AnySection, AnyItem> {
  /// Adds sections of several types at the end.
  ///
  /// <!-- example: typedSections -->
  ///     var snapshot = TypedSnapshot()
  ///     try snapshot.appendSections(artists, years)
  ///
  /// - Parameter section: Sections that the snapshot does not have yet, each once.
  /// - Throws: ``SectionedSnapshotError/duplicateSections(_:)``
  /// - Complexity: O(log *s*) for each section
  public mutating func appendSections<each Element>(
    _ section: repeat TypedSection<each Element>
  ) throws(SectionedSnapshotError<AnySection, AnyItem>) {
    var sections: [AnySection] = []
    repeat sections.append((each section).erased)
    try appendSections(sections)
  }

  /// Accesses what a typed section holds.
  ///
  /// This reads and replaces the contents as ``subscript(_:)-(Section)`` does.
  ///
  /// - Parameter section: The section.
  /// - Complexity: O(*k*) to read *k* items; O(*k* log *n*) to write them
  public subscript<Element>(section: TypedSection<Element>) -> SectionSnapshot<Element> {
    get { self[section.erased].typed() }
    set { self[section.erased] = newValue.erased() }
  }

  /// Gives a typed section a flat list of items in the place of what it holds.
  ///
  /// An unknown section is added at the end. Items that are in other sections are pulled out of
  /// those, each with all that is below it there.
  ///
  /// - Parameters:
  ///   - items: The items, each once.
  ///   - section: The section.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*k* log *n*) for *k* old and new items
  public mutating func setItems<Element>(
    _ items: some Sequence<Element>, in section: TypedSection<Element>
  ) throws(SnapshotError<Element>) {
    var outline = SectionSnapshot<Element>()
    try outline.append(Array(items))
    // One outline has no item twice, so that this cannot fail.
    try? replace(CollectionOfOne((key: section.erased, value: outline.erased())))
  }

  /// Returns the items of a typed section in pre-order, those of collapsed items included.
  ///
  /// - Parameter section: The section to ask about.
  /// - Returns: The items; none for an unknown section.
  /// - Complexity: O(*k*) for *k* items
  public func items<Element>(in section: TypedSection<Element>) -> [Element] {
    self[section.erased].items.compactMap { $0.value() }
  }

  /// Returns the item of a visible row, if the row is in a typed section.
  ///
  /// - Parameters:
  ///   - path: Where the row is.
  ///   - section: The section.
  /// - Returns: The item; `nil` where there is no such row, or it is in another section.
  /// - Complexity: O(log *n*)
  public func item<Element>(at path: RowPath, in section: TypedSection<Element>) -> Element? {
    value(at: path, by: [.in(section) { $0 }])
  }

  /// Returns what the case for a row's section makes of the row's item.
  ///
  /// <!-- example: typedSections -->
  ///     snapshot.value(at: path, by: [
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
    guard let item = itemIdentifier(for: path) else { return nil }
    let section = sectionIdentifiers[path.section]
    return cases.first { $0.section == section }?.value(item)
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
    locate(item, in: section).flatMap(rowPath)
  }

  /// An item as it is named here, if it is in a section.
  func locate<Element>(_ item: Element, in section: TypedSection<Element>) -> AnyItem? {
    let item = AnyItem(item)
    return sectionIdentifier(containingItem: item) == section.erased ? item : nil
  }
}

// MARK: - To another type and back

extension SectionSnapshot where Item: Sendable {
  /// The outline, with items whose type is forgotten.
  func erased() -> SectionSnapshot<AnyItem> {
    // Different items stay different, so that this cannot fail.
    (try? compactMapItems { AnyItem($0) }) ?? SectionSnapshot<AnyItem>()
  }
}

extension SectionSnapshot<AnyItem> {
  /// The outline, with items of one type.
  func typed<Element: Hashable & Sendable>() -> SectionSnapshot<Element> {
    // Different items stay different, so that this cannot fail.
    (try? compactMapItems { $0.value(as: Element.self) }) ?? SectionSnapshot<Element>()
  }
}
