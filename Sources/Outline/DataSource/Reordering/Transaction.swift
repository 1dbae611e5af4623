extension OutlineDataSource {
  /// A move of items by the user: what was before, what is afterwards, and what changed.
  ///
  /// The vocabulary is that of Apple's `NSDiffableDataSourceTransaction`. A transaction is a value
  /// that can be kept, and undone by its ``inverse``:
  ///
  ///     let transaction = try source.drop(["Apple"], at: .into("Tools"))
  ///     if let transaction {
  ///       try source.apply(transaction.inverse)
  ///     }
  public struct Transaction: Sendable {
    /// What was there before.
    public let initialSnapshot: Snapshot<Section, Item>
    /// What is there afterwards.
    public let finalSnapshot: Snapshot<Section, Item>
    /// The items that were moved, in their order in the outline, without those that traveled along
    /// below others.
    public let movedItems: [Item]

    /// The transaction that leads back.
    ///
    /// - Complexity: O(1)
    public var inverse: Transaction {
      Transaction(
        initialSnapshot: finalSnapshot, finalSnapshot: initialSnapshot, movedItems: movedItems)
    }

    /// What changed, as the standard library's difference of the visible items of all sections.
    ///
    /// The two sides of a move are associated, also where it went to another section. Items that
    /// went to where they are hidden are removed, and the other way round.
    ///
    /// - Complexity: O(log *n* + *k* log *k*) for *k* rows that move, on each access
    public var difference: CollectionDifference<Item> {
      finalSnapshot.difference(from: initialSnapshot)
        .collectionDifference(from: initialSnapshot, to: finalSnapshot)
    }

    /// The sections that changed, in their order, those included where nothing visible did.
    ///
    /// - Complexity: O(*s* log *s* + *k* + log *n*) for *s* sections that share a page of storage
    ///   with those that changed, and *k* rows that move, on each access
    public var sectionTransactions: [SectionTransaction] {
      finalSnapshot.sections(changedSince: initialSnapshot).compactMap { section in
        let (old, new) = (initialSnapshot[section], finalSnapshot[section])
        return old == new
          ? nil
          : SectionTransaction(
            sectionIdentifier: section, initialSnapshot: old, finalSnapshot: new)
      }
    }
  }

  /// What a transaction changes in one section.
  public struct SectionTransaction: Sendable {
    /// The section.
    public let sectionIdentifier: Section
    /// What the section held before.
    public let initialSnapshot: SectionSnapshot<Item>
    /// What it holds afterwards.
    public let finalSnapshot: SectionSnapshot<Item>

    /// What changed, as the standard library's difference of the visible items.
    ///
    /// The two sides of a move within the section are associated.
    ///
    /// - Complexity: O(log *n* + *k* log *k*) for *k* rows that move, on each access
    public var difference: CollectionDifference<Item> {
      // The difference of the two fits them.
      finalSnapshot.difference(from: initialSnapshot)
        .collectionDifference(from: initialSnapshot, to: finalSnapshot)
        ?? [Item]().difference(from: [])
    }
  }
}

extension SnapshotDifference {
  /// The difference over the visible rows of all sections, where no section comes, goes or moves.
  fileprivate func collectionDifference<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) -> CollectionDifference<Item> {
    var targets: [Int: Int] = [:]
    for move in moves {
      let source = old.firstRow(ofSection: move.source.section) + move.source.rows.lowerBound
      let target = new.firstRow(ofSection: move.destination.section) + move.destination.row
      for offset in 0..<move.source.count {
        targets[source + offset] = target + offset
      }
    }
    var sources = Dictionary(uniqueKeysWithValues: targets.map { ($1, $0) })
    var result: [CollectionDifference<Item>.Change] = []
    for change in changes {
      guard let oldSection = change.oldSection, let newSection = change.newSection else { continue }
      let oldStart = old.firstRow(ofSection: oldSection)
      let newStart = new.firstRow(ofSection: newSection)
      for move in change.difference.moves {
        for row in move.source {
          let target = newStart + move.destination + row - move.source.lowerBound
          (targets[oldStart + row], sources[target]) = (target, oldStart + row)
        }
      }
      result += old.changes(of: change.difference.removalsAndMoveSources, inSection: oldSection) {
        .remove(offset: $0, element: $1, associatedWith: targets[$0])
      }
      result += new.changes(of: change.difference.insertionsAndMoveTargets, inSection: newSection) {
        .insert(offset: $0, element: $1, associatedWith: sources[$0])
      }
    }
    return CollectionDifference(result) ?? [Item]().difference(from: [])
  }
}

extension Snapshot {
  /// The row, among those of all sections, where a section begins that is there.
  fileprivate func firstRow(ofSection position: Int) -> Int {
    sectionHandle(at: position).map { Int(sectionTree.counts(before: $0).rows) } ?? 0
  }

  /// Makes a change of each row of some ranges of a section's rows.
  fileprivate func changes(
    of ranges: [Range<Int>], inSection position: Int,
    _ change: (_ row: Int, _ item: Item) -> CollectionDifference<Item>.Change
  ) -> [CollectionDifference<Item>.Change] {
    guard let section = sectionHandle(at: position) else { return [] }
    let start = firstRow(ofSection: position)
    let rows = contents[section].visibleItems
    return ranges.flatMap { range in
      zip(range, rows[range]).map { change(start + $0, $1) }
    }
  }
}
