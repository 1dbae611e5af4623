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

struct BatchPlan<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Batch = Snapshot<Section, Item>.Batch

  private let difference: SnapshotDifference
  private let old: Snapshot<Section, Item>
  private let new: Snapshot<Section, Item>
  /// The snapshot after the first batch.
  private var intermediate: Snapshot<Section, Item>
  private let moveSources: RowsBySection
  private let moveTargets: RowsBySection
  /// The sections that the first batch removes.
  private var removedFirst: [Section] = []
  /// The sections that the third batch removes.
  private var removedLast: [Section] = []
  private var inserted: [Section] = []
  private var moved: [Section] = []
  /// The sections that the first batch inserts without their rows.
  private var insertedEmpty: Set<Section> = []
  /// The sections that the first batch removes and inserts at the same position.
  private var recreated: Set<Section> = []

  /// Creates a plan, or returns `nil` if the difference does not match the two snapshots.
  init?(
    _ difference: SnapshotDifference, from old: Snapshot<Section, Item>,
    to new: Snapshot<Section, Item>
  ) {
    self.difference = difference
    self.old = old
    self.new = new
    intermediate = old
    moveSources = RowsBySection(sourcesOf: difference.moves)
    moveTargets = RowsBySection(targetsOf: difference.moves)
    guard difference.fits(from: old, to: new),
      difference.hasMatchingMoves(from: moveSources, to: moveTargets)
    else { return nil }
    if difference.sections.hasStructuralChanges {
      guard (try? changeSections()) != nil else { return nil }
    }
  }

  /// Finds the sections that change, and makes the snapshot after the first batch.
  private mutating func changeSections() throws(SnapshotError<Section, Item>) {
    for index in difference.sections.removals.joined() {
      let section = old.sectionIdentifiers[index]
      if moveSources.rows(of: index).isEmpty {
        removedFirst.append(section)
      } else {
        removedLast.append(section)
      }
    }
    try intermediate.deleteSections(removedFirst)
    var positions: [(index: Int, isInserted: Bool)] = []
    for index in difference.sections.insertions.joined() {
      inserted.append(new.sectionIdentifiers[index])
      positions.append((index, true))
    }
    for move in difference.sections.moves {
      for (oldIndex, newIndex) in zip(move.source, move.destinationRows) {
        moved.append(old.sectionIdentifiers[oldIndex])
        positions.append((newIndex, false))
      }
    }
    positions.sort { $0.index < $1.index }
    for (position, isInserted) in positions {
      let section = new.sectionIdentifiers[position]
      if isInserted {
        try intermediate.appendSections([section])
      }
      if position > 0 {
        let anchor = new.sectionIdentifiers[position - 1]
        try intermediate.moveSection(section, afterSection: anchor)
      } else if let anchor = intermediate.sectionIdentifiers.first, anchor != section {
        try intermediate.moveSection(section, beforeSection: anchor)
      }
      if !isInserted { continue }
      if new[section].items.contains(where: { old.contains($0) }) {
        insertedEmpty.insert(section)
      } else {
        intermediate[section] = new[section]
      }
    }
    for section in moved where old.indexOfSection(section) == intermediate.indexOfSection(section) {
      recreated.insert(section)
      // Its rows get no updates afterward. Cannot throw: the items are known, each once.
      try? intermediate.updateItems(
        intermediate[section].visibleItems.compactMap { new.item(equalTo: $0) })
    }
  }
}

// MARK: - The batches

extension BatchPlan {
  func batches() -> [Batch] {
    var batches: [Batch] = []
    if difference.sections.hasStructuralChanges {
      let last = lastSectionBatch()
      let rows = rowBatch(to: last == nil ? new : (try? snapshotBeforeLastRemovals()) ?? new)
      let sections = sectionBatch(to: rows == nil && last == nil ? new : intermediate)
      batches += [sections, rows, last].compactMap { $0 }
    } else if let rows = rowBatch(to: new) {
      batches.append(rows)
    }
    if let updates = updateBatch() {
      batches.append(updates)
    }
    return batches
  }

  private func sectionBatch(to snapshot: Snapshot<Section, Item>) -> Batch? {
    var removals = removedFirst.compactMap { old.indexOfSection($0) }
    var insertions = inserted.compactMap { intermediate.indexOfSection($0) }
    var moves: [(source: Int, destination: Int)] = []
    for section in moved {
      guard let source = old.indexOfSection(section),
        let destination = intermediate.indexOfSection(section)
      else { continue }
      if source == destination {
        removals.append(source)
        insertions.append(source)
      } else {
        moves.append((source, destination))
      }
    }
    return Batch(
      removedSections: removals.sorted(), insertedSections: insertions.sorted(),
      movedSections: moves, to: snapshot
    ).unlessEmpty
  }

  private func rowBatch(to snapshot: Snapshot<Section, Item>) -> Batch? {
    var removals: [RowPathRange] = []
    var insertions: [RowPathRange] = []
    var moves: [SnapshotDifference.Move] = []
    for change in difference.changes {
      let section =
        change.oldSection.map { intermediateIndex(of: $0, in: old) }
        ?? change.newSection.flatMap { intermediateIndex(of: $0, in: new) }
      guard let section else { continue }
      let difference = change.difference
      let selfMoves = difference.selfMoves
      let removed = difference.removals.subtracting(moveSources.rows(of: change.oldSection))
      removals.append(removed.merged(with: selfMoves), section: section)
      if change.oldSection != nil
        || change.newSection.map({ insertedEmpty.contains(new.sectionIdentifiers[$0]) }) ?? false
      {
        let added = difference.insertions.subtracting(moveTargets.rows(of: change.newSection))
        insertions.append(added.merged(with: selfMoves), section: section)
      }
      for move in difference.moves where move.source.lowerBound != move.destination {
        moves.append(
          .init(
            source: RowPathRange(section: section, rows: move.source),
            destination: RowPath(section: section, row: move.destination)))
      }
    }
    for move in difference.moves {
      if let source = intermediateIndex(of: move.source.section, in: old),
        let destination = intermediateIndex(of: move.destination.section, in: new)
      {
        moves.append(
          .init(
            source: RowPathRange(section: source, rows: move.source.rows),
            destination: RowPath(section: destination, row: move.destination.row)))
      }
    }
    return Batch(removals: removals, insertions: insertions, moves: moves, to: snapshot)
      .unlessEmpty
  }

  private func intermediateIndex(of section: Int, in snapshot: Snapshot<Section, Item>) -> Int? {
    guard difference.sections.hasStructuralChanges else { return section }
    return intermediate.indexOfSection(snapshot.sectionIdentifiers[section])
  }

  private func lastSectionBatch() -> Batch? {
    let removals = removedLast.compactMap { intermediate.indexOfSection($0) }
    return Batch(removedSections: removals.sorted(), to: new).unlessEmpty
  }

  /// Returns the snapshot before the third batch, with the sections that it removes.
  private func snapshotBeforeLastRemovals() throws(SnapshotError<Section, Item>)
    -> Snapshot<Section, Item>
  {
    var result = new
    for position in removedLast.compactMap({ intermediate.indexOfSection($0) }).sorted() {
      let section = intermediate.sectionIdentifiers[position]
      if position > 0 {
        let anchor = intermediate.sectionIdentifiers[position - 1]
        try result.insertSections([section], afterSection: anchor)
      } else if let anchor = result.sectionIdentifiers.first {
        try result.insertSections([section], beforeSection: anchor)
      } else {
        try result.appendSections([section])
      }
    }
    return result
  }

  private func updateBatch() -> Batch? {
    let reloadedSections = difference.sections.reloads.flatMap { Array($0) }
    // The headers of recreated sections are up to date.
    let reconfiguredSections = difference.sections.reconfigures.joined().filter { position in
      recreated.isEmpty || !recreated.contains(new.sectionIdentifiers[position])
    }
    let reloaded = Set(reloadedSections)
    var reloads: [RowPathRange] = []
    var reconfigures: [RowPathRange] = []
    for change in difference.changes where change.difference.hasUpdates {
      guard let section = change.newSection, !reloaded.contains(section) else { continue }
      // Rows that are removed and inserted at the same position are up to date.
      let inserted = change.difference.selfMoves
      let reloadedRows = change.difference.reloads.subtracting(inserted)
      let reconfiguredRows = change.difference.reconfigures.subtracting(inserted)
      reloads.append(outdated(reloadedRows, inSection: section), section: section)
      reconfigures.append(outdated(reconfiguredRows, inSection: section), section: section)
    }
    return Batch(
      reloadedSections: reloadedSections, reconfiguredSections: reconfiguredSections,
      reloads: reloads, reconfigures: reconfigures, to: new
    ).unlessEmpty
  }

  /// Returns rows of a section that the first batch has not inserted with the same appearance.
  private func outdated(_ ranges: [Range<Int>], inSection section: Int) -> [Range<Int>] {
    if recreated.isEmpty { return ranges }
    var result: [Range<Int>] = []
    for row in ranges.joined() {
      let item = new.itemIdentifier(for: RowPath(section: section, row: row))
      let oldSection = item.flatMap { old.sectionIdentifier(containingItem: $0) }
      if oldSection.map(recreated.contains) != true || item.map(appearanceChanged) == true {
        result.appendRows(row..<row + 1)
      }
    }
    return result
  }

  /// Returns a Boolean value that indicates whether an item's level or disclosure state changed, or
  /// it got or lost its children.
  private func appearanceChanged(_ item: Item) -> Bool {
    guard let oldLocation = old.locate(item), let location = new.locate(item) else { return false }
    return old.outline(oldLocation.section).tree.appearance(of: oldLocation.handle)
      != new.outline(location.section).tree.appearance(of: location.handle)
  }
}

extension [RowPathRange] {
  fileprivate mutating func append(_ ranges: [Range<Int>], section: Int) {
    for rows in ranges {
      append(RowPathRange(section: section, rows: rows))
    }
  }
}

extension SectionDifference {
  /// The rows that move to the position that they had.
  fileprivate var selfMoves: [Range<Int>] {
    moves.filter { $0.source.lowerBound == $0.destination }.map { $0.source }
  }

  fileprivate var hasStructuralChanges: Bool {
    !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty
  }

  fileprivate var hasUpdates: Bool { !reloads.isEmpty || !reconfigures.isEmpty }
}

// MARK: - Moves between sections

/// Rows that move between sections, by their old or their new section.
private struct RowsBySection {
  /// The ranges of rows, ascending.
  let ranges: [RowPathRange]

  init(sourcesOf moves: [SnapshotDifference.Move]) {
    self.init(moves.map { $0.source })
  }

  init(targetsOf moves: [SnapshotDifference.Move]) {
    self.init(moves.map { $0.destinationRows })
  }

  private init(_ ranges: [RowPathRange]) {
    self.ranges = ranges.sorted(byKey: { ($0.section, $0.rows.lowerBound) })
  }

  /// Returns the rows of a section, or none without a section.
  func rows(of section: Int?) -> [Range<Int>] {
    guard let section, !ranges.isEmpty else { return [] }
    let start = ranges.firstIndexOfRange { $0.section >= section }
    return ranges[start...].prefix { $0.section == section }.map { $0.rows }
  }
}

extension SnapshotDifference {
  /// Returns a Boolean value that indicates whether the rows that move between sections are removed
  /// and inserted once each.
  fileprivate func hasMatchingMoves(
    from sources: RowsBySection, to targets: RowsBySection
  ) -> Bool {
    if moves.isEmpty { return true }
    var count = 0
    for change in changes {
      let out = sources.rows(of: change.oldSection)
      let into = targets.rows(of: change.newSection)
      guard change.difference.removals.contains(all: out),
        change.difference.insertions.contains(all: into)
      else { return false }
      count += out.count + into.count
    }
    return count == 2 * moves.count
  }
}

extension [Range<Int>] {
  fileprivate func contains(all rows: [Range<Int>]) -> Bool {
    guard rows.isAscending else { return false }
    var rest = self[...]
    for range in rows {
      rest = rest.drop { $0.upperBound <= range.lowerBound }
      guard let first = rest.first, first.lowerBound <= range.lowerBound,
        range.upperBound <= first.upperBound
      else { return false }
    }
    return true
  }
}
