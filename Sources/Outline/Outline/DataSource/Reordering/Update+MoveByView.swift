//  A list view whose user drags an expanded item moves one row, and the batch moves the others:
//
//      Fruit             Apple             Tools
//        Apple  ──▶      Pear     ──▶      Fruit
//        Pear          Tools                 Apple
//      Tools           Fruit                 Pear

extension OutlineDataSource.Update {
  /// Returns the remaining changes of a view that has moved the rows of items, without descendants.
  ///
  /// - Parameter items: The moved items, which are the only change of rows.
  /// - Returns: At most one batch; `nil` if the view must reload.
  func batches(afterMoveOf items: [Item]) -> [Snapshot<Section, Item>.Batch]? {
    let subtrees = items.map { item in
      (old: initialSnapshot.rows(ofSubtree: item), new: finalSnapshot.rows(ofSubtree: item))
    }
    if subtrees.allSatisfy({ $0.old?.count ?? 1 == 1 && $0.new?.count ?? 1 == 1 }) { return [] }
    // In the view, the moved rows are consecutive, from the start of the first subtree on.
    guard let target = subtrees.first?.new else { return nil }
    var end = target.startIndex
    var moves: [SnapshotDifference.Move] = []
    // The numbers of moved items above, and of the rows of their subtrees.
    var (itemCount, rowCount) = (0, 0)
    for (old, new) in subtrees {
      // The number of rows in each section must be that of the initial snapshot before the batch.
      guard let old, let new, old.section == target.section, old.count == new.count,
        new.startIndex == end
      else { return nil }
      end = new.endIndex
      if old.count > 1 {
        let position = old.startIndex - rowCount
        // The moved rows can be above or below those of the descendants.
        if position == target.startIndex { return nil }
        let start = old.startIndex - itemCount + (position > target.startIndex ? items.count : 0)
        let source = RowPathRange(section: old.section, rows: start..<start + old.count - 1)
        moves.append(.init(source: source, destination: new[new.startIndex + 1]))
      }
      (itemCount, rowCount) = (itemCount + 1, rowCount + old.count)
    }
    return moves.isEmpty ? [] : [Snapshot.Batch(moves: moves, to: finalSnapshot)]
  }

  /// The rows that a view drew with its own move, before their content was read.
  ///
  /// These are the rows of hidden items that it moved, and rows that entered the displayed rows.
  func rows(shownByMoveOf items: [Item], in displayedRows: Range<Int>) -> [RowPathRange] {
    let (old, new) = (initialSnapshot, finalSnapshot)
    let shown = items.filter { old.rowPath(of: $0) == nil }
    let entered = new.visibleItems[new.displayedRows(displayedRows)].filter { item in
      old.row(of: item).map { !displayedRows.contains($0) } ?? false
    }
    return (shown + entered).compactMap(new.rowPath).map {
      RowPathRange(section: $0.section, rows: $0.row..<$0.row + 1)
    }
  }
}
