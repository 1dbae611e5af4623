/// Writes rows as records of CSV.
///
/// The records of a table are copied. Otherwise, the columns are an identity, that of the parent, a
/// text, attributes and a note.
struct TableWriter: OutlineWriter {
  let name = "csv"
  let help = "The records of a table, or id, parent, name, attributes, note."
  let levelLimit = Int.max
  let holdsAttributes = true
  let listsAttributes = true

  private static let noteName = Bytes("note".utf8)
  /// The column of the texts.
  private static let textNumber = 2

  private var isCopied = false
  /// The attribute that identifies each row; `nil` if rows are numbered.
  private var identityName: Bytes?
  private var columnNumbers: [Bytes: Int] = [:]
  /// The first column that is read as the note.
  private var noteNumber: Int?
  /// The values of the row while it is written, by column.
  private var values: [Bytes?] = []
  private var rowCount = 0
  /// The identity of the last row on each level.
  private var open: [Bytes] = []

  mutating func begin(
    _ head: inout DocumentHead, name: Bytes, columns: AttributeColumns,
    to output: inout OutputBuffer
  ) {
    if let table = head.table {
      isCopied = true
      output.appendLines(table.span)
      return
    }
    identityName = columns.identity
    let links = [identityName ?? Bytes("id".utf8)] + ["parent", "name"].map { Bytes($0.utf8) }
    let reserved = links + [TableWriter.noteName]
    let others = columns.names.filter { name in
      !reserved.contains(name) && name.span.isTrimmedLine && !name.isEmpty
    }
    for (number, name) in (links + others + [TableWriter.noteName]).enumerated() {
      if number > 0 { output.append(",") }
      output.appendField(name.span)
      columnNumbers[name] = number
    }
    values = Array(repeating: nil, count: columnNumbers.count)
    noteNumber = RowAttribute.noteNames.compactMap { columnNumbers[$0] }.first
    output.append("\n")
  }

  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer) {
    if isCopied {
      row = WrittenRow(level: row.level)
      return
    }
    rowCount += 1
    while open.count > row.level { open.removeLast() }
    let identity =
      row.attributes.first { $0.name == identityName }?.value ?? Bytes(String(rowCount).utf8)
    values[0] = identity
    values[1] = open.last ?? []
    open.append(identity)
    if let noteNumber { swap(&values[noteNumber], &row.note) }
    row.attributes = row.attributes.filter { attribute in
      guard let number = columnNumbers[attribute.name] else { return true }
      if number == TableWriter.textNumber { return !text.equals(attribute.value.span) }
      values[number] = values[number] ?? attribute.value
      return values[number] != attribute.value
    }
    for number in values.indices {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      if number == TableWriter.textNumber {
        output.appendField(text)
      } else if let value = values[number].take() {
        output.appendField(value.span)
      }
    }
    output.append(UInt8(ascii: "\n"))
  }
}

extension OutputBuffer {
  /// Appends lines of a table.
  fileprivate mutating func appendLines(_ table: Span<UInt8>) {
    var start = 0
    while let end = table.firstIndex(of: UInt8(ascii: "\n"), from: start) {
      let line = table.extracting(start..<end)
      let hasReturn = line.count > 0 && line[line.count - 1] == 0x0D
      appendText(line.extracting(first: line.count - (hasReturn ? 1 : 0)))
      append(hasReturn ? "\r\n" : "\n")
      start = end + 1
    }
  }

  /// Appends a field, in quotes unless it consists of letters, digits and other plain characters.
  fileprivate mutating func appendField(_ text: Span<UInt8>) {
    let special = text.firstIndex(from: 0, to: text.count) { bytes in
      (bytes .< each(0x20)) .| (bytes .== each(UInt8(ascii: "\"")))
        .| (bytes .== each(UInt8(ascii: ","))) .| (bytes .== each(UInt8(ascii: ";")))
        .| (bytes .== each(UInt8(ascii: "|")))
    }
    let isPlain =
      special == text.count && text.trimming(0..<special, where: \.isBlank).count == special
      && !text.starts(with: "\u{FEFF}", ignoringCase: false)
    if isPlain {
      appendText(text)
      return
    }
    append(UInt8(ascii: "\""))
    var start = 0
    while let quote = text.firstIndex(of: UInt8(ascii: "\""), from: start) {
      appendText(text.extracting(start...quote))
      append(UInt8(ascii: "\""))
      start = quote + 1
    }
    appendText(text.extracting(start...))
    append(UInt8(ascii: "\""))
  }
}
