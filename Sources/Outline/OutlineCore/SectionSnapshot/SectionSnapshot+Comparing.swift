@usableFromInline
package typealias RowChanges = TreeComparison.Changes

extension SectionSnapshot {
  /// Returns the changes of rows from another snapshot to this one, or `nil` if both share all
  /// storage, or if they are unrelated and equal.
  @inlinable
  package func rowChanges(
    from old: SectionSnapshot, comparing rows: RowSet = .visible,
    listingNewItems: Bool = false
  ) -> RowChanges? {
    guard let comparison = comparison(from: old, of: rows) else { return nil }
    return comparison.changes(listingNewItems: listingNewItems)
  }

  /// Returns the rows that are in both snapshots or in one, or `nil` if both share all storage, or
  /// if they are unrelated and equal.
  @inlinable
  package func comparison(
    from old: SectionSnapshot, of rows: RowSet
  ) -> TreeComparison? {
    if tree.isIdentical(to: old.tree) { return nil }
    if !tree.sharesParentTable(with: old.tree) && self == old { return nil }
    return TreeComparison(old: (old.tree, old.table), new: (tree, table), comparing: rows)
  }
}

extension SectionSnapshot {
  /// Returns a Boolean value that indicates whether equal items of two snapshots have the same
  /// content.
  ///
  /// - Complexity: O(*k*) for *k* items in storage that is not shared
  @inlinable
  package func hasSameContent(
    as other: SectionSnapshot, _ isContentEqual: (_ left: Item, _ right: Item) -> Bool
  ) -> Bool {
    let handles = table.items.indices(notIn: other.table.items) {
      $0 == $1 && isContentEqual($0, $1)
    }
    return handles.allSatisfy { handle in
      let item = table[handle]
      return other.item(equalTo: item).map { isContentEqual(item, $0) } ?? true
    }
  }

  @inlinable
  package func item(of handle: Int32) -> Item { table[handle] }

  @inlinable
  package func position(of handle: Int32) -> Int { tree.position(of: handle) }

  /// Returns the handle in this snapshot for a handle of another snapshot.
  @inlinable
  package func handle(of handle: Int32, in other: SectionSnapshot) -> Int32? {
    table.handle(of: handle, in: other.table)
  }
}
