extension Snapshot {
  /// Adds sections without items at the end.
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``
  /// - Complexity: O(log *s*) for each section
  @inlinable
  public mutating func appendSections(
    _ sections: some Sequence<Section>
  ) throws(SnapshotError<Section, Item>) {
    try insertSections(Array(sections), at: order.tree.insertionPoint(atEndOf: nil))
  }

  /// Inserts sections without items just before another section.
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``,
  ///   ``SnapshotError/anchorAmongSections(_:)``,
  ///   ``SnapshotError/unknownSections(_:)``. Known sections are reported last.
  /// - Complexity: O(log *s*) for each section
  @inlinable
  public mutating func insertSections(
    _ sections: some Sequence<Section>, beforeSection anchor: Section
  ) throws(SnapshotError<Section, Item>) {
    let sections = Array(sections)
    let handle = try anchorHandle(anchor, inserting: sections)
    try insertSections(sections, at: order.tree.insertionPoint(before: handle))
  }

  /// Inserts sections without items just after another section.
  ///
  /// - Throws: As ``insertSections(_:beforeSection:)``
  /// - Complexity: O(log *s*) for each section
  @inlinable
  public mutating func insertSections(
    _ sections: some Sequence<Section>, afterSection anchor: Section
  ) throws(SnapshotError<Section, Item>) {
    let sections = Array(sections)
    let handle = try anchorHandle(anchor, inserting: sections)
    try insertSections(sections, at: order.tree.insertionPoint(after: handle))
  }

  /// Deletes sections with all their items, and ignores unknown sections.
  ///
  /// - Throws: ``SnapshotError/duplicateSections(_:)``
  /// - Complexity: O(log *s* + *k*) for each section and its *k* items
  @inlinable
  public mutating func deleteSections(
    _ sections: some Sequence<Section>
  ) throws(SnapshotError<Section, Item>) {
    let sections = Array(sections)
    let repeated = sections.repeated()
    guard repeated.isEmpty else { throw .duplicateSections(repeated) }
    for section in sections {
      if let handle = order.table.handle(of: section) {
        deleteSection(handle)
      }
    }
    checkInternally()
  }

  /// Moves a section to just before another section.
  ///
  /// - Throws: ``SnapshotError/moveSectionToItself(_:)``,
  ///   ``SnapshotError/unknownSections(_:)``
  /// - Complexity: O(log *s*)
  @inlinable
  public mutating func moveSection(
    _ section: Section, beforeSection anchor: Section
  ) throws(SnapshotError<Section, Item>) {
    let (moved, target) = try handles(ofMoved: section, to: anchor)
    order.tree.move(moved, to: order.tree.insertionPoint(before: target))
    sectionTree.insert(moved, before: target, counts: sectionTree.remove(moved))
    checkInternally()
  }

  /// Moves a section to just after another section.
  ///
  /// - Throws: ``SnapshotError/moveSectionToItself(_:)``,
  ///   ``SnapshotError/unknownSections(_:)``
  /// - Complexity: O(log *s*)
  @inlinable
  public mutating func moveSection(
    _ section: Section, afterSection anchor: Section
  ) throws(SnapshotError<Section, Item>) {
    let (moved, target) = try handles(ofMoved: section, to: anchor)
    order.tree.move(moved, to: order.tree.insertionPoint(after: target))
    let next = sectionHandle(at: order.tree.position(of: moved) + 1)
    sectionTree.insert(moved, before: next, counts: sectionTree.remove(moved))
    checkInternally()
  }
}

extension Snapshot {
  /// Returns the handle of an anchor, or throws if it is unknown or among the sections to insert.
  @inlinable
  func anchorHandle(
    _ anchor: Section, inserting sections: [Section]
  ) throws(SnapshotError<Section, Item>) -> Int32 {
    let repeated = sections.repeated()
    guard repeated.isEmpty else { throw .duplicateSections(repeated) }
    guard !sections.contains(anchor) else { throw .anchorAmongSections(anchor) }
    guard let handle = order.table.handle(of: anchor) else { throw .unknownSections([anchor]) }
    return handle
  }

  @inlinable
  mutating func insertSections(
    _ sections: [Section], at point: InsertionPoint
  ) throws(SnapshotError<Section, Item>) {
    let next = order.tree.handle(after: point)
    let handles: [Int32]
    do {
      handles = try order.intern(sections)
    } catch .duplicateItems(let sections) {
      throw .duplicateSections(sections)
    } catch {
      return
    }
    order.tree.insert(handles, at: point)
    for handle in handles {
      contents.insert(SectionSnapshot(layout: order.tree.layout), at: handle)
      sectionTree.insert(handle, before: next)
    }
    checkInternally()
  }

  @inlinable
  mutating func deleteSection(_ handle: Int32) {
    let items = contents[handle].items
    contents.remove(at: handle)
    sectionTree.remove(handle)
    let section = order.table[handle]
    // `delete` could renumber the handles.
    order.removeRows(order.tree.subtreeRange(of: handle))
    shrinkOwners()
    if hasMarks {
      dropMarks(of: section, items)
    }
  }

  @inlinable
  func handles(
    ofMoved section: Section, to anchor: Section
  ) throws(SnapshotError<Section, Item>) -> (moved: Int32, target: Int32) {
    guard section != anchor else { throw .moveSectionToItself(section) }
    guard let moved = order.table.handle(of: section),
      let target = order.table.handle(of: anchor)
    else { throw .unknownSections([section, anchor].filter { !order.contains($0) }) }
    return (moved, target)
  }
}
