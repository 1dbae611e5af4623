/// Reads the rows of a file of XML or HTML.
protocol MarkupReader {
  var rows: MarkupRows { get set }
  var scanner: TagScanner { get }

  init(_ rows: MarkupRows, settings: Settings)

  mutating func findRows(in bytes: Span<UInt8>)
}

extension MarkupReader {
  static func read(_ bytes: consuming Bytes, name: Bytes, settings: Settings) -> Listing {
    var reader = Self(MarkupRows(bytes, settings: settings), settings: settings)
    let source = reader.rows.bytes
    reader.findRows(in: source.span)
    // Texts are added behind the bytes, in place if nobody else holds them.
    _ = consume source
    return reader.rows.finish(reader.scanner, in: name)
  }
}

/// The rows that the elements of a file of XML or HTML make, and what their readers have in common.
struct MarkupRows {
  private var listing: Listing
  /// The rows whose elements, or lists, are open.
  private(set) var open: [Int] = []
  private var lastOpened = 0
  /// Texts that are not in the file as they are.
  private var resolved: Bytes = []
  private var untitled: [Int] = []
  private var collapsed: [Int] = []
  private let needsStarts: Bool

  init(_ bytes: consuming Bytes, settings: Settings) {
    listing = Listing(bytes: bytes)
    listing.reserveRows(listing.bytes.count / 64)
    needsStarts = settings.needsStarts
  }

  var bytes: Bytes { listing.bytes }
  var count: Int { listing.texts.count }

  /// Adds a row whose attributes start at `start`; without a text it is untitled until it gets one.
  @inline(__always)
  mutating func add(_ text: Range<Int>?, level: Int, at start: Int) {
    if needsStarts { listing.starts.append(UInt32(start)) }
    if text == nil { untitled.append(count) }
    listing.levels.append(level)
    listing.texts.append(text ?? 0..<0)
  }

  /// Gives an untitled row its text; one that has a text keeps it.
  mutating func setText(_ text: Range<Int>, of row: Int) {
    if listing.texts[row] == 0..<0 { listing.texts[row] = text }
  }

  mutating func collapseLast() {
    collapsed.append(count - 1)
  }

  mutating func includeLast(_ address: Bytes) {
    listing.includes.append((count - 1, address))
  }

  /// Notes what the file itself says of what is expanded; else all rows are but those collapsed.
  mutating func store(_ expansion: StoredExpansion) {
    listing.stored = expansion
  }

  /// Notes that what follows belongs to the row added last.
  mutating func begin(at position: Int) {
    open.append(count - 1)
    lastOpened = position
  }

  /// Ends what was begun last.
  mutating func end(at position: Int, in scanner: inout TagScanner) {
    if open.popLast() == nil { scanner.note(.looseEnd, at: position) }
  }

  /// Returns the rows, with what the scanner noted.
  mutating func finish(_ scanner: consuming TagScanner, in name: Bytes) -> Listing {
    if !open.isEmpty { scanner.note(.missingEnd, at: lastOpened) }
    listing.note(scanner, in: name)
    if !untitled.isEmpty {
      let start = listing.bytes.count + resolved.count
      resolved += "(untitled)".utf8
      let place = start..<listing.bytes.count + resolved.count
      for row in untitled { setText(place, of: row) }
    }
    listing.bytes += resolved
    listing.stored = listing.stored ?? .collapsed(collapsed)
    return listing
  }
}

// MARK: - Texts

extension MarkupRows {
  /// Returns where the value of an attribute is, its references resolved.
  @inline(__always)
  mutating func place(
    of attribute: TagScanner.Attribute, in bytes: Span<UInt8>, dialect: MarkupDialect = .xml
  ) -> Range<Int> {
    guard attribute.isEncoded else { return attribute.value }
    let start = bytes.count + resolved.count
    resolved.appendResolved(bytes.extracting(attribute.value), dialect: dialect)
    return start..<bytes.count + resolved.count
  }

  /// Returns where the text of a part of the file is that may have tags in it; `nil` where it has
  /// none.
  mutating func place(ofTextIn range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    if range.isEmpty { return nil }
    if bytes.isPlainText(range) { return range }
    let start = bytes.count + resolved.count
    resolved.appendText(of: bytes.extracting(range))
    let place = start..<bytes.count + resolved.count
    return place.isEmpty ? nil : place
  }
}

extension Span where Element == UInt8 {
  /// Returns a range without the white space at its ends.
  func withoutBlankEnds(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end && self[start].isMarkupBlank { start += 1 }
    while end > start && self[end - 1].isMarkupBlank { end -= 1 }
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
