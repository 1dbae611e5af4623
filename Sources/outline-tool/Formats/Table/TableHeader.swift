struct TableHeader {
  /// The record with the column names; `nil` if there is none.
  private(set) var record: Int?
  private(set) var identity: Int?
  private(set) var parent: Int?
  /// The columns that contain parents if their values are identities.
  private(set) var likelyParents: [Int] = []
  private(set) var label: Int?
  /// The columns that form the path to a record, from the root.
  private(set) var path: [Int] = []
  /// Whether the columns of the path have a usual name.
  private var isPathUsual = false
  private(set) var level: Int?
  /// The names in options that are not columns.
  private(set) var missing: [Bytes] = []

  /// A Boolean value that indicates whether the names alone identify this record as the header.
  var isCertain: Bool { (identity ?? label) != nil && parent != nil || isPathUsual }
  /// A Boolean value that indicates whether a column has a conventional name.
  var hasUsualNames: Bool { (identity ?? parent ?? label) != nil || !path.isEmpty }

  /// Finds the header: the first record with known names, or else the first plausible one.
  static func find(in table: Table, _ bytes: Span<UInt8>, names: FieldNames) -> TableHeader {
    let expected = [names.label, names.identity, names.parent].compactMap(\.self)
    let columnCount = table.usualFieldCount
    let candidates = 0..<min(table.recordCount, 10)
    var best: TableHeader?
    for number in candidates {
      let header = TableHeader(named: table, record: number, in: bytes, names: names)
      if header.isCertain { return header }
      if header.missing.count < best?.missing.count ?? expected.count { best = header }
    }
    if let best { return best }
    // A title above the header has a single text. In two columns, so has the header if row numbers
    // come first, because they have no name.
    func nameCount(_ record: Int) -> Int {
      let fields = table.record(record)
      let hasRowNumbers = columnCount == 2 && fields.first?.range.isEmpty == true
      return fields.count { !$0.range.isEmpty } + (hasRowNumbers ? 1 : 0)
    }
    if let first = candidates.first(where: { nameCount($0) >= min(2, columnCount) }),
      looksLikeNames(first, of: table, in: bytes)
    {
      return TableHeader(named: table, record: first, in: bytes, names: names)
    }
    return TableHeader(missing: expected)
  }
}

extension TableHeader {
  private init(named table: Table, record: Int, in bytes: Span<UInt8>, names: FieldNames) {
    self.record = record
    let fields = table.record(record)
    let roles = fields.map { FieldRole(named: bytes.extracting($0.range)) }
    parent = roles.firstIndex(where: \.isParent)
    identity = roles.indices.filter { roles[$0].identityRank != nil && $0 != parent }.min {
      roles[$0].identityRank ?? .max < roles[$1].identityRank ?? .max
    }
    // Any other label is more readable than an identity.
    label = roles.indices.filter { roles[$0].labelRank != nil && roles[$0].identityRank == nil }
      .min { roles[$0].labelRank ?? .max < roles[$1].labelRank ?? .max }

    let words = fields.map { Bytes(copying: bytes.extracting($0.range)).columnWord }
    path = PathColumns.find(words)
    // Numbered columns with numbers, such as telephones and measurements, are values.
    if let first = path.first, !words[first].contains("level"),
      TableHeader.hasNumbers(path, of: table, below: record, in: bytes)
    {
      path = []
    }

    // Records can contain other numbered texts.
    isPathUsual = path.contains { PathColumns.usualNames.contains(words[$0]) }
    likelyParents = roles.indices.filter { roles[$0].isSuperior }

    level = words.firstIndex { ["level", "outlinelevel", "indent"].contains($0) }
    if label == nil, parent != nil || level != nil || !path.isEmpty {
      let path = Set(path)
      label = words.indices.first { column in
        (words[column].hasSuffix("name") || words[column] == "item")
          && column != parent && column != identity && !path.contains(column)
      }
    }

    func column(_ name: Bytes?, _ found: Int?) -> Int? {
      guard let name else { return found }
      if let column = table.column(named: name, in: record, of: bytes) { return column }
      missing.append(name)
      return found
    }
    identity = column(names.identity, identity)
    parent = column(names.parent, parent)
    label = column(names.label, label)
  }

  /// Returns the names of the columns that do not link the records.
  func attributeNames(
    _ table: Table, except links: Set<Int>, in bytes: Span<UInt8>
  ) -> [Bytes] {
    guard let record else { return [] }
    let columns = (0..<table.fieldCount(of: record)).filter { !links.contains($0) }
    return columns.compactMap { column in
      table.field(column, of: record).map { table.text(of: $0, in: bytes) }
    }
  }

  /// Returns whether a record may be a header: it has a known name, texts above numbers, or
  /// different texts that the records below it do not repeat.
  private static func looksLikeNames(
    _ record: Int, of table: Table, in bytes: Span<UInt8>
  ) -> Bool {
    let fields = table.record(record)
    let others = record + 1..<min(record + 20, table.recordCount)
    let isKnown = fields.contains { field in
      let text = bytes.extracting(field.range)
      return FieldRole(named: text).isUsual || text.isPathName
    }
    var years = years(in: record, of: table, bytes)
    // A year alone can be a value.
    if years.count == 1 && !isKnown { years = 0..<0 }
    for index in fields.indices {
      let text = bytes.extracting(fields[index].range)
      let column = index - fields.startIndex
      // The first column may be row numbers, which have no name.
      if text.isEmpty && column == 0 && fields.count > 1 { continue }
      if text.isEmpty {
        // Delimiters at the ends of lines make columns without texts.
        if others.contains(where: { table.field(column, of: $0) != nil }) { return false }
        continue
      }
      if text.isNumber && !years.contains(column) { return false }
    }
    if isKnown { return true }

    for column in 0..<table.fieldCount(of: record) {
      let values = others.filter {
        table.field(column, of: $0).map { bytes.extracting($0.range).isNumber } ?? false
      }
      if values.count > 0 && values.count == others.count { return true }
    }
    return isUnrepeated(record, of: table, in: bytes)
  }

  /// Returns the columns whose names are ascending or descending years, above other values.
  private static func years(
    in record: Int, of table: Table, _ bytes: Span<UInt8>
  ) -> Range<Int> {
    func year(_ column: Int, of record: Int) -> Int? {
      guard let field = table.field(column, of: record), field.range.count == 4 else { return nil }
      let number = Bytes(copying: bytes.extracting(field.range)).number
      return number.flatMap { 1900..<2100 ~= $0 ? $0 : nil }
    }
    let names = (0..<table.fieldCount(of: record)).map { year($0, of: record) }
    // Texts name the first columns.
    guard let first = names.firstIndex(where: { $0 != nil }), first > 0 else { return 0..<0 }
    let years = names[first...].prefix { $0 != nil }.compactMap(\.self)
    let steps = zip(years, years.dropFirst()).map { $1 - $0 }
    let columns = first..<first + years.count
    let isAboveYears = (record + 1..<min(record + 20, table.recordCount)).contains { record in
      columns.allSatisfy { year($0, of: record) != nil }
    }
    let isOrdered = steps.allSatisfy { $0 > 0 } || steps.allSatisfy { $0 < 0 }
    return !isOrdered || isAboveYears ? 0..<0 : columns
  }

  /// Returns whether one of the first records has a number in some columns.
  private static func hasNumbers(
    _ columns: [Int], of table: Table, below record: Int, in bytes: Span<UInt8>
  ) -> Bool {
    (record + 1..<min(record + 20, table.recordCount)).contains { record in
      columns.contains { column in
        table.field(column, of: record).map { bytes.extracting($0.range).isNumber } ?? false
      }
    }
  }

  /// Returns whether the texts of a record differ from each other and from those below them.
  private static func isUnrepeated(
    _ record: Int, of table: Table, in bytes: Span<UInt8>
  ) -> Bool {
    func text(_ field: Table.Field) -> Bytes { Bytes(copying: bytes.extracting(field.range)) }
    let fields = table.record(record)
    let texts = fields.filter { !$0.range.isEmpty }.map(text)
    let names = Set(texts)
    // Two records do not tell which of them is the header.
    let others = record + 1..<min(record + 20, table.recordCount)
    guard fields.count > 1, names.count == texts.count, others.count > 1 else { return false }
    return !others.contains { other in
      table.record(other).contains { !$0.range.isEmpty && names.contains(text($0)) }
    }
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether a column with this name contains paths.
  var isPathName: Bool {
    equals("path") || equals("Path") || equals("fullpath") || equals("full_path")
  }

  var isNumber: Bool {
    var hasDigit = false
    for index in indices {
      let byte = self[index]
      if byte.isASCIIDigit {
        hasDigit = true
      } else if !(byte == 0x2E || byte == 0x2C || byte == 0x2D || byte == 0x2B || byte == 0x25) {
        return false
      }
    }
    return hasDigit
  }
}

extension Bytes {
  /// The lowercase letters and digits.
  var columnWord: String {
    String(
      decoding: lazy.map(\.lowercased).filter { $0.isASCIILetter || $0.isASCIIDigit }, as: UTF8.self
    )
  }
}
