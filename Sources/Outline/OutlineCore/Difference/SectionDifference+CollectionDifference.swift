extension SectionDifference {
  /// Returns the structural changes as a `CollectionDifference` with associated moves.
  ///
  /// - Parameters:
  ///   - old: The snapshot before the changes.
  ///   - new: The snapshot after the changes.
  /// - Returns: The changes, or `nil` if the difference does not match the two snapshots.
  /// - Complexity: O(log *n* + *k* log *k*) for *k* rows
  @inlinable
  public func collectionDifference<Item>(
    from old: SectionSnapshot<Item>, to new: SectionSnapshot<Item>
  ) -> CollectionDifference<Item>? {
    collectionDifference(from: old.visibleItems, to: new.visibleItems)
  }

  /// Returns the structural changes as a `CollectionDifference`, if they lead from the one list to
  /// the other.
  @inlinable
  package func collectionDifference<Item>(
    from oldItems: SectionSnapshot<Item>.Items, to newItems: SectionSnapshot<Item>.Items
  ) -> CollectionDifference<Item>? {
    guard fits(oldCount: oldItems.count, newCount: newItems.count) else { return nil }
    var changes: [CollectionDifference<Item>.Change] = []
    for range in removals {
      for (row, item) in zip(range, oldItems[range]) {
        changes.append(.remove(offset: row, element: item, associatedWith: nil))
      }
    }
    for range in insertions {
      for (row, item) in zip(range, newItems[range]) {
        changes.append(.insert(offset: row, element: item, associatedWith: nil))
      }
    }
    for move in moves {
      for (row, item) in zip(move.source, oldItems[move.source]) {
        let target = move.destination + row - move.source.lowerBound
        changes.append(.remove(offset: row, element: item, associatedWith: target))
        changes.append(.insert(offset: target, element: item, associatedWith: row))
      }
    }
    return CollectionDifference(changes)
  }
}
