/// The role of a member, according to its key and the options.
struct JSONMember {
  private(set) var role: FieldRole
  /// The rank of the value as a label, where lower is better; `noLabel` for other values.
  fileprivate(set) var labelRank: UInt8
  /// Whether an object with the member is probably a row.
  ///
  /// Many other objects have descriptions.
  fileprivate(set) var marksRow: Bool
  /// The rank of the value as a list of children, where higher is better; 0 for other values.
  fileprivate(set) var childRank: UInt8 = 0
  var isUsualChild = false
  /// Whether the value is an object whose keys are the names of children.
  var isKeyed = false
  /// Whether npm uses the key for packages below `dependencies`.
  var isPackageFact = false
  /// Bit sets of known formats: those whose rows are in this member, and those that have this
  /// member as metadata next to the rows.
  var wrappers: UInt8 = 0
  var wrapperFacts: UInt8 = 0
  /// The value that marks an object as collapsed; `nil` if the member marks nothing.
  var collapsingValue: Bool?

  /// Whether the value can mark an object as a separator between bookmarks of Firefox.
  private(set) var isType = false

  static let noLabel = UInt8.max
  /// The rank of an empty text as a label: only an identity is worse.
  static let emptyLabel = FieldRole.emptyLabelRank + 1

  private static let childNames = [
    "children", "contents", "key.substructure", "dependencies", "nodes", "items", "outlines",
    "subs", "topics", "depends", "sections", "chapters",
  ]

  private static let packageFacts = ["version", "appended", "required", "missing"]

  /// The members that contain the rows of known formats, with their metadata: LSP, DocC, npm,
  /// Dynalist, SourceKit, Chrome and jsMind.
  private static let formats: [(rows: String, facts: [String])] = [
    ("result", ["jsonrpc", "id"]),
    ("interfaceLanguages", ["includedArchiveIdentifiers", "schemaVersion"]),
    ("dependencies", ["version", "problems", "lockfileVersion", "requires"]),
    ("nodes", ["_code", "_msg", "file_id", "title", "version"]),
    ("key.substructure", ["key.offset", "key.length", "key.diagnostic_stage"]),
    ("roots", ["checksum", "sync_metadata", "version"]),
    ("data", ["meta", "format"]),
  ]

  init(key: Span<UInt8>) {
    role = FieldRole(named: key)
    labelRank = role.labelRank.map { $0 + 1 } ?? JSONMember.noLabel
    marksRow = role.labelRank != nil && !key.equals("description") && !key.equals("root")
    guard key.count <= 26 else { return }
    isUsualChild = JSONMember.childNames.contains { key.equals($0) }
    isKeyed = key.equals("dependencies")
    isType = key.equals("type")
    isPackageFact = JSONMember.packageFacts.contains { key.equals($0) }
    for (format, names) in JSONMember.formats.enumerated() {
      if key.equals(names.rows) { wrappers |= 1 << format }
      if names.facts.contains(where: { key.equals($0) }) { wrapperFacts |= 1 << format }
    }
    if key.equals("collapsed") || key.equals("folded") { collapsingValue = true }
    if key.equals("expanded") { collapsingValue = false }
  }
}

/// The roles of members by key number.
struct JSONMembers {
  private var members: [JSONMember]
  /// The keys that options name; 0 if an option is absent, or no object has its key.
  private(set) var children: UInt32 = 0
  private(set) var label: UInt32 = 0
  private(set) var identity: UInt32 = 0
  private(set) var parent: UInt32 = 0
  /// The names in options that are not keys of the file.
  private(set) var missing: [Bytes] = []

  init(of table: borrowing JSONTable, in bytes: Span<UInt8>, names: FieldNames) {
    // The first entry is for values without a key.
    members = [JSONMember(key: bytes.extracting(first: 0))]
    members.reserveCapacity(table.keys.count + 1)
    for key in 0..<table.keys.count {
      members.append(JSONMember(key: bytes.extracting(table.keys[UInt32(key + 1)])))
    }
    children = number(of: names.children, in: table, bytes)
    label = number(of: names.label, in: table, bytes)
    if label > 0 {
      members[Int(label)].labelRank = 0
      members[Int(label)].marksRow = true
    }
    identity = number(of: names.identity, in: table, bytes)
    parent = number(of: names.parent, in: table, bytes)
  }

  subscript(key: UInt32) -> JSONMember { members[Int(key)] }

  var count: Int { members.count }

  /// Sets how well the values of each key serve as children.
  mutating func rankChildren(_ ranks: [UInt8]) {
    for key in members.indices { members[key].childRank = ranks[key] }
  }

  /// Returns the options that name keys of the file, but have no effect on the rows, with remedies.
  func unusedOptions(in shape: JSONShape, isLabelUsed: Bool) -> [String: String] {
    var used: [String] =
      switch shape {
      case .nested, .lists: ["--children", "--id"]
      case .parents: ["--id", "--parent"]
      case .generic: []
      }
    if isLabelUsed { used.append("--label") }
    var remedy = ""
    if case .generic = shape, identity == 0 { remedy = FieldNames.remedy }
    let given = [
      ("--children", children), ("--label", label), ("--id", identity), ("--parent", parent),
    ]
    let unused = given.filter { $0.1 > 0 && !used.contains($0.0) }
    return Dictionary(uniqueKeysWithValues: unused.map { ($0.0, $0.0 == "--parent" ? remedy : "") })
  }

  /// Returns whether an object under a key has children keyed by name.
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
