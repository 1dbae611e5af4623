extension Snapshot: Encodable where Section: Encodable, Item: Encodable {
  /// Encodes the sections in their order, each with its outline, and the marks if there are any.
  ///
  /// ```json
  /// {"sections": [{"section": "Food", "outline": {…}}], "reloadedItems": ["Apple"]}
  /// ```
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: Errors of the encoder.
  /// - Complexity: O(*n* + *s*)
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SnapshotKeys.self)
    let sections = sectionHandles.map {
      CodedSection(section: order.table[$0], outline: contents[$0])
    }
    try container.encode(sections, forKey: .sections)
    if !reloadedItems.isEmpty {
      try container.encode(reloadedItems.elements, forKey: .reloadedItems)
    }
    if !reconfiguredItems.isEmpty {
      try container.encode(reconfiguredItems.elements, forKey: .reconfiguredItems)
    }
    if !reloadedSections.isEmpty {
      try container.encode(reloadedSections.elements, forKey: .reloadedSections)
    }
  }
}

extension Snapshot: Decodable where Section: Decodable, Item: Decodable {
  /// Decodes a snapshot.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: Errors of the decoder. `DecodingError.dataCorrupted` if a section or a mark occurs
  ///   twice, an item is in two sections, or an unknown item or section is marked.
  /// - Complexity: O(*n* + *s*)
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SnapshotKeys.self)
    let sections = try container.decode([CodedSection<Section, Item>].self, forKey: .sections)
    self.init()
    func carryOut(
      _ key: SnapshotKeys, _ body: () throws(SectionedSnapshotError<Section, Item>) -> Void
    ) throws {
      do {
        try body()
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: error.shortened.description)
      }
    }
    try carryOut(.sections) { () throws(SectionedSnapshotError<Section, Item>) in
      try replace(sections.lazy.map { (key: $0.section, value: $0.outline) })
    }
    let items = try container.decodeIfPresent([Item].self, forKey: .reloadedItems)
    try carryOut(.reloadedItems) { () throws(SectionedSnapshotError<Section, Item>) in
      try reloadItems(items ?? [])
    }
    let others = try container.decodeIfPresent([Item].self, forKey: .reconfiguredItems)
    try carryOut(.reconfiguredItems) { () throws(SectionedSnapshotError<Section, Item>) in
      try reconfigureItems(others ?? [])
    }
    let marked = try container.decodeIfPresent([Section].self, forKey: .reloadedSections)
    try carryOut(.reloadedSections) { () throws(SectionedSnapshotError<Section, Item>) in
      try reloadSections(marked ?? [])
    }
  }
}

/// A section in its encoded form.
private struct CodedSection<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  var section: Section
  var outline: SectionSnapshot<Item>

  enum CodingKeys: String, CodingKey {
    case section
    case outline
  }
}

extension CodedSection: Encodable where Section: Encodable, Item: Encodable {}
extension CodedSection: Decodable where Section: Decodable, Item: Decodable {}

private enum SnapshotKeys: String, CodingKey {
  case sections
  case reloadedItems
  case reconfiguredItems
  case reloadedSections
}

extension SectionedSnapshotError {
  /// The error with at most three items or sections, because hostile input can have many.
  fileprivate var shortened: SectionedSnapshotError {
    switch self {
    case .items(.duplicateItems(let items)): .items(.duplicateItems(Array(items.prefix(3))))
    case .items(.unknownItems(let items)): .items(.unknownItems(Array(items.prefix(3))))
    case .duplicateSections(let sections): .duplicateSections(Array(sections.prefix(3)))
    case .unknownSections(let sections): .unknownSections(Array(sections.prefix(3)))
    default: self
    }
  }
}
