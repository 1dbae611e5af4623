//  Visible rows, counted within a section or over all sections.

extension Snapshot {
  /// The number of visible rows in all sections.
  ///
  /// - Complexity: O(1)
  @inlinable public var numberOfRows: Int { Int(sectionTree.counts.rows) }

  /// Returns the number of visible rows in a section.
  ///
  /// - Parameter section: The section to look for.
  /// - Returns: The number; `nil` for an unknown section.
  /// - Complexity: O(1) expected
  @inlinable
  public func numberOfRows(inSection section: Section) -> Int? {
    guard let handle = order.table.handle(of: section) else { return nil }
    return contents[handle].tree.visibleCount
  }

  /// Returns the path of the row of an item.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The position of its section and the row within the section; `nil` for a hidden or
  ///   an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func rowPath(of item: Item) -> RowPath? {
    guard let (section, handle) = locate(item),
      let row = contents[section].tree.visiblePosition(of: handle)
    else { return nil }
    return RowPath(section: order.tree.position(of: section), row: row)
  }

  /// Returns the item of a visible row.
  ///
  /// - Parameter path: The path of the row.
  /// - Returns: The item; `nil` if there is no such row.
  /// - Complexity: O(log *n*)
  @inlinable
  public func itemIdentifier(for path: RowPath) -> Item? {
    guard let section = sectionHandle(at: path.section), path.row >= 0,
      path.row < contents[section].tree.visibleCount
    else { return nil }
    return contents[section].item(at: path.row, visible: true)
  }

  /// Returns the row of an item, counted over all sections.
  ///
  /// - Parameter item: The item to look for.
  /// - Returns: The row; `nil` for a hidden or an unknown item.
  /// - Complexity: O(log *n*)
  @inlinable
  public func row(of item: Item) -> Int? {
    guard let (section, handle) = locate(item),
      let row = contents[section].tree.visiblePosition(of: handle)
    else { return nil }
    return Int(sectionTree.counts(before: section).rows) + row
  }

  /// Returns the path of a row that is counted over all sections.
  ///
  /// - Parameter row: The row.
  /// - Returns: The position of its section and the row within the section; `nil` if there is no
  ///   such row.
  /// - Complexity: O(log *n*)
  @inlinable
  public func rowPath(atRow row: Int) -> RowPath? {
    guard row >= 0 && row < numberOfRows else { return nil }
    let (section, offset) = sectionTree.section(at: row, visible: true)
    return RowPath(section: order.tree.position(of: section), row: offset)
  }

  /// Returns the rows of an item and of its visible descendants.
  ///
  /// - Parameter item: An item, in any section.
  /// - Returns: The rows; `nil` if the item is hidden or unknown.
  /// - Complexity: O(log *n*)
  public func rows(ofSubtree item: Item) -> RowRange? {
    guard let path = rowPath(of: item), let (section, handle) = locate(item) else { return nil }
    let end = contents[section].tree.visibleEnd(of: handle)
    return RowRange(section: path.section, rows: path.row..<end)
  }

  /// Returns the row at a path, counted over all sections.
  ///
  /// - Parameter path: The path of the row.
  /// - Returns: The row; `nil` if there is no such row.
  /// - Complexity: O(log *n*)
  @inlinable
  public func row(at path: RowPath) -> Int? {
    guard let section = sectionHandle(at: path.section), path.row >= 0,
      path.row < contents[section].tree.visibleCount
    else { return nil }
    return Int(sectionTree.counts(before: section).rows) + path.row
  }
}
