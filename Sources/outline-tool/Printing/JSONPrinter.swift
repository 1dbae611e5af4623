import OutlineCore

/// Prints the visible rows of several outlines as a JSON array of sections.
///
/// A row has the member `text` and, if they apply, `collapsed` or `children`. Options add more
/// members in a fixed order. Each row begins a line.
struct JSONPrinter {
  private let options: PrintingOptions
  private var numbers = LevelPrefix()
  /// The number of lists of children that are not closed.
  private var openCount = 0
  private var needsComma = false
  private var isFirstSection = true

  init(options: PrintingOptions) {
    self.options = options
  }

  mutating func print(
    _ document: Document, name: Bytes, to output: inout OutputBuffer
  ) throws(SystemError) {
    output.append(isFirstSection ? "[\n" : ",\n")
    isFirstSection = false
    output.append("{\"section\":")
    output.appendJSON(name.span)
    if options.isVerbose, let format = document.format {
      output.append(
        ",\"format\":\"\(format.name)\",\"reason\":\"\(document.formatReason.rawValue)\"")
    }

    openChildren(in: &output)
    for row in PrintedRows(document, options: options) {
      close(toLevel: row.level, in: &output)
      output.append(needsComma ? ",\n" : "\n")
      print(row, of: document, to: &output)
      // No line ends here, but an error must stop the loop.
      try output.check()
    }

    close(toLevel: -1, in: &output)
  }

  func printEnd(to output: inout OutputBuffer) throws(SystemError) {
    output.append(isFirstSection ? "[]" : "\n]")
    try output.endLine()
  }

  private mutating func print(
    _ row: PrintedRow, of document: Document, to output: inout OutputBuffer
  ) {
    if options.isNumbered && !row.isDeep {
      output.append("{\"number\":\"")
      output.append(numbers.bytes.span.extracting(numbers.range(above: row.level)))
      output.append("\(row.childIndex + 1)\",\"text\":")
      numbers.set(Bytes("\(row.childIndex + 1).".utf8), level: row.level)
    } else {
      output.append("{\"text\":")
    }
    output.appendJSON(document.file.bytes.span.extracting(document.range(of: row.node)))

    if options.showsLines, let line = document.line(of: row.node) {
      output.append(",\"line\":\(line)")
    }
    if options.showsNotes, let note = document.note(of: row.node) {
      output.append(",\"note\":")
      output.appendJSON(note.span)
    }

    if row.state == .collapsed { output.append(",\"collapsed\":true") }
    if let hidden = row.hidden { output.append(",\"hidden\":\(hidden)") }
    let attributes = document.attributes(
      named: options.attributes, of: row.node, omittingNote: options.showsNotes)
    if !attributes.isEmpty {
      output.append(",\"attributes\":")
      output.appendJSON(attributes)
    }

    if row.state == .expanded {
      openChildren(in: &output)
    } else {
      output.append("}")
      needsComma = true
    }
  }

  private mutating func openChildren(in output: inout OutputBuffer) {
    output.append(",\"children\":[")
    openCount += 1
    needsComma = false
  }

  private mutating func close(toLevel level: Int, in output: inout OutputBuffer) {
    while openCount > level + 1 {
      output.append("]}")
      openCount -= 1
      needsComma = true
    }
  }
}
