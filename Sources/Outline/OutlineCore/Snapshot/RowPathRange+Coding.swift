// Sums of decoded positions must not overflow.
extension Range<Int> {
  /// A Boolean value that indicates whether an outline, with at most 2³⁰ items, can have these
  /// rows.
  package var isWithinBounds: Bool { lowerBound >= 0 && upperBound <= 1 << 30 }
}

extension RowPathRange {
  enum CodingKeys: CodingKey {
    case section, rows
  }

  /// Decodes a range.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for impossible rows
  /// - Complexity: O(1)
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    section = try container.decode(Int.self, forKey: .section)
    rows = try container.decode(Range<Int>.self, forKey: .rows)
    guard rows.isWithinBounds else {
      throw DecodingError.dataCorruptedError(
        forKey: .rows, in: container, debugDescription: "The rows are out of bounds.")
    }
  }
}
