/// The role of a member of an object or of a column of a table, according to its name.
struct FieldRole: Equatable {
  /// The rank as a label, where lower is better; `nil` if the field is not a label.
  var labelRank: UInt8?
  /// The rank as an identity, where lower is better; `nil` if the field is not an identity.
  var identityRank: UInt8?
  var isParent = false
  /// A Boolean value that indicates whether the field contains parents if its values are
  /// identities.
  var isSuperior = false
  var isUsual: Bool { labelRank != nil || identityRank != nil || isParent }

  /// The names of labels, the best first.
  private static let labels = [
    "name", "title", "text", "label", "labels", "topic", "content", "string", "keyname",
    "packagename", "target", "description", "root", FieldRole.emptyLabel, "id",
  ]
  /// Stands for labels that are empty texts; no field has this name.
  private static let emptyLabel = "-"
  /// The rank of a label that is an empty text.
  static let emptyLabelRank = UInt8(labels.count - 2)
  private static let identities = [
    "id", "uid", "uuid", "guid", "key", "identifier", "uniqueid", "nodeid", "itemid", "rowid",
    "ids", "child", "employeeid",
  ]
  private static let parents = [
    "parent", "parentid", "parentuid", "parentuuid", "parentguid", "parentkey", "parentnode",
    "parentnodeid", "parentitem", "parentitemid", "parentidentifier", "parentrowid", "pid",
    "parents", "reportsto", "managerid",
  ]
  private static let superiors = ["manager", "boss", "supervisor"]

  /// Finds the role of a name by its ASCII letters and digits, regardless of case.
  init(named name: Span<UInt8>) {
    guard name.count <= 24 else { return }
    var letters = ""
    for index in name.indices where name[index].isASCIILetter || name[index].isASCIIDigit {
      letters.unicodeScalars.append(Unicode.Scalar(name[index].lowercased))
    }
    labelRank = FieldRole.labels.firstIndex(of: letters).map { UInt8($0) }
    identityRank = FieldRole.identities.firstIndex(of: letters).map { UInt8($0) }
    isParent = FieldRole.parents.contains(letters)
    isSuperior = FieldRole.superiors.contains(letters)
  }
}

extension Problem {
  /// Returns problems about options that name no member or column, with similar names that exist.
  static func missingFields(
    _ missing: [Bytes], among ranges: some Sequence<Range<Int>>, in bytes: Span<UInt8>,
    of input: Bytes
  ) -> [Problem] {
    if missing.isEmpty { return [] }

    // Limits keep the search short in files with many or long names.
    let nameCount = 1000
    let nameLength = 64
    let names = ranges.prefix(nameCount).filter { !$0.isEmpty && $0.count <= nameLength }
      .map { Bytes(copying: bytes.extracting($0)) }

    return missing.map { name in
      let typed = Bytes(name.prefix(nameLength))
      let distances = names.map { (name: $0, distance: $0.editDistance(to: typed)) }
      let nearest = distances.sorted { $0.distance < $1.distance }.prefix(5).map(\.name)
      return Problem(path: input, kind: .noField(name, nearest: nearest))
    }
  }
}
