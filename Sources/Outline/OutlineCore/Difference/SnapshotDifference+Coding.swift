extension SnapshotDifference.Move {
  enum CodingKeys: CodingKey {
    case source, destination
  }

  /// Decodes a move.
  ///
  /// - Throws: `DecodingError` if no snapshot can have such rows
  /// - Complexity: O(1)
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    source = try container.decode(RowPathRange.self, forKey: .source)
    destination = try container.decode(RowPath.self, forKey: .destination)
    let isWithinBounds =
      source.rows.isWithinBounds && !source.rows.isEmpty && destination.row >= 0
      && destination.row <= 1 << 30 - source.rows.count
    guard isWithinBounds else {
      throw DecodingError.dataCorruptedError(
        forKey: .source, in: container, debugDescription: "The rows are out of bounds.")
    }
  }
}
