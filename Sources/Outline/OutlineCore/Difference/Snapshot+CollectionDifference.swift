//  Transactions offer these differences.

extension SectionSnapshot {
  /// Returns the difference of all items or of the visible ones, with associated moves.
  package func collectionDifference(
    of rows: RowSet, from old: SectionSnapshot
  ) -> CollectionDifference<Item> {
    let changes = rowChanges(from: old, comparing: rows)
    // Never `nil`: the difference is that of these snapshots.
    return SectionDifference(changes)
      .collectionDifference(from: old.items(of: rows), to: items(of: rows))
      ?? [Item]().difference(from: [])
  }

  fileprivate func items(of rows: RowSet) -> Items {
    switch rows {
    case .visible: visibleItems
    case .all: items
    }
  }
}

extension Snapshot {
  /// Returns the difference of all items or of the visible ones, in all sections, with associated
  /// moves.
  ///
  /// Both snapshots have the same sections.
  package func collectionDifference(
    of rows: RowSet, from old: Snapshot
  ) -> CollectionDifference<Item> {
    var comparison = SnapshotComparison(old: old, new: self, comparing: rows)
    comparison.compareSections()
    comparison.findMoves()
    let difference = comparison.difference()
    // The rows that move between sections.
    var targets: [Int: Int] = [:]
    for move in difference.moves {
      let source = old.start(ofSection: move.source.section, among: rows)
      let target = start(ofSection: move.destination.section, among: rows)
      for offset in 0..<move.source.count {
        targets[source + move.source.rows.lowerBound + offset] =
          target + move.destination.row + offset
      }
    }
    let sources = Dictionary(uniqueKeysWithValues: targets.map { ($1, $0) })
    var result: [CollectionDifference<Item>.Change] = []
    for change in difference.changes {
      guard let oldSection = change.oldSection, let newSection = change.newSection,
        let steps = change.difference.collectionDifference(
          from: old.outline(at: oldSection).items(of: rows),
          to: outline(at: newSection).items(of: rows))
      else { continue }
      let oldStart = old.start(ofSection: oldSection, among: rows)
      let newStart = start(ofSection: newSection, among: rows)
      result += steps.map { step in
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

  private func outline(at position: Int) -> SectionSnapshot<Item> {
    self[sectionIdentifiers[position]]
  }
}
