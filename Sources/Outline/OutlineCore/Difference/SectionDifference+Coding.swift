extension SectionDifference {
  enum CodingKeys: CodingKey {
    case removals, insertions, moves, reloads, reconfigures
  }

  /// Decodes a difference.
  ///
  /// - Throws: `DecodingError` if this cannot be a difference between two lists
  /// - Complexity: O(*r* log *r*) for *r* ranges
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func ranges(_ key: CodingKeys) throws -> [Range<Int>] {
      let ranges = try container.decode([Range<Int>].self, forKey: key)
      guard ranges.isAscending && ranges.last?.isWithinBounds != false else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: "The ranges are not ascending, or out of bounds.")
      }
      return ranges
    }
    removals = try ranges(.removals)
    insertions = try ranges(.insertions)
    reloads = try ranges(.reloads)
    reconfigures = try ranges(.reconfigures)
    moves = try container.decode([Move].self, forKey: .moves)
    let isWhole =
      moves.allSatisfy { $0.isWithinBounds } && moves.map { $0.source }.isAscending
      && removalsAndMoveSources.isAscending && insertionsAndMoveDestinations.isAscending
      && reloads.merged(with: reconfigures).isAscending
    guard isWhole else {
      throw DecodingError.dataCorruptedError(
        forKey: .moves, in: container, debugDescription: "The changes contradict each other.")
    }
  }
}

extension SectionDifference.Move {
  fileprivate var isWithinBounds: Bool {
    source.isWithinBounds && destination >= 0 && destination <= 1 << 30 - source.count
  }
}
