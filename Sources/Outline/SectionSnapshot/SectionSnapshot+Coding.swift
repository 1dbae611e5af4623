extension SectionSnapshot: Encodable where Item: Encodable {
  /// Encodes the items in pre-order, their levels, and the positions of the expanded items.
  ///
  /// ```json
  /// {"items": ["Fruit", "Apple", "Tools"], "levels": [0, 1, 0], "expanded": [0]}
  /// ```
  ///
  /// - Complexity: O(*n*)
  public func encode(to encoder: any Encoder) throws {
    let rows = tree.rows(in: 0..<tree.count)
    var container = encoder.container(keyedBy: OutlineKeys.self)
    try container.encode(Array(items), forKey: .items)
    try container.encode(rows.map(\.indent), forKey: .levels)
    try container.encode(rows.indices.filter { rows[$0].isExpanded }, forKey: .expanded)
  }
}

extension SectionSnapshot: Decodable where Item: Decodable {
  /// Decodes a snapshot.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the items and levels form no tree, an item occurs
  ///   twice, or the expanded positions do not ascend within the items.
  /// - Complexity: O(*n*)
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OutlineKeys.self)
    let items = try container.decode([Item].self, forKey: .items)
    let levels = try container.decode([Int].self, forKey: .levels)
    let expanded = try container.decode([Int].self, forKey: .expanded)
    func corrupted(_ key: OutlineKeys, _ problem: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: problem)
    }
    guard levels.count == items.count else {
      throw corrupted(.levels, "Counted: \(items.count) items, \(levels.count) levels.")
    }
    let isAscending = zip(expanded, expanded.dropFirst()).allSatisfy(<)
    guard isAscending, expanded.first ?? 0 >= 0, expanded.last ?? -1 < items.count else {
      throw corrupted(.expanded, "The positions do not ascend within 0..<\(items.count).")
    }
    self.init()
    if items.isEmpty { return }
    do {
      try append(items, makeRows(levels: levels), at: tree.insertionPoint(atEndOf: nil))
    } catch .duplicateItems(let items) {
      let error = SnapshotError.duplicateItems(Array(items.prefix(3)))
      throw corrupted(.items, "\(error) In all: \(items.count).")
    } catch {
      throw corrupted(.levels, error.description)
    }
    var isExpanded = [Bool](repeating: false, count: items.count)
    for position in expanded { isExpanded[position] = true }
    tree.changeExpansion(in: 0..<tree.count, .assign(isExpanded: isExpanded))
  }

  /// Returns rows without handles.
  private func makeRows(levels: [Int]) throws(SnapshotError<Item>) -> [TreeRow] {
    var limit = 0
    for (position, level) in levels.enumerated() {
      guard (0...limit).contains(level) else {
        throw .levelOutOfRange(level, position: position)
      }
      limit = level + 1
    }
    return levels.map { TreeRow(handle: -1, level: $0) }
  }
}

private enum OutlineKeys: CodingKey {
  case items, levels, expanded
}
