/// The records of a CSV file, as ranges of its bytes.
struct Table {
  /// A field of a record, without its quotes.
  struct Field {
    private let start: UInt32
    private let endAndMark: UInt32

    init(_ range: Range<Int>, hasQuotes: Bool) {
      start = UInt32(range.lowerBound)
      endAndMark = UInt32(range.upperBound) | (hasQuotes ? 1 << 31 : 0)
    }

    var range: Range<Int> { Int(start)..<Int(endAndMark & ~(1 << 31)) }
    /// A Boolean value that indicates whether the field contains doubled quotes.
    var hasQuotes: Bool { endAndMark >> 31 == 1 }
  }

  private(set) var fields: [Field] = []
  /// The end of each record in `fields`.
  private var ends: [UInt32] = []
  /// The offset of each record.
  private var offsets: [UInt32] = []
  private let byteCount: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
    fields.reserveCapacity(byteCount / 8)
    ends.reserveCapacity(byteCount / 16)
    offsets.reserveCapacity(byteCount / 16)
  }

  var recordCount: Int { ends.count }

  func record(_ number: Int) -> ArraySlice<Field> {
    fields[start(of: number)..<Int(ends[number])]
  }

  private func start(of record: Int) -> Int {
    record == 0 ? 0 : Int(ends[record - 1])
  }

  /// Returns the offset of a record, or the size of the file after the last one.
  func offset(of record: Int) -> Int {
    record < recordCount ? Int(offsets[record]) : byteCount
  }

  func fieldCount(of record: Int) -> Int {
    Int(ends[record]) - start(of: record)
  }

  /// Returns a field of a record, or `nil` if it is missing or empty.
  func field(_ column: Int, of record: Int) -> Field? {
    let index = start(of: record) + column
    guard index < Int(ends[record]) else { return nil }
    let field = fields[index]
    return field.range.isEmpty ? nil : field
  }

  /// Returns a field of a record, which is empty if it is missing.
  func text(_ column: Int, of record: Int) -> Field {
    let index = start(of: record) + column
    if index < Int(ends[record]) { return fields[index] }
    let end = fields[Int(ends[record]) - 1].range.upperBound
    return Field(end..<end, hasQuotes: false)
  }

  /// Returns the column that has a name in a record, or `nil`.
  func column(named name: Bytes, in record: Int, of bytes: Span<UInt8>) -> Int? {
    let fields = self.record(record)
    let index = fields.firstIndex { field in
      field.hasQuotes
        ? text(of: field, in: bytes) == name : bytes.extracting(field.range).equals(name.span)
    }
    return index.map { $0 - fields.startIndex }
  }

  /// Returns the text of a field with single quotes in place of doubled ones.
  func text(of field: Field, in bytes: Span<UInt8>) -> Bytes {
    var text = Bytes()
    text.append(field, in: bytes)
    return text
  }

  mutating func append(_ field: Field) {
    fields.append(field)
  }

  /// Ends a record; one without texts is not a row.
  mutating func endRecord(from offset: Int) {
    let start = Int(ends.last ?? 0)
    if fields[start...].contains(where: { !$0.range.isEmpty }) {
      ends.append(UInt32(fields.count))
      offsets.append(UInt32(offset))
    } else {
      fields.removeSubrange(start...)
    }
  }

  /// The most common number of fields among the first records.
  var usualFieldCount: Int {
    var counts: [Int: Int] = [:]
    for record in 0..<min(recordCount, 100) { counts[fieldCount(of: record), default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
  }
}

enum TableProblem: FormatProblem {
  case unterminatedField
  case strayQuote
  /// The number of fields differs from the number of columns.
  case raggedRecord(Int, columns: Int)
  case skippedLevel

  var message: String {
    switch self {
    case .unterminatedField: "unterminated quoted field"
    case .strayQuote: "unescaped quote in a quoted field; write '\"\"'"
    case .raggedRecord(let count, let expected):
      "\(count) \(count == 1 ? "field" : "fields"), expected \(expected)"
    case .skippedLevel: "more than one level deeper than the row above; shown as its child"
    }
  }

  var isWarning: Bool {
    switch self {
    case .unterminatedField, .skippedLevel: true
    case .strayQuote, .raggedRecord: false
    }
  }
}

extension Bytes {
  /// Appends a field with single quotes in place of doubled ones.
  mutating func append(_ field: Table.Field, in bytes: Span<UInt8>) {
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
