//  The edits are those of section snapshots. An error names the items as `AnyItem`.
//  For the reason of `@_optimize(none)`, see `OutlineDataSource+TypedSections.swift`.

extension TypedSectionSnapshot {
  /// Adds items at the end of a parent's children, or of the roots.
  ///
  /// <!-- example: typedSections -->
  ///     try source.update { snapshot in
  ///       try snapshot[years].append([1975])
  ///       try snapshot[years].delete([1959])
  ///     }
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``, ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @_optimize(none)
  public mutating func append(
    _ items: some Sequence<Item>, to parent: Item? = nil
  ) throws(SectionSnapshotError<AnyItem>) {
    try erased.append(items.map(section.item), to: parent.map(section.item))
  }

  /// Inserts items as siblings just before another item.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``, ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @_optimize(none)
  public mutating func insert(
    _ items: some Sequence<Item>, before anchor: Item
  ) throws(SectionSnapshotError<AnyItem>) {
    try erased.insert(items.map(section.item), before: section.item(anchor))
  }

  /// Inserts items as siblings after another item and all its descendants.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``, ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* items
  @_optimize(none)
  public mutating func insert(
    _ items: some Sequence<Item>, after anchor: Item
  ) throws(SectionSnapshotError<AnyItem>) {
    try erased.insert(items.map(section.item), after: section.item(anchor))
  }

  /// Deletes items with their descendants; unknown items are an error, unlike in
  /// ``Snapshot/deleteItems(_:)``.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(*k* * log *n*) for *k* items and descendants
  @_optimize(none)
  public mutating func delete(_ items: some Sequence<Item>) throws(SectionSnapshotError<AnyItem>) {
    try erased.delete(items.map(section.item))
  }

  /// Moves items with their descendants to an index among the children of a parent.
  ///
  /// Without an index, they move to the end. The parent `nil` stands for the roots.
  ///
  /// - Throws: The errors of ``SectionSnapshot/move(_:to:at:)-(Sequence<Item>,_,_)``
  /// - Complexity: That of ``SectionSnapshot/move(_:to:at:)-(Sequence<Item>,_,_)``
  @_optimize(none)
  public mutating func move(
    _ items: some Sequence<Item>, to parent: Item?, at index: Int? = nil
  ) throws(SectionSnapshotError<AnyItem>) {
    try erased.move(items.map(section.item), to: parent.map(section.item), at: index)
  }

  /// Expands items; unknown items are ignored.
  ///
  /// - Complexity: O(log *n*) for each item
  @_optimize(none)
  public mutating func expand(_ items: some Sequence<Item>) {
    erased.expand(items.map(section.item))
  }

  /// Collapses items; unknown items are ignored.
  ///
  /// - Complexity: O(log *n*) for each item
  @_optimize(none)
  public mutating func collapse(_ items: some Sequence<Item>) {
    erased.collapse(items.map(section.item))
  }
}
