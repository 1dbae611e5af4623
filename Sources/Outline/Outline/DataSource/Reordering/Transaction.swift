extension OutlineDataSource {
  /// A move of items by the user.
  ///
  /// The names are those of Apple's `NSDiffableDataSourceTransaction`. To undo a transaction, apply
  /// its ``inverse``:
  ///
  ///     let transaction = try source.drop(["Apple"], to: .into("Tools"))
  ///     if let transaction {
  ///       try source.apply(transaction.inverse)
  ///     }
  public struct Transaction: Sendable {
    /// The snapshot before the move.
    public let initialSnapshot: Snapshot<Section, Item>
    /// The snapshot after the move.
    public let finalSnapshot: Snapshot<Section, Item>
    /// The moved items in their order, without descendants of other moved items.
    public let movedItems: [Item]
    /// The changes by item.
    public let patch: Snapshot<Section, Item>.Patch

    /// The transaction that undoes this one.
    ///
    /// - Complexity: O(*k*) for *k* moved items
    public var inverse: Transaction {
      Transaction(
        initialSnapshot: finalSnapshot, finalSnapshot: initialSnapshot, movedItems: movedItems,
        patch: patch.inverse)
    }

    /// The difference of the items of all sections, including hidden ones, as a
    /// `CollectionDifference`.
    ///
    /// It leads from the initial to the final ``Snapshot/itemIdentifiers``. The removal and the
    /// insertion of a moved item are associated, even across sections.
    ///
    ///     var backingStore = Array(source.snapshot().itemIdentifiers)
    ///     if let transaction = try source.drop(["Apple"], to: .into("Tools")) {
    ///       backingStore = backingStore.applying(transaction.difference) ?? []
    ///     }
    ///
    /// - Complexity: O(log *n* + *k* log *k*) for *k* moved items and descendants, for each access
    public var difference: CollectionDifference<Item> {
      finalSnapshot.collectionDifference(of: .all, from: initialSnapshot)
    }

    /// The difference of the visible items of all sections, as a `CollectionDifference`.
    ///
    /// An item that becomes hidden is only removed, and one that becomes visible is only inserted.
    ///
    /// - Complexity: O(log *n* + *k* log *k*) for *k* moved rows, for each access
    public var visibleDifference: CollectionDifference<Item> {
      finalSnapshot.collectionDifference(of: .visible, from: initialSnapshot)
    }

    /// The changed sections in their order, including those in which only hidden rows changed.
    ///
    /// - Complexity: O(*s* log *s* + *k* + log *n*) for *s* sections that share a page with
    ///   changed sections, and *k* moved rows, for each access
    public var sectionTransactions: [SectionTransaction] {
      finalSnapshot.sections(changedSince: initialSnapshot).compactMap { section in
        let old = initialSnapshot[section]
        let new = finalSnapshot[section]
        if old == new { return nil }
        return SectionTransaction(
          sectionIdentifier: section, initialSnapshot: old, finalSnapshot: new)
      }
    }
  }

  /// The change of one section by a transaction.
  public struct SectionTransaction: Sendable {
    /// The section.
    public let sectionIdentifier: Section
    /// The outline of the section before the move.
    public let initialSnapshot: SectionSnapshot<Item>
    /// The outline of the section after the move.
    public let finalSnapshot: SectionSnapshot<Item>

    /// The difference of the items, including hidden ones, as a `CollectionDifference`.
    ///
    /// The removal and the insertion of an item that moved within the section are associated.
    ///
    /// - Complexity: O(log *n* + *k* log *k*) for *k* moved items and descendants, for each access
    public var difference: CollectionDifference<Item> {
      finalSnapshot.collectionDifferenceOfItems(from: initialSnapshot)
    }
  }
}
