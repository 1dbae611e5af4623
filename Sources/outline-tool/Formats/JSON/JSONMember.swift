/// What a member of an object is for, as its key and the options tell.
struct JSONMember {
  enum Fold {
    case collapsed
    case expanded

    /// Whether an object is collapsed by a value, or `nil` where that does not tell.
    @inline(never)
    func isCollapsed(by value: Span<UInt8>) -> Bool? {
      if value.equals("true") { return self == .collapsed }
      if value.equals("false") { return self == .expanded }
      return nil
    }
  }

  private(set) var role: FieldRole
  /// How well its value says what the object is about, the least being the best; the most where it
  /// does not.
  fileprivate(set) var labelRank: UInt8
  /// How well its value suits as children, the most being the best; 0 where it has none.
  fileprivate(set) var childRank: UInt8 = 0
  /// Whether people usually call children so.
  var isUsualChild = false
  /// Whether its value is an object whose keys are the names of children.
  var isKeyed = false
  /// Whether npm says so of the packages below `dependencies`.
  var isPackageFact = false
  /// The formats, as bits, that have their rows in members of this name, and those that have this
  /// one beside them, where it says nothing of the rows.
  var wrappers: UInt8 = 0
  var wrapperFacts: UInt8 = 0
  var fold: Fold?

  static let noLabel = UInt8.max

  private static let childNames = [
    "children", "contents", "key.substructure", "dependencies", "nodes", "items", "outlines",
    "subs", "topics",
  ]

  private static let packageFacts = ["version", "appended", "required", "missing"]

  /// Where formats have their rows, and what they have beside that: LSP, DocC, npm, Dynalist,
  /// SourceKit and Chrome.
  private static let formats: [(rows: String, facts: [String])] = [
    ("result", ["jsonrpc", "id"]),
    ("interfaceLanguages", ["includedArchiveIdentifiers", "schemaVersion"]),
    ("dependencies", ["version", "problems", "lockfileVersion", "requires"]),
    ("nodes", ["_code", "_msg", "file_id", "title", "version"]),
    ("key.substructure", ["key.offset", "key.length", "key.diagnostic_stage"]),
    ("roots", ["checksum", "sync_metadata", "version"]),
  ]

  init(key: Span<UInt8>) {
    role = FieldRole(named: key)
    labelRank = role.labelRank.map { $0 + 1 } ?? JSONMember.noLabel
    guard key.count <= 26 else { return }
    isUsualChild = JSONMember.childNames.contains { key.equals($0) }
    isKeyed = key.equals("dependencies")
    isPackageFact = JSONMember.packageFacts.contains { key.equals($0) }
    for (format, names) in JSONMember.formats.enumerated() {
      if key.equals(names.rows) { wrappers |= 1 << format }
      if names.facts.contains(where: { key.equals($0) }) { wrapperFacts |= 1 << format }
    }
    if key.equals("collapsed") || key.equals("folded") { fold = .collapsed }
    if key.equals("expanded") { fold = .expanded }
  }
}

/// What the members of objects are for, by the numbers of their keys.
struct JSONMembers {
  private var members: [JSONMember]
  /// The keys that options name; 0 where they name none, or one that no object has.
  private(set) var children: UInt32 = 0
  private(set) var label: UInt32 = 0
  private(set) var identity: UInt32 = 0
  private(set) var parent: UInt32 = 0
  /// The names in options that are no keys of the file.
  private(set) var missing: [Bytes] = []

  init(of table: borrowing JSONTable, in bytes: Span<UInt8>, names: FieldNames) {
    // The first is for values without a key.
    members = [JSONMember(key: bytes.extracting(first: 0))]
    members.reserveCapacity(table.keys.count + 1)
    for key in 0..<table.keys.count {
      members.append(JSONMember(key: bytes.extracting(table.keys[UInt32(key + 1)])))
    }
    children = number(of: names.children, in: table, bytes)
    label = number(of: names.label, in: table, bytes)
    if label > 0 { members[Int(label)].labelRank = 0 }
    identity = number(of: names.identity, in: table, bytes)
    parent = number(of: names.parent, in: table, bytes)
  }

  subscript(key: UInt32) -> JSONMember { members[Int(key)] }

  var count: Int { members.count }

  /// Says how well the values of each key suit as children.
  mutating func rankChildren(_ ranks: [UInt8]) {
    for key in members.indices { members[key].childRank = ranks[key] }
  }

  /// Whether an object under this key has children by their names.
  func isKeyed(_ key: UInt32) -> Bool {
    members[Int(key)].isKeyed || key == children && key > 0
  }

  private mutating func number(
    of name: Bytes?, in table: borrowing JSONTable, _ bytes: Span<UInt8>
  ) -> UInt32 {
    guard let name else { return 0 }
    if let key = table.keys.number(of: name.span, in: bytes) { return key }
    missing.append(name)
    return 0
  }
}
