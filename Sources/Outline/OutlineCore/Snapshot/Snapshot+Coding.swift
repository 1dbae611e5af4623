extension Snapshot: Encodable where Section: Encodable, Item: Encodable {
  /// Encodes the sections in their order, each with its outline, and the marks if there are any.
  ///
  /// ```json
  /// {"sections": [{"section": "Food", "outline": {…}}], "reloadedItems": ["Apple"]}
  /// ```
  ///
  /// - Complexity: O(*n* + *s*)
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SnapshotKeys.self)
    let sections = sectionHandles.map {
      CodedSection(section: order.table[$0], outline: contents[$0])
    }
    try container.encode(sections, forKey: .sections)
    try container.encodeUnlessEmpty(reloadedItemIdentifiers, forKey: .reloadedItems)
    try container.encodeUnlessEmpty(reconfiguredItemIdentifiers, forKey: .reconfiguredItems)
    try container.encodeUnlessEmpty(reloadedSectionIdentifiers, forKey: .reloadedSections)
    try container.encodeUnlessEmpty(reconfiguredSectionIdentifiers, forKey: .reconfiguredSections)
  }
}

extension Snapshot: Decodable where Section: Decodable, Item: Decodable {
  /// Decodes a snapshot.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a section or a mark occurs twice, an item is in two
  ///   sections, or an unknown item or section is marked.
  /// - Complexity: O(*n* + *s*)
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SnapshotKeys.self)
    let sections = try container.decode([CodedSection<Section, Item>].self, forKey: .sections)
    let reloadedItems: [Item] = try container.decodeList(forKey: .reloadedItems)
    let reconfiguredItems: [Item] = try container.decodeList(forKey: .reconfiguredItems)
    let reloadedSections: [Section] = try container.decodeList(forKey: .reloadedSections)
    let reconfiguredSections: [Section] = try container.decodeList(forKey: .reconfiguredSections)
    self.init()
    var key = SnapshotKeys.sections
    do throws(SnapshotError<Section, Item>) {
      try replace(sections.lazy.map { (key: $0.section, value: $0.outline) })
      key = .reloadedItems
      try reloadItems(reloadedItems)
      key = .reconfiguredItems
      try reconfigureItems(reconfiguredItems)
      key = .reloadedSections
      try reloadSections(reloadedSections)
      key = .reconfiguredSections
      try reconfigureSections(reconfiguredSections)
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: error.shortened.description)
    }
  }
}

/// A section in its encoded form.
private struct CodedSection<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  var section: Section
  var outline: SectionSnapshot<Item>
}

extension CodedSection: Encodable where Section: Encodable, Item: Encodable {}
extension CodedSection: Decodable where Section: Decodable, Item: Decodable {}

private enum SnapshotKeys: CodingKey {
  case sections, reloadedItems, reconfiguredItems, reloadedSections, reconfiguredSections
}

extension KeyedEncodingContainer<SnapshotKeys> {
  fileprivate mutating func encodeUnlessEmpty(
    _ elements: [some Encodable], forKey key: SnapshotKeys
  ) throws {
    if !elements.isEmpty {
      try encode(elements, forKey: key)
    }
  }
}

extension KeyedDecodingContainer<SnapshotKeys> {
  fileprivate func decodeList<Element: Decodable>(forKey key: SnapshotKeys) throws -> [Element] {
    try decodeIfPresent([Element].self, forKey: key) ?? []
  }
}

extension SnapshotError {
  /// The error with at most three items or sections, because hostile input can have many.
  fileprivate var shortened: SnapshotError {
    switch self {
    case .items(.duplicateItems(let items)): .items(.duplicateItems(Array(items.prefix(3))))
    case .items(.unknownItems(let items)): .items(.unknownItems(Array(items.prefix(3))))
    case .duplicateSections(let sections): .duplicateSections(Array(sections.prefix(3)))
    case .unknownSections(let sections): .unknownSections(Array(sections.prefix(3)))
    default: self
    }
  }
}
