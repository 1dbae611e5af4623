extension SnapshotDifference {
  /// Returns a Boolean value that indicates whether the difference matches the sections and the
  /// numbers of rows of two snapshots.
  ///
  /// Moves between sections are not checked.
  func fits<Section, Item>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) -> Bool {
    fits(
      from: (old.numberOfSections, old.numberOfRows), to: (new.numberOfSections, new.numberOfRows),
      oldRowCount: { old.rowCount(at: $0) }, newRowCount: { new.rowCount(at: $0) })
  }

  /// The part of the check that is compiled once for all types of items.
  private func fits(
    from old: (sections: Int, rows: Int), to new: (sections: Int, rows: Int),
    oldRowCount: (Int) -> Int?, newRowCount: (Int) -> Int?
  ) -> Bool {
    guard let commonRows = CommonRows(sections, oldCount: old.sections, newCount: new.sections),
      areChangesAscending
    else { return false }
    var added = 0
    for change in changes {
      guard let oldCount = change.oldSection.map(oldRowCount) ?? 0,
        let newCount = change.newSection.map(newRowCount) ?? 0,
        change.fits(oldCount: oldCount, newCount: newCount, commonRows)
      else { return false }
      added += newCount - oldCount
    }
    return old.rows + added == new.rows
  }

  /// A Boolean value that indicates whether the changes are in order, at most one for each section.
  private var areChangesAscending: Bool {
    var lastRemoved = -1
    var lastNew = -1
    for change in changes {
      if let section = change.newSection {
        guard section > lastNew else { return false }
        lastNew = section
      } else if let section = change.oldSection {
        guard section > lastRemoved && lastNew < 0 else { return false }
        lastRemoved = section
      }
    }
    return true
  }
}

extension SnapshotDifference.SectionChange {
  /// Returns a Boolean value that indicates whether the old and the new section are the same one,
  /// and the row counts match.
  fileprivate func fits(oldCount: Int, newCount: Int, _ commonRows: CommonRows) -> Bool {
    let isSameSection =
      oldSection.map { commonRows.newRow(ofOldRow: $0) == newSection }
      ?? newSection.map { commonRows.oldRow(ofNewRow: $0) == nil } ?? false
    return isSameSection && difference.fits(oldCount: oldCount, newCount: newCount)
  }
}

extension Snapshot {
  /// The number of visible rows in the section at a position, or `nil` if there is none.
  fileprivate func rowCount(at position: Int) -> Int? {
    guard let section = sectionHandle(at: position) else { return nil }
    return outline(section).tree.visibleCount
  }
}
