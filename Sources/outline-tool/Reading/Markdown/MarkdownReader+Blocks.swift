extension MarkdownReader {
  /// Tells what begins at the cursor, which is within `depth` of the open items.
  mutating func block(at cursor: LineCursor, depth: Int) -> Block {
    let source = listing.bytes
    let bytes = source.span
    let continues = paragraph.isOpen
    // A line that is indented less than the paragraph's item, or is no part of its quote, can go on
    // with the text, but it cannot underline it, and any item can stand there.
    let inParagraph = continues && !paragraph.isQuoted && depth == items.count
    if cursor.column - column(ofDepth: depth) >= 4 { return continues ? .text : .indentedCode }
    let first = cursor.peek(bytes)
    if first == UInt8(ascii: ">") { return .quote }
    if let heading = ATXHeading(in: bytes, at: cursor) { return .heading(heading) }
    if let fence = CodeFence(in: bytes, at: cursor) { return .verbatim(.code(fence)) }
    if let html = HTMLBlock(in: bytes, at: cursor, inParagraph: continues) {
      return .verbatim(.html(html))
    }
    if inParagraph, let level = underlineLevel(cursor) {
      return .underline(level: level)
    }
    if isRule(cursor) { return .rule }
    if let marker = ListMarker(in: bytes, at: cursor, inParagraph: inParagraph) {
      return .item(marker)
    }
    return .text
  }

  /// Returns the level of the heading that a line of `=` or `-` makes of the paragraph above it.
  private func underlineLevel(_ cursor: LineCursor) -> Int? {
    let bytes = listing.bytes.span
    let first = cursor.peek(bytes)
    guard first == UInt8(ascii: "=") || first == UInt8(ascii: "-") else { return nil }
    for position in cursor.rest where bytes[position] != first { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether the rest of the line is a rule across the page, such as `---` or `* * *`.
  private mutating func isRule(_ cursor: LineCursor) -> Bool {
    let source = listing.bytes
    let bytes = source.span
    let first = cursor.peek(bytes)
    guard first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first == UInt8(ascii: "_")
    else { return false }
    // What stopped one search stops the next: "- - - - x" is not searched once for each item.
    if cursor.position < ruleFailure { return false }
    var count = 0
    for position in cursor.rest where !bytes[position].isBlank {
      if bytes[position] != first {
        ruleFailure = position
        return false
      }
      count += 1
    }
    return count >= 3
  }

  /// Whether a line of a block quote has text that the next line may go on with.
  private func quotesText(_ start: LineCursor) -> Bool {
    let bytes = listing.bytes.span
    var cursor = start
    while cursor.peek(bytes) == UInt8(ascii: ">") {
      cursor.advance(by: 1)
      cursor.skipBlanks(bytes)
    }
    if cursor.isAtEnd || ATXHeading(in: bytes, at: cursor) != nil { return false }
    return CodeFence(in: bytes, at: cursor) == nil
  }

  /// Opens a list item within `depth` items, with an empty text for the time being.
  mutating func openItem(_ marker: ListMarker, depth: Int) {
    close(toDepth: depth)
    let start = marker.content.position
    addRow(start..<start, level: headings.count + depth)
    items.append(marker.contentColumn)
  }

  /// Gives the item opened last its text; the text of an item within it is not its own.
  mutating func setItemText(_ block: Block, _ cursor: LineCursor) {
    switch block {
    case .item: break
    case .heading(let heading): listing.texts[listing.texts.count - 1] = heading.text
    default: listing.texts[listing.texts.count - 1] = cursor.rest
    }
  }

  /// Takes in a block that is no item.
  mutating func finish(_ block: Block, _ cursor: LineCursor, depth: Int) {
    switch block {
    case .text:
      continueText(cursor, depth: depth)
    case .underline(let level):
      if case .text(let text) = paragraph, items.isEmpty {
        joinLines(of: text)
        addHeading(text, level: level)
      }
      paragraph = .none
    case .heading(let heading):
      close(toDepth: depth)
      if depth == 0 { addHeading(heading.text, level: heading.level) }
    case .verbatim(let kind):
      close(toDepth: depth)
      if case .html(let html) = kind, html.ends(in: listing.bytes.span.extracting(cursor.rest)) {
        return
      }
      verbatim = Verbatim(kind: kind, depth: depth)
    case .quote:
      close(toDepth: depth)
      if quotesText(cursor) { paragraph = .quoted }
    case .rule, .indentedCode, .item:
      close(toDepth: depth)
    }
  }

  private mutating func continueText(_ cursor: LineCursor, depth: Int) {
    switch paragraph {
    case .none:
      close(toDepth: depth)
      paragraph = .text(cursor.rest)
    case .text(let text):
      paragraph = .text(text.lowerBound..<cursor.end)
    case .quoted:
      break
    }
  }

  private mutating func close(toDepth depth: Int) {
    items.removeSubrange(depth...)
    paragraph = .none
  }

  private mutating func addHeading(_ text: Range<Int>, level: Int) {
    while let last = headings.last, last >= level { headings.removeLast() }
    addRow(text, level: headings.count)
    headings.append(level)
  }

  private mutating func addRow(_ text: Range<Int>, level: Int) {
    listing.texts.append(text)
    listing.levels.append(level)
  }

  /// Makes one line of a heading that is written on several.
  private mutating func joinLines(of text: Range<Int>) {
    for position in text {
      let byte = listing.bytes[position]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        listing.bytes[position] = UInt8(ascii: " ")
      }
    }
  }
}

extension Paragraph {
  fileprivate var isOpen: Bool {
    if case .none = self { false } else { true }
  }

  fileprivate var isQuoted: Bool {
    if case .quoted = self { true } else { false }
  }
}
