extension Snapshot {
  /// Marks items to be reloaded: their rows get new views.
  ///
  /// Marks accumulate over calls. Marked items keep their positions in the list. Deleting an item
  /// removes its marks. Marks do not affect equality.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``, ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func reloadItems(
    _ items: some Sequence<Item>
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    try checkMarkable(items)
    reloadedItems.insert(items)
    checkInternally()
  }

  /// Marks items to be reconfigured: the existing views of their rows are updated.
  ///
  /// Marks behave as in ``reloadItems(_:)``.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``, ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func reconfigureItems(
    _ items: some Sequence<Item>
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    try checkMarkable(items)
    reconfiguredItems.insert(items)
    checkInternally()
  }

  /// Marks sections to be reloaded with all their items.
  ///
  /// Marks behave as in ``reloadItems(_:)``.
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``,
  ///   ``SnapshotError/unknownSections(_:)``
  /// - Complexity: O(log *s*) for each section
  @inlinable
  public mutating func reloadSections(
    _ sections: some Sequence<Section>
  ) throws(SnapshotError<Section, Item>) {
    let sections = Array(sections)
    let repeated = sections.repeated()
    guard repeated.isEmpty else { throw .duplicateSections(repeated) }
    let unknown = sections.filter { !order.contains($0) }
    guard unknown.isEmpty else { throw .unknownSections(unknown) }
    reloadedSections.insert(sections)
    checkInternally()
  }

  /// The items marked to be reloaded, in the order in which they were marked.
  ///
  /// - Complexity: O(*k*) for *k* marks
  @inlinable public var reloadedItemIdentifiers: [Item] { reloadedItems.elements }

  /// The items marked to be reconfigured, in the order in which they were marked.
  ///
  /// - Complexity: O(*k*) for *k* marks
  @inlinable public var reconfiguredItemIdentifiers: [Item] { reconfiguredItems.elements }

  /// The sections marked to be reloaded, in the order in which they were marked.
  ///
  /// - Complexity: O(*k*) for *k* marks
  @inlinable public var reloadedSectionIdentifiers: [Section] { reloadedSections.elements }

  /// Removes all marks.
  ///
  /// - Complexity: O(1), and O(*k*) for *k* marks if no copy shares them
  @inlinable
  public mutating func removeAllMarks() {
    guard hasMarks else { return }
    reloadedItems = MarkList()
    reconfiguredItems = MarkList()
    reloadedSections = MarkList()
  }
}

extension Snapshot {
  @inlinable
  func checkMarkable(_ items: [Item]) throws(SnapshotError<Section, Item>) {
    try checkOnce(items)
    let unknown = items.filter { locate($0) == nil }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
  }

  /// A Boolean value that indicates whether items or sections are marked.
  @inlinable package var hasMarks: Bool { hasItemMarks || !reloadedSections.isEmpty }

  @inlinable var hasItemMarks: Bool { !reloadedItems.isEmpty || !reconfiguredItems.isEmpty }

  /// Removes the marks of those items that are no longer in the snapshot.
  @inlinable
  mutating func dropMarks(ofRemoved items: some Sequence<Item>) {
    for item in items {
      let isMarked = reloadedItems.contains(item) || reconfiguredItems.contains(item)
      if isMarked && locate(item) == nil {
        reloadedItems.remove(item)
        reconfiguredItems.remove(item)
      }
    }
  }
}
