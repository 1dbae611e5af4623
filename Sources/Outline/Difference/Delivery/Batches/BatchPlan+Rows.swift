//  What happens to rows, and the snapshots in between.

extension BatchPlan {
  @inlinable
  func middleIndex(ofOld section: Int) -> Int? {
    // A section that is still there has the handle that it had.
    guard let handle = old.sectionHandle(at: section),
      middle.order.table.has(old.order.table[handle], under: handle)
    else { return nil }
    return middle.order.tree.position(of: handle)
  }

  @inlinable
  func middleIndex(ofNew section: Int) -> Int? {
    middle.indexOfSection(new.section(at: section))
  }

  /// Adds what happens to the rows of a section in the second batch.
  @inlinable
  func addRows(of change: SnapshotDifference.SectionChange, to batch: inout BatchChanges) {
    let index =
      change.oldSection.map { middleIndex(ofOld: $0) }
      ?? change.newSection.flatMap { middleIndex(ofNew: $0) }
    guard let index else { return }
    let difference = change.difference
    let selfMoves = difference.selfMoves
    let removals = difference.removals.subtracting(moveSources.rows(of: change.oldSection))
    batch.removals.append(removals.merged(with: selfMoves), section: index)
    if change.oldSection != nil || insertedEmpty.contains(new.section(at: change.newSection ?? 0)) {
      let insertions = difference.insertions.subtracting(moveTargets.rows(of: change.newSection))
      batch.insertions.append(insertions.merged(with: selfMoves), section: index)
    }
    for move in difference.moves where move.source.lowerBound != move.destination {
      batch.moves.append(
        .init(
          source: RowRange(section: index, rows: move.source),
          destination: RowPath(section: index, row: move.destination)))
    }
  }

  /// The new snapshot with the sections that rows have left where `middle` has them.
  @inlinable
  func snapshotBeforeLastRemovals() -> Snapshot<Section, Item> {
    (try? insertingSectionsRemovedLast()) ?? new
  }

  @inlinable
  func insertingSectionsRemovedLast() throws -> Snapshot<Section, Item> {
    var result = new
    for section in removedLast.sorted(by: { position($0) < position($1) }) {
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

extension [RowRange] {
  @usableFromInline
  mutating func append(_ ranges: [Range<Int>], section: Int) {
    for rows in ranges {
      append(RowRange(section: section, rows: rows))
    }
  }
}

extension Snapshot {
  /// The section at a position, which is there.
  @inlinable
  func section(at position: Int) -> Section {
    order.table[order.tree.handle(at: position, visible: false)]
  }
}

extension SectionDifference {
  /// The rows that move and have the same position afterwards.
  @usableFromInline var selfMoves: [Range<Int>] {
    var rows: [Range<Int>] = []
    for move in moves where move.source.lowerBound == move.destination {
      rows.append(move.source)
    }
    return rows
  }

  /// Whether rows or sections come, go or move.
  @usableFromInline var hasStructuralChanges: Bool {
    !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty
  }

  /// Whether rows or sections are made anew or updated in place.
  @usableFromInline var hasUpdates: Bool { !reloads.isEmpty || !reconfigures.isEmpty }
}
