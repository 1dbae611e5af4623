/// Writes rows as records of CSV.
///
/// The columns are those of a table that was read, or else a number, the number of the parent, a
/// text, attributes and a note.
struct TableWriter: OutlineWriter {
  let name = "csv"
  let help = "The columns of a table, or id, parent, name, attributes, note."
  let levelLimit = Int.max
  let textRule = "not empty"
  let holdsAttributes = true
  let listsAttributes = true

  private static let noteName = Bytes("note".utf8)

  private var columns: [TableColumn] = []
  private var columnNumbers: [Bytes: Int] = [:]
  /// Whether the identity of a row is its number.
  private var numbersRows = false
  private var rowCount = 0
  /// The identity of the last row on each level.
  private var open: [Bytes] = []

  mutating func begin(
    _ head: inout DocumentHead, name: Bytes, attributeNames: [Bytes],
    to output: inout OutputBuffer
  ) {
    columns = head.columns
    if columns.isEmpty {
      let links: [(String, TableColumn.Role)] = [
        ("id", .identity), ("parent", .parent), ("name", .text),
      ]
      columns = links.map { TableColumn(name: Bytes($0.0.utf8), role: $0.1) }
      numbersRows = true
      let reserved = columns.map(\.name) + [TableWriter.noteName]
      let others = attributeNames.filter { name in
        !reserved.contains(name) && name.span.isTrimmedLine && !name.isEmpty
      }
      columns += (others + [TableWriter.noteName]).map { TableColumn(name: $0, role: .attribute) }
    }
    for (number, column) in columns.enumerated() {
      if number > 0 { output.append(",") }
      output.appendField(column.name.span)
      switch column.role {
      case .identity where numbersRows: break
      case .identity, .path, .attribute: columnNumbers[column.name] = number
      case .text, .parent, .level: break
      }
    }
    output.append("\n")
  }

  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer) {
    rowCount += 1
    open.removeLast(open.count - row.level)
    let values = attributes(of: &row)
    // A row without a column of identities has its text for one.
    var identity = numbersRows ? Bytes(String(rowCount).utf8) : Bytes(copying: text)
    // A record without texts does not count as a row.
    row.changesText = true
    for (number, column) in columns.enumerated() {
      if number > 0 { output.append(",") }
      var value = values[number]
      switch column.role {
      case .identity:
        if numbersRows { value = identity } else { identity = value ?? [] }
      case .parent: value = open.last
      case .path: value = value ?? Bytes(copying: text)
      case .level(let first): value = Bytes(String(first + row.level).utf8)
      case .text:
        output.appendField(text)
        if !text.isEmpty { row.changesText = false }
      case .attribute: break
      }
      guard let value, !value.isEmpty else { continue }
      output.appendField(value.span)
      row.changesText = false
    }
    output.append("\n")
    open.append(identity)
  }

  /// Removes the attributes and the note that have a column, and returns them by column.
  private func attributes(of row: inout WrittenRow) -> [Bytes?] {
    var values = [Bytes?](repeating: nil, count: columns.count)
    row.attributes.removeAll { attribute in
      guard let number = columnNumbers[attribute.name] else {
        return numbersRows && attribute.isNamed("id") && attribute.value.number == rowCount
      }
      if values[number] != nil { return false }
      values[number] = attribute.value
      return true
    }
    let number = RowAttribute.noteNames.lazy.compactMap { columnNumbers[$0] }.first
    if let number, values[number] == nil, let note = row.note {
      values[number] = note
      row.note = nil
    }
    return values
  }
}

extension OutputBuffer {
  /// Appends a field, in quotes unless it consists of letters, digits and other plain characters.
  fileprivate mutating func appendField(_ text: Span<UInt8>) {
    let special = text.firstIndex(from: 0, to: text.count) { bytes in
      (bytes .< each(0x20)) .| (bytes .== each(UInt8(ascii: "\"")))
        .| (bytes .== each(UInt8(ascii: ","))) .| (bytes .== each(UInt8(ascii: ";")))
        .| (bytes .== each(UInt8(ascii: "|")))
    }
    let isPlain =
      special == text.count && text.isTrimmedLine
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
