/// A reader of a format that is based on XML or HTML.
protocol MarkupReader {
  var rows: MarkupRows { get set }
  var scanner: TagScanner { get }

  /// The element of a row, or of its children, as it appears in messages.
  static var rowElement: String { get }

  init(_ rows: MarkupRows, options: ReaderOptions)

  mutating func findRows(in bytes: Span<UInt8>)
}

extension MarkupReader {
  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    var reader = Self(MarkupRows(bytes, options: options), options: options)
    let source = reader.rows.parsed.bytes

    reader.findRows(in: source.span)
    reader.rows.nameUntitled(in: source.span)
    // Release the copy, so that appending happens in place.
    _ = consume source
    return reader.rows.finish(reader.scanner, rowElement: rowElement, in: name)
  }
}

/// The rows of a file of XML or HTML while a reader finds them.
struct MarkupRows {
  var parsed: ParsedFile
  /// The rows with open elements or lists.
  private(set) var open: [Int] = []
  private var lastOpened = 0
  var appended = AppendedTexts()
  private var untitled: [Int] = []
  private var collapsed: [Int] = []
  private let needsStarts: Bool

  init(_ bytes: consuming Bytes, options: ReaderOptions) {
    parsed = ParsedFile(bytes: bytes)
    parsed.reserveRows(parsed.bytes.count / 64)
    needsStarts = options.needsStarts
  }

  var count: Int { parsed.texts.count }

  /// Adds a row whose attributes begin at `start`; without a text it is untitled.
  @inline(__always)
  mutating func add(_ text: Range<Int>?, level: Int, at start: Int) {
    if needsStarts { parsed.starts.append(UInt32(start)) }
    if text == nil { untitled.append(count) }
    parsed.levels.append(level)
    parsed.texts.append(text ?? 0..<0)
  }

  mutating func setText(_ text: Range<Int>, of row: Int) {
    if parsed.texts[row] == 0..<0 { parsed.texts[row] = text }
  }

  /// Adds the visible text of a range to the note of a row.
  mutating func addNote(in range: Range<Int>, of row: Int, in bytes: Span<UInt8>) {
    var note = Bytes()
    note.appendText(of: bytes.extracting(range), keepsLines: true)
    if note.isEmpty { return }
    if let earlier = parsed.notes[row] { note = earlier + "\n".utf8 + note }
    parsed.notes[row] = note
  }

  /// Sets the texts of the rows that are still untitled.
  fileprivate mutating func nameUntitled(in bytes: Span<UInt8>) {
    if untitled.isEmpty { return }
    let range = appended.untitled(after: bytes)
    for row in untitled { setText(range, of: row) }
  }

  mutating func collapseLast() {
    collapsed.append(count - 1)
  }

  mutating func begin(at position: Int) {
    open.append(count - 1)
    lastOpened = position
  }

  mutating func end(at position: Int, in scanner: inout TagScanner) {
    if open.popLast() == nil { scanner.report(.strayEndTag, at: position) }
  }

  mutating func finish(
    _ scanner: consuming TagScanner, rowElement: String, in name: Bytes
  ) -> ParsedFile {
    if !open.isEmpty { scanner.log.report(UnclosedRow(element: rowElement), at: lastOpened) }
    parsed.problems += scanner.log.problems(in: parsed.bytes.span, of: name)
    parsed.bytes += appended.bytes
    parsed.storedExpansion = parsed.storedExpansion ?? .collapsed(collapsed)
    return parsed
  }
}

// MARK: - Texts

extension MarkupRows {
  /// Returns the range of an attribute's value with its references resolved.
  @inline(__always)
  mutating func textRange(
    of attribute: TagScanner.Attribute, in bytes: Span<UInt8>, dialect: MarkupDialect = .xml
  ) -> Range<Int> {
    guard attribute.isEncoded else { return attribute.value }
    return appended.range(after: bytes) {
      $0.appendResolved(bytes.extracting(attribute.value), dialect: dialect)
    }
  }

  /// Returns the text of a range that can contain tags, or `nil` if it has no text.
  @inline(never)
  mutating func textRange(ofTextIn range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    let range = bytes.trimming(range, where: { $0.isWhitespace })
    if range.isEmpty { return nil }
    if bytes.isPlainText(range) { return range }
    let text = appended.range(after: bytes) { $0.appendText(of: bytes.extracting(range)) }
    return text.isEmpty ? nil : text
  }
}

extension Span where Element == UInt8 {
  /// Returns whether a browser shows a range unchanged.
  fileprivate func isPlainText(_ range: Range<Int>) -> Bool {
    var wasSpace = true
    for index in range {
      let byte = self[index]
      let isSpace = byte == 0x20
      if byte < 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") { return false }
      if isSpace && wasSpace { return false }
      wasSpace = isSpace
    }
    return !wasSpace
  }
}

/// The open elements other than rows; if one does not end, the file may be incomplete.
struct OpenElements {
  private var names: [Range<Int>] = []

  mutating func begin(_ name: Range<Int>) {
    names.append(name)
  }

  var last: Range<Int>? { names.last }

  /// Closes the innermost element of this name or, if its end tag is missing, the enclosing one.
  mutating func end(
    _ name: Range<Int>, in bytes: Span<UInt8>, reportingTo scanner: inout TagScanner
  ) {
    let isOpen = names.suffix(2).map { bytes.extracting($0).equals(bytes.extracting(name)) }
    if isOpen.last == true {
      names.removeLast()
    } else if isOpen.first == true {
      finish(reportingTo: &scanner)
      names.removeLast(2)
    } else {
      scanner.report(.strayEndTag, at: name.lowerBound)
    }
  }

  func finish(reportingTo scanner: inout TagScanner) {
    if let last = names.last { scanner.report(.unclosedElement, at: last.lowerBound) }
  }
}
