@usableFromInline
package typealias RowChanges = TreeComparison.Changes

extension SectionSnapshot {
  /// Returns the changes of the visible rows from another snapshot to this one, or `nil` if both
  /// share all storage.
  @inlinable
  package func rowChanges(from old: SectionSnapshot) -> RowChanges? {
    if tree.isIdentical(to: old.tree) { return nil }
    return TreeComparison(old: (old.tree, old.table), new: (tree, table)).changes()
  }
}

// MARK: - Handles

extension SectionSnapshot {
  /// The visible rows as a tree.
  @inlinable package var visibleTree: VisibleTree { VisibleTree(tree) }

  /// Returns the item of a handle.
  @inlinable
  package func item(of handle: Int32) -> Item { table[handle] }

  /// Returns the position of a handle among all items.
  @inlinable
  package func position(of handle: Int32) -> Int { tree.position(of: handle) }

  /// Returns the handle here of the item that a handle stands for in another snapshot.
  @inlinable
  package func handle(of handle: Int32, in other: SectionSnapshot) -> Int32? {
    table.handle(of: handle, in: other.table)
  }
}
