extension SnapshotDifference {
  /// Returns whether the difference matches two snapshots, so that batches follow the rules of
  /// views.
  @inlinable
  func fits<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>,
    moveSources: RowsBySection, moveTargets: RowsBySection
  ) -> Bool {
    fits(
      from: (old.numberOfSections, old.numberOfRows), to: (new.numberOfSections, new.numberOfRows),
      oldRowCount: { old.rowCount(at: $0) }, newRowCount: { new.rowCount(at: $0) })
      && movesFit(moveSources, moveTargets)
  }

  /// Returns whether counts and positions match the numbers of sections and of visible rows.
  @usableFromInline
  func fits(
    from old: (sections: Int, rows: Int), to new: (sections: Int, rows: Int),
    oldRowCount: (Int) -> Int?, newRowCount: (Int) -> Int?
  ) -> Bool {
    guard let commonRows = CommonRows(sections, oldCount: old.sections, newCount: new.sections),
      areChangesAscending
    else { return false }
    var added = 0
    for index in changes.indices {
      guard let oldCount = changes[index].oldSection.map(oldRowCount) ?? 0,
        let newCount = changes[index].newSection.map(newRowCount) ?? 0,
        changes[index].fits(oldCount: oldCount, newCount: newCount, commonRows)
      else { return false }
      added += newCount - oldCount
    }
    return old.rows + added == new.rows
  }

  /// A Boolean value that indicates whether the changes are in order, at most one for each section.
  private var areChangesAscending: Bool {
    var (lastRemoved, lastNew) = (-1, -1)
    for index in changes.indices {
      if let section = changes[index].newSection {
        guard section > lastNew else { return false }
        lastNew = section
      } else if let section = changes[index].oldSection {
        guard section > lastRemoved && lastNew < 0 else { return false }
        lastRemoved = section
      }
    }
    return true
  }

  /// Returns whether the rows that move between sections are removed and inserted once each.
  @usableFromInline
  func movesFit(_ moveSources: RowsBySection, _ moveTargets: RowsBySection) -> Bool {
    if moves.isEmpty { return true }
    var count = 0
    for index in changes.indices {
      let out = moveSources.rows(of: changes[index].oldSection)
      let into = moveTargets.rows(of: changes[index].newSection)
      guard changes[index].difference.removals.contains(all: out),
        changes[index].difference.insertions.contains(all: into)
      else { return false }
      count += out.count + into.count
    }
    return count == 2 * moves.count
  }
}

extension SnapshotDifference.SectionChange {
  /// Returns whether the old and the new section are the same one, and the row counts match.
  fileprivate func fits(oldCount: Int, newCount: Int, _ commonRows: CommonRows) -> Bool {
    let isSameSection =
      oldSection.map { commonRows.newRow(ofOldRow: $0) == newSection }
      ?? newSection.map { commonRows.oldRow(ofNewRow: $0) == nil } ?? false
    return isSameSection && difference.fits(oldCount: oldCount, newCount: newCount)
  }
}

extension Snapshot {
  @inlinable
  func rowCount(at position: Int) -> Int? {
    sectionHandle(at: position).map { outline($0).tree.visibleCount }
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
