import OutlineCore

/// Prints the visible rows of an outline with tree lines.
struct OutlinePrinter {
  private let options: PrintingOptions
  private let appearance: Appearance
  private let glyphs: TreeGlyphs
  /// The vertical lines to the left of the current row.
  private var verticalLines = LevelPrefix()
  private var label: RowLabel

  init(options: PrintingOptions, appearance: Appearance) {
    self.options = options
    self.appearance = appearance
    glyphs = TreeGlyphs(appearance.charset)
    label = RowLabel(options: options, hasLinks: appearance.hasLinks)
  }

  mutating func printHeader(_ name: Bytes, to output: inout OutputBuffer) throws(SystemError) {
    try printLine(to: &output) { $1.write(name.span, as: .header, to: &$2) }
  }

  /// Prints every visible row.
  ///
  /// - Complexity: O(length of the output)
  mutating func print(
    _ document: Document, to output: inout OutputBuffer
  ) throws(SystemError) {
    for row in PrintedRows(document, options: options) {
      try printLine(isShort: isShort(row, of: document), to: &output) {
        $0.write(row, of: document, with: &$1, to: &$2)
      }
      if options.showsNotes, let note = document.note(of: row.node) {
        try print(note, of: row, in: document, to: &output)
      }
      if row.state == .expanded {
        if row.level < LevelPrefix.deepLevel {
          verticalLines.set(row.isLast ? glyphs.gap : glyphs.verticalLine, level: row.level)
        }
        label.enter(row)
      }
    }
  }

  private mutating func write(
    _ row: PrintedRow, of document: Document, with line: inout LineWriter,
    to output: inout OutputBuffer
  ) {
    if !document.marks.isEmpty {
      let mark = document.marks[Int(row.node.number)]
      line.write(Bytes(mark.text.utf8).span, as: mark.style, to: &output)
    }
    writeLines(level: row.level, isLast: row.isLast, with: &line, to: &output)
    if row.state == .collapsed {
      line.writeGlyphs(glyphs.disclosure.span, columns: 2, as: .mark, to: &output)
    }
    if line.isWrapping { setIndent(of: row, in: document, on: &line) }
    label.write(row, of: document, with: &line, to: &output)
  }

  /// Prints the lines of a note, aligned with the text of the row above them.
  private mutating func print(
    _ note: Bytes, of row: PrintedRow, in document: Document, to output: inout OutputBuffer
  ) throws(SystemError) {
    // No disclosure precedes the lines of a note.
    var row = row
    row.state = .leaf
    let marks = document.noteMarks[Int(row.node.number)]
    let lines = note.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, text) in lines.enumerated() {
      try printLine(to: &output) { [row] printer, line, output in
        let mark = marks?[number] ?? .none
        if !document.marks.isEmpty {
          line.write(Bytes(mark.text.utf8).span, as: mark.style, to: &output)
        }
        printer.setIndent(of: row, in: document, on: &line)
        printer.writeLines(
          level: row.level, isLast: row.isLast, isNote: true, with: &line, to: &output)
        line.write(
          Bytes(text).span, as: mark == .none ? .lines : mark.style, to: &output)
      }
    }
  }

  /// Aligns the continuation lines of a wrapped row with its first line.
  private func setIndent(
    of row: PrintedRow, in document: Document, on line: inout LineWriter
  ) {
    guard row.level < LevelPrefix.deepLevel else { return }
    line.setIndent(
      LineIndent(
        margin: document.marks.isEmpty ? 0 : 2,
        lines: verticalLines.bytes[verticalLines.range(above: row.level)],
        lastLine: row.isLast ? glyphs.gap : glyphs.verticalLine,
        lineColumns: 4 * row.level + 4, disclosure: row.state == .collapsed ? 2 : 0))
  }

  /// Returns whether a row has at most as many bytes as columns, a cheap test that it fits.
  private func isShort(_ row: PrintedRow, of document: Document) -> Bool {
    guard let width = appearance.columns, label.isTextOnly && !appearance.isASCIIOnly else {
      return false
    }
    let text = document.file.bytes.span.extracting(document.range(of: row.node))
    // Next to the text are the mark of a difference, tree lines and a disclosure.
    return 2 + 4 * (row.level + 1) + 2 + text.count <= width
      && text.firstHarmfulIndex(from: 0) == text.count
  }

  /// Writes a line, wrapped or truncated to the width.
  ///
  /// - Parameters:
  ///   - isShort: Whether the line is known to fit.
  ///   - write: Writes the line, maybe twice. It receives the printer, because a capture would be a
  ///     copy.
  private mutating func printLine(
    isShort: Bool = false, to output: inout OutputBuffer,
    _ write: (inout OutlinePrinter, inout LineWriter, inout OutputBuffer) -> Void
  ) throws(SystemError) {
    var line = LineWriter(usesColor: appearance.usesColor, isASCIIOnly: appearance.isASCIIOnly)
    if let width = appearance.columns, appearance.wrapping == .cut, !isShort {
      line.measure()
      write(&self, &line, &output)
      let isCut = line.columns > width
      line.write(columns: isCut ? max(0, width - glyphs.ellipsisColumns) : nil)
      write(&self, &line, &output)
      line.write(columns: nil)
      if isCut {
        // The UTF-8 ellipsis has one column, but several bytes.
        let bytes = glyphs.ellipsisColumns > width ? width : glyphs.ellipsis.count
        let ellipsis = glyphs.ellipsis.span.extracting(first: bytes)
        line.writeGlyphs(ellipsis, columns: 1, as: .lines, to: &output)
      }
    } else {
      if let width = appearance.columns, !isShort { line.wrap(columns: width) }
      write(&self, &line, &output)
    }

    try output.endLine()
  }

  private func writeLines(
    level: Int, isLast: Bool, isNote: Bool = false, with line: inout LineWriter,
    to output: inout OutputBuffer
  ) {
    let above = verticalLines.bytes.span
    if level >= LevelPrefix.deepLevel {
      line.write(Bytes("(level \(level)) ".utf8).span, as: .lines, to: &output)
    } else if level == 0 {
      // Roots have no lines.
    } else if let width = appearance.columns, appearance.wrapping == .cut {
      // One level beyond the width is enough to truncate the line.
      for level in 0..<min(level, width / 4 + 1) {
        line.writeGlyphs(
          above.extracting(verticalLines.range(at: level)), columns: 4, as: .lines, to: &output)
      }
    } else {
      line.writeGlyphs(
        above.extracting(verticalLines.range(above: level)), columns: 4 * level, as: .lines,
        to: &output)
    }

    let branch =
      switch (isNote, isLast) {
      case (true, true): glyphs.gap
      case (true, false): glyphs.verticalLine
      case (false, true): glyphs.lastBranch
      case (false, false): glyphs.branch
      }
    line.writeGlyphs(branch.span, columns: 4, as: .lines, to: &output)
  }
}

extension RowMark {
  /// The text before the tree lines.
  fileprivate var text: String {
    switch self {
    case .none: "  "
    case .inserted: "+ "
    case .removed: "- "
    case .moved: "> "
    case .changed: "~ "
    }
  }

  /// The style of the row.
  var style: Style {
    switch self {
    case .none: .plain
    case .inserted: .inserted
    case .removed: .removed
    case .moved: .moved
    case .changed: .mark
    }
  }
}
