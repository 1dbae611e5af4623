//  A list view whose user drags an expanded item moves one row, and the batch moves the others:
//
//      Fruit             Apple             Tools
//        Apple  ──▶      Pear     ──▶      Fruit
//        Pear          Tools                 Apple
//      Tools           Fruit                 Pear

extension OutlineDataSource.Update {
  /// Returns the changes that remain for a view that has moved the rows of items, but not the rows
  /// of their descendants.
  ///
  /// - Parameter items: The moved items, which are the only change of rows.
  /// - Returns: At most one batch; `nil` if the positions of rows in the view are unknown.
  func batches(afterMoveOf items: [Item]) -> [Batch<Section, Item>]? {
    let subtrees = items.map { item in
      (old: initialSnapshot.rows(ofSubtree: item), new: finalSnapshot.rows(ofSubtree: item))
    }
    if subtrees.allSatisfy({ $0.old?.count ?? 1 == 1 && $0.new?.count ?? 1 == 1 }) { return [] }
    guard subtrees.count == 1, let (old, new) = subtrees.first else { return nil }
    if let old, let new, old.section == new.section, old.startIndex == new.startIndex {
      // Beside the rows of its descendants, the row can be above or below them.
      return nil
    }
    let source = old.map { old in
      let isMovedUp = new.map { $0.section == old.section && $0.startIndex < old.startIndex }
      return isMovedUp ?? false ? old.dropFirst() : old.dropLast()
    }
    let target = new?.dropFirst()
    let batch: Batch<Section, Item>? =
      switch (source, target) {
      case (let source?, let target?):
        Batch(
          moves: [.init(source: source, destination: target[target.startIndex])], to: finalSnapshot)
      case (let source?, nil): Batch(removals: [source], to: finalSnapshot)
      case (nil, let target?): Batch(insertions: [target], to: finalSnapshot)
      case (nil, nil): nil
      }
    return batch.map { [$0] } ?? []
  }
}
