#if canImport(UIKit) && !os(watchOS) && !os(tvOS) || canImport(AppKit)

  import Outline

  extension OutlineDataSource.Update {
    /// Returns the item of the first of some rows that neither goes nor moves, if rows above it
    /// change.
    ///
    /// A view scrolls to keep this row in its place.
    ///
    /// - Parameters:
    ///   - paths: The displayed rows of the initial snapshot in ascending order.
    ///   - isReload: `true` if the view reloads all rows, so that it does not know which rows move.
    func anchor(among paths: [RowPath], isReload: Bool) -> Item? {
      for path in paths {
        guard let item = initialSnapshot.itemIdentifier(for: path),
          let newPath = finalSnapshot.rowPath(of: item), isReload || !difference.moves(path)
        else { continue }
        let isInPlace =
          path.section == newPath.section
          && initialSnapshot.row(of: item) == finalSnapshot.row(of: item)
        return isInPlace && !isReload ? nil : item
      }
      return nil
    }
  }

  extension SnapshotDifference {
    /// Returns a Boolean value that indicates whether an old row moves, alone or with its section.
    fileprivate func moves(_ path: RowPath) -> Bool {
      sections.moves.contains { $0.source.contains(path.section) }
        || moves.contains { $0.source.contains(path) }
        || changes.contains { change in
          change.oldSection == path.section
            && change.difference.moves.contains { $0.source.contains(path.row) }
        }
    }
  }

#endif
