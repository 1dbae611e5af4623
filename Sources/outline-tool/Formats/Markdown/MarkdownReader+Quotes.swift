extension MarkdownReader {
  /// Returns the paragraph that the next line can continue after a line of a block quote.
  mutating func paragraph(afterQuote start: LineCursor, continuing open: Paragraph) -> Paragraph {
    var line = QuotedLine(start)
    switch open {
    case .quotedVerbatim(let kind, let depth):
      line.skipSigns(parsed.bytes.span, maximum: depth)
      if line.depth < depth { break }
      let isOver = kind.isClosed(by: parsed.bytes.span, at: line.cursor, indent: line.indent)
      return isOver ? .none : open
    default:
      line.skipSigns(parsed.bytes.span, maximum: .max)
    }
    if line.cursor.isAtEnd { return .none }
    if line.indent >= 4 { return open.isQuoted ? .quoted : .none }
    switch leafBlock(at: line.cursor, inParagraph: open.isQuoted) {
    case .verbatim(let kind):
      let isWhole = kind.isWhole(parsed.bytes.span, at: line.cursor)
      return isWhole ? .none : .quotedVerbatim(kind, depth: line.depth)
    case .some:
      return .none
    case nil:
      let isUnderline = open.isQuoted && underlineLevel(line.cursor) != nil
      return isUnderline || isRule(line.cursor) ? .none : .quoted
    }
  }
}

/// A cursor in a line of nested block quotes.
private struct QuotedLine {
  private(set) var cursor: LineCursor
  private(set) var depth = 0
  /// The number of columns between the last quote marker and the cursor.
  private(set) var indent = 0

  init(_ cursor: LineCursor) {
    self.cursor = cursor
  }

  mutating func skipSigns(_ bytes: Span<UInt8>, maximum: Int) {
    while depth < maximum && indent < 4 && cursor.peek(bytes) == UInt8(ascii: ">") {
      cursor.advance(by: 1)
      let end = cursor.column
      cursor.skipBlanks(bytes)
      indent = max(0, cursor.column - end - 1)
      depth += 1
    }
  }
}
