/// Reads the headings and list items of a Markdown document.
///
/// Blocks follow CommonMark: text in fences, comments, front matter and indented code is neither a
/// heading nor an item. A list belongs to the heading above it. The parent of a heading is the
/// nearest heading above it of a lower level; a heading within an item is a child of that item.
/// Paragraphs and code are not rows. Emphasis and code in texts stay; links, HTML, escapes and
/// references to characters are shown by their texts. The reader understands the properties of
/// Logseq and the folds of Logseq and markmap.
///
/// - Complexity: O(`bytes.count`) for lists of bounded depth; a line within *d* open items costs
///   O(log *d*)
struct MarkdownReader {
  var parsed: ParsedFile
  var headings: [Int] = []
  var items: [OpenItem] = []
  var paragraph = Paragraph.none
  var verbatim: Verbatim?
  /// The start of the number before the text of the last item, if it has one.
  var numberStart: Int?
  var references = LinkReferences()
  /// The rows whose texts are HTML, ascending.
  var htmlHeadings: ArraySlice<Int> = []
  var isInDrawer = false
  var lastItemIsEmpty = false
  /// The offset before which the current line has no thematic break.
  var ruleFailure = 0

  let tree: RowKinds
  /// Whether to record where each row begins.
  let recordsStarts: Bool
  /// The file before the reader moves bytes, if it reads notes.
  let noteSource: Bytes?
  var noteLines = NoteLines()
  /// The number of rows before the last line of a note.
  var rowsAtNote = -1
  var currentLine = 0..<0
  /// The row of the last heading.
  var headingRow: Int?
  /// Whether the document is a page of Logseq, where a line of signs after a bullet is a text.
  let isLogseq: Bool
  /// The number of items around each row, or -1 for headings; empty if all rows are shown.
  var itemDepths: [Int32] = []
  let isSummary: Bool
  var topics: [Range<Int>] = []
  /// The first row below the open heading `## Topics`, if any.
  var topicsStart: Int?
  var foldedRows: Set<Int> = []
  /// The blocks of Logseq that have a number.
  var numberedRows: Set<Int> = []
  /// The rows that are folded together with their descendants.
  var foldedSubtrees: Set<Int> = []
  /// The values of properties that the options ask for; `name` is an index.
  var properties: [(row: Int, name: Int, value: Bytes)] = []
  /// The depth from which all rows are folded.
  var foldLevel: Int?

  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    var reader = MarkdownReader(
      parsed: ParsedFile(
        bytes: bytes, attributes: AttributeRanges(names: options.attributeNames)),
      name: name, options: options)
    reader.parsed.reserveRows(reader.parsed.bytes.count / 32)
    var lines = FrontMatter.end(in: reader.parsed.bytes.span)
    reader.foldLevel = FrontMatter.foldLevel(in: reader.parsed.bytes.span, end: lines.position)
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
    noteSource = options.findsNotes ? parsed.bytes : nil
    isLogseq = parsed.bytes.span.isLogseq
    let lastName = name.split(separator: UInt8(ascii: "/")).last
    // The end of a name is enough for copies such as `old-SUMMARY.md`.
    isSummary =
      name.hasSuffix("SUMMARY.md")
      || lastName?.map(\.lowercased).elementsEqual("summary.md".utf8) ?? false
  }
}

struct OpenItem {
  let column: Int
  let row: Int
  /// The column after the number at the start of the text, if there is one.
  var numberedColumn: Int?
}

/// The paragraph that the next line can continue.
enum Paragraph {
  case none
  case text(Range<Int>)
  case itemText
  case quoted
  /// Code or HTML in nested block quotes, which only a quoted line continues.
  case quotedVerbatim(Verbatim.Kind, depth: Int)
}

/// A block that is skipped, and the number of items around it.
struct Verbatim {
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
  /// Whether the text of the last item is still the fence, and the first line of code replaces it.
  var isItemText = false
}

/// The block that a line begins.
enum Block {
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
  private mutating func read(_ line: Range<Int>) {
    var cursor = LineCursor(line)
    cursor.skipBlanks(parsed.bytes.span)
    var depth = cursor.isAtEnd ? items.count : openItems(at: cursor.column)
    if skipsLine(cursor, depth: depth) || isInDrawer && skipsDrawerLine(cursor, depth: depth) {
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

  /// Skips a line in a drawer of the last item, or its last line.
  private mutating func skipsDrawerLine(_ cursor: LineCursor, depth: Int) -> Bool {
    isInDrawer = !cursor.isAtEnd && depth == items.count
    guard isInDrawer else { return false }
    isInDrawer = !parsed.bytes.span.extracting(cursor.rest).equals(":END:")
    return true
  }

  /// Returns the number of open items to which a line with an indent belongs.
  private func openItems(at column: Int) -> Int {
    // A binary search, since one line can open many items that every later line examines.
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].column <= column { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Skips a line within code or HTML, or its last line; returns `false` for other lines.
  private mutating func skipsLine(_ cursor: LineCursor, depth: Int) -> Bool {
    guard let current = verbatim else { return false }
    if depth < current.depth {
      verbatim = nil
      return false
    }
    if !current.isItemText { addNoteLine(depth: current.depth) }
    let indent = indent(of: cursor, inDepth: current.depth)
    if current.depth == 0, case .html(.untilBlank) = current.kind {
      addHTMLHeadings(in: cursor.rest)
    }
    if current.kind.isClosed(by: parsed.bytes.span, at: cursor, indent: indent) {
      verbatim = nil
    } else if current.isItemText && !cursor.isAtEnd {
      parsed.texts[parsed.texts.count - 1] = cursor.rest
      verbatim?.isItemText = false
    }
    return true
  }

  /// Returns the indent of the cursor relative to `depth` open items.
  func indent(of cursor: LineCursor, inDepth depth: Int) -> Int {
    if depth == 0 { return cursor.column }
    let item = items[depth - 1]
    if let column = item.numberedColumn, cursor.column >= column { return cursor.column - column }
    return cursor.column - item.column
  }
}
