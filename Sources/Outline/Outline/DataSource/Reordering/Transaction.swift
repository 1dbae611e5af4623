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

    /// The transaction that undoes this one.
    ///
    /// - Complexity: O(1)
    public var inverse: Transaction {
      Transaction(
        initialSnapshot: finalSnapshot, finalSnapshot: initialSnapshot, movedItems: movedItems)
    }

    /// The difference of the visible items of all sections, as a `CollectionDifference`.
    ///
    /// The removal and the insertion of a moved item are associated, even across sections. An item
    /// that becomes hidden is only removed, and one that becomes visible is only inserted.
    ///
    /// - Complexity: O(log *n* + *k* log *k*) for *k* moved rows, for each access
    public var difference: CollectionDifference<Item> {
      finalSnapshot.difference(from: initialSnapshot)
        .collectionDifference(from: initialSnapshot, to: finalSnapshot)
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

    /// The difference of the visible items, as a `CollectionDifference`.
    ///
    /// The removal and the insertion of an item that moved within the section are associated.
    ///
    /// - Complexity: O(log *n* + *k* log *k*) for *k* moved rows, for each access
    public var difference: CollectionDifference<Item> {
      // Never `nil`: the difference is that of these snapshots.
      finalSnapshot.difference(from: initialSnapshot)
        .collectionDifference(from: initialSnapshot, to: finalSnapshot)
        ?? [Item]().difference(from: [])
    }
  }
}

extension SnapshotDifference {
  /// The difference of the visible rows of all sections, if the sections are the same.
  fileprivate func collectionDifference<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) -> CollectionDifference<Item> {
    // The rows that move between sections.
    var targets: [Int: Int] = [:]
    for move in moves {
      let source = old.firstRow(ofSection: move.source.section) + move.source.rows.lowerBound
      let target = new.firstRow(ofSection: move.destination.section) + move.destination.row
      for offset in 0..<move.source.count {
        targets[source + offset] = target + offset
      }
    }
    let sources = Dictionary(uniqueKeysWithValues: targets.map { ($1, $0) })
    var result: [CollectionDifference<Item>.Change] = []
    for change in changes {
      guard let oldSection = change.oldSection, let newSection = change.newSection,
        let difference = change.difference.collectionDifference(
          from: old[old.sectionIdentifiers[oldSection]],
          to: new[new.sectionIdentifiers[newSection]])
      else { continue }
      let oldStart = old.firstRow(ofSection: oldSection)
      let newStart = new.firstRow(ofSection: newSection)
      result += difference.map { step in
        switch step {
        case .remove(let row, let item, let target):
          .remove(
            offset: oldStart + row, element: item,
            associatedWith: target.map { newStart + $0 } ?? targets[oldStart + row])
        case .insert(let row, let item, let source):
          .insert(
            offset: newStart + row, element: item,
            associatedWith: source.map { oldStart + $0 } ?? sources[newStart + row])
        }
      }
    }
    return CollectionDifference(result) ?? [Item]().difference(from: [])
  }
}

extension Snapshot {
  /// The number of visible rows ahead of a section with visible rows.
  fileprivate func firstRow(ofSection position: Int) -> Int {
    self.position(of: RowPath(section: position, row: 0)) ?? 0
  }
}
