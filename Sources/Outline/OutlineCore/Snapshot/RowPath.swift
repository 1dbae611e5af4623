/// The position of a visible row in a snapshot of several sections.
///
///     let path = RowPath(section: 1, row: 0)
///     snapshot.itemIdentifier(for: path)  // "Tools"
///
/// Paths compare by section, then by row.
public struct RowPath: Hashable, Codable, Sendable {
  /// The position of the section among all sections.
  public var section: Int
  /// The position of the row among the visible rows of the section.
  public var row: Int

  /// Creates a path.
  @inlinable
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension RowPath: Comparable {
  /// Compares the sections, then the rows.
  @inlinable
  public static func < (left: RowPath, right: RowPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension RowPath: CustomStringConvertible {
  /// The path in the format `[1, 5]`.
  public var description: String { "[\(section), \(row)]" }
}
