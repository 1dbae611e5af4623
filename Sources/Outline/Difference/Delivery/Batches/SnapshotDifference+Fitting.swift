extension SnapshotDifference {
  /// Whether this can be a difference between two snapshots, as far as counts and positions tell:
  /// then its batches keep to the rules of views.
  @inlinable
  func fits<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) -> Bool {
    fits(
      from: (old.numberOfSections, old.numberOfRows), to: (new.numberOfSections, new.numberOfRows),
      oldRowCount: { old.rowCount(at: $0) }, newRowCount: { new.rowCount(at: $0) })
  }

  /// The same, by numbers of sections and visible rows, and by the numbers of rows of sections.
  @usableFromInline
  func fits(
    from old: (sections: Int, rows: Int), to new: (sections: Int, rows: Int),
    oldRowCount: (Int) -> Int?, newRowCount: (Int) -> Int?
  ) -> Bool {
    guard let survivors = Survivors(sections, oldCount: old.sections, newCount: new.sections),
      Set(changes.compactMap(\.oldSection)).count == changes.count(where: \.isOld),
      Set(changes.compactMap(\.newSection)).count == changes.count(where: \.isNew)
    else { return false }
    var added = 0
    for change in changes {
      guard let oldCount = change.oldSection.map(oldRowCount) ?? 0,
        let newCount = change.newSection.map(newRowCount) ?? 0,
        change.fits(oldCount: oldCount, newCount: newCount, survivors)
      else { return false }
      added += change.difference.insertions.rowCount - change.difference.removals.rowCount
    }
    return old.rows + added == new.rows && movesFit()
  }

  /// Whether the rows that change sections are removed and inserted, each once.
  private func movesFit() -> Bool {
    if moves.isEmpty { return true }
    var leaving = Dictionary(grouping: moves) { $0.source.section }
    var arriving = Dictionary(grouping: moves) { $0.destination.section }
    for change in changes {
      if let section = change.oldSection, let moves = leaving.removeValue(forKey: section) {
        let rows = moves.map { $0.source.rows }
        guard change.difference.removals.contains(all: rows) else { return false }
      }
      if let section = change.newSection, let moves = arriving.removeValue(forKey: section) {
        let rows = moves.map { $0.target.rows }
        guard change.difference.insertions.contains(all: rows) else { return false }
      }
    }
    return leaving.isEmpty && arriving.isEmpty
  }
}

extension SnapshotDifference.SectionChange {
  fileprivate var isOld: Bool { oldSection != nil }
  fileprivate var isNew: Bool { newSection != nil }

  /// Whether the change is one of a section that is removed, inserted or there all along, and its
  /// rows can be those of that section.
  fileprivate func fits(oldCount: Int, newCount: Int, _ survivors: Survivors) -> Bool {
    let isSameSection =
      oldSection.map { survivors.newRow(ofOldRow: $0) == newSection }
      ?? newSection.map { survivors.oldRow(ofNewRow: $0) == nil } ?? false
    return isSameSection && difference.fits(oldCount: oldCount, newCount: newCount)
  }
}

extension Snapshot {
  /// The number of visible rows of the section at a position, if there is one.
  @inlinable
  func rowCount(at position: Int) -> Int? {
    sectionHandle(at: position).map { contents[$0].tree.visibleCount }
  }
}

extension [Range<Int>] {
  /// Whether some rows, in any order, are among these, each once.
  fileprivate func contains(all rows: [Range<Int>]) -> Bool {
    let rows = rows.sorted { $0.lowerBound < $1.lowerBound }
    return rows.isAscending && rows.subtracting(self).isEmpty
  }
}
