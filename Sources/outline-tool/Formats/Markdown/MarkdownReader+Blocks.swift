extension MarkdownReader {
  /// Returns the block that begins at the cursor, within `depth` open items.
  mutating func block(at cursor: LineCursor, depth: Int) -> Block {
    let source = parsed.bytes
    let bytes = source.span
    let continues = paragraph.isOpen
    // A lazy continuation line cannot underline the paragraph, but can start any list.
    let inParagraph = continues && !paragraph.isQuoted && depth == items.count
    if indent(of: cursor, inDepth: depth) >= 4 { return continues ? .text : .indentedCode }
    let first = cursor.peek(bytes)
    if first == UInt8(ascii: ">") { return .quote }
    if let leaf = leafBlock(at: cursor, inParagraph: continues) { return leaf }
    if inParagraph, let level = underlineLevel(cursor) {
      return .underline(level: level)
    }
    if isRule(cursor) && !(isLogseq && ListMarker(in: bytes, at: cursor, inParagraph: false) != nil)
    {
      return .rule
    }
    // A further number continues the list that the text of an item began.
    let numberedColumn = depth > 0 ? items[depth - 1].numberedColumn : nil
    let isNumbered = numberedColumn.map { cursor.column < $0 } ?? false
    if let marker = ListMarker(in: bytes, at: cursor, inParagraph: inParagraph && !isNumbered) {
      return .item(marker)
    }
    return .text
  }

  /// Returns the leaf block whose marker is at the cursor, if any.
  func leafBlock(at cursor: LineCursor, inParagraph: Bool) -> Block? {
    let bytes = parsed.bytes.span
    if let heading = ATXHeading(in: bytes, at: cursor) { return .heading(heading) }
    if let fence = CodeFence(in: bytes, at: cursor) { return .verbatim(.code(fence)) }
    let html = HTMLBlock(in: bytes, at: cursor, inParagraph: inParagraph)
    return html.map { .verbatim(.html($0)) }
  }

  /// Returns the level of the setext heading that a line of `=` or `-` makes of the paragraph.
  func underlineLevel(_ cursor: LineCursor) -> Int? {
    let bytes = parsed.bytes.span
    let first = cursor.peek(bytes)
    guard first == UInt8(ascii: "=") || first == UInt8(ascii: "-") else { return nil }
    for position in cursor.rest where bytes[position] != first { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Returns whether the rest of the line is a thematic break, such as `---` or `* * *`.
  mutating func isRule(_ cursor: LineCursor) -> Bool {
    let source = parsed.bytes
    let bytes = source.span
    let first = cursor.peek(bytes)
    guard first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first == UInt8(ascii: "_")
    else { return false }
    // The byte that ended one search ends the next, so that "- - - - x" is searched once.
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

  /// Opens a list item within `depth` items; its text is its number, if it has one.
  mutating func openItem(_ marker: ListMarker, at start: Int, depth: Int) {
    close(toDepth: depth)
    let content = marker.content.position
    var text = content..<content
    numberStart = nil
    if marker.isNumber {
      text = moveNumber(parsed.bytes.span.trimming(start..<content, where: \.isBlank), to: content)
      numberStart = text.lowerBound
    }
    addRow(text, level: headings.count + depth, itemDepth: depth)
    items.append(OpenItem(column: marker.contentColumn, row: parsed.texts.count - 1))
  }

  /// Moves a number to the text after it, so that one space is between them.
  private mutating func moveNumber(_ number: Range<Int>, to content: Int) -> Range<Int> {
    let distance = content - number.upperBound - 1
    if distance < 0 { return number }
    for index in number.reversed() { parsed.bytes[index + distance] = parsed.bytes[index] }
    parsed.bytes[content - 1] = 0x20
    return number.lowerBound + distance..<number.upperBound + distance
  }

  /// Sets the text of the last item to the block at its start.
  mutating func setItemText(_ block: Block, _ cursor: LineCursor) {
    var text = cursor.rest
    if case .heading(let heading) = block { text = heading.text }
    if case .text = block {
      paragraph = .itemText
      let isProperty = takeProperty(text)
      // The number is before the text, unless the text is on the next line.
      if let numberStart, !isProperty, numberStart < text.lowerBound {
        text = numberStart..<text.upperBound
      }
    }
    parsed.texts[parsed.texts.count - 1] = text
    if case .verbatim(.code) = block { verbatim?.isItemText = true }
  }

  /// Processes a block other than an item.
  mutating func finish(_ block: Block, _ cursor: LineCursor, depth: Int, startsItem: Bool) {
    switch block {
    case .text:
      continueText(cursor, depth: depth, startsItem: startsItem)
    case .underline(let level):
      if case .text(let text) = paragraph, items.isEmpty {
        noteLines.removeLines(from: text.lowerBound)
        addHeading(text, level: level)
      }
      paragraph = .none
    case .heading(let heading):
      close(toDepth: depth)
      if depth == 0 {
        addHeading(heading.text, level: heading.level)
      } else if !startsItem {
        addRow(heading.text, level: headings.count + depth, itemDepth: depth)
      }
    case .verbatim(let kind):
      close(toDepth: depth)
      if !startsItem { addNoteLine(depth: depth) }
      if depth == 0, case .html(.untilBlank) = kind { addHTMLHeadings(in: cursor.rest) }
      if !kind.isWhole(parsed.bytes.span, at: cursor) {
        verbatim = Verbatim(kind: kind, depth: depth)
      }
    case .quote:
      let open = depth == items.count ? paragraph : .none
      close(toDepth: depth)
      if !startsItem { addNoteLine(depth: depth) }
      paragraph = self.paragraph(afterQuote: cursor, continuing: open)
    case .indentedCode:
      close(toDepth: depth)
      if !startsItem { addNoteLine(depth: depth) }
    case .rule, .item:
      close(toDepth: depth)
    }
  }

  private mutating func continueText(_ cursor: LineCursor, depth: Int, startsItem: Bool) {
    if depth > 0 && depth == items.count && takeProperty(cursor.rest) { return }
    switch paragraph {
    case .none, .quotedVerbatim:
      close(toDepth: depth)
      let source = parsed.bytes
      if addChapter(cursor.rest) || !startsItem && references.add(cursor.rest, in: source.span) {
        return
      }
      if !startsItem { addNoteLine(depth: depth) }
      paragraph = .text(cursor.rest)
    case .text(let text):
      continueNote()
      paragraph = .text(join(text, cursor.rest))
    case .itemText:
      let item = parsed.texts.count - 1
      let text = parsed.texts[item]
      parsed.texts[item] = takeProperty(text) ? cursor.rest : join(text, cursor.rest)
    case .quoted:
      continueNote()
    }
  }

  /// Joins a text and its continuation line with a space.
  ///
  /// The line end and the indent leave room for it, so the bytes move in place.
  private mutating func join(_ text: Range<Int>, _ line: Range<Int>) -> Range<Int> {
    parsed.bytes[text.upperBound] = UInt8(ascii: " ")
    let start = text.upperBound + 1
    if start < line.lowerBound {
      for offset in 0..<line.count {
        parsed.bytes[start + offset] = parsed.bytes[line.lowerBound + offset]
      }
    }
    return text.lowerBound..<(start + line.count)
  }

  private mutating func close(toDepth depth: Int) {
    if depth < items.count { items.removeLast(items.count - depth) }
    paragraph = .none
  }

  private mutating func addHeading(_ text: Range<Int>, level: Int) {
    while let last = headings.last, last >= level { headings.removeLast() }
    recordTopics(text, level: level)
    headingRow = parsed.texts.count
    addRow(text, level: headings.count)
    headings.append(level)
  }

  /// Adds the headings that begin in a line of an HTML block, such as `<h1>Title</h1>`.
  mutating func addHTMLHeadings(in line: Range<Int>) {
    let source = parsed.bytes
    let bytes = source.span.extracting(..<min(line.upperBound + 4096, source.count))
    var index = line.lowerBound
    while let start = bytes.firstIndex(of: UInt8(ascii: "<"), from: index), start < line.upperBound
    {
      index = start + 1
      let tag = bytes.extracting(index...)
      guard tag.count > 2, tag[0].lowercased == UInt8(ascii: "h"), 0x31...0x36 ~= tag[1],
        tag[2].isBlank || tag[2] == UInt8(ascii: ">"),
        let first = bytes.end(of: ">", from: index)
      else { continue }
      let ends = ["</h", "</H"].compactMap { bytes.end(of: $0, from: first) }
      let end = ends.min().map { $0 - 3 } ?? max(first, line.upperBound)
      htmlHeadings.append(parsed.texts.count)
      addHeading(first..<end, level: Int(tag[1]) - 0x30)
      index = end
    }
  }

  /// Records where the topics of a DocC page begin and end.
  private mutating func recordTopics(_ heading: Range<Int>, level: Int) {
    if level > 2 { return }
    if let start = topicsStart { topics.append(start..<parsed.texts.count) }
    let isTopics = level == 2 && parsed.bytes.span.extracting(heading).equals("Topics")
    topicsStart = isTopics ? parsed.texts.count : nil
  }

  mutating func addRow(_ text: Range<Int>, level: Int, itemDepth: Int = -1) {
    parsed.texts.append(text)
    if recordsStarts { parsed.starts.append(UInt32(text.lowerBound)) }
    parsed.levels.append(level)
    parsed.attributes.addRow()
    if tree != .both { itemDepths.append(Int32(itemDepth)) }
  }
}

// MARK: - Notes

extension MarkdownReader {
  /// Adds the current line to the note of the item or the heading that contains it.
  mutating func addNoteLine(depth: Int) {
    guard noteSource != nil, let row = depth > 0 ? items[depth - 1].row : headingRow else { return }
    let continuesNote = rowsAtNote == parsed.texts.count && noteLines.lastRow == row
    noteLines.append(currentLine, to: row, beginsParagraph: !continuesNote)
    rowsAtNote = parsed.texts.count
  }

  /// Adds the current line to the note of the line above, unless a row is between them.
  mutating func continueNote() {
    guard rowsAtNote == parsed.texts.count, let row = noteLines.lastRow else { return }
    noteLines.append(currentLine, to: row)
  }

  /// Sets the notes of the rows that are kept.
  mutating func finishNotes(of kept: [Int]?) {
    guard let noteSource else { return }
    let notes = noteLines.notes(in: noteSource.span)
    guard let kept else {
      parsed.notes = notes
      return
    }
    for (new, old) in kept.enumerated() { parsed.notes[new] = notes[old] }
  }
}

extension Paragraph {
  fileprivate var isOpen: Bool {
    switch self {
    case .text, .itemText, .quoted: true
    case .none, .quotedVerbatim: false
    }
  }

  var isQuoted: Bool {
    if case .quoted = self { true } else { false }
  }
}
