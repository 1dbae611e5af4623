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
  /// The sections that go at once, and those that go once rows have left them.
  @usableFromInline var goingFirst: [Section] = []
  @usableFromInline var goingLast: [Section] = []
  @usableFromInline var coming: [Section] = []
  @usableFromInline var moving: [Section] = []
  /// The sections that come without their rows.
  @usableFromInline var comingEmpty: Set<Section> = []
  /// The sections that are removed and inserted where they were.
  @usableFromInline var remade: Set<Section> = []

  /// Makes a plan, or returns `nil` for what is no difference between the two snapshots.
  @inlinable
  init?(
    _ difference: SnapshotDifference, from old: Snapshot<Section, Item>,
    to new: Snapshot<Section, Item>
  ) {
    guard difference.fits(from: old, to: new) else { return nil }
    self.difference = difference
    self.old = old
    self.new = new
    middle = old
    let left = Set(difference.moves.map(\.source.section))
    for index in difference.sections.removals.joined() {
      if left.contains(index) {
        goingLast.append(old.sectionIdentifiers[index])
      } else {
        goingFirst.append(old.sectionIdentifiers[index])
      }
    }
    coming = difference.sections.insertions.joined().map { new.sectionIdentifiers[$0] }
    moving = difference.sections.moves.flatMap { $0.source.map { old.sectionIdentifiers[$0] } }
    guard (try? arrangeSections()) != nil else { return nil }
    remade = Set(moving.filter { old.indexOfSection($0) == middle.indexOfSection($0) })
    try? refreshRemadeSections()
  }

  /// Brings the sections of `middle` into their new order, each to just after the one that it
  /// follows.
  @inlinable
  mutating func arrangeSections() throws {
    try middle.deleteSections(goingFirst)
    let moving = Set(moving)
    var places = (difference.sections.insertions + difference.sections.moves.map(\.destinationRows))
      .flatMap { Array($0) }
    places.sort()
    for place in places {
      let section = new.sectionIdentifiers[place]
      let isMoving = moving.contains(section)
      if place > 0 {
        let anchor = new.sectionIdentifiers[place - 1]
        try isMoving
          ? middle.moveSection(section, afterSection: anchor)
          : middle.insertSections([section], afterSection: anchor)
      } else if let anchor = middle.sectionIdentifiers.first, anchor != section {
        try isMoving
          ? middle.moveSection(section, beforeSection: anchor)
          : middle.insertSections([section], beforeSection: anchor)
      } else if !isMoving {
        try middle.appendSections([section])
      }
      if !isMoving {
        fill(section)
      }
    }
  }

  /// Gives rows that are made anew with their sections the items of the new snapshot, whose content
  /// may be another: such rows are not updated afterwards.
  @inlinable
  mutating func refreshRemadeSections() throws {
    for section in remade {
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
      comingEmpty.insert(section)
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
    batch.removedSections = goingFirst.compactMap { old.indexOfSection($0) }
    batch.insertedSections = coming.compactMap { middle.indexOfSection($0) }
    for section in moving {
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
    let leaving = Dictionary(grouping: difference.moves, by: \.source.section)
    let arriving = Dictionary(grouping: difference.moves, by: \.destination.section)
    for change in difference.changes {
      let out = leaving[change.oldSection ?? -1, default: []].map(\.source.rows)
      let into = arriving[change.newSection ?? -1, default: []].map(\.target.rows)
      batch.add(rows(of: change, movedOut: out, movedIn: into))
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
    batch.removedSections = goingLast.compactMap { middle.indexOfSection($0) }.sorted()
    return batch
  }

  /// Rows and sections are updated in place or made anew.
  @inlinable
  func updates() -> BatchChanges {
    var batch = BatchChanges()
    batch.reloadedSections = difference.sections.reloads.flatMap { Array($0) }
    let reloaded = Set(batch.reloadedSections)
    for change in difference.changes {
      let hasUpdates =
        !change.difference.reloads.isEmpty || !change.difference.reconfigures.isEmpty
      guard hasUpdates, let section = change.newSection, !reloaded.contains(section) else {
        continue
      }
      // What was removed and inserted where it was is new already.
      let new = change.difference.selfMoves
      let updates = (
        reloads: change.difference.reloads.subtracting(new),
        reconfigures: change.difference.reconfigures.subtracting(new)
      )
      batch.reloads += rows(updates.reloads, of: section) { _ in false }
      batch.reconfigures += rows(updates.reconfigures, of: section) { looksChanged($0) }
    }
    return batch
  }

  /// Rows of a section, without those that were made anew with a section of the first batch, unless
  /// they are needed nevertheless.
  @inlinable
  func rows(
    _ ranges: [Range<Int>], of section: Int, isNeeded: (Item) -> Bool
  ) -> [RowRange] {
    guard !remade.isEmpty else { return ranges.map { RowRange(section: section, rows: $0) } }
    var result: [Range<Int>] = []
    for row in ranges.joined() {
      let item = new.itemIdentifier(for: RowPath(section: section, row: row))
      let isRemade = item.flatMap { old.sectionIdentifier(containingItem: $0) }.map(remade.contains)
      if isRemade != true || item.map(isNeeded) == true {
        result.appendRows(row..<row + 1)
      }
    }
    return result.map { RowRange(section: section, rows: $0) }
  }

  /// Whether an item's level or disclosure state changed, or it has got or lost its children.
  @inlinable
  func looksChanged(_ item: Item) -> Bool {
    guard let place = old.locate(item), let newPlace = new.locate(item) else { return false }
    return old.contents[place.section].tree.looks(of: place.handle)
      != new.contents[newPlace.section].tree.looks(of: newPlace.handle)
  }
}

// MARK: - Rows

extension BatchPlan {
  @inlinable
  func middleIndex(ofOld section: Int) -> Int? {
    middle.indexOfSection(old.sectionIdentifiers[section])
  }

  @inlinable
  func middleIndex(ofNew section: Int) -> Int? {
    middle.indexOfSection(new.sectionIdentifiers[section])
  }

  /// What happens to the rows of a section in the second batch.
  @inlinable
  func rows(
    of change: SnapshotDifference.SectionChange, movedOut: [Range<Int>], movedIn: [Range<Int>]
  ) -> BatchChanges {
    var batch = BatchChanges()
    let old = change.oldSection.map { self.old.sectionIdentifiers[$0] }
    let section = change.newSection.map { new.sectionIdentifiers[$0] } ?? old
    guard let section, let index = middle.indexOfSection(section) else { return batch }
    let movedIn = movedIn.sorted { $0.lowerBound < $1.lowerBound }
    var removals = change.difference.removals
    var insertions = change.difference.insertions
    if change.oldSection == nil && !comingEmpty.contains(section) {
      insertions = []
    }
    removals = removals.subtracting(movedOut)
    insertions = insertions.subtracting(movedIn)
    let selfMoves = change.difference.selfMoves
    if !selfMoves.isEmpty {
      removals = removals.union(selfMoves)
      insertions = insertions.union(selfMoves)
    }
    for move in change.difference.moves where move.source.lowerBound != move.destination {
      batch.moves.append(
        .init(
          source: RowRange(section: index, rows: move.source),
          destination: RowPath(section: index, row: move.destination)))
    }
    batch.removals = removals.map { RowRange(section: index, rows: $0) }
    batch.insertions = insertions.map { RowRange(section: index, rows: $0) }
    return batch
  }

  /// The new snapshot with the sections that rows have left where `middle` has them.
  @inlinable
  func snapshotWithSectionsGoingLast() -> Snapshot<Section, Item> {
    (try? insertingSectionsGoingLast()) ?? new
  }

  @inlinable
  func insertingSectionsGoingLast() throws -> Snapshot<Section, Item> {
    var result = new
    for section in goingLast.sorted(by: { position($0) < position($1) }) {
      if position(section) > 0 {
        let anchor = middle.sectionIdentifiers[position(section) - 1]
        try result.insertSections([section], afterSection: anchor)
      } else if let anchor = result.sectionIdentifiers.first {
        try result.insertSections([section], beforeSection: anchor)
      } else {
        try result.appendSections([section])
      }
    }
    return result
  }

  @inlinable
  func position(_ section: Section) -> Int {
    middle.indexOfSection(section) ?? 0
  }
}

extension BatchChanges {
  @inlinable
  mutating func add(_ other: BatchChanges) {
    removals += other.removals
    insertions += other.insertions
    moves += other.moves
  }
}

extension SectionDifference {
  /// The rows that move and have the same position afterwards.
  @usableFromInline var selfMoves: [Range<Int>] {
    moves.filter { $0.source.lowerBound == $0.destination }.map(\.source)
  }
}
