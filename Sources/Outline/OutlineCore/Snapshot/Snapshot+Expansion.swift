extension Snapshot {
  /// Expands items in any sections.
  ///
  /// Unknown items are ignored.
  ///
  /// - Complexity: O(log *n*) for each item; O(*n*) at most for consecutive items of one section
  @inlinable
  public mutating func expand(_ items: some Sequence<Item>) {
    setExpanded(true, items)
  }

  /// Collapses items in any sections.
  ///
  /// Their descendants stay expanded or collapsed. Unknown items are ignored.
  ///
  /// - Complexity: O(log *n*) for each item; O(*n*) at most for consecutive items of one section
  @inlinable
  public mutating func collapse(_ items: some Sequence<Item>) {
    setExpanded(false, items)
  }

  /// The expanded items, hidden items and leaves included, in the order of ``itemIdentifiers``.
  ///
  /// - Complexity: O(*n* + *s*)
  @inlinable package var expandedItems: [Item] {
    sectionHandles.flatMap { contents[$0].expandedItems }
  }

  /// Expands or collapses items.
  ///
  /// - Parameter canChange: Returns whether the state of a known item may change.
  /// - Returns: The items that are unknown or that `canChange` refuses.
  @inlinable @discardableResult
  package mutating func setExpanded(
    _ isExpanded: Bool, _ items: some Sequence<Item>,
    where canChange: (_ item: Item) -> Bool = { _ in true }
  ) -> [Item] {
    var refused: [Item] = []
    var section: Int32 = -1
    var handles: [Int32] = []
    var readSection: Int32 = -1
    var reader: ExpansionReader?
    for item in items {
      guard let location = locate(item, hash: ItemTable.hash(item), after: readSection),
        canChange(contents[location.section].table[location.handle])
      else {
        refused.append(item)
        continue
      }
      if location.section != readSection {
        readSection = location.section
        reader = ExpansionReader(contents[readSection].tree)
      }
      if reader?.isExpanded(location.handle) == isExpanded { continue }
      if location.section != section {
        setExpanded(isExpanded, of: handles, in: section)
        handles = []
        section = location.section
      }
      handles.append(location.handle)
    }
    // The reader shares storage with the section.
    reader = nil
    setExpanded(isExpanded, of: handles, in: section)
    checkInternally()
    return refused
  }

  @inlinable
  mutating func setExpanded(_ isExpanded: Bool, of handles: [Int32], in section: Int32) {
    if handles.isEmpty { return }
    contents[section].tree.setExpanded(isExpanded, of: handles)
    updateCounts(of: [section])
  }

  /// The location of an item, which is probably in a section; -1 stands for no section.
  @inlinable
  func locate(
    _ item: Item, hash: UInt32, after section: Int32
  ) -> (section: Int32, handle: Int32)? {
    if section >= 0, let handle = contents[section].table.handle(of: item, hash: hash) {
      return (section, handle)
    }
    return locate(item, hash: hash, outside: section)
  }
}

extension Snapshot {
  /// Expands an item with its descendants, or collapses an item and all its descendants.
  ///
  /// - Parameters:
  ///   - isExpanded: The new state.
  ///   - item: The item, in any section.
  ///   - levels: The levels to change; the item has level 0.
  /// - Returns: `false` if nothing changes.
  /// - Complexity: O(log *n* + *k*) for *k* descendants
  @discardableResult
  package mutating func setExpanded(
    _ isExpanded: Bool, inSubtreeOf item: Item, levels: Range<Int>
  ) -> Bool {
    guard let (section, handle) = locate(item),
      contents[section].tree.setExpanded(isExpanded, inSubtreeOf: handle, levels: levels)
    else { return false }
    updateCounts(of: [section])
    checkInternally()
    return true
  }

  /// Expands all ancestors of an item, so that it is visible.
  ///
  /// The item itself stays expanded or collapsed.
  ///
  /// - Complexity: O(*level* * log *n*)
  @inlinable
  public mutating func reveal(_ item: Item) {
    guard let (section, _) = locate(item) else { return }
    contents[section].reveal(item)
    updateCounts(of: [section])
    checkInternally()
  }
}

extension Snapshot {
  /// Copies the expansion of another snapshot, in which items can be in other sections.
  ///
  /// Items that are new in this snapshot stay expanded or collapsed.
  ///
  ///     var rebuilt = try makeSnapshot()
  ///     rebuilt.keepExpansion(of: snapshot)
  ///
  /// - Complexity: O(*k* log *n*) if all but *k* items are in shared storage, and O(*n*) for many
  @inlinable
  public mutating func keepExpansion(of old: Snapshot) {
    for section in sectionHandlesNotShared(with: old) {
      toggleExpansion(of: handles(ofItemsToggledSince: old, in: section), in: section)
    }
    checkInternally()
  }

  /// Returns the handles of the items of a section whose expansion differs from that in another
  /// snapshot.
  @inlinable
  func handles(ofItemsToggledSince old: Snapshot, in section: Int32) -> [Int32] {
    // Most items were in the same section.
    contents[section].handles(ofItemsToggledSince: old[order.table[section]]) { item, hash in
      old.locate(item, hash: hash).map { old.contents[$0.section].tree.isExpanded($0.handle) }
    }
  }

  @inlinable
  mutating func toggleExpansion(of handles: [Int32], in section: Int32) {
    if handles.isEmpty { return }
    contents[section].tree.toggleExpansion(of: handles)
    updateCounts(of: [section])
  }
}
