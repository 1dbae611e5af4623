/// Reads the headings and list items of a Markdown document.
///
/// Blocks are told apart as CommonMark does, so that what only looks like a heading or an item, in
/// a fence, a comment, front matter or a block of code, is none. A list belongs to the heading
/// above it. A heading that skips levels belongs to the nearest heading above it of a lesser level;
/// one within a list item is part of that item. Paragraphs and code are no rows; markup within a
/// text stays, but for links, of which only the texts do, and names in the topics of DocC.
/// Properties of Logseq are no text, and its folds and those of markmap are kept.
///
/// - Complexity: O(`bytes.count`), but for O(log *d*) a line in lists *d* levels deep.
struct MarkdownReader {
  var parsed: ParsedFile
  /// The levels of the headings that the line at hand is under, rising.
  var headings: [Int] = []
  /// The list items that are open, each in the one before.
  var items: [OpenItem] = []
  var paragraph = Paragraph.none
  var verbatim: Verbatim?
  /// Whether the line before opened an item and has nothing behind the marker.
  var lastItemIsEmpty = false
  /// Before this position there is no rule across the page on the line at hand.
  var ruleFailure = 0

  let tree: RowKinds
  /// How many items each row is in, or -1 for headings, where one of the kinds is left out.
  var itemDepths: [Int32] = []
  /// Whether the document lists the chapters of a book.
  let isSummary: Bool
  /// The rows below headings `## Topics`.
  var topics: [Range<Int>] = []
  /// The first row below such a heading that the line at hand is under.
  var topicsStart: Int?
  var foldedRows: Set<Int> = []
  /// The rows that are folded with all rows below them.
  var foldedSubtrees: Set<Int> = []
  /// The properties that the settings ask for: the row, the number of the name, and the value.
  var properties: [(row: Int, name: Int, value: Bytes)] = []
  /// The depth from which on all rows are folded.
  var foldLevel: Int?

  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    var reader = MarkdownReader(
      parsed: ParsedFile(
        bytes: bytes, attributes: AttributeRanges(names: options.attributeNames)),
      name: name, tree: options.rowKinds ?? .both)
    reader.parsed.reserveRows(reader.parsed.bytes.count / 32)
    var lines = FrontMatter.end(in: reader.parsed.bytes.span)
    reader.foldLevel = FrontMatter.foldLevel(in: reader.parsed.bytes.span, end: lines.position)
    while let line = lines.next(in: reader.parsed.bytes.span) {
      reader.read(line)
    }
    reader.finishRows()
    return reader.parsed
  }

  private init(parsed: ParsedFile, name: Bytes, tree: RowKinds) {
    self.parsed = parsed
    self.tree = tree
    let lastName = name.split(separator: UInt8(ascii: "/")).last
    // A copy of another book's has more in front.
    isSummary =
      name.suffix(10).elementsEqual("SUMMARY.md".utf8)
      || lastName?.map(\.lowercased).elementsEqual("summary.md".utf8) ?? false
  }
}

/// A list item that lines can still belong to.
struct OpenItem {
  /// The column that its text begins at, and what belongs to it.
  let column: Int
  /// Where its text begins with a number, the column of what is behind that.
  var numberedColumn: Int?
}

/// Text that the next line may continue.
enum Paragraph {
  case none
  case text(Range<Int>)
  /// The text of the item opened last.
  case itemText
  /// A paragraph in a block quote.
  case quoted
  /// Code or HTML within so many block quotes, which only another line of the quote goes on with.
  case quotedVerbatim(Verbatim.Kind, depth: Int)
}

/// A block whose lines are not looked into, and the number of list items it is in.
struct Verbatim {
  enum Kind {
    case code(CodeFence)
    case html(HTMLBlock)

    /// Whether the line that begins the block ends it too.
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
  /// Whether the text of the item opened last is the fence so far, and should be the first line.
  var isItemText = false
}

/// What a line, or what is left of it, begins.
enum Block {
  case heading(ATXHeading)
  /// The line below a paragraph that makes it a heading.
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
    if skipsLine(cursor, depth: depth) { return }
    if cursor.isAtEnd {
      readEmptyLine()
      return
    }
    var startsItem = lastItemIsEmpty && depth == items.count
    lastItemIsEmpty = false
    var isBehindBullet = false
    while true {
      var block = block(at: cursor, depth: depth)
      // Logseq numbers blocks whose bullets stay: the number is no item in an item without a text.
      if case .item(let marker) = block, isBehindBullet, marker.isNumber {
        items[depth - 1].numberedColumn = marker.contentColumn
        block = .text
      }
      guard case .item(let marker) = block else {
        finish(block, cursor, depth: depth)
        if startsItem { setItemText(block, cursor) }
        return
      }
      openItem(marker, depth: depth)
      if marker.content.isAtEnd {
        lastItemIsEmpty = true
        return
      }
      cursor = marker.content
      depth += 1
      startsItem = true
      isBehindBullet = !marker.isNumber
    }
  }

  private mutating func readEmptyLine() {
    paragraph = .none
    // An item has to begin within two lines.
    if lastItemIsEmpty { items.removeLast() }
    lastItemIsEmpty = false
  }

  /// Returns how many of the open items a line belongs to by its indent.
  private func openItems(at column: Int) -> Int {
    // A search by halves: one line can open very many items, and each line after it has to look.
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].column <= column { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether the line is inside code or HTML, or closes it.
  private mutating func skipsLine(_ cursor: LineCursor, depth: Int) -> Bool {
    guard let current = verbatim else { return false }
    if depth < current.depth {
      verbatim = nil
      return false
    }
    let indent = indent(of: cursor, inDepth: current.depth)
    if current.kind.isClosed(by: parsed.bytes.span, at: cursor, indent: indent) {
      verbatim = nil
    } else if current.isItemText && !cursor.isAtEnd {
      parsed.texts[parsed.texts.count - 1] = cursor.rest
      verbatim?.isItemText = false
    }
    return true
  }

  /// Returns how far what is within `depth` items is indented further than those demand.
  func indent(of cursor: LineCursor, inDepth depth: Int) -> Int {
    if depth == 0 { return cursor.column }
    let item = items[depth - 1]
    if let column = item.numberedColumn, cursor.column >= column { return cursor.column - column }
    return cursor.column - item.column
  }
}
