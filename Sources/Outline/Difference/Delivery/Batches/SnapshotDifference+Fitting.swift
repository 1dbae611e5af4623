extension SnapshotDifference {
  /// Whether this can be a difference between two snapshots, as far as counts and positions tell:
  /// then its batches keep to the rules of views.
  func fits<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) -> Bool {
    let counts = (old: old.numberOfSections, new: new.numberOfSections)
    guard let survivors = Survivors(sections, oldCount: counts.old, newCount: counts.new),
      Set(changes.map(\.oldSection)).subtracting([nil]).count == changes.count(where: \.isOld),
      Set(changes.map(\.newSection)).subtracting([nil]).count == changes.count(where: \.isNew),
      changes.allSatisfy({ $0.fits(from: old, to: new, survivors) })
    else { return false }
    let added = changes.reduce(0) {
      $0 + $1.difference.insertions.rowCount - $1.difference.removals.rowCount
    }
    return old.numberOfRows + added == new.numberOfRows && movesFit()
  }

  /// Whether the rows that change sections are removed and inserted, each once.
  private func movesFit() -> Bool {
    if moves.isEmpty { return true }
    let removals = Dictionary(
      uniqueKeysWithValues: changes.filter(\.isOld).map {
        ($0.oldSection, $0.difference.removals)
      })
    let insertions = Dictionary(
      uniqueKeysWithValues: changes.filter(\.isNew).map {
        ($0.newSection, $0.difference.insertions)
      })
    let leaving = Dictionary(grouping: moves, by: \.source.section)
    let arriving = Dictionary(grouping: moves, by: \.destination.section)
    return leaving.allSatisfy { section, moves in
      (removals[section] ?? []).contains(all: moves.map(\.source.rows))
    }
      && arriving.allSatisfy { section, moves in
        (insertions[section] ?? []).contains(all: moves.map(\.target.rows))
      }
  }
}

extension SnapshotDifference.SectionChange {
  fileprivate var isOld: Bool { oldSection != nil }
  fileprivate var isNew: Bool { newSection != nil }

  /// Whether the change is one of a section that is removed, inserted or there all along, and its
  /// rows can be those of that section.
  fileprivate func fits<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>, _ survivors: Survivors
  ) -> Bool {
    guard let oldCount = oldSection.map({ old.rowCount(at: $0) }) ?? 0,
      let newCount = newSection.map({ new.rowCount(at: $0) }) ?? 0
    else { return false }
    let isSameSection =
      oldSection.map { survivors.newRow(ofOldRow: $0) == newSection }
      ?? newSection.map { survivors.oldRow(ofNewRow: $0) == nil } ?? false
    return isSameSection && difference.fits(oldCount: oldCount, newCount: newCount)
  }
}

extension Snapshot {
  /// The number of visible rows of the section at a position, if there is one.
  fileprivate func rowCount(at position: Int) -> Int? {
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
