extension Snapshot {
  /// Adds items at the end of a section, as roots of its outline.
  ///
  /// Known items move there from any section, with all their descendants. The items keep the order
  /// of the argument: a descendant of another item in the argument leaves that item.
  ///
  /// - Parameters:
  ///   - items: The items, each once.
  ///   - section: The section; `nil` for the last one.
  /// - Throws: ``SnapshotError/noSections``, ``SectionSnapshotError/duplicateItems(_:)``,
  ///   ``SnapshotError/unknownSections(_:)``
  /// - Complexity: O(log *n* + *k*) for *k* new items, and O(log *n*) for each item that moves;
  ///   O(*k* + log *n*) for an item with *k* descendants that comes from another section
  @inlinable
  public mutating func appendItems(
    _ items: some Sequence<Item>, toSection section: Section? = nil
  ) throws(SnapshotError<Section, Item>) {
    let target: Int32?
    if let section {
      target = order.table.handle(of: section)
    } else {
      guard order.tree.count > 0 else { throw .noSections }
      target = sectionHandle(at: order.tree.count - 1)
    }
    let items = Array(items)
    guard let target else {
      try checkOnce(items)
      throw .unknownSections([section].compactMap { $0 })
    }
    try insertOrMove(items, in: target, at: .end)
  }

  /// Inserts items as siblings just before another item.
  ///
  /// Known items move there, as in ``appendItems(_:toSection:)``.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``,
  ///   ``SectionSnapshotError/anchorAmongItems(_:)``, ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: As for ``appendItems(_:toSection:)``
  @inlinable
  public mutating func insertItems(
    _ items: some Sequence<Item>, beforeItem anchor: Item
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    let location = try locate(anchor, inserting: items)
    try insertOrMove(items, in: location.section, at: .before(anchor, location.handle))
  }

  /// Inserts items as siblings after another item and all its descendants.
  ///
  /// Known items move there, as in ``appendItems(_:toSection:)``.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``,
  ///   ``SectionSnapshotError/anchorAmongItems(_:)``, ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)``
  /// - Complexity: As for ``appendItems(_:toSection:)``
  @inlinable
  public mutating func insertItems(
    _ items: some Sequence<Item>, afterItem anchor: Item
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    let location = try locate(anchor, inserting: items)
    try insertOrMove(items, in: location.section, at: .after(anchor, location.handle))
  }

  /// Moves an item to just before another item in any section, as its sibling.
  ///
  /// - Throws: ``SectionSnapshotError/moveIntoItself(_:destination:)`` if the anchor is the item,
  ///   ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)`` if the anchor is below the item
  /// - Complexity: O(log *n*), and O(log *n* + *k*) for *k* descendants that change sections
  @inlinable
  public mutating func moveItem(
    _ item: Item, beforeItem anchor: Item
  ) throws(SnapshotError<Section, Item>) {
    let location = try locate(anchor, for: item)
    try insertOrMove([item], in: location.section, at: .before(anchor, location.handle))
  }

  /// Moves an item to after another item in any section and all its descendants, as its sibling.
  ///
  /// - Throws: ``SectionSnapshotError/moveIntoItself(_:destination:)`` if the anchor is the item,
  ///   ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/moveIntoItself(_:destination:)`` if the anchor is below the item
  /// - Complexity: O(log *n*), and O(log *n* + *k*) for *k* descendants that change sections
  @inlinable
  public mutating func moveItem(
    _ item: Item, afterItem anchor: Item
  ) throws(SnapshotError<Section, Item>) {
    let location = try locate(anchor, for: item)
    try insertOrMove([item], in: location.section, at: .after(anchor, location.handle))
  }

  /// Replaces items with equal ones, in any sections.
  ///
  /// The snapshot stays equal. Equal items can differ in content, as those of ``Identified`` do.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``,
  ///   ``SectionSnapshotError/unknownItems(_:)``
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func updateItems(
    _ items: some Sequence<Item>
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    try checkOnce(items)
    let locations = items.map { locate($0) }
    let unknown = zip(items, locations).filter { $1 == nil }.map { $0.0 }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
    for case (let item, let location?) in zip(items, locations) {
      contents[location.section].table.replace(location.handle, with: item)
    }
    checkInternally()
  }

  /// Replaces an item with another one, which gets its position, its children, its expansion and
  /// its marks.
  ///
  /// As ``SectionSnapshot/replace(_:with:)``, for an item of any section.
  ///
  /// - Throws: ``SectionSnapshotError/unknownItems(_:)``,
  ///   ``SectionSnapshotError/duplicateItems(_:)`` for a new item that is in any section
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func replaceItem(
    _ item: Item, with new: Item
  ) throws(SnapshotError<Section, Item>) {
    guard let (section, handle) = locate(item) else { throw .items(.unknownItems([item])) }
    let hash = ItemTable.hash(new)
    guard new == item || locate(new, hash: hash) == nil else {
      throw .items(.duplicateItems([new]))
    }
    contents[section].replace(handle, with: new, hash: hash)
    recordOwner(section, of: [hash])
    if hasMarks {
      editMarks { marks in
        marks.reloadedItems.replace(item, with: new, hash: hash)
        marks.reconfiguredItems.replace(item, with: new, hash: hash)
      }
    }
    checkInternally()
  }

  /// Deletes items with their descendants; unknown items are ignored, unlike in
  /// ``SectionSnapshot/delete(_:)``.
  ///
  /// A deleted item that is added again is collapsed and unmarked.
  ///
  /// - Throws: ``SectionSnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*k* * log *n*) for *k* items and descendants
  @inlinable
  public mutating func deleteItems(
    _ items: some Sequence<Item>
  ) throws(SnapshotError<Section, Item>) {
    let items = Array(items)
    try checkOnce(items)
    var handles: [Int32: [Int32]] = [:]
    for item in items {
      if let (section, handle) = locate(item) {
        handles[section, default: []].append(handle)
      }
    }
    var removedItems: [Item] = []
    for (section, handles) in handles {
      for range in contents[section].tree.subtreeRanges(of: handles).reversed() {
        remove(range, from: section, into: &removedItems)
      }
    }
    updateCounts(of: Array(handles.keys))
    dropMarks(ofRemoved: removedItems)
    checkInternally()
  }

  /// Deletes all items and all sections.
  ///
  /// - Complexity: O(1), and O(*n*) if no copy shares the storage
  @inlinable
  public mutating func deleteAllItems() {
    self = Snapshot(layout: order.tree.layout)
    checkInternally()
  }
}

extension Snapshot {
  @inlinable
  func checkOnce(_ items: [Item]) throws(SnapshotError<Section, Item>) {
    let repeated = items.repeated()
    guard repeated.isEmpty else { throw .items(.duplicateItems(repeated)) }
  }

  /// Returns the location of an anchor, or throws if it is unknown or among the items to insert.
  @inlinable
  func locate(
    _ anchor: Item, inserting items: [Item]
  ) throws(SnapshotError<Section, Item>) -> (section: Int32, handle: Int32) {
    let isAmongItems = items.contains(anchor)
    if !isAmongItems, let location = locate(anchor) { return location }
    try checkOnce(items)
    throw isAmongItems ? .items(.anchorAmongItems(anchor)) : .items(.unknownItems([anchor]))
  }

  /// Returns the location of an anchor, or throws if it or the moved item is unknown.
  @inlinable
  func locate(
    _ anchor: Item, for item: Item
  ) throws(SnapshotError<Section, Item>) -> (section: Int32, handle: Int32) {
    guard item != anchor else { throw .items(.moveIntoItself([item], destination: anchor)) }
    guard let location = locate(anchor), locate(item) != nil else {
      throw .items(.unknownItems([item, anchor].filter { locate($0) == nil }))
    }
    return location
  }
}
