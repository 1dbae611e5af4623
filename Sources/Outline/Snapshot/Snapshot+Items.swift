extension Snapshot {
  /// Adds items at the end of a section, as roots of its outline.
  ///
  /// An item that the snapshot has already is moved there with all its descendants, from whichever
  /// section; expansion is kept. New items are collapsed. All come to stand in the order of the
  /// argument: where an item and its descendant are both in it, the descendant leaves the item.
  ///
  /// - Parameters:
  ///   - items: The items, each once.
  ///   - section: The section; `nil` for the last one.
  /// - Throws: ``SectionedSnapshotError/noSections``,
  ///   ``SnapshotError/duplicateItems(_:)``,
  ///   ``SectionedSnapshotError/unknownSections(_:)``, in this order.
  /// - Complexity: O(log *n* + `items.count`) for new items, and O(log *n*) for each that is moved;
  ///   O(*k* + log *n*) for one that comes from another section with *k* descendants
  @inlinable
  public mutating func appendItems(
    _ items: some Sequence<Item>, toSection section: Section? = nil
  ) throws(SectionedSnapshotError<Section, Item>) {
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

  /// Inserts items as siblings just ahead of another.
  ///
  /// Items that the snapshot has already are moved, as by ``appendItems(_:toSection:)``.
  ///
  /// - Parameters:
  ///   - items: The items, each once.
  ///   - anchor: The item that comes to follow them, in whichever section.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``,
  ///   ``SnapshotError/anchorAmongItems(_:)``,
  ///   ``SnapshotError/unknownItems(_:)`` for the anchor,
  ///   ``SnapshotError/moveIntoItself(_:destination:)`` for items above the anchor, in
  ///   this order.
  /// - Complexity: As for ``appendItems(_:toSection:)``
  @inlinable
  public mutating func insertItems(
    _ items: some Sequence<Item>, beforeItem anchor: Item
  ) throws(SectionedSnapshotError<Section, Item>) {
    let items = Array(items)
    let place = try locate(anchor, besides: items)
    try insertOrMove(items, in: place.section, at: .before(anchor, place.handle))
  }

  /// Inserts items as siblings after another and all its descendants.
  ///
  /// Items that the snapshot has already are moved, as by ``appendItems(_:toSection:)``.
  ///
  /// - Parameters:
  ///   - items: The items, each once.
  ///   - anchor: The item that they come to follow, in whichever section.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``,
  ///   ``SnapshotError/anchorAmongItems(_:)``,
  ///   ``SnapshotError/unknownItems(_:)`` for the anchor,
  ///   ``SnapshotError/moveIntoItself(_:destination:)`` for items above the anchor, in
  ///   this order.
  /// - Complexity: As for ``appendItems(_:toSection:)``
  @inlinable
  public mutating func insertItems(
    _ items: some Sequence<Item>, afterItem anchor: Item
  ) throws(SectionedSnapshotError<Section, Item>) {
    let items = Array(items)
    let place = try locate(anchor, besides: items)
    try insertOrMove(items, in: place.section, at: .after(anchor, place.handle))
  }

  /// Moves an item, with all its descendants, to just ahead of another.
  ///
  /// Expansion is kept.
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - anchor: The item that comes to follow it as a sibling, in whichever section.
  /// - Throws: ``SnapshotError/unknownItems(_:)``,
  ///   ``SnapshotError/moveIntoItself(_:destination:)`` where the anchor is the item or
  ///   below it.
  /// - Complexity: O(log *n*), and O(log *n* + *k*) to another section with *k* descendants
  @inlinable
  public mutating func moveItem(
    _ item: Item, beforeItem anchor: Item
  ) throws(SectionedSnapshotError<Section, Item>) {
    let place = try locate(anchor, for: item)
    try insertOrMove([item], in: place.section, at: .before(anchor, place.handle))
  }

  /// Moves an item, with all its descendants, to after another and all of that one's.
  ///
  /// Expansion is kept.
  ///
  /// - Parameters:
  ///   - item: The item to move.
  ///   - anchor: The item that it comes to follow as a sibling, in whichever section.
  /// - Throws: ``SnapshotError/unknownItems(_:)``,
  ///   ``SnapshotError/moveIntoItself(_:destination:)`` where the anchor is the item or
  ///   below it.
  /// - Complexity: O(log *n*), and O(log *n* + *k*) to another section with *k* descendants
  @inlinable
  public mutating func moveItem(
    _ item: Item, afterItem anchor: Item
  ) throws(SectionedSnapshotError<Section, Item>) {
    let place = try locate(anchor, for: item)
    try insertOrMove([item], in: place.section, at: .after(anchor, place.handle))
  }

  /// Puts items in the place of equal ones that the snapshot has, in whichever sections.
  ///
  /// Items that are equal may carry different content, as those of type ``Identified`` do. Nothing
  /// else changes, and the snapshot stays equal to what it was.
  ///
  /// - Parameter items: Items of which the snapshot has equal ones, each once.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``,
  ///   ``SnapshotError/unknownItems(_:)``, in this order.
  /// - Complexity: O(log *n*) for each item
  @inlinable
  public mutating func updateItems(
    _ items: some Sequence<Item>
  ) throws(SectionedSnapshotError<Section, Item>) {
    let items = Array(items)
    try checkOnce(items)
    let places = items.map { locate($0) }
    let unknown = zip(items, places).filter { $1 == nil }.map(\.0)
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
    for case (let item, let place?) in zip(items, places) {
      contents[place.section].table.replace(place.handle, with: item)
    }
    checkInternally()
  }

  /// Deletes items with all their descendants; unknown ones are ignored.
  ///
  /// What was expanded or marked is forgotten with them.
  ///
  /// - Parameter items: The items to delete, each once.
  /// - Throws: ``SnapshotError/duplicateItems(_:)``
  /// - Complexity: O(*k* * log *n*) for *k* items and descendants
  @inlinable
  public mutating func deleteItems(
    _ items: some Sequence<Item>
  ) throws(SectionedSnapshotError<Section, Item>) {
    let items = Array(items)
    try checkOnce(items)
    var removedItems: [Item] = []
    var touched: [Int32] = []
    for item in items {
      // An item may have gone with its ancestor.
      if let (section, handle) = locate(item) {
        remove(handle, from: section, into: &removedItems)
        touched.append(section)
      }
    }
    updateCounts(of: touched)
    dropMarks(ofRemoved: removedItems)
    checkInternally()
  }

  /// Deletes all items, and all sections too.
  ///
  /// - Complexity: O(1), and O(*n*) for the last copy's storage
  @inlinable
  public mutating func deleteAllItems() {
    self = Snapshot(layout: order.tree.layout)
    checkInternally()
  }
}

// MARK: - Checks

extension Snapshot {
  /// Throws if an item is there twice.
  @inlinable
  func checkOnce(_ items: [Item]) throws(SectionedSnapshotError<Section, Item>) {
    let repeated = items.repeated()
    guard repeated.isEmpty else { throw .items(.duplicateItems(repeated)) }
  }

  /// Where an item is that others are to be put beside.
  @inlinable
  func locate(
    _ anchor: Item, besides items: [Item]
  ) throws(SectionedSnapshotError<Section, Item>) -> (section: Int32, handle: Int32) {
    let isAmongItems = items.contains(anchor)
    if !isAmongItems, let place = locate(anchor) { return place }
    try checkOnce(items)
    throw isAmongItems ? .items(.anchorAmongItems(anchor)) : .items(.unknownItems([anchor]))
  }

  /// Where an item is that another is to be moved to.
  @inlinable
  func locate(
    _ anchor: Item, for item: Item
  ) throws(SectionedSnapshotError<Section, Item>) -> (section: Int32, handle: Int32) {
    guard item != anchor else { throw .items(.moveIntoItself([item], destination: anchor)) }
    guard let place = locate(anchor), locate(item) != nil else {
      throw .items(.unknownItems([item, anchor].filter { locate($0) == nil }))
    }
    return place
  }
}
