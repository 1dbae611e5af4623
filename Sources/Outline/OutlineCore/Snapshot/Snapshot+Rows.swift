extension Snapshot {
  /// The number of visible rows in all sections.
  ///
  /// - Complexity: O(1)
  @inlinable public var numberOfRows: Int { Int(sectionTree.counts.rows) }

  /// Returns the number of visible rows in a section.
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func numberOfRows(in section: Section) -> Int? {
    order.table.handle(of: section).map { contents[$0].tree.visibleCount }
  }

  /// Returns the number of visible rows in the section at a position, as a list view asks for it.
  ///
  /// - Returns: The number; 0 if there is no section at the position.
  /// - Complexity: O(log *s*)
  @inlinable
  public func numberOfRows(inSection index: Int) -> Int {
    sectionHandle(at: index).map { contents[$0].tree.visibleCount } ?? 0
  }

  /// Returns the path of an item's row, or `nil` if it is hidden.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func rowPath(of item: Item) -> RowPath? {
    guard let (section, handle) = locate(item),
      let row = contents[section].tree.position(of: handle, among: .visible)
    else { return nil }
    return RowPath(section: order.tree.position(of: section), row: row)
  }

  /// Returns the item of a visible row.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func itemIdentifier(for path: RowPath) -> Item? {
    section(ofRowAt: path).map { contents[$0].item(at: path.row, among: .visible) }
  }

  /// Returns a visible row, with the details that a list draws.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func row(at path: RowPath) -> SectionSnapshot<Item>.Row? {
    section(ofRowAt: path).map { contents[$0].rows[path.row] }
  }

  /// Returns the row of an item, counted over all sections, or `nil` if it is hidden.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func row(of item: Item) -> Int? {
    guard let (section, handle) = locate(item),
      let row = contents[section].tree.position(of: handle, among: .visible)
    else { return nil }
    return Int(sectionTree.counts(before: section).rows) + row
  }

  /// Returns the path of a row that is counted over all sections.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  public func rowPath(atRow row: Int) -> RowPath? {
    guard row >= 0 && row < numberOfRows else { return nil }
    let (section, offset) = sectionTree.section(at: row, among: .visible)
    return RowPath(section: order.tree.position(of: section), row: offset)
  }

  /// Returns the rows of an item and of its visible descendants, or `nil` if the item is hidden.
  ///
  /// - Complexity: O(log *n*)
  package func rows(ofSubtree item: Item) -> RowPathRange? {
    guard let path = rowPath(of: item), let (section, handle) = locate(item) else { return nil }
    let end = contents[section].tree.visibleEnd(of: handle)
    return RowPathRange(section: path.section, rows: path.row..<end)
  }

  /// The section of a visible row, or `nil` if there is no such row.
  @inlinable
  func section(ofRowAt path: RowPath) -> Int32? {
    guard let section = sectionHandle(at: path.section), path.row >= 0,
      path.row < contents[section].tree.visibleCount
    else { return nil }
    return section
  }
}
