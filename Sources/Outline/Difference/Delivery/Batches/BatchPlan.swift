//  The rules of batch views, and what follows from them
//  =====================================================
//
//  Rows may not leave a section that is removed in the same batch, nor come to one that is inserted
//  in it, and no row of a section that moves may change. So sections go first, then rows:
//
//  1. Sections come, move and go: but not those that rows are still to leave.
//  2. Rows come, move and go.
//  3. The sections go that rows have left.
//  4. Rows and sections are updated in place or made anew, where they stand now.
//
//  Between the batches the data source answers from snapshots in which no item may be twice. So a
//  section comes with its rows only if none of its items was there before, hidden or not; else the
//  rows follow in the second batch. A section that rows leave loses all others with them.

/// How a difference is cut into batches.
@usableFromInline
struct BatchPlan<Section: Hashable, Item: Hashable> {
  @usableFromInline let difference: SnapshotDifference
  @usableFromInline let old: Snapshot<Section, Item>
  @usableFromInline let new: Snapshot<Section, Item>
  /// What the data source answers after the sections have come and moved.
  @usableFromInline var middle: Snapshot<Section, Item>
  /// The rows that leave sections for others, and those that come from others.
  @usableFromInline let moveSources: RowsBySection
  @usableFromInline let moveTargets: RowsBySection
  /// The sections that go at once, and those that go once rows have left them.
  @usableFromInline var removedFirst: [Section] = []
  @usableFromInline var removedLast: [Section] = []
  @usableFromInline var inserted: [Section] = []
  @usableFromInline var moved: [Section] = []
  /// The sections that come without their rows.
  @usableFromInline var insertedEmpty: Set<Section> = []
  /// The sections that are removed and inserted where they were.
  @usableFromInline var recreated: Set<Section> = []

  /// Makes a plan, or returns `nil` for what is no difference between the two snapshots.
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
    middle = old
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
      for section in moved where old.indexOfSection(section) == middle.indexOfSection(section) {
        recreated.insert(section)
      }
      try? refreshRecreatedSections()
    }
  }

  /// Brings the sections of `middle` into their new order, each to just after the one that it
  /// follows.
  @inlinable
  mutating func arrangeSections() throws {
    if !removedFirst.isEmpty { try middle.deleteSections(removedFirst) }
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
          ? middle.moveSection(section, afterSection: anchor)
          : middle.insertSections([section], afterSection: anchor)
      } else if let anchor = middle.sectionIdentifiers.first, anchor != section {
        try isMoved
          ? middle.moveSection(section, beforeSection: anchor)
          : middle.insertSections([section], beforeSection: anchor)
      } else if !isMoved {
        try middle.appendSections([section])
      }
      if !isMoved {
        fill(section)
      }
    }
  }

  /// Gives rows that are made anew with their sections the items of the new snapshot, whose content
  /// may be another: such rows are not updated afterwards.
  @inlinable
  mutating func refreshRecreatedSections() throws {
    for section in recreated {
      let items = middle[section].visibleItems.compactMap { item in
        new.locate(item).map { new.contents[$0.section].table[$0.handle] }
      }
      try middle.updateItems(items)
    }
  }

  /// Gives a new section its contents, if none of its items was there before.
  @inlinable
  mutating func fill(_ section: Section) {
    if new[section].items.contains(where: { old.contains($0) }) {
      insertedEmpty.insert(section)
    } else {
      middle[section] = new[section]
    }
  }
}

// MARK: - The batches

extension BatchPlan {
  /// Sections come, move and go.
  @inlinable
  func sectionChanges() -> BatchChanges {
    var batch = BatchChanges()
    batch.removedSections = removedFirst.compactMap { old.indexOfSection($0) }
    batch.insertedSections = inserted.compactMap { middle.indexOfSection($0) }
    for section in moved {
      guard let source = old.indexOfSection(section),
        let destination = middle.indexOfSection(section)
      else { continue }
      if source == destination {
        batch.removedSections.append(source)
        batch.insertedSections.append(source)
      } else {
        batch.movedSections.append((source, destination))
      }
    }
    batch.removedSections.sort()
    batch.insertedSections.sort()
    return batch
  }

  /// Rows come, move and go.
  @inlinable
  func rowChanges() -> BatchChanges {
    var batch = BatchChanges()
    for index in difference.changes.indices {
      addRows(of: difference.changes[index], to: &batch)
    }
    for move in difference.moves {
      if let source = middleIndex(ofOld: move.source.section),
        let destination = middleIndex(ofNew: move.destination.section)
      {
        batch.moves.append(
          .init(
            source: RowRange(section: source, rows: move.source.rows),
            destination: RowPath(section: destination, row: move.destination.row)))
      }
    }
    return batch
  }

  /// The sections go that rows have left.
  @inlinable
  func lastSectionChanges() -> BatchChanges {
    var batch = BatchChanges()
    if !removedLast.isEmpty {
      batch.removedSections = removedLast.compactMap { middle.indexOfSection($0) }.sorted()
    }
    return batch
  }

  /// Rows and sections are updated in place or made anew.
  @inlinable
  func updates() -> BatchChanges {
    var batch = BatchChanges()
    batch.reloadedSections = difference.sections.reloads.flatMap { Array($0) }
    let reloaded = Set(batch.reloadedSections)
    for change in difference.changes where change.difference.hasUpdates {
      guard let section = change.newSection, !reloaded.contains(section) else { continue }
      // What was removed and inserted where it was is new already.
      let new = change.difference.selfMoves
      let updates = (
        reloads: change.difference.reloads.subtracting(new),
        reconfigures: change.difference.reconfigures.subtracting(new)
      )
      batch.reloads += rows(updates.reloads, of: section)
      batch.reconfigures += rows(updates.reconfigures, of: section)
    }
    return batch
  }

  /// Rows of a section, without those that were made anew with a section of the first batch and look
  /// as they did there.
  @inlinable
  func rows(_ ranges: [Range<Int>], of section: Int) -> [RowRange] {
    guard !recreated.isEmpty else { return ranges.map { RowRange(section: section, rows: $0) } }
    var result: [Range<Int>] = []
    for row in ranges.joined() {
      let item = new.itemIdentifier(for: RowPath(section: section, row: row))
      let isRecreated = item.flatMap { old.sectionIdentifier(containingItem: $0) }.map(
        recreated.contains)
      if isRecreated != true || item.map(appearanceChanged) == true {
        result.appendRows(row..<row + 1)
      }
    }
    return result.map { RowRange(section: section, rows: $0) }
  }

  /// Whether an item's level or disclosure state changed, or it has got or lost its children.
  @inlinable
  func appearanceChanged(_ item: Item) -> Bool {
    guard let oldLocation = old.locate(item), let location = new.locate(item) else { return false }
    return old.contents[oldLocation.section].tree.appearance(of: oldLocation.handle)
      != new.contents[location.section].tree.appearance(of: location.handle)
  }
}
