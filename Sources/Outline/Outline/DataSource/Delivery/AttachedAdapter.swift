//  A list view whose user drags an expanded item moves one row, and the batch moves the others:
//
//      Fruit             Apple             Tools
//        Apple  ──▶      Pear     ──▶      Fruit
//        Pear          Tools                 Apple
//      Tools           Fruit                 Pear

extension OutlineDataSource {
  /// An adapter that receives the updates of a data source, and the moves that its view has made.
  final class AttachedAdapter {
    weak var adapter: (any OutlineAdapter<Section, Item>)?
    /// The number of queued moves that the view has made; it receives no updates while there are
    /// any.
    private(set) var undeliveredMoves = 0
    private var movedItems: [Item] = []
    /// A Boolean value that indicates whether the view must reload after its moves, because it
    /// differs.
    private(set) var needsReload = false

    init(_ adapter: any OutlineAdapter<Section, Item>) {
      self.adapter = adapter
    }

    /// The rows that the view displays.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot with the rows of the view.
    ///   - moves: The number of moves that the snapshot contains and that are not delivered. With
    ///     other moves, the rows are in no snapshot.
    func displayedRows(
      in snapshot: Snapshot<Section, Item>, undeliveredMoves moves: Int = 0
    ) -> DisplayedRows<Section, Item>? {
      guard let adapter, undeliveredMoves == moves else { return nil }
      return DisplayedRows(paths: adapter.displayedRows, snapshot: snapshot)
    }

    /// Records a move that the view has made, until its update is delivered.
    ///
    /// - Parameters:
    ///   - items: The moved items.
    ///   - isOutdated: `true` if the view did not have all earlier changes.
    func beginMove(of items: [Item], isOutdated: Bool) {
      undeliveredMoves += 1
      movedItems = items
      needsReload = needsReload || isOutdated
    }

    /// Records a move that the view has made and the data source rejects, so that it reloads.
    func rejectMove() {
      undeliveredMoves += 1
      needsReload = true
    }

    /// Reports the remaining changes of an update whose move the view has made.
    func finishMove(with update: Update, completion: @escaping () -> Void) {
      undeliveredMoves -= 1
      guard undeliveredMoves == 0 else { return completion() }
      guard !needsReload, let batches = update.batches(afterMoveOf: movedItems) else {
        needsReload = false
        adapter?.reload(update.finalSnapshot)
        return completion()
      }
      if let batch = batches.first {
        adapter?.perform(
          batch, animatingDifferences: update.presentation == .animated, completion: completion)
      } else {
        completion()
      }
      let headers = Array(update.difference.sections.reconfigures.joined())
      if !headers.isEmpty {
        adapter?.perform(
          Snapshot.Batch(reconfiguredSections: headers, to: update.finalSnapshot),
          animatingDifferences: false)
      }
      adapter?.reconfigure(
        update.difference.updatedRows + update.rows(shownByMoveOf: movedItems),
        in: update.finalSnapshot)
    }
  }
}

extension OutlineDataSource.Update {
  /// Returns the remaining changes of a view that has moved the rows of items, without descendants.
  ///
  /// - Parameter items: The moved items, which are the only change of rows.
  /// - Returns: At most one batch; `nil` if the view must reload.
  fileprivate func batches(afterMoveOf items: [Item]) -> [Snapshot<Section, Item>.Batch]? {
    let subtrees = items.map { item in
      (old: initialSnapshot.rows(ofSubtree: item), new: finalSnapshot.rows(ofSubtree: item))
    }
    if subtrees.allSatisfy({ $0.old?.count ?? 1 == 1 && $0.new?.count ?? 1 == 1 }) { return [] }
    // In the view, the moved rows are consecutive, from the start of the first subtree on.
    guard let target = subtrees.first?.new else { return nil }
    var end = target.startIndex
    var moves: [SnapshotDifference.Move] = []
    // The numbers of moved items above, and of the rows of their subtrees.
    var itemCount = 0
    var rowCount = 0
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
      itemCount += 1
      rowCount += old.count
    }
    return moves.isEmpty ? [] : [Snapshot.Batch(moves: moves, to: finalSnapshot)]
  }

  /// The rows of hidden items that a view has shown by its own move.
  fileprivate func rows(shownByMoveOf items: [Item]) -> [RowPathRange] {
    items.filter { !initialSnapshot.isVisible($0) }.compactMap(finalSnapshot.rowPath).map {
      RowPathRange(section: $0.section, rows: $0.row..<$0.row + 1)
    }
  }
}

extension SnapshotDifference {
  fileprivate var updatedRows: [RowPathRange] {
    changes.flatMap { change in
      change.newSection.map { section in
        change.difference.updates.map { RowPathRange(section: section, rows: $0) }
      } ?? []
    }
  }
}
