extension Snapshot {
  /// Marks items to be reloaded: their rows get new views.
  ///
  /// Marks accumulate over calls. Marked items keep their positions in the list. Deleting an item
  /// removes its marks. Marks do not affect equality.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``,
  ///   ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func reloadItems(
    _ items: some Sequence<Item>
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    try checkMarkable(items)
    editMarks { $0.reloadedItems.insert(items) }
    checkInternally()
  }

  /// Marks items to be reconfigured: the existing views of their rows are updated.
  ///
  /// Marks behave as in ``reloadItems(_:)``.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``,
  ///   ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func reconfigureItems(
    _ items: some Sequence<Item>
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    try checkMarkable(items)
    editMarks { $0.reconfiguredItems.insert(items) }
    checkInternally()
  }

  /// Marks sections to be reloaded: their headers and all their rows get new views.
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
    try checkMarkable(sections)
    editMarks { $0.reloadedSections.insert(sections) }
    checkInternally()
  }

  /// Marks sections to be reconfigured: the existing views of their headers are updated.
  ///
  /// The rows are not affected. Marks behave as in ``reloadItems(_:)``.
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``,
  ///   ``SnapshotError/unknownSections(_:)``
  /// - Complexity: O(log *s*) for each section
  @inlinable
  public mutating func reconfigureSections(
    _ sections: some Sequence<Section>
  ) throws(SnapshotError<Section, Item>) {
    let sections = Array(sections)
    try checkMarkable(sections)
    editMarks { $0.reconfiguredSections.insert(sections) }
    checkInternally()
  }

  /// The items marked to be reloaded, in the order in which they were marked.
  ///
  /// - Complexity: O(*k*) for *k* marks
  @inlinable public var reloadedItemIdentifiers: [Item] {
    marks?.reloadedItems.elements ?? []
  }

  /// The items marked to be reconfigured, in the order in which they were marked.
  ///
  /// - Complexity: O(*k*) for *k* marks
  @inlinable public var reconfiguredItemIdentifiers: [Item] {
    marks?.reconfiguredItems.elements ?? []
  }

  /// The sections marked to be reloaded, in the order in which they were marked.
  ///
  /// - Complexity: O(*k*) for *k* marks
  @inlinable public var reloadedSectionIdentifiers: [Section] {
    marks?.reloadedSections.elements ?? []
  }

  /// The sections marked to be reconfigured, in the order in which they were marked.
  ///
  /// - Complexity: O(*k*) for *k* marks
  @inlinable package var reconfiguredSectionIdentifiers: [Section] {
    marks?.reconfiguredSections.elements ?? []
  }

  /// Removes all marks.
  ///
  /// - Complexity: O(1), and O(*k*) for *k* marks if no copy shares them
  @inlinable
  public mutating func removeAllMarks() {
    guard hasMarks else { return }
    markStorage = .none
  }
}

extension Snapshot {
  @inlinable
  func checkMarkable(_ items: [Item]) throws(SnapshotError<Section, Item>) {
    try checkOnce(items)
    let unknown = items.filter { locate($0) == nil }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
  }

  @inlinable
  func checkMarkable(_ sections: [Section]) throws(SnapshotError<Section, Item>) {
    let repeated = sections.repeated()
    guard repeated.isEmpty else { throw .duplicateSections(repeated) }
    let unknown = sections.filter { !order.contains($0) }
    guard unknown.isEmpty else { throw .unknownSections(unknown) }
  }

  /// A Boolean value that indicates whether items or sections are marked.
  @inlinable package var hasMarks: Bool {
    if case .none = markStorage { false } else { true }
  }

  /// The marks, or `nil` if there are none.
  @inlinable var marks: Marks<Section, Item>? {
    if case .some(let marks) = markStorage { marks } else { nil }
  }

  @inlinable
  mutating func editMarks(_ edit: (_ marks: inout Marks<Section, Item>) -> Void) {
    var edited = marks ?? Marks()
    // Otherwise, the edit would copy the lists.
    markStorage = .none
    edit(&edited)
    if !edited.isEmpty {
      markStorage = .some(edited)
    }
  }

  /// Removes the marks of those items that are no longer in the snapshot.
  @inlinable
  mutating func dropMarks(ofRemoved items: some Sequence<Item>) {
    guard let marks else { return }
    let unmarked = items.filter { marks.contains($0) && locate($0) == nil }
    if unmarked.isEmpty { return }
    editMarks { marks in
      for item in unmarked {
        marks.reloadedItems.remove(item)
        marks.reconfiguredItems.remove(item)
      }
    }
  }

  /// Removes the marks of a removed section and of its items.
  @inlinable
  mutating func dropMarks(of section: Section, _ items: some Sequence<Item>) {
    editMarks { marks in
      marks.reloadedSections.remove(section)
      marks.reconfiguredSections.remove(section)
    }
    dropMarks(ofRemoved: items)
  }
}
