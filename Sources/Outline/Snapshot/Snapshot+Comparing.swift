//  Comparisons of two versions. They cost as much as the difference of the versions.

extension Snapshot {
  /// Returns the items that another snapshot does not have in any section.
  ///
  ///     let old = snapshot
  ///     try snapshot.deleteItems(["Fruit"])
  ///     old.items(notIn: snapshot)  // ["Fruit", "Apple", "Pear"]
  ///
  /// - Parameter other: The other snapshot.
  /// - Returns: The items, section by section, each section's in pre-order.
  /// - Complexity: O(log *n* + *k*) if all but *k* items are in shared storage, and O(log *s*) if
  ///   the sections have the same items
  public func items(notIn other: Snapshot) -> [Item] {
    sections(changedSince: other).flatMap { section in
      let (outline, former) = (self[section], other[section])
      if outline.table.isIdentical(to: former.table) { return [Item]() }
      return outline.handlesOfItems(notIn: former).lazy.map { outline.table[$0] }
        .filter { !other.contains($0) }
    }
  }

  /// Returns the expanded items that are not expanded in another snapshot.
  ///
  /// - Parameter old: The other snapshot.
  /// - Returns: The items, section by section, each section's in pre-order.
  /// - Complexity: O(log *n* + *k* log *n*) if all but *k* items are in shared storage
  public func items(expandedSince old: Snapshot) -> [Item] {
    sections(changedSince: old).flatMap { section in
      let (outline, former) = (self[section], old[section])
      return outline.tree.handlesNotShared(with: former.tree).lazy
        .filter { outline.tree.isExpanded($0) }
        .map { outline.table[$0] }
        .filter { !old.isExpanded($0) }
    }
  }

  /// Returns the sections whose outlines may differ from those of another snapshot.
  ///
  /// An outline is not among them if it shares all storage with the outline of the same section in
  /// the other snapshot. Sections that the other snapshot does not have are always among them.
  ///
  /// - Parameter old: The other snapshot.
  /// - Returns: The sections, in their order.
  /// - Complexity: O(*k* log *s*) for *k* sections on storage pages that the snapshots do not share
  public func sections(changedSince old: Snapshot) -> [Section] {
    let changed = sectionHandlesNotShared(with: old).filter { handle in
      guard let former = old.order.table.handle(of: order.table[handle]) else { return true }
      return !contents[handle].isTriviallyIdentical(to: old.contents[former])
    }
    return changed.map { (handle: $0, position: order.tree.position(of: $0)) }
      .sorted { $0.position < $1.position }
      .map { order.table[$0.handle] }
  }

  /// Returns a Boolean value that indicates whether two snapshots share all storage.
  ///
  /// If they do, they are equal. If they do not, they can still be equal. Marks do not count.
  ///
  /// - Parameter other: The other snapshot.
  /// - Returns: `true` if the snapshots share all storage.
  /// - Complexity: O(1)
  public func isTriviallyIdentical(to other: Snapshot) -> Bool {
    contents.isIdentical(to: other.contents)
      && order.isTriviallyIdentical(to: other.order)
  }
}
