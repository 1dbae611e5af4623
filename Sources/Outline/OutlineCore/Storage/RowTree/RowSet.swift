/// All rows of an outline, or the visible ones.
@usableFromInline
package enum RowSet: Sendable {
  case all, visible

  /// Returns a Boolean value that indicates whether a row belongs to the set, if no shift is
  /// pending above.
  func contains(_ row: TreeRow) -> Bool {
    switch self {
    case .all: true
    case .visible: row.isVisible
    }
  }
}
