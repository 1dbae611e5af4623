extension SnapshotDifference {
  /// Whether this speaks of sections and rows only that two snapshots have.
  func fits<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) -> Bool {
    let haveSections = sections.fits(
      oldCount: old.numberOfSections, newCount: new.numberOfSections)
    return haveSections
      && changes.allSatisfy { change in
        guard let oldCount = change.oldSection.map({ old.rowCount(at: $0) }) ?? 0,
          let newCount = change.newSection.map({ new.rowCount(at: $0) }) ?? 0
        else { return false }
        return change.difference.fits(oldCount: oldCount, newCount: newCount)
      }
      && moves.allSatisfy { move in
        guard let oldCount = old.rowCount(at: move.source.section),
          let newCount = new.rowCount(at: move.destination.section)
        else { return false }
        return move.source.rows.lowerBound >= 0 && move.source.rows.upperBound <= oldCount
          && move.destination.row >= 0
          && move.destination.row <= newCount - move.source.count
      }
  }
}

extension Snapshot {
  /// The number of visible rows of the section at a position, if there is one.
  fileprivate func rowCount(at position: Int) -> Int? {
    sectionHandle(at: position).map { contents[$0].tree.visibleCount }
  }
}
