extension OutlinePatch: Encodable where Parent: Encodable, Item: Encodable {
  /// Encodes the changes, without empty lists.
  ///
  /// A place has the keys `parent`, `after` for the previous sibling, and `before` for the next one,
  /// without those that it lacks. The subtrees of removals and insertions are encoded like other
  /// snapshots. This patch removes Apple, inserts Plum, moves Saw, and expands Fruit:
  ///
  /// ```json
  /// {"removals": [{"place": {"parent": "Fruit", "before": "Pear"},
  ///                "outline": {"items": ["Apple"], "shape": "()"}}],
  ///  "insertions": [{"place": {"parent": "Fruit", "after": "Pear"},
  ///                  "outline": {"items": ["Plum"], "shape": "()"}}],
  ///  "moves": [{"item": "Saw", "source": {"parent": "Tools"}, "destination": {"before": "Fruit"}}],
  ///  "expanded": ["Fruit"]}
  /// ```
  ///
  /// The other keys are `collapsed`, a list of items, and `replacements`, a list of objects with the
  /// keys `old` and `new`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PatchKeys.self)
    try container.encodeList(removals, forKey: .removals)
    try container.encodeList(insertions, forKey: .insertions)
    try container.encodeList(moves, forKey: .moves)
    try container.encodeList(expandedItems, forKey: .expanded)
    try container.encodeList(collapsedItems, forKey: .collapsed)
    try container.encodeList(replacements, forKey: .replacements)
  }
}

extension OutlinePatch: Decodable where Parent: Decodable, Item: Decodable {
  /// Decodes the changes; unknown keys are ignored.
  ///
  /// - Throws: `DecodingError`
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PatchKeys.self)
    self.init()
    removals = try container.decodeList(forKey: .removals)
    insertions = try container.decodeList(forKey: .insertions)
    moves = try container.decodeList(forKey: .moves)
    expandedItems = try container.decodeList(forKey: .expanded)
    collapsedItems = try container.decodeList(forKey: .collapsed)
    replacements = try container.decodeList(forKey: .replacements)
  }
}

private enum PatchKeys: String, CodingKey {
  case removals, insertions, moves, expanded, collapsed, replacements
}

extension KeyedEncodingContainer<PatchKeys> {
  fileprivate mutating func encodeList<Element: Encodable>(
    _ list: [Element], forKey key: PatchKeys
  ) throws {
    if !list.isEmpty {
      try encode(list, forKey: key)
    }
  }
}

extension KeyedDecodingContainer<PatchKeys> {
  fileprivate func decodeList<Element: Decodable>(forKey key: PatchKeys) throws -> [Element] {
    try decodeIfPresent([Element].self, forKey: key) ?? []
  }
}

private enum PlaceKeys: String, CodingKey {
  case parent
  case previous = "after"
  case next = "before"
}

extension OutlinePatch.Place: Encodable where Parent: Encodable, Item: Encodable {
  /// Encodes the parent and the siblings that the place has.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PlaceKeys.self)
    try container.encodeIfPresent(parent, forKey: .parent)
    try container.encodeIfPresent(previous, forKey: .previous)
    try container.encodeIfPresent(next, forKey: .next)
  }
}

extension OutlinePatch.Place: Decodable where Parent: Decodable, Item: Decodable {
  /// Decodes a place.
  ///
  /// - Throws: `DecodingError`
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PlaceKeys.self)
    parent = try container.decodeIfContained(forKey: .parent)
    previous = try container.decodeIfContained(forKey: .previous)
    next = try container.decodeIfContained(forKey: .next)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value, which can itself be an optional without a value, unless the key is missing.
  package func decodeIfContained<Value: Decodable>(forKey key: Key) throws -> Value? {
    guard contains(key) else { return nil }
    // Other languages write a missing value as null; for an optional item, it is a value.
    if try decodeNil(forKey: key) { return try? decode(Value.self, forKey: key) }
    return try decode(Value.self, forKey: key)
  }
}

private enum ParentKeys: CodingKey {
  case section, item
}

extension Snapshot.Parent: Encodable where Section: Encodable, Item: Encodable {
  /// Encodes the section, and the item if there is one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ParentKeys.self)
    try container.encode(section, forKey: .section)
    try container.encodeIfPresent(item, forKey: .item)
  }
}

extension Snapshot.Parent: Decodable where Section: Decodable, Item: Decodable {
  /// Decodes a parent.
  ///
  /// - Throws: `DecodingError`
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ParentKeys.self)
    section = try container.decode(Section.self, forKey: .section)
    item = try container.decodeIfContained(forKey: .item)
  }
}

extension Snapshot.Patch: Encodable where Section: Encodable, Item: Encodable {
  /// Encodes the changes, without empty parts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SnapshotPatchKeys.self)
    if !sections.isEmpty { try container.encode(sections, forKey: .sections) }
    if !items.isEmpty { try container.encode(items, forKey: .items) }
  }
}

extension Snapshot.Patch: Decodable where Section: Decodable, Item: Decodable {
  /// Decodes the changes.
  ///
  /// - Throws: `DecodingError`
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SnapshotPatchKeys.self)
    typealias Sections = OutlinePatch<Section, Section>
    typealias Items = OutlinePatch<Snapshot.Parent, Item>
    sections = try container.decodeIfPresent(Sections.self, forKey: .sections) ?? Sections()
    items = try container.decodeIfPresent(Items.self, forKey: .items) ?? Items()
  }
}

private enum SnapshotPatchKeys: CodingKey {
  case sections, items
}
