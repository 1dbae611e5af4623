/// Reads outlines from CSV and tables with other delimiters.
///
/// Records are linked by identities and parents, by paths in one or several columns, or by levels.
/// In other tables, each record is a row with its fields below.
///
/// - Complexity: O(`bytes.count`)
struct TableReader {
  let table: Table
  let header: TableHeader
  /// The columns of attributes; `nil` for names that no column has.
  private let attributeColumns: [Int?]
  private let findsAllAttributes: Bool
  var parsed: ParsedFile
  var appended = AppendedTexts()
  var problems: ProblemLog
  /// Whether no columns link the records.
  private var isUnlinked = true

  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    ParsedFile.reading(bytes, name: name) { bytes in
      let delimiter = Delimiter.mostLikely(in: bytes)
      let scanner = TableScanner.scan(bytes, delimiter: delimiter)
      let table = scanner.table
      let header = TableHeader.find(in: table, bytes, names: options.fieldNames)
      var names = options.attributeNames
      if options.findsAllAttributes { names.appendOthers(header.attributeNames(table, in: bytes)) }
      var reader = TableReader(
        table: table, header: header,
        attributeColumns: names.map { name in
          header.record.flatMap { table.column(named: name, in: $0, of: bytes) }
        },
        findsAllAttributes: options.findsAllAttributes,
        parsed: ParsedFile(bytes: [], attributes: AttributeRanges(names: names)),
        problems: scanner.problems)
      reader.reportRaggedRecords()
      reader.findRows(in: bytes, isForced: options.fieldNames.parent != nil)
      reader.parsed.problems = reader.problems.problems(in: bytes, of: name)
      let fields = header.record.map { table.record($0) } ?? []
      reader.parsed.problems += Problem.missingFields(
        header.missing, among: fields.map { $0.range }, in: bytes, of: name)
      if options.fieldNames.parent != nil, header.parent != nil, reader.isUnlinked {
        reader.parsed.problems.append(Problem(path: name, kind: .noIdentity))
      }
      return (reader.parsed, reader.appended)
    }
  }

  var records: Range<Int> {
    let first = header.record.map { $0 + 1 } ?? 0
    return first..<max(first, table.recordCount)
  }

  private mutating func reportRaggedRecords() {
    let expected = header.record.map { table.fieldCount(of: $0) } ?? table.usualFieldCount
    for record in records where table.fieldCount(of: record) != expected {
      let count = table.fieldCount(of: record)
      let offset = table.record(record).first.map(\.range.lowerBound) ?? 0
      problems.report(TableProblem.raggedRecord(count, columns: expected), at: offset)
    }
  }

  private mutating func findRows(in bytes: Span<UInt8>, isForced: Bool) {
    parsed.reserveRows(table.fields.count)
    if let (identity, parent) = linkColumns(in: bytes) {
      isUnlinked = false
      addLinked(identity: identity, parent: parent, isForced: isForced, in: bytes)
      if !parsed.texts.isEmpty { return }
    }
    if header.path.count > 1 {
      addPaths(in: bytes)
    } else if let levels = levels(in: bytes) {
      addLevels(levels, in: bytes)
    } else if let (column, delimiter) = pathColumn(in: bytes) {
      addPaths(in: column, delimiter: delimiter, bytes)
    }
    if parsed.texts.isEmpty {
      // All fields are rows.
      if findsAllAttributes { parsed.attributes = AttributeRanges() }
      addAll(in: bytes)
    }
  }
}

// MARK: - Rows

extension TableReader {
  /// Reports cells that are neither rows nor attributes, because their columns have no name.
  mutating func reportHiddenColumns(except shown: [Int?]) {
    for column in 0..<table.usualFieldCount where !shown.contains(column) {
      if let header = header.record, table.field(column, of: header) != nil { continue }
      for record in records {
        guard let field = table.field(column, of: record) else { continue }
        problems.report(TableProblem.namelessColumn(column + 1), at: field.range.lowerBound)
        break
      }
    }
  }

  mutating func addRow(
    _ text: Range<Int>, level: Int, of record: Int?, in bytes: Span<UInt8>
  ) {
    parsed.texts.append(text)
    parsed.levels.append(level)
    if parsed.attributes.names.isEmpty { return }
    parsed.attributes.addRow()
    guard let record else { return }
    for (name, column) in attributeColumns.enumerated() {
      guard let column, let field = table.field(column, of: record) else { continue }
      parsed.attributes.set(name, to: textRange(of: field, in: bytes))
    }
  }

  /// Returns the text of a field with single quotes in place of doubled ones.
  mutating func textRange(of field: Table.Field, in bytes: Span<UInt8>) -> Range<Int> {
    if !field.hasQuotes { return field.range }
    return appended.range(after: bytes) { $0.append(field, in: bytes) }
  }

  /// Adds each record with its other fields below it.
  private mutating func addAll(in bytes: Span<UInt8>) {
    let named = header.record.flatMap { record in
      (0..<table.fieldCount(of: record)).first { table.field($0, of: record) != nil }
    }
    let label = header.label ?? named ?? 0
    for record in records {
      let columns = 0..<table.fieldCount(of: record)
      let title = ([label] + columns).first { table.field($0, of: record) != nil }
      let field = title.flatMap { table.field($0, of: record) }
      let text = field.map { textRange(of: $0, in: bytes) } ?? appended.untitled(after: bytes)
      addRow(text, level: 0, of: record, in: bytes)
      for column in columns where column != title {
        guard let field = table.field(column, of: record) else { continue }
        let name = header.record.flatMap { table.field(column, of: $0) }
        let text = appended.range(after: bytes) { text in
          if let name {
            text.append(name, in: bytes)
            text += ": ".utf8
          }
          text.append(field, in: bytes)
        }
        addRow(text, level: 1, of: nil, in: bytes)
      }
    }
  }
}
extension Bytes {
  /// Appends a field with single quotes in place of doubled ones.
  fileprivate mutating func append(_ field: Table.Field, in bytes: Span<UInt8>) {
    var start = field.range.lowerBound
    let text = bytes.extracting(first: field.range.upperBound)
    while field.hasQuotes, let quote = text.firstIndex(of: UInt8(ascii: "\""), from: start) {
      append(text.extracting(start...quote))
      // Skip the second of two quotes.
      start = quote + 1
      if start < text.count && text[start] == UInt8(ascii: "\"") { start += 1 }
    }
    append(text.extracting(start...))
  }
}

/// The delimiter between the fields of a table.
enum Delimiter {
  /// Returns the delimiter that gives the most records the same number of fields.
  static func mostLikely(in bytes: Span<UInt8>) -> UInt8 {
    var sample = bytes.extracting(first: min(bytes.count, 1 << 15))
    if sample.count < bytes.count {
      var end = sample.count
      while end > 0 && sample[end - 1] != 0x0A { end -= 1 }
      sample = sample.extracting(first: end)
    }
    var best: (delimiter: UInt8, score: Int) = (UInt8(ascii: ","), 0)
    for delimiter in ",;\t|".utf8 {
      let table = TableScanner.scan(sample, delimiter: delimiter).table
      let count = table.usualFieldCount
      if count < 2 { continue }
      let records = 0..<min(table.recordCount, 100)
      let score = records.count { table.fieldCount(of: $0) == count } * 64 + min(count, 63)
      if score > best.score { best = (delimiter, score) }
    }
    return best.delimiter
  }
}
