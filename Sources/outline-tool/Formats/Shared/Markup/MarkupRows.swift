/// Reads the rows of a file of XML or HTML.
protocol MarkupReader {
  var rows: MarkupRows { get set }
  var scanner: TagScanner { get }

  init(_ rows: MarkupRows, options: ReaderOptions)

  mutating func findRows(in bytes: Span<UInt8>)
}

extension MarkupReader {
  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    var reader = Self(MarkupRows(bytes, options: options), options: options)
    let source = reader.rows.bytes
    reader.findRows(in: source.span)
    // Texts are added behind the bytes, in place if nobody else holds them.
    _ = consume source
    return reader.rows.finish(reader.scanner, in: name)
  }
}

/// The rows that the elements of a file of XML or HTML make, and what their readers have in common.
struct MarkupRows {
  private var parsed: ParsedFile
  /// The rows whose elements, or lists, are open.
  private(set) var open: [Int] = []
  private var lastOpened = 0
  /// Texts that are not in the file as they are.
  private var appended: Bytes = []
  private var untitled: [Int] = []
  private var collapsed: [Int] = []
  private let needsStarts: Bool

  init(_ bytes: consuming Bytes, options: ReaderOptions) {
    parsed = ParsedFile(bytes: bytes)
    parsed.reserveRows(parsed.bytes.count / 64)
    needsStarts = options.needsStarts
  }

  var bytes: Bytes { parsed.bytes }
  var count: Int { parsed.texts.count }
  var levels: [Int] { parsed.levels }

  /// Adds a row whose attributes start at `start`; without a text it is untitled until it gets one.
  @inline(__always)
  mutating func add(_ text: Range<Int>?, level: Int, at start: Int) {
    if needsStarts { parsed.starts.append(UInt32(start)) }
    if text == nil { untitled.append(count) }
    parsed.levels.append(level)
    parsed.texts.append(text ?? 0..<0)
  }

  /// Gives an untitled row its text; one that has a text keeps it.
  mutating func setText(_ text: Range<Int>, of row: Int) {
    if parsed.texts[row] == 0..<0 { parsed.texts[row] = text }
  }

  mutating func collapseLast() {
    collapsed.append(count - 1)
  }

  mutating func includeLast(_ address: Bytes) {
    parsed.includes.append((count - 1, address))
  }

  /// Notes what the file itself says of what is expanded; else all rows are but those collapsed.
  mutating func store(_ expansion: StoredExpansion) {
    parsed.storedExpansion = expansion
  }

  /// Notes that what follows belongs to the row added last.
  mutating func begin(at position: Int) {
    open.append(count - 1)
    lastOpened = position
  }

  /// Ends what was begun last.
  mutating func end(at position: Int, in scanner: inout TagScanner) {
    if open.popLast() == nil { scanner.report(.strayEndTag, at: position) }
  }

  /// Returns the rows, with what the scanner noted.
  mutating func finish(_ scanner: consuming TagScanner, in name: Bytes) -> ParsedFile {
    if !open.isEmpty { scanner.report(.unclosedRow, at: lastOpened) }
    parsed.problems += scanner.log.problems(in: parsed.bytes.span, of: name)
    if !untitled.isEmpty {
      let start = parsed.bytes.count + appended.count
      appended += "(untitled)".utf8
      let range = start..<parsed.bytes.count + appended.count
      for row in untitled { setText(range, of: row) }
    }
    parsed.bytes += appended
    parsed.storedExpansion = parsed.storedExpansion ?? .collapsed(collapsed)
    return parsed
  }
}

// MARK: - Texts

extension MarkupRows {
  /// Returns where the value of an attribute is, its references appended.
  @inline(__always)
  mutating func textRange(
    of attribute: TagScanner.Attribute, in bytes: Span<UInt8>, dialect: MarkupDialect = .xml
  ) -> Range<Int> {
    guard attribute.isEncoded else { return attribute.value }
    let start = bytes.count + appended.count
    appended.appendResolved(bytes.extracting(attribute.value), dialect: dialect)
    return start..<bytes.count + appended.count
  }

  /// Returns where the text of a part of the file is that may have tags in it; `nil` where it has
  /// none.
  mutating func textRange(ofTextIn range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    if range.isEmpty { return nil }
    if bytes.isPlainText(range) { return range }
    let start = bytes.count + appended.count
    appended.appendText(of: bytes.extracting(range))
    let range = start..<bytes.count + appended.count
    return range.isEmpty ? nil : range
  }
}

extension Span where Element == UInt8 {
  /// Returns a range without the white space at its ends.
  func withoutBlankEnds(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end && self[start].isWhitespace { start += 1 }
    while end > start && self[end - 1].isWhitespace { end -= 1 }
    return start..<end
  }

  /// Whether a browser shows a part of a file of HTML as it stands.
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

extension TagScanner {
  /// Whether a text of unknown kind begins with a tag, and its start fits.
  static func recognizes(_ bytes: Span<UInt8>, _ fits: (Span<UInt8>) -> Bool) -> Bool {
    var lines = TextLines(bytes)
    while let line = lines.next(in: bytes) {
      if line.isEmpty { continue }
      let start = bytes.extracting(line.lowerBound..<min(line.lowerBound + 4096, bytes.count))
      return start[0] == UInt8(ascii: "<") && fits(start)
    }
    return false
  }

  /// Returns the attribute `name` of the element whose attributes start at `start`.
  static func value(
    of name: Bytes, at start: Int, in bytes: Span<UInt8>, dialect: MarkupDialect = .xml
  ) -> Bytes? {
    var scanner = TagScanner(at: start, dialect: dialect)
    while let attribute = scanner.nextAttribute(in: bytes) {
      guard bytes.extracting(attribute.name).equals(name.span, ignoringCase: dialect == .html)
      else { continue }
      var value = Bytes()
      value.appendResolved(bytes.extracting(attribute.value), dialect: dialect)
      return value
    }
    return nil
  }
}

/// The elements of a file of XML that are open and make no rows: whether they end tells whether the
/// file is whole.
struct OpenElements {
  private var names: [Range<Int>] = []

  mutating func begin(_ name: Range<Int>) {
    names.append(name)
  }

  /// The name of the element that was begun last.
  var last: Range<Int>? { names.last }

  /// Ends the element of this name that was begun last, or the one that it is in, whose end may be
  /// what is missing.
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

  /// Notes that the element begun last does not end.
  func finish(reportingTo scanner: inout TagScanner) {
    if let last = names.last { scanner.report(.unclosedElement, at: last.lowerBound) }
  }
}
