/// Writes rows as records of CSV with a number, the number of the parent, a text and attributes.
struct TableWriter: OutlineWriter {
  let name = "csv"
  let help = "Records with id, parent, name, the attributes and the note."
  let levelLimit = Int.max
  let textRule = "not empty"
  let holdsAttributes = true
  let listsAttributes = true

  private static let linkNames = ["id", "parent", "name"].map { Bytes($0.utf8) }
  private static let noteName = Bytes("note".utf8)

  private var attributeNames: [Bytes] = []
  private var columns: [Bytes: Int] = [:]
  private var rowCount = 0
  /// The number of the last row on each level.
  private var open: [Int] = []

  mutating func begin(
    _ head: inout DocumentHead, name: Bytes, attributeNames: [Bytes],
    to output: inout OutputBuffer
  ) {
    let reserved = TableWriter.linkNames + [TableWriter.noteName]
    self.attributeNames = attributeNames.filter { name in
      !reserved.contains(name) && name.span.isTrimmedLine && !name.isEmpty
    }.sorted { $0.lexicographicallyPrecedes($1) }
    for (column, name) in self.attributeNames.enumerated() { columns[name] = column }
    output.append("id,parent,name")
    for name in self.attributeNames + [TableWriter.noteName] {
      output.append(",")
      output.appendField(name.span)
    }
    output.append("\n")
  }

  mutating func write(_ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer) {
    rowCount += 1
    open.removeLast(open.count - row.level)
    output.append(rowCount)
    output.append(UInt8(ascii: ","))
    if let parent = open.last { output.append(parent) }
    output.append(UInt8(ascii: ","))
    output.appendField(text)
    open.append(rowCount)

    // An empty field does not count as a text.
    row.changesText = text.isEmpty
    if row.attributes.isEmpty && row.note == nil {
      output.append(UInt8(ascii: ","), count: attributeNames.count + 1)
      output.append(UInt8(ascii: "\n"))
      return
    }
    var values = [Bytes?](repeating: nil, count: attributeNames.count)
    row.attributes.removeAll { attribute in
      // An empty field does not count as an attribute.
      guard let column = columns[attribute.name], !attribute.value.isEmpty else {
        return isNumberOfRow(attribute)
      }
      values[column] = attribute.value
      return true
    }
    for value in values + [row.note] {
      output.append(",")
      if let value { output.appendField(value.span) }
    }
    output.append("\n")
    row.note = nil
  }

  /// Returns whether an attribute is the number that is written for the row.
  private func isNumberOfRow(_ attribute: RowAttribute) -> Bool {
    attribute.name == TableWriter.linkNames[0] && attribute.value.number == rowCount
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
