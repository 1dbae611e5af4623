//  The rules of batch views, and their consequences
//  =====================================================
//
//  A row cannot move out of a section that is removed in the same batch, or into one that is
//  inserted in it. No row changes in a section that moves. So sections change first, then rows:
//
//  1. Sections are inserted, moved and removed, except those that rows move out of.
//  2. Rows are inserted, moved and removed.
//  3. Sections that rows have moved out of are removed.
//  4. Rows and sections are reloaded and reconfigured at their new positions.
//
//  Between the batches, each item is unique in the snapshot of the view. So a section is inserted
//  with its rows only if the old snapshot has none of its items, hidden or not. Otherwise, its rows
//  follow in the second batch. A section that rows move out of also loses all its other rows there.

@usableFromInline
struct BatchPlan<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  @usableFromInline let difference: SnapshotDifference
  @usableFromInline let old: Snapshot<Section, Item>
  @usableFromInline let new: Snapshot<Section, Item>
  @usableFromInline var intermediate: Snapshot<Section, Item>
  @usableFromInline let moveSources: RowsBySection
  @usableFromInline let moveTargets: RowsBySection
  /// The sections that the first batch removes, and those that the third batch removes.
  @usableFromInline var removedFirst: [Section] = []
  @usableFromInline var removedLast: [Section] = []
  @usableFromInline var inserted: [Section] = []
  @usableFromInline var moved: [Section] = []
  @usableFromInline var insertedEmpty: Set<Section> = []
  @usableFromInline var recreated: Set<Section> = []

  @inlinable
  init?(
    _ difference: SnapshotDifference, from old: Snapshot<Section, Item>,
    to new: Snapshot<Section, Item>
  ) {
    moveSources = RowsBySection(sourcesOf: difference.moves)
    moveTargets = RowsBySection(targetsOf: difference.moves)
    guard difference.fits(from: old, to: new, moveSources: moveSources, moveTargets: moveTargets)
    else {
      return nil
    }
    self.difference = difference
    self.old = old
    self.new = new
    intermediate = old
    if difference.sections.hasStructuralChanges {
      for index in difference.sections.removals.joined() {
        if moveSources.rows(of: index).isEmpty {
          removedFirst.append(old.section(at: index))
        } else {
          removedLast.append(old.section(at: index))
        }
      }
      for index in difference.sections.insertions.joined() {
        inserted.append(new.section(at: index))
      }
      for move in difference.sections.moves {
        for index in move.source { moved.append(old.section(at: index)) }
      }
      guard (try? arrangeSections()) != nil else { return nil }
      for section in moved where old.indexOfSection(section) == intermediate.indexOfSection(section)
      {
        recreated.insert(section)
      }
      try? refreshRecreatedSections()
    }
  }

  @inlinable
  mutating func arrangeSections() throws(SnapshotError<Section, Item>) {
    if !removedFirst.isEmpty { try intermediate.deleteSections(removedFirst) }
    var positions: [(index: Int, isMoved: Bool)] = []
    for index in difference.sections.insertions.joined() { positions.append((index, false)) }
    for move in difference.sections.moves {
      for index in move.destinationRows { positions.append((index, true)) }
    }
    positions.sort { $0.index < $1.index }
    for (position, isMoved) in positions {
      let section = new.section(at: position)
      if position > 0 {
        let anchor = new.section(at: position - 1)
        try isMoved
          ? intermediate.moveSection(section, afterSection: anchor)
          : intermediate.insertSections([section], afterSection: anchor)
      } else if let anchor = intermediate.sectionIdentifiers.first, anchor != section {
        try isMoved
          ? intermediate.moveSection(section, beforeSection: anchor)
          : intermediate.insertSections([section], beforeSection: anchor)
      } else if !isMoved {
        try intermediate.appendSections([section])
      }
      if !isMoved {
        fill(section)
      }
    }
  }

  /// Stores the new content of the sections that are removed and inserted at the same position,
  /// whose rows get no updates afterward.
  @inlinable
  mutating func refreshRecreatedSections() throws(SnapshotError<Section, Item>) {
    for section in recreated {
      let items = intermediate[section].visibleItems.compactMap { item in
        new.locate(item).map { new.outline($0.section).item(of: $0.handle) }
      }
      try intermediate.updateItems(items)
    }
  }

  @inlinable
  mutating func fill(_ section: Section) {
    if new[section].items.contains(where: { old.contains($0) }) {
      insertedEmpty.insert(section)
    } else {
      intermediate[section] = new[section]
    }
  }
}
