extension Snapshot {
  /// Returns the items that another snapshot does not have in any section.
  ///
  /// - Returns: The items, section by section.
  /// - Complexity: O(log *n* + *k*) if all but *k* items are in shared storage
  package func items(notIn other: Snapshot) -> [Item] {
    items(withOtherSectionIn: other).filter { !other.contains($0) }
  }

  /// Returns the items that another snapshot does not have in the same section.
  ///
  /// - Returns: The items, section by section.
  /// - Complexity: As ``items(notIn:)``
  package func items(withOtherSectionIn other: Snapshot) -> [Item] {
    sections(changedSince: other).flatMap { section in
      let outline = self[section]
      return outline.handlesOfItems(notIn: other[section]).map { outline.table[$0] }
    }
  }

  /// Returns the sections whose outlines may differ from those of another snapshot.
  ///
  /// Sections that share all storage with the other snapshot are excluded. New sections are
  /// included.
  ///
  /// - Complexity: O(*k* log *s*) for *k* sections on storage pages that the snapshots do not share
  @inlinable
  package func sections(changedSince old: Snapshot) -> [Section] {
    let changed = sectionHandlesNotShared(with: old).filter { handle in
      guard let former = old.order.table.handle(of: order.table[handle]) else { return true }
      return !contents[handle].isTriviallyIdentical(to: old.contents[former])
    }
    return changed.map { (handle: $0, position: order.tree.position(of: $0)) }
      .sorted(byKey: { ($0.position, 0) })
      .map { order.table[$0.handle] }
  }

  /// Returns a Boolean value that indicates whether the outlines of this snapshot's sections are
  /// equal to those of another snapshot, and the items have the same content.
  ///
  /// - Complexity: O(*k*) for *k* items and rows in storage that is not shared
  @inlinable
  package func hasSameOutlines(
    as other: Snapshot, isContentEqual: (_ left: Item, _ right: Item) -> Bool
  ) -> Bool {
    sections(changedSince: other).allSatisfy { section in
      let (outline, old) = (self[section], other[section])
      return outline == old && outline.hasSameContent(as: old, isContentEqual)
    }
  }

  /// The number of items or visible rows before a section.
  package func start(ofSection position: Int, among rows: RowSet) -> Int {
    guard let section = sectionHandle(at: position) else { return 0 }
    let counts = sectionTree.counts(before: section)
    return Int(counts.count(of: rows))
  }

  /// Returns a Boolean value that indicates whether two snapshots share all storage.
  ///
  /// Snapshots that share all storage are equal. Others can also be equal. Marks do not count.
  ///
  /// - Complexity: O(1)
  public func isTriviallyIdentical(to other: Snapshot) -> Bool {
    contents.isIdentical(to: other.contents)
      && order.isTriviallyIdentical(to: other.order)
  }
}
