import Outline

extension OutlineDataSource.Update {
  /// Returns the first of some rows that neither goes nor moves, with its old and new path, if rows
  /// above it change.
  ///
  /// A view scrolls to keep this row in its place.
  ///
  /// - Parameters:
  ///   - paths: The displayed rows of the initial snapshot in ascending order.
  ///   - isReload: `true` if the view reloads all rows, so that it does not know which rows move.
  func anchor(among paths: [RowPath], isReload: Bool) -> (old: RowPath, new: RowPath)? {
    for path in paths {
      guard let item = initialSnapshot.itemIdentifier(for: path),
        let newPath = finalSnapshot.rowPath(of: item), isReload || !difference.moves(path)
      else { continue }
      let isInPlace = initialSnapshot.counts(above: path) == finalSnapshot.counts(above: newPath)
      return isInPlace && !isReload ? nil : (path, newPath)
    }
    return nil
  }
}

extension Snapshot {
  /// Returns the numbers of sections and of rows above a row.
  fileprivate func counts(above path: RowPath) -> [Int] {
    [path.section, (0..<path.section).reduce(path.row) { $0 + numberOfRows(inSection: $1) }]
  }
}

extension SnapshotDifference {
  /// Returns a Boolean value that indicates whether an old row moves.
  fileprivate func moves(_ path: RowPath) -> Bool {
    moves.contains { $0.source.contains(path) }
      || changes.contains { change in
        change.oldSection == path.section
          && change.difference.moves.contains { $0.source.contains(path.row) }
      }
  }
}
