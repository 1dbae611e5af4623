/// A range of visible rows of one section, as a collection of their paths.
///
/// The indices of the collection are the rows.
public struct RowPathRange: Hashable, Codable, Sendable {
  /// The position of the section among all sections.
  public var section: Int
  /// The positions of the rows among the visible rows of the section.
  public var rows: Range<Int>

  @inlinable
  package init(section: Int, rows: Range<Int>) {
    self.section = section
    self.rows = rows
  }
}

extension RowPathRange: RandomAccessCollection {
  /// The first row.
  @inlinable public var startIndex: Int { rows.lowerBound }

  /// The row after the last.
  @inlinable public var endIndex: Int { rows.upperBound }

  /// Accesses the path of a row.
  ///
  /// - Complexity: O(1)
  @inlinable
  public subscript(position: Int) -> RowPath {
    precondition(rows.contains(position), "Position out of range")
    return RowPath(section: section, row: position)
  }
}

extension RowPathRange: CustomStringConvertible {
  /// The range in the format `[1, 5..<8]`.
  public var description: String { "[\(section), \(rows)]" }
}
