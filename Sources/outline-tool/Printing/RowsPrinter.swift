/// Prints each visible row as a line of level, state, text and, on request, hidden count and
/// attributes, separated by tabs.
struct RowsPrinter {
  private let options: PrintingOptions
  private let isASCIIOnly: Bool
  private var label: RowLabel

  init(options: PrintingOptions, appearance: Appearance) {
    self.options = options
    isASCIIOnly = appearance.isASCIIOnly
    label = RowLabel(options: options)
  }

  /// Prints the name of an input with `-` in place of a level.
  mutating func printHeader(
    _ name: Bytes, to output: inout OutputBuffer
  ) throws(SystemError) {
    output.append("-\tsection\t")
    output.appendEscaped(name.span, withBackslashes: true)
    try output.endLine()
  }

  mutating func print(
    _ document: Document, to output: inout OutputBuffer
  ) throws(SystemError) {
    for element in DisplayedRows(document, options: options) {
      switch element {
      case .more(let count, let level):
        output.append("\(level)\tmore\t\(count)")
      case .row(let row):
        output.append(row.level)
        output.append(row.state.column)
        var line = LineWriter(
          usesColor: false, isASCIIOnly: isASCIIOnly, escapesBackslashes: true)
        label.writeText(of: row, in: document, with: &line, to: &output)
        if options.countsHidden { output.append("\t\(row.hidden.map(String.init) ?? "")") }
        for name in options.attributes {
          output.append("\t")
          if let value = document.attribute(name, of: row.node) {
            output.appendEscaped(value.span, withBackslashes: true)
          }
        }
        if row.state == .expanded { label.enter(row, of: document) }
      }
      try output.endLine()
    }
  }
}

extension DisplayedRow.State {
  /// The field between level and text.
  fileprivate var column: String {
    switch self {
    case .leaf: "\tleaf\t"
    case .expanded: "\texpanded\t"
    case .collapsed: "\tcollapsed\t"
    }
  }
}
