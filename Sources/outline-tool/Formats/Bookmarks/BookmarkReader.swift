/// Reads the bookmark files of browsers, which resemble HTML.
///
/// A folder is a heading followed by a list. Folders and links are rows; descriptions are their
/// notes, and separators are omitted. Most elements have no end tag: a title ends at the next tag
/// that it cannot contain, a note at the next item.
///
/// - Complexity: O(`bytes.count`)
struct BookmarkReader: MarkupReader {
  static let rowElement = "<DL>"

  var rows: MarkupRows
  private(set) var scanner = TagScanner(dialect: .html)
  /// The depths of open lists that belong to no folder.
  private var orphanLists: [Int] = []
  /// Whether the last row is a folder whose list follows.
  private var awaitsList = false
  /// The start of the open note, if any.
  private var noteStart: Int?
  private let options: ReaderOptions

  init(_ rows: MarkupRows, options: ReaderOptions) {
    self.rows = rows
    self.options = options
  }

  mutating func findRows(in bytes: Span<UInt8>) {
    while let tag = scanner.nextTag(in: bytes) {
      switch (tag, BookmarkElement(tag, in: bytes)) {
      case (.start, .folder):
        addFolder(at: tag.position, in: bytes)
      case (.start, .link):
        addLink(at: tag.position, in: bytes)
      case (.start, .list):
        scanner.skipAttributes(in: bytes)
        endNote(at: tag.position, in: bytes)
        beginList(at: tag.position)
      case (.end, .list):
        endNote(at: tag.position, in: bytes)
        endList(at: tag.name.lowerBound)
      case (.start, let element):
        scanner.skipAttributes(in: bytes)
        if element == .note {
          // Several descriptions are one note.
          noteStart = noteStart ?? scanner.position
        } else if element != nil {
          endNote(at: tag.position, in: bytes)
        }
        if element == .separator { rows.parsed.head.hasSeparators = true }
        if options.findsHead && bytes.extracting(tag.name).equalsIgnoringCase("title") {
          let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: scanner.position) ?? bytes.count
          var title = Bytes()
          title.appendText(of: bytes.extracting(scanner.position..<end))
          rows.parsed.head.title = title.isEmpty ? nil : title
        }
      case (.end, _):
        break
      }
    }
    endNote(at: bytes.count, in: bytes)
  }

  /// Ends the open note, which belongs to the row above it.
  private mutating func endNote(at end: Int, in bytes: Span<UInt8>) {
    guard let start = noteStart else { return }
    noteStart = nil
    if !options.findsNotes { return }
    if rows.count > 0 {
      rows.addNote(in: start..<end, of: rows.count - 1, in: bytes)
    } else if options.findsHead {
      var note = Bytes()
      note.appendText(of: bytes.extracting(start..<end))
      rows.parsed.head.note = note.isEmpty ? nil : note
    }
  }

  private mutating func beginList(at position: Int) {
    rows.begin(at: position)
    if !awaitsList { orphanLists.append(rows.open.count) }
    awaitsList = false
  }

  private mutating func endList(at position: Int) {
    if orphanLists.last == rows.open.count { orphanLists.removeLast() }
    rows.end(at: position, in: &scanner)
    awaitsList = false
  }

  private mutating func addFolder(at position: Int, in bytes: Span<UInt8>) {
    endNote(at: position, in: bytes)
    let start = scanner.position
    var isCollapsed = false
    while let attribute = scanner.nextAttribute(in: bytes) {
      if bytes.extracting(attribute.name).equalsIgnoringCase("folded") { isCollapsed = true }
    }
    addRow(title(from: position, in: bytes), at: start)
    if isCollapsed { rows.collapseLast() }
    awaitsList = true
  }

  private mutating func addLink(at position: Int, in bytes: Span<UInt8>) {
    let start = scanner.position
    var address: TagScanner.Attribute?
    while let attribute = scanner.nextAttribute(in: bytes) {
      let isAddress = bytes.extracting(attribute.name).equalsIgnoringCase("href")
      if isAddress && !attribute.value.isEmpty && address == nil { address = attribute }
    }

    // Links in notes are not rows.
    if noteStart != nil { return }
    var text = title(from: position, in: bytes)
    if text == nil, let address { text = rows.textRange(of: address, in: bytes, dialect: .html) }
    addRow(text, at: start)
    awaitsList = false
  }

  private mutating func addRow(_ text: Range<Int>?, at start: Int) {
    rows.add(text, level: rows.open.count - orphanLists.count, at: start)
  }

  /// Skips the title of the current element and returns its text.
  private mutating func title(from position: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    let start = scanner.position
    while true {
      let beforeTag = scanner
      guard let tag = scanner.nextTag(in: bytes) else { break }
      switch (tag, BookmarkElement(tag, in: bytes)) {
      case (.end, .folder), (.end, .link):
        return rows.textRange(ofTextIn: start..<tag.position, in: bytes)
      case (.start, nil):
        scanner.skipAttributes(in: bytes)
      case (.end, nil):
        break
      default:
        scanner = beforeTag
        scanner.report(.unterminated, at: position)
        return rows.textRange(ofTextIn: start..<tag.position, in: bytes)
      }
    }
    scanner.report(.unterminated, at: position)
    return rows.textRange(ofTextIn: start..<bytes.count, in: bytes)
  }
}

private enum BookmarkElement {
  case folder
  case link
  case list
  case item
  case note
  case separator

  init?(_ tag: TagScanner.Tag, in bytes: Span<UInt8>) {
    let name = tag.name
    guard name.count == 1 || name.count == 2 else { return nil }
    let second = name.count == 2 ? bytes[name.lowerBound + 1] : 0x20
    switch (bytes[name.lowerBound].lowercased, second.lowercased) {
    case (UInt8(ascii: "d"), UInt8(ascii: "t")): self = .item
    case (UInt8(ascii: "a"), 0x20): self = .link
    case (UInt8(ascii: "d"), UInt8(ascii: "d")): self = .note
    case (UInt8(ascii: "h"), UInt8(ascii: "3")): self = .folder
    case (UInt8(ascii: "d"), UInt8(ascii: "l")): self = .list
    case (UInt8(ascii: "h"), UInt8(ascii: "r")): self = .separator
    default: return nil
    }
  }
}
