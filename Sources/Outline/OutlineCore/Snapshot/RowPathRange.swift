/// A range of visible rows of one section, as a collection of their paths.
///
///     let range = RowPathRange(section: 1, rows: 5..<8)
///     range[6]  // [1, 6]
///
/// The indices of the collection are the rows.
public struct RowPathRange: Hashable, Codable, Sendable {
  /// The position of the section among all sections.
  public var section: Int
  /// The positions of the rows among the visible rows of the section.
  public var rows: Range<Int>

  /// Creates a range.
  @inlinable
  public init(section: Int, rows: Range<Int>) {
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

  /// Accesses the paths of a range of rows.
  ///
  /// - Complexity: O(1)
  @inlinable
  public subscript(bounds: Range<Int>) -> RowPathRange {
    precondition(
      bounds.lowerBound >= rows.lowerBound && bounds.upperBound <= rows.upperBound,
      "Range out of bounds")
    return RowPathRange(section: section, rows: bounds)
  }
}

extension RowPathRange: CustomStringConvertible {
  /// The range in the format `[1, 5..<8]`.
  public var description: String { "[\(section), \(rows)]" }
}
