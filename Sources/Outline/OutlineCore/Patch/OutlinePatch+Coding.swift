extension OutlinePatch: Encodable where Parent: Encodable, Item: Encodable {
  /// Encodes the changes, without empty lists.
  ///
  /// A place has the keys `parent`, `after` for the previous sibling, and `before` for the next
  /// one, without those that it lacks. The subtrees of removals and insertions are encoded like
  /// other snapshots. Neighbors that move together are one entry, with the place of all. This patch
  /// removes Apple, inserts Plum, moves Saw, and expands Fruit:
  ///
  /// ```json
  /// {"removals": [{"place": {"parent": "Fruit", "before": "Pear"},
  ///                "outline": {"items": ["Apple"], "shape": "()"}}],
  ///  "insertions": [{"place": {"parent": "Fruit", "after": "Pear"},
  ///                  "outline": {"items": ["Plum"], "shape": "()"}}],
  ///  "moves": [{"items": ["Saw"], "from": {"parent": "Tools"}, "to": {"before": "Fruit"}}],
  ///  "expanded": ["Fruit"]}
  /// ```
  ///
  /// The other keys are `collapsed`, a list of items, and `replacements`, a list of objects with
  /// the keys `old` and `new`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PatchKeys.self)
    try container.encodeList(removals, forKey: .removals)
    try container.encodeList(insertions, forKey: .insertions)
    try container.encodeList(moves.joinedNeighbors(), forKey: .moves)
    try container.encodeList(expandedItems, forKey: .expanded)
    try container.encodeList(collapsedItems, forKey: .collapsed)
    try container.encodeList(replacements, forKey: .replacements)
  }
}

extension OutlinePatch: Decodable where Parent: Decodable, Item: Decodable {
  /// Decodes the changes.
  ///
  /// - Throws: `DecodingError`, also for an unknown key of the patch or of a change: part of a patch
  ///   would lead elsewhere
  public init(from decoder: any Decoder) throws {
    try decoder.checkKeys(PatchKeys.self)
    let container = try decoder.container(keyedBy: PatchKeys.self)
    self.init()
    removals = try container.decodeList(forKey: .removals, with: SubtreesKeys.self)
    insertions = try container.decodeList(forKey: .insertions, with: SubtreesKeys.self)
    let joined: [JoinedMoves<Parent, Item>] =
      try container.decodeList(forKey: .moves, with: MoveKeys.self)
    moves = joined.flatMap { $0.moves }
    expandedItems = try container.decodeIfPresent([Item].self, forKey: .expanded) ?? []
    collapsedItems = try container.decodeIfPresent([Item].self, forKey: .collapsed) ?? []
    replacements = try container.decodeList(forKey: .replacements, with: ReplacementKeys.self)
  }
}

private enum PatchKeys: String, CodingKey {
  case removals, insertions, moves, expanded, collapsed, replacements
}

private enum SubtreesKeys: String, CodingKey {
  case place, outline
}

private enum ReplacementKeys: String, CodingKey {
  case old, new
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
  /// Decodes a list of objects with given keys only.
  fileprivate func decodeList<Element: Decodable>(
    forKey key: PatchKeys, with keys: (some CodingKey).Type
  ) throws -> [Element] {
    guard contains(key), try !decodeNil(forKey: key) else { return [] }
    var list = try nestedUnkeyedContainer(forKey: key)
    var elements: [Element] = []
    while !list.isAtEnd {
      let decoder = try list.superDecoder()
      try decoder.checkKeys(keys)
      elements.append(try Element(from: decoder))
    }
    return elements
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  fileprivate func checkKeys(_ known: (some CodingKey).Type) throws {
    for key in try container(keyedBy: AnyKey.self).allKeys
    where known.init(stringValue: key.stringValue) == nil {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath + [key], debugDescription: "A patch has no such key."))
    }
  }
}

private enum MoveKeys: String, CodingKey {
  case items
  case source = "from"
  case destination = "to"
}

/// Neighbors that move together.
private struct JoinedMoves<Parent: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Patch = OutlinePatch<Parent, Item>

  private var items: [Item]
  /// The places of all items.
  private var source: Patch.Place
  private var destination: Patch.Place

  typealias CodingKeys = MoveKeys

  init(_ move: Patch.Move) {
    items = [move.item]
    source = move.source
    destination = move.destination
  }

  /// Adds the move of the next neighbor, or returns `false` for any other move.
  mutating func append(_ move: Patch.Move) -> Bool {
    let last = items[items.count - 1]
    func follows(_ place: Patch.Place, _ places: Patch.Place) -> Bool {
      place.parent == places.parent && place.previous == last && places.next == move.item
    }
    guard follows(move.source, source), follows(move.destination, destination) else { return false }
    items.append(move.item)
    source.next = move.source.next
    destination.next = move.destination.next
    return true
  }

  var moves: [Patch.Move] {
    items.indices.map { index in
      Patch.Move(
        item: items[index], source: place(of: index, in: source),
        destination: place(of: index, in: destination))
    }
  }

  private func place(of index: Int, in places: Patch.Place) -> Patch.Place {
    Patch.Place(
      parent: places.parent, previous: index > 0 ? items[index - 1] : places.previous,
      next: index + 1 < items.count ? items[index + 1] : places.next)
  }
}

extension JoinedMoves: Encodable where Parent: Encodable, Item: Encodable {}
extension JoinedMoves: Decodable where Parent: Decodable, Item: Decodable {}

extension Array {
  fileprivate func joinedNeighbors<Parent, Item>() -> [JoinedMoves<Parent, Item>]
  where Element == OutlinePatch<Parent, Item>.Move {
    var joined: [JoinedMoves<Parent, Item>] = []
    for move in self {
      if joined.isEmpty || !joined[joined.count - 1].append(move) {
        joined.append(JoinedMoves(move))
      }
    }
    return joined
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
  /// - Throws: `DecodingError`, also for an unknown key
  public init(from decoder: any Decoder) throws {
    try decoder.checkKeys(PlaceKeys.self)
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

extension Snapshot.Parent: Encodable where Section: Encodable, Item: Encodable {
  /// Encodes the section, and the item if there is one, as a list such as `["Food", "Fruit"]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(section)
    if let item {
      try container.encode(item)
    }
  }
}

extension Snapshot.Parent: Decodable where Section: Decodable, Item: Decodable {
  /// Decodes a parent.
  ///
  /// - Throws: `DecodingError`, also for a list of more than two elements
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    section = try container.decode(Section.self)
    item = container.isAtEnd ? nil : try container.decode(Item.self)
    guard container.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A parent is a section, or a section and an item.")
    }
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
  /// - Throws: `DecodingError`, also for an unknown key of the patch or of a change: part of a patch
  ///   would lead elsewhere
  public init(from decoder: any Decoder) throws {
    try decoder.checkKeys(SnapshotPatchKeys.self)
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
