/// Prints each visible row as a line of number, level, state, path, text and, on request, hidden
/// count and attributes, separated by tabs.
struct RowsPrinter {
  private let options: PrintingOptions
  private var numbers = LevelPrefix()
  private var paths = LevelPrefix()

  init(options: PrintingOptions) {
    self.options = options
  }

  /// Prints the name of an input with `-` in place of a level.
  mutating func printHeader(
    _ name: Bytes, to output: inout OutputBuffer
  ) throws(SystemError) {
    output.append("\t-\tsection\t\t")
    output.appendEscaped(name.span, withBackslashes: true)
    try output.endLine()
  }

  mutating func print(
    _ document: Document, to output: inout OutputBuffer
  ) throws(SystemError) {
    var root: Bytes? = document.pathPrefix.escaping("\\")
    for row in PrintedRows(document, options: options) {
      if row.level == 0 && document.whole != nil { root = path(above: row, in: document) }

      let component = document.pathComponent(of: row.node)
      if !row.isDeep {
        output.append(numbers.bytes.span.extracting(numbers.range(above: row.level)))
        output.append(row.childIndex + 1)
      }

      output.append("\t")
      output.append(row.level)
      output.append(row.state.column)
      if !row.isDeep, let root {
        output.appendEscaped(root.span)
        output.appendEscaped(paths.bytes.span.extracting(paths.range(above: row.level)))
        output.appendEscaped(component.span)
      }
      output.append("\t")
      let text = document.file.bytes.span.extracting(document.range(of: row.node))
      output.appendEscaped(text, withBackslashes: true)
      printDetails(of: row, in: document, to: &output)

      if row.state == .expanded && !row.isDeep {
        numbers.set(Bytes("\(row.childIndex + 1).".utf8), level: row.level)
        paths.set(component + "/".utf8, level: row.level)
      }
      try output.endLine()
    }
  }

  /// Returns the path above a root, or `nil` if it is too long.
  private func path(above root: PrintedRow, in document: Document) -> Bytes? {
    document.rowsAbove(root).map { above in
      above.reduce(document.pathPrefix.escaping("\\")) {
        $0 + document.pathComponent(of: $1) + "/".utf8
      }
    }
  }

  private func printDetails(
    of row: PrintedRow, in document: Document, to output: inout OutputBuffer
  ) {
    if options.countsHidden { output.append("\t\(row.hidden.map(String.init) ?? "")") }
    if options.showsLines {
      output.append("\t\(document.line(of: row.node).map(String.init) ?? "")")
    }
    for name in options.attributes {
      output.append("\t")
      if let value = document.attribute(name, of: row.node) {
        output.appendEscaped(value.span, withBackslashes: true)
      }
    }
    if options.showsNotes, let note = document.note(of: row.node) {
      output.append("\n\t\(row.level)\tnote\t\t")
      output.appendEscaped(note.span, withBackslashes: true)
    }
  }
}

extension PrintedRow.State {
  /// The field between level and path.
  fileprivate var column: String {
    switch self {
    case .leaf: "\tleaf\t"
    case .expanded: "\texpanded\t"
    case .collapsed: "\tcollapsed\t"
    }
  }
}

extension Document {
  /// Returns the name of a node as a component of a path, in which a slash becomes `\/`.
  fileprivate func pathComponent(of node: Node) -> Bytes {
    Bytes(file.bytes[name(of: node)]).escaping("\\/")
  }
}

extension Bytes {
  /// Returns the text with a backslash before these characters.
  fileprivate func escaping(_ characters: String) -> Bytes {
    guard contains(where: { characters.utf8.contains($0) }) else { return self }
    return Bytes(
      flatMap { characters.utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] })
  }
}
