/// What a member of an object or a column of a table is for, as its name tells.
struct FieldRole: Equatable {
  /// How well its text says what a row is about, from 0; `nil` if it does not.
  var labelRank: UInt8?
  /// How well it tells records apart, from 0; `nil` if it does not.
  var identityRank: UInt8?
  /// Whether it names the parent of a record.
  var isParent = false
  /// Whether it is for any of that.
  var isUsual: Bool { labelRank != nil || identityRank != nil || isParent }

  /// The names whose texts people read, the best first.
  private static let labels = [
    "name", "title", "text", "label", "content", "string", "keyname", "target", "id",
  ]
  private static let identities = [
    "id", "uid", "uuid", "guid", "key", "identifier", "uniqueid", "nodeid", "itemid", "rowid",
  ]
  private static let parents = [
    "parent", "parentid", "parentuid", "parentuuid", "parentguid", "parentkey", "parentnode",
    "parentnodeid", "parentitem", "parentitemid", "parentidentifier", "parentrowid", "pid",
  ]

  /// Tells the role by a name, in which case and anything but letters and digits do not count.
  init(named name: Span<UInt8>) {
    guard name.count <= 24 else { return }
    var letters = ""
    for index in name.indices where name[index].isASCIILetter || name[index].isASCIIDigit {
      letters.unicodeScalars.append(Unicode.Scalar(name[index].lowercased))
    }
    labelRank = FieldRole.labels.firstIndex(of: letters).map { UInt8($0) }
    identityRank = FieldRole.identities.firstIndex(of: letters).map { UInt8($0) }
    isParent = FieldRole.parents.contains(letters)
  }
}

extension Problem {
  /// Says which names in options are none of the members or columns at these places, and which ones
  /// may be meant.
  static func missingFields(
    _ missing: [Bytes], among ranges: some Sequence<Range<Int>>, in bytes: Span<UInt8>,
    of input: Bytes
  ) -> [Problem] {
    if missing.isEmpty { return [] }
    // Long names are hardly mistyped, and a thousand are enough to look at.
    let names = ranges.prefix(1000).filter { !$0.isEmpty && $0.count <= 64 }
      .map { Bytes(copying: bytes.extracting($0)) }
    return missing.map { name in
      let typed = Bytes(name.prefix(64))
      let distances = names.map { (name: $0, distance: $0.editDistance(to: typed)) }
      let nearest = distances.sorted { $0.distance < $1.distance }.prefix(5).map(\.name)
      return Problem(path: input, kind: .noField(name, nearest: nearest))
    }
  }
}
