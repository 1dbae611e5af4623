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
  /// - Returns: At most one batch; `nil` if the positions of rows in the view are unknown.
  func batches(afterMoveOf items: [Item]) -> [Batch<Section, Item>]? {
    let subtrees = items.map { item in
      (old: initialSnapshot.rows(ofSubtree: item), new: finalSnapshot.rows(ofSubtree: item))
    }
    if subtrees.allSatisfy({ $0.old?.count ?? 1 == 1 && $0.new?.count ?? 1 == 1 }) { return [] }
    // In the view, the moved rows are consecutive, from the start of the first subtree on.
    let target = subtrees.first?.new
    var end = target?.startIndex
    var (removals, insertions): ([RowRange], [RowRange]) = ([], [])
    var moves: [SnapshotDifference.Move] = []
    // The moved rows above in the same section, and all rows of their subtrees.
    var (section, itemCount, rowCount) = (-1, 0, 0)
    for (old, new) in subtrees {
      guard new?.section == target?.section, new?.startIndex == end else { return nil }
      end = new?.endIndex
      var source: RowRange?
      if let old {
        if old.section != section { (section, itemCount, rowCount) = (old.section, 0, 0) }
        if old.count > 1 {
          let position = old.startIndex - rowCount
          let gap = target?.section == section ? target?.startIndex ?? .max : .max
          // The moved rows can be above or below those of the descendants.
          if position == gap { return nil }
          let start = old.startIndex - itemCount + (position > gap ? items.count : 0)
          source = RowRange(section: section, rows: start..<start + old.count - 1)
        }
        (itemCount, rowCount) = (itemCount + 1, rowCount + old.count)
      }
      let rows = new.flatMap { $0.count > 1 ? $0.dropFirst() : nil }
      // List views reject the move of a row to its own index, even if others move past it.
      if let source, let rows, source != rows {
        moves.append(.init(source: source, destination: rows[rows.startIndex]))
      } else {
        removals += [source].compactMap(\.self)
        insertions += [rows].compactMap(\.self)
      }
    }
    let batch = Batch(removals: removals, insertions: insertions, moves: moves, to: finalSnapshot)
    return batch.map { [$0] } ?? []
  }

  /// The rows that a view drew with its own move, before their content was read: those of hidden
  /// items that it moved, and those that entered the displayed rows.
  func rows(shownByMoveOf items: [Item], in displayedRows: Range<Int>) -> [RowRange] {
    let (old, new) = (initialSnapshot, finalSnapshot)
    let shown = items.filter { old.rowPath(of: $0) == nil }
    let entered = new.visibleItems[new.displayedRows(displayedRows)].filter { item in
      old.row(of: item).map { !displayedRows.contains($0) } ?? false
    }
    return (shown + entered).compactMap(new.rowPath).map {
      RowRange(section: $0.section, rows: $0.row..<$0.row + 1)
    }
  }
}
