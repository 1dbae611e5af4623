import OutlineCore

/// Prints the visible rows of several outlines as a JSON array of sections.
///
/// A row has the member `text` and, if they apply, `collapsed` or `children`. Options add more
/// members in a fixed order. Each row begins a line.
struct JSONPrinter {
  private let options: PrintingOptions
  private var numbers = LevelPrefix()
  /// The number of omitted children of the current row on each level.
  private var open: [Int] = []
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
    for element in PrintedRows(document, options: options) {
      switch element {
      case .more(let count, let level):
        close(toLevel: level, in: &output)
        open[level] = count
      case .row(let row):
        close(toLevel: row.level, in: &output)
        output.append(needsComma ? ",\n" : "\n")
        print(row, of: document, to: &output)
      }
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
    output.appendJSON(document.text(of: row).span)

    if options.showsPaths && !row.isDeep { printPath(of: row.node, in: document, to: &output) }
    if options.showsLines, let line = document.line(of: row.node) {
      output.append(",\"line\":\(line)")
    }
    if options.showsNotes, let note = document.note(of: row.node) {
      output.append(",\"note\":")
      output.appendJSON(note.span)
    }

    if row.state == .collapsed { output.append(",\"collapsed\":true") }
    if let hidden = row.hidden { output.append(",\"hidden\":\(hidden)") }
    let attributes = document.attributes(named: options.attributes, of: row.node)
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

  /// Prints the names of a row's ancestors and of the row, after the name of the directory.
  private func printPath(of node: Node, in document: Document, to output: inout OutputBuffer) {
    output.append(",\"path\":[")
    if case .directory(let root) = document.source {
      output.appendJSON(root.span)
      output.append(",")
    }
    for ancestor in document.ancestors(of: node) {
      output.appendJSON(document.bytes.span.extracting(document.name(of: ancestor)))
      output.append(",")
    }
    output.appendJSON(document.bytes.span.extracting(document.name(of: node)))
    output.append("]")
  }

  private mutating func openChildren(in output: inout OutputBuffer) {
    output.append(",\"children\":[")
    open.append(0)
    needsComma = false
  }

  private mutating func close(toLevel level: Int, in output: inout OutputBuffer) {
    while open.count > level + 1 {
      let more = open.removeLast()
      output.append(more > 0 ? "],\"more\":\(more)}" : "]}")
      needsComma = true
    }
  }
}
