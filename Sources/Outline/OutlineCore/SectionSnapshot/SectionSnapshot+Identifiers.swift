extension SectionSnapshot {
  /// Returns the item with an identifier.
  ///
  /// This is the way from identifiers, such as those of a saved state, to items, which all other
  /// operations take.
  ///
  /// <!-- example: songs -->
  ///     outline.item(id: 7)?.title  // "Alone"
  ///     outline.expand([7, 8].compactMap(outline.item(id:)))
  ///     outline.expandedItems.map { $0.id }  // [7]
  ///
  /// - Complexity: O(1) expected
  @inlinable
  public func item<Value>(id: Value.ID) -> Item? where Item == Identified<Value> {
    table.handle(withHash: IdentifierKey.hash(id)) { $0.id == id }.map { table[$0] }
  }
}

/// An identifier that hashes like an `Identified` item with it.
@usableFromInline
package struct IdentifierKey<ID: Hashable>: Hashable {
  @usableFromInline let id: ID

  @inlinable
  init(id: ID) {
    self.id = id
  }

  @inlinable
  package static func hash(_ id: ID) -> UInt32 {
    ItemTable.hash(IdentifierKey(id: id))
  }
}
