extension BatchPlan {
  @inlinable
  func batches() -> [Snapshot<Section, Item>.Batch] {
    var batches: [Snapshot<Section, Item>.Batch] = []
    batches.reserveCapacity(2)
    if difference.sections.hasStructuralChanges {
      let last = lastSectionBatch()
      let rows = rowBatch(to: last == nil ? new : snapshotBeforeLastRemovals())
      let sections = sectionBatch(to: rows == nil && last == nil ? new : intermediate)
      batches += [sections, rows, last].compactMap { $0 }
    } else if let rows = rowBatch(to: new) {
      batches.append(rows)
    }
    if let updates = updateBatch() { batches.append(updates) }
    return batches
  }

  @inlinable
  func sectionBatch(to snapshot: Snapshot<Section, Item>) -> Snapshot<Section, Item>.Batch? {
    if removedFirst.isEmpty && inserted.isEmpty && moved.isEmpty { return nil }
    var removals = removedFirst.compactMap { old.indexOfSection($0) }
    var insertions = inserted.compactMap { intermediate.indexOfSection($0) }
    var moves: [Snapshot<Section, Item>.Batch.SectionMove] = []
    for section in moved {
      guard let source = old.indexOfSection(section),
        let destination = intermediate.indexOfSection(section)
      else { continue }
      if source == destination {
        removals.append(source)
        insertions.append(source)
      } else {
        moves.append(.init(source: source, destination: destination))
      }
    }
    return Snapshot.Batch(
      removedSections: removals.sorted(), insertedSections: insertions.sorted(),
      movedSections: moves, to: snapshot)
  }

  @inlinable
  func rowBatch(to snapshot: Snapshot<Section, Item>) -> Snapshot<Section, Item>.Batch? {
    var rows: RowChanges = ([], [], [])
    for index in difference.changes.indices {
      add(difference.changes[index], to: &rows)
    }
    for move in difference.moves {
      if let source = intermediateIndex(of: move.source.section, in: old),
        let destination = intermediateIndex(of: move.destination.section, in: new)
      {
        rows.moves.append(
          .init(
            source: RowPathRange(section: source, rows: move.source.rows),
            destination: RowPath(section: destination, row: move.destination.row)))
      }
    }
    return Snapshot.Batch(
      removals: rows.removals, insertions: rows.insertions, moves: rows.moves, to: snapshot)
  }

  @inlinable
  func lastSectionBatch() -> Snapshot<Section, Item>.Batch? {
    if removedLast.isEmpty { return nil }
    let removals = removedLast.compactMap { intermediate.indexOfSection($0) }
    return Snapshot.Batch(removedSections: removals.sorted(), to: new)
  }

  @inlinable
  func updateBatch() -> Snapshot<Section, Item>.Batch? {
    let reloadedSections = difference.sections.reloads.flatMap { Array($0) }
    let reloaded = Set(reloadedSections)
    var reloads: [RowPathRange] = []
    var reconfigures: [RowPathRange] = []
    for change in difference.changes where change.difference.hasUpdates {
      guard let section = change.newSection, !reloaded.contains(section) else { continue }
      // Rows that are removed and inserted at the same position are up to date.
      let recreated = change.difference.selfMoves
      reloads += rows(change.difference.reloads.subtracting(recreated), of: section)
      reconfigures += rows(change.difference.reconfigures.subtracting(recreated), of: section)
    }
    return Snapshot.Batch(
      reloadedSections: reloadedSections, reloads: reloads, reconfigures: reconfigures, of: new)
  }

  /// Returns rows of a section that the first batch has not inserted with the same appearance.
  @inlinable
  func rows(_ ranges: [Range<Int>], of section: Int) -> [RowPathRange] {
    guard !recreated.isEmpty else { return ranges.map { RowPathRange(section: section, rows: $0) } }
    var result: [Range<Int>] = []
    for row in ranges.joined() {
      let item = new.itemIdentifier(for: RowPath(section: section, row: row))
      let oldSection = item.flatMap { old.sectionIdentifier(containingItem: $0) }
      if oldSection.map(recreated.contains) != true || item.map(appearanceChanged) == true {
        result.appendRows(row..<row + 1)
      }
    }
    return result.map { RowPathRange(section: section, rows: $0) }
  }

  /// Returns whether an item's level or disclosure state changed, or it got or lost its children.
  @inlinable
  func appearanceChanged(_ item: Item) -> Bool {
    guard let oldLocation = old.locate(item), let location = new.locate(item) else { return false }
    return old.outline(oldLocation.section).tree.appearance(of: oldLocation.handle)
      != new.outline(location.section).tree.appearance(of: location.handle)
  }
}
