/// Reads the headings and list items of a Markdown document.
///
/// Blocks follow CommonMark: text in fences, comments, front matter and indented code is neither a
/// heading nor an item. A list belongs to the heading above it. The parent of a heading is the
/// nearest heading above it of a lower level; a heading within an item is a child of that item.
/// Paragraphs and code are not rows. Emphasis and code in texts remain. Links, HTML, escapes and
/// character references are shown as their texts. The reader understands the properties of Logseq
/// and the folds of Logseq and markmap.
///
/// - Complexity: O(`bytes.count`) for lists of bounded depth; a line within *d* open items costs
///   O(log *d*)
struct MarkdownReader {
  let tree: RowKinds
  /// Whether to record where each row begins.
  let recordsStarts: Bool
  let findsLinks: Bool
  let isSummary: Bool
  /// Whether the document is a page of Logseq, where a line of signs after a bullet is text.
  private let isLogseq: Bool
  /// The file before the reader moves bytes, if it reads notes.
  private let noteSource: Bytes?

  var parsed: ParsedFile
  var references = LinkReferences()
  /// The number of items around each row, or -1 for headings; empty if all rows are shown.
  var itemDepths: [Int32] = []
  /// The rows whose texts are HTML, ascending.
  var htmlHeadings: ArraySlice<Int> = []
  var topics: [Range<Int>] = []
  /// The first row below the open heading `## Topics`, if any.
  var topicsStart: Int?
  /// The values of properties that the options ask for; `name` is an index.
  var properties: [(row: Int, name: Int, value: Bytes)] = []
  /// The blocks of Logseq that have a number.
  var numberedRows: Set<Int> = []
  var foldedRows: Set<Int> = []
  /// The rows that are folded together with their descendants.
  var foldedSubtrees: Set<Int> = []
  /// The depth from which all rows are folded.
  var foldLevel: Int?

  private var currentLine = 0..<0
  private var headings: [Int] = []
  /// The row of the last heading.
  private var headingRow: Int?
  private var items: [OpenItem] = []
  private var lastItemIsEmpty = false
  /// The start of the number before the text of the last item, if it has one.
  private var numberStart: Int?
  private var paragraph = Paragraph.none
  private var verbatim: Verbatim?
  private var isInDrawer = false
  /// The offset before which the current line has no thematic break.
  private var ruleFailure = 0
  private var noteLines = NoteLines()
  /// The number of rows before the last line of a note.
  private var rowsAtNote = -1

  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    let names = options.needsAttributes ? bytes.span.propertyNames : []
    var reader = MarkdownReader(
      parsed: ParsedFile(bytes: bytes, attributes: AttributeRanges(options, available: names)),
      name: name, options: options)
    reader.parsed.reserveRows(reader.parsed.bytes.count / 32)

    var lines = TextLines(afterFrontMatterOf: reader.parsed.bytes.span)
    reader.foldLevel = FrontMatter.foldLevel(in: reader.parsed.bytes.span, end: lines.position)
    if options.findsHead && lines.position > 0 {
      reader.parsed.head = FrontMatter.head(in: reader.parsed.bytes.span, end: lines.position)
    }
    while let line = lines.next(in: reader.parsed.bytes.span) {
      reader.currentLine = line
      reader.read(line)
    }
    reader.finishRows()
    return reader.parsed
  }

  private init(parsed: ParsedFile, name: Bytes, options: ReaderOptions) {
    self.parsed = parsed
    tree = options.rowKinds ?? .both
    recordsStarts = options.findsLines
    findsLinks = options.findsLinks
    noteSource = options.findsNotes ? parsed.bytes : nil
    isLogseq = parsed.bytes.span.isLogseq

    let lastName = name.split(separator: UInt8(ascii: "/")).last
    // The end of a name is enough for copies such as `old-SUMMARY.md`.
    isSummary =
      name.hasSuffix("SUMMARY.md")
      || lastName?.map(\.lowercased).elementsEqual("summary.md".utf8) ?? false
  }
}

// MARK: - Lines

extension MarkdownReader {
  private mutating func read(_ line: Range<Int>) {
    var cursor = LineCursor(line)
    cursor.skipBlanks(parsed.bytes.span)
    var depth = cursor.isAtEnd ? items.count : openItems(at: cursor.column)
    if skipsLine(cursor, depth: depth) || isInDrawer && takesDrawerLine(cursor, depth: depth) {
      return
    }

    if cursor.isAtEnd {
      readEmptyLine()
      return
    }

    var startsItem = lastItemIsEmpty && depth == items.count
    lastItemIsEmpty = false
    var isAfterBullet = false
    while true {
      var block = block(at: cursor, depth: depth)
      // Logseq keeps the bullet of a numbered block, so the number begins no nested item.
      if case .item(let marker) = block, isAfterBullet, marker.isNumber {
        items[depth - 1].numberedColumn = marker.contentColumn
        block = .text
      }

      guard case .item(let marker) = block else {
        // The first line of an item is its text even if it is HTML.
        if startsItem, case .verbatim(.html(.untilBlank)) = block { block = .text }
        finish(block, cursor, depth: depth, startsItem: startsItem)
        if startsItem { setItemText(block, cursor) }
        return
      }

      openItem(marker, at: cursor.position, depth: depth)
      if marker.content.isAtEnd {
        lastItemIsEmpty = true
        numberStart = nil
        return
      }

      cursor = marker.content
      depth += 1
      startsItem = true
      isAfterBullet = !marker.isNumber
    }
  }

  private mutating func readEmptyLine() {
    paragraph = .none
    continueNote()
    // An item without text ends at the first empty line.
    if lastItemIsEmpty { items.removeLast() }
    lastItemIsEmpty = false
  }

  /// Adds a line in a drawer of the last item to its note, including the line that ends it.
  private mutating func takesDrawerLine(_ cursor: LineCursor, depth: Int) -> Bool {
    isInDrawer = !cursor.isAtEnd && depth == items.count
    guard isInDrawer else { return false }
    isInDrawer = !parsed.bytes.span.extracting(cursor.rest).equals(":END:")
    addNoteLine(depth: depth)
    return true
  }

  /// Returns the number of open items to which a line with an indent belongs.
  ///
  /// Inlined, because each call would copy the reader otherwise.
  @inline(__always)
  private func openItems(at column: Int) -> Int {
    // A binary search, since one line can open many items that every later line examines.
    items.partitioningIndex { $0.column > column }
  }

  /// Skips a line of code or HTML, including the last one; returns `false` for other lines.
  private mutating func skipsLine(_ cursor: LineCursor, depth: Int) -> Bool {
    guard let current = verbatim else { return false }
    if depth < current.depth {
      verbatim = nil
      return false
    }

    let indent = indent(of: cursor, inDepth: current.depth)
    let isClosed = current.kind.isClosed(by: parsed.bytes.span, at: cursor, indent: indent)
    let isInNote = !current.isItemText || current.hasText && !isClosed
    if isInNote { addNoteLine(depth: current.depth) }
    if current.depth == 0, case .html(.untilBlank) = current.kind {
      addHTMLHeadings(in: cursor.rest)
    }

    if isClosed {
      verbatim = nil
    } else if !isInNote && !cursor.isAtEnd {
      parsed.texts[parsed.texts.count - 1] = cursor.rest
      verbatim?.hasText = true
    }
    return true
  }

  /// Returns the indent of the cursor relative to `depth` open items.
  ///
  /// Inlined for the same reason.
  @inline(__always)
  private func indent(of cursor: LineCursor, inDepth depth: Int) -> Int {
    if depth == 0 { return cursor.column }
    let item = items[depth - 1]
    if let column = item.numberedColumn, cursor.column >= column { return cursor.column - column }
    return cursor.column - item.column
  }
}

// MARK: - Blocks

private struct OpenItem {
  let column: Int
  let row: Int
  /// The column after the number at the start of the text, if there is one.
  var numberedColumn: Int?
}

/// The paragraph that the next line can continue.
private enum Paragraph {
  case none
  case text(Range<Int>)
  case itemText
  case quoted
  /// Code or HTML in nested block quotes, which only a quoted line continues.
  case quotedVerbatim(Verbatim.Kind, depth: Int)

  var isOpen: Bool {
    switch self {
    case .text, .itemText, .quoted: true
    case .none, .quotedVerbatim: false
    }
  }

  var isQuoted: Bool {
    if case .quoted = self { true } else { false }
  }
}

/// A block that is skipped, and the number of items around it.
private struct Verbatim {
  enum Kind {
    case code(CodeFence)
    case html(HTMLBlock)

    /// Returns whether the first line of the block also ends it.
    func isWhole(_ bytes: Span<UInt8>, at cursor: LineCursor) -> Bool {
      if case .html(let html) = self { html.ends(in: bytes.extracting(cursor.rest)) } else { false }
    }

    func isClosed(by bytes: Span<UInt8>, at cursor: LineCursor, indent: Int) -> Bool {
      switch self {
      case .code(let fence): indent < 4 && fence.isClosed(by: bytes, at: cursor)
      case .html(let html): html.ends(in: bytes.extracting(cursor.rest))
      }
    }
  }

  let kind: Kind
  let depth: Int
  /// Whether the block is the text of the last item: first the fence, and then its first line.
  var isItemText = false
  var hasText = false
}

/// The block that a line begins.
private enum Block {
  case heading(ATXHeading)
  /// A line that makes the previous paragraph a heading.
  case underline(level: Int)
  case item(ListMarker)
  case verbatim(Verbatim.Kind)
  case quote
  case rule
  case indentedCode
  case text
}

extension MarkdownReader {
  /// Returns the block that begins at the cursor, within `depth` open items.
  private mutating func block(at cursor: LineCursor, depth: Int) -> Block {
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

    // Another number continues the list that the text of an item began.
    let numberedColumn = depth > 0 ? items[depth - 1].numberedColumn : nil
    let isNumbered = numberedColumn.map { cursor.column < $0 } ?? false
    if let marker = ListMarker(in: bytes, at: cursor, inParagraph: inParagraph && !isNumbered) {
      return .item(marker)
    }
    return .text
  }

  /// Returns the leaf block whose marker is at the cursor, if any.
  private func leafBlock(at cursor: LineCursor, inParagraph: Bool) -> Block? {
    let bytes = parsed.bytes.span
    if let heading = ATXHeading(in: bytes, at: cursor) { return .heading(heading) }
    if let fence = CodeFence(in: bytes, at: cursor) { return .verbatim(.code(fence)) }
    let html = HTMLBlock(in: bytes, at: cursor, inParagraph: inParagraph)
    return html.map { .verbatim(.html($0)) }
  }

  /// Returns the level of the setext heading that a line of `=` or `-` makes of the paragraph.
  private func underlineLevel(_ cursor: LineCursor) -> Int? {
    let bytes = parsed.bytes.span
    let first = cursor.peek(bytes)
    guard first == UInt8(ascii: "=") || first == UInt8(ascii: "-") else { return nil }
    for position in cursor.rest where bytes[position] != first { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Returns whether the rest of the line is a thematic break, such as `---` or `* * *`.
  private mutating func isRule(_ cursor: LineCursor) -> Bool {
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
}

// MARK: - Rows

extension MarkdownReader {
  /// Opens a list item within `depth` items; its text is its number, if it has one.
  private mutating func openItem(_ marker: ListMarker, at start: Int, depth: Int) {
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
  private mutating func setItemText(_ block: Block, _ cursor: LineCursor) {
    var text = cursor.rest
    if case .heading(let heading) = block { text = heading.text }
    if case .text = block {
      paragraph = .itemText
      let isProperty = takeProperty(text)
      // The number is before the text, unless the text is on the next line.
      if let numberStart, !isProperty, numberStart < text.lowerBound {
        parsed.positionLengths[parsed.texts.count - 1] = UInt8(text.lowerBound - numberStart)
        text = numberStart..<text.upperBound
      }
    }
    parsed.texts[parsed.texts.count - 1] = text
    if case .verbatim(.code) = block { verbatim?.isItemText = true }
  }

  /// Processes a block other than an item.
  private mutating func finish(_ block: Block, _ cursor: LineCursor, depth: Int, startsItem: Bool) {
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
      if case .rule = block { parsed.head.hasSeparators = true }
    }
  }

  private mutating func continueText(_ cursor: LineCursor, depth: Int, startsItem: Bool) {
    if depth > 0 && depth == items.count && takeProperty(cursor.rest) {
      let endsDrawer = parsed.bytes.span.extracting(cursor.rest).equals(":END:")
      if (isInDrawer || endsDrawer) && !startsItem { addNoteLine(depth: depth) }
      return
    }
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
  private mutating func addHTMLHeadings(in line: Range<Int>) {
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

  private mutating func addRow(_ text: Range<Int>, level: Int, itemDepth: Int = -1) {
    parsed.texts.append(text)
    if recordsStarts { parsed.starts.append(UInt32(text.lowerBound)) }
    parsed.levels.append(level)
    parsed.positionLengths.append(0)
    if tree != .both { itemDepths.append(Int32(itemDepth)) }
  }
}

// MARK: - Block quotes

extension MarkdownReader {
  /// Returns the paragraph that the next line can continue after a line of a block quote.
  private mutating func paragraph(
    afterQuote start: LineCursor, continuing open: Paragraph
  ) -> Paragraph {
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

// MARK: - Notes

extension MarkdownReader {
  /// Stands for the row of a text outside of all rows.
  private static let noRow = -1

  /// Adds the current line to the note of the item or the heading that contains it.
  private mutating func addNoteLine(depth: Int) {
    if noteSource == nil { return }
    let row = depth > 0 ? items[depth - 1].row : headingRow ?? Self.noRow
    let continuesNote = rowsAtNote == parsed.texts.count && noteLines.lastRow == row
    noteLines.append(currentLine, to: row, beginsParagraph: !continuesNote)
    rowsAtNote = parsed.texts.count
  }

  /// Adds the current line to the note of the line above, unless a row is between them.
  private mutating func continueNote() {
    guard rowsAtNote == parsed.texts.count, let row = noteLines.lastRow else { return }
    noteLines.append(currentLine, to: row)
  }

  /// Sets the notes of the rows that are kept.
  mutating func finishNotes(of kept: [Int]?) {
    guard let noteSource else { return }
    var notes = noteLines.notes(in: noteSource.span)
    parsed.head.definitions = references.definitions(in: notes.values, of: noteSource.span)
    parsed.head.note = notes.removeValue(forKey: Self.noRow)
    guard let kept else {
      parsed.notes = notes
      return
    }
    for (new, old) in kept.enumerated() { parsed.notes[new] = notes[old] }
  }
}

// MARK: - Properties and chapters

extension MarkdownReader {
  /// Records a line that is a property of Logseq, and returns whether it is one.
  private mutating func takeProperty(_ line: Range<Int>) -> Bool {
    let source = parsed.bytes
    guard source.span.isProperty(line) else { return false }

    let row = parsed.texts.count - 1
    let property = source.span.extracting(line)
    isInDrawer = property[0] == UInt8(ascii: ":") && !property.equals(":END:")
    if property.equals("collapsed:: true") { foldedRows.insert(row) }
    if property.equals("logseq.order-list-type:: number") { numberedRows.insert(row) }

    if let end = property.end(of: ":: ", from: 0),
      let name = parsed.attributes.position(of: Bytes(copying: property.extracting(..<(end - 3))))
    {
      // Copy the value: the text of the item may be moved over it.
      properties.append((row, name, Bytes(copying: property.extracting(end...))))
    }
    return true
  }

  /// Adds a row for a chapter outside the list of a summary.
  private mutating func addChapter(_ line: Range<Int>) -> Bool {
    guard isSummary, items.isEmpty, parsed.bytes[line.lowerBound] == UInt8(ascii: "["),
      InlineText(in: line, of: parsed.bytes.span, allowingBlanks: true).isOneLink
    else { return false }
    addRow(line, level: headings.count, itemDepth: 0)
    return true
  }
}

extension Span where Element == UInt8 {
  /// The names of lines that can be properties, except for those that tell how to show a row.
  fileprivate var propertyNames: [Bytes] {
    var names: Set<Bytes> = []
    var lines = TextLines(self)
    while let line = lines.next(in: self) {
      let text = line.dropFirst(firstText(in: line) - line.lowerBound)
      guard isProperty(text), self[text.lowerBound] != UInt8(ascii: ":"),
        let end = firstIndex(of: UInt8(ascii: ":"), from: text.lowerBound)
      else { continue }
      let name = extracting(text.lowerBound..<end)
      let isShown = name.equals("collapsed") || name.equals("logseq.order-list-type")
      if !isShown { names.insert(Bytes(copying: name)) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns whether a line is a property such as `key:: value`, or begins or ends a drawer.
  func isProperty(_ line: Range<Int>) -> Bool {
    guard let first = line.first else { return false }
    let text = extracting(line)
    if self[first] == UInt8(ascii: ":") { return text.isDrawerName }
    guard text[0].isASCIILetter else { return false }
    // The limit keeps long texts linear, since each of their lines is examined.
    var end = 1
    while end < min(text.count, 64), text[end] > 0x20, text[end] != UInt8(ascii: ":") { end += 1 }
    guard end + 1 < text.count, text[end] == UInt8(ascii: ":"), text[end + 1] == UInt8(ascii: ":")
    else { return false }
    return end + 2 == text.count || text[end + 2].isBlank
  }

  /// A Boolean value that indicates whether this is the name of a drawer in capital letters between
  /// colons, such as `:LOGBOOK:`.
  private var isDrawerName: Bool {
    guard count > 2, self[count - 1] == UInt8(ascii: ":") else { return false }
    return (1..<count - 1).allSatisfy {
      self[$0] == UInt8(ascii: "-") || self[$0].isASCIILetter && self[$0].lowercased != self[$0]
    }
  }

  /// A Boolean value that indicates whether this looks like a page of Logseq: all its lines are
  /// items, their text and properties.
  fileprivate var isLogseq: Bool {
    let sample = extracting(first: Swift.min(count, 1 << 14))
    var lines = TextLines(sample)
    var hasMark = false
    while let line = lines.next(in: sample) {
      guard let first = line.first else { continue }
      if sample[first] == UInt8(ascii: "\t") || sample.isProperty(line) {
        hasMark = true
      } else if sample[first] != UInt8(ascii: "-") && sample[first] != 0x20 {
        return false
      }
    }
    return hasMark
  }
}
