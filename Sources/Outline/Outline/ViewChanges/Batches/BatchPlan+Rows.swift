extension BatchPlan {
  /// The rows that the second batch removes, inserts and moves.
  @usableFromInline
  typealias RowChanges = (
    removals: [RowPathRange], insertions: [RowPathRange], moves: [SnapshotDifference.Move]
  )

  @inlinable
  func intermediateIndex(of section: Int, in snapshot: Snapshot<Section, Item>) -> Int? {
    guard difference.sections.hasStructuralChanges else { return section }
    return intermediate.indexOfSection(snapshot.section(at: section))
  }

  @inlinable
  func add(_ change: SnapshotDifference.SectionChange, to rows: inout RowChanges) {
    let index =
      change.oldSection.map { intermediateIndex(of: $0, in: old) }
      ?? change.newSection.flatMap { intermediateIndex(of: $0, in: new) }
    guard let index else { return }
    let difference = change.difference
    let selfMoves = difference.selfMoves
    let removals = difference.removals.subtracting(moveSources.rows(of: change.oldSection))
    rows.removals.append(removals.merged(with: selfMoves), section: index)
    if change.oldSection != nil || insertedEmpty.contains(new.section(at: change.newSection ?? 0)) {
      let insertions = difference.insertions.subtracting(moveTargets.rows(of: change.newSection))
      rows.insertions.append(insertions.merged(with: selfMoves), section: index)
    }
    for move in difference.moves where move.source.lowerBound != move.destination {
      rows.moves.append(
        .init(
          source: RowPathRange(section: index, rows: move.source),
          destination: RowPath(section: index, row: move.destination)))
    }
  }

  /// Returns the snapshot before the third batch, with the sections that it removes.
  @inlinable
  func snapshotBeforeLastRemovals() -> Snapshot<Section, Item> {
    (try? insertingSectionsRemovedLast()) ?? new
  }

  @inlinable
  func insertingSectionsRemovedLast()
    throws(SnapshotError<Section, Item>) -> Snapshot<Section, Item>
  {
    var result = new
    for section in removedLast.sorted(by: { position($0) < position($1) }) {
      if position(section) > 0 {
        let anchor = intermediate.sectionIdentifiers[position(section) - 1]
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
    intermediate.indexOfSection(section) ?? 0
  }
}

extension [RowPathRange] {
  @usableFromInline
  mutating func append(_ ranges: [Range<Int>], section: Int) {
    for rows in ranges {
      append(RowPathRange(section: section, rows: rows))
    }
  }
}

extension Snapshot {
  @inlinable
  func section(at position: Int) -> Section {
    order.item(at: position, visible: false)
  }
}

extension SectionDifference {
  /// The rows that move to the position that they had.
  @usableFromInline var selfMoves: [Range<Int>] {
    var rows: [Range<Int>] = []
    for move in moves where move.source.lowerBound == move.destination {
      rows.append(move.source)
    }
    return rows
  }

  @usableFromInline var hasStructuralChanges: Bool {
    !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty
  }

  @usableFromInline var hasUpdates: Bool { !reloads.isEmpty || !reconfigures.isEmpty }
}
