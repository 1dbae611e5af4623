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
  /// - Throws: `DecodingError.dataCorrupted` if a section or a mark occurs twice, an item is in two
  ///   sections, or an unknown item or section is marked.
  /// - Complexity: O(*n* + *s*)
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SnapshotKeys.self)
    let sections = try container.decode([CodedSection<Section, Item>].self, forKey: .sections)
    let reloaded = try container.decodeIfPresent([Item].self, forKey: .reloadedItems)
    let reconfigured = try container.decodeIfPresent([Item].self, forKey: .reconfiguredItems)
    let reloadedSections = try container.decodeIfPresent([Section].self, forKey: .reloadedSections)
    self.init()
    var key = SnapshotKeys.sections
    do throws(SnapshotError<Section, Item>) {
      try replace(sections.lazy.map { (key: $0.section, value: $0.outline) })
      key = .reloadedItems
      try reloadItems(reloaded ?? [])
      key = .reconfiguredItems
      try reconfigureItems(reconfigured ?? [])
      key = .reloadedSections
      try reloadSections(reloadedSections ?? [])
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
  case sections, reloadedItems, reconfiguredItems, reloadedSections
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
