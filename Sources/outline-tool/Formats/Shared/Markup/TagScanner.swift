/// Walks over the tags of XML or HTML and tolerates syntax errors.
///
/// The scanner repairs syntax errors and reports them: a stray `&` or `<` stands for itself, and a
/// quote ends a value only before a blank, `/`, `>` or `?`. In HTML, a stray `&` and an unquoted
/// value are valid. The scanner skips comments, processing instructions and declarations.
///
/// - Complexity: O(`bytes.count`) for a whole walk
struct TagScanner {
  enum Tag {
    case start(name: Range<Int>)
    case end(name: Range<Int>)

    var name: Range<Int> {
      switch self {
      case .start(let name), .end(let name): name
      }
    }

    var position: Int {
      switch self {
      case .start(let name): name.lowerBound - 1
      case .end(let name): name.lowerBound - 2
      }
    }
  }

  struct Attribute {
    let name: Range<Int>
    let value: Range<Int>
    /// Whether the value contains references or whitespace to resolve.
    let isEncoded: Bool
  }

  private(set) var position = 0
  /// The comments, processing instructions and declarations before the last tag.
  private(set) var skipped: [Range<Int>] = []
  /// The start of the text before the last tag, if there is any.
  private(set) var textStart: Int?
  /// Whether the last tag is self-closing.
  private(set) var endsElement = false
  var log = ProblemLog()
  /// The delimiters that are known not to occur in the rest of the file.
  private var missing: Set<String> = []
  /// The offset before which values have no closing quote, by quote.
  private var endsMissing: [UInt8: Int] = [:]
  let dialect: MarkupDialect
  /// Whether to report problems in texts, not only in tags.
  private let checksText: Bool

  init(at position: Int = 0, dialect: MarkupDialect = .xml, checksText: Bool = false) {
    self.position = position
    self.dialect = dialect
    self.checksText = checksText
  }

  mutating func nextTag(in bytes: Span<UInt8>) -> Tag? {
    if !skipped.isEmpty { skipped.removeAll(keepingCapacity: true) }
    textStart = nil

    while let start = nextBracket(in: bytes) {
      guard start + 1 < bytes.count else {
        report(.unterminated, at: start)
        break
      }
      position = start + 1
      switch bytes[position] {
      case UInt8(ascii: "/"):
        return endTag(in: bytes)
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        skipDeclaration(in: bytes, from: start)
      case let byte where byte.beginsName:
        return .start(name: name(in: bytes))
      default:
        report(.strayLessThan, at: start)
      }
    }

    position = bytes.count
    return nil
  }

  /// Returns the next attribute of the current tag; at its end, skips the tag and returns `nil`.
  mutating func nextAttribute(in bytes: Span<UInt8>) -> Attribute? {
    endsElement = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return nil
      case UInt8(ascii: "/"):
        endsElement = true
        position += 1
      case UInt8(ascii: "<"):
        report(.unterminated, at: position)
        return nil
      case let byte where byte.isWhitespace:
        position += 1
      case let byte where byte.beginsName:
        endsElement = false
        if let attribute = attribute(in: bytes) { return attribute }
      default:
        report(.invalidAttribute, at: position)
        position += 1
      }
    }
    report(.unterminated, at: position)
    return nil
  }

  mutating func skipAttributes(in bytes: Span<UInt8>) {
    while nextAttribute(in: bytes) != nil {}
  }

  mutating func report(_ problem: MarkupProblem, at position: Int) {
    log.report(problem, at: position)
  }
}

// MARK: - Tags

extension TagScanner {
  /// Returns the offset of the next `<`, which is usually near.
  @inline(__always)
  private mutating func nextBracket(in bytes: Span<UInt8>) -> Int? {
    var start = position
    while start < bytes.count && bytes[start].isWhitespace { start += 1 }
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "<") { return start }
    textStart = textStart ?? start
    let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: start)
    if checksText { _ = reportProblems(inText: start..<(end ?? bytes.count), of: bytes) }
    return end
  }

  @inline(__always)
  private mutating func name(in bytes: Span<UInt8>) -> Range<Int> {
    let end = bytes.firstIndexAfterName(from: position)
    defer { position = end }
    return position..<end
  }

  private mutating func endTag(in bytes: Span<UInt8>) -> Tag {
    let start = position - 1
    position += 1
    let name = name(in: bytes)
    while position < bytes.count && bytes[position].isWhitespace { position += 1 }
    if position < bytes.count && bytes[position] == UInt8(ascii: ">") {
      position += 1
    } else {
      report(.unterminated, at: start)
    }
    return .end(name: name)
  }

  private mutating func skipDeclaration(in bytes: Span<UInt8>, from start: Int) {
    let rest = bytes.extracting(start...)
    let end: Int? =
      if rest.starts(with: "<!--", ignoringCase: false) {
        find("-->", in: bytes, from: start + 4)
      } else if rest.starts(with: "<![CDATA[", ignoringCase: false) {
        find("]]>", in: bytes, from: start + 9)
      } else if bytes[start + 1] == UInt8(ascii: "?") {
        find("?>", in: bytes, from: start + 2)
      } else {
        endOfDeclaration(in: bytes, from: start)
      }
    if let end { skipped.append(start..<end) } else { report(.unterminated, at: start) }
    // An unterminated declaration is text, so that the tags in it are found.
    position = end ?? start + 2
  }

  private func lacks(_ text: String) -> Bool {
    !missing.isEmpty && missing.contains(text)
  }

  private mutating func find(_ text: String, in bytes: Span<UInt8>, from start: Int) -> Int? {
    if lacks(text) { return nil }
    let end = bytes.end(of: text, from: start)
    if end == nil { missing.insert(text) }
    return end
  }

  /// Returns the offset after a declaration, which can contain others in brackets.
  private mutating func endOfDeclaration(in bytes: Span<UInt8>, from start: Int) -> Int? {
    if lacks("]>") { return find(">", in: bytes, from: start) }
    var isInBrackets = false
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: ">") where !isInBrackets: return index + 1
      default: break
      }
    }
    missing.insert("]>")
    return nil
  }
}

// MARK: - Attributes

extension TagScanner {
  @inline(__always)
  private mutating func attribute(in bytes: Span<UInt8>) -> Attribute? {
    let name = name(in: bytes)
    var index = position
    while index < bytes.count && bytes[index].isWhitespace { index += 1 }

    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      // HTML allows attributes without a value.
      return Attribute(name: name, value: position..<position, isEncoded: false)
    }

    index += 1
    while index < bytes.count && bytes[index].isWhitespace { index += 1 }
    position = index
    guard index < bytes.count else { return nil }

    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      if dialect == .xml { report(.unquotedValue, at: index) }
      while position < bytes.count && !bytes[position].endsUnquotedValue { position += 1 }
      // The slash of `/>` is not part of the value.
      if position > index && position < bytes.count && bytes[position] == UInt8(ascii: ">")
        && bytes[position - 1] == UInt8(ascii: "/")
      {
        position -= 1
      }
      return Attribute(name: name, value: index..<position, isEncoded: true)
    }

    return quotedValue(of: name, quote: quote, in: bytes)
  }

  @inline(__always)
  private mutating func quotedValue(
    of name: Range<Int>, quote: UInt8, in bytes: Span<UInt8>
  ) -> Attribute {
    let start = position + 1
    let plainEnd = bytes.firstIndexOfMarkup(or: quote, from: start, to: bytes.count)
    if plainEnd < bytes.count && bytes[plainEnd] == quote && bytes.endsValue(at: plainEnd) {
      position = plainEnd + 1
      return Attribute(name: name, value: start..<plainEnd, isEncoded: false)
    }
    return unusualValue(of: name, quote: quote, in: bytes)
  }

  /// Reads a value with markup, quotes or controls, or without an end.
  private mutating func unusualValue(
    of name: Range<Int>, quote: UInt8, in bytes: Span<UInt8>
  ) -> Attribute {
    let start = position + 1
    let end: Int
    if let quoteEnd = endOfValue(in: bytes, from: start, quote: quote) {
      end = quoteEnd
      position = end + 1
    } else {
      // The closing quote is missing, so the value ends at the next `>`.
      report(.unterminated, at: position)
      end = bytes.firstIndex(of: UInt8(ascii: ">"), from: start) ?? bytes.count
      position = end
    }
    let isEncoded = reportProblems(inText: start..<end, of: bytes)
    return Attribute(name: name, value: start..<end, isEncoded: isEncoded)
  }

  /// Returns the offset of the closing quote, or `nil` if it is missing.
  private mutating func endOfValue(in bytes: Span<UInt8>, from start: Int, quote: UInt8) -> Int? {
    let name = quote == UInt8(ascii: "'") ? "'" : "\""
    if lacks(name) || start < endsMissing[quote] ?? 0 { return nil }
    var index = start
    while let found = bytes.firstIndex(of: quote, from: index) {
      if bytes.endsValue(at: found) { return found }
      // A quote after `>` and `=` opens a value of another element.
      let passed = bytes.extracting(index..<found)
      if passed.last == UInt8(ascii: "="), passed.firstIndex(of: UInt8(ascii: ">"), from: 0) != nil
      {
        endsMissing[quote] = index
        return nil
      }
      report(.strayQuote, at: found)
      index = found + 1
    }
    missing.insert(name)
    return nil
  }
}

extension Span where Element == UInt8 {
  /// Returns whether a quote can end a value, according to the next byte.
  @inline(__always)
  fileprivate func endsValue(at quote: Int) -> Bool {
    quote + 1 == count || self[quote + 1].followsValue
  }
}

extension UInt8 {
  fileprivate var beginsName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  /// A Boolean value that indicates whether the byte can follow the closing quote of a value.
  fileprivate var followsValue: Bool {
    isWhitespace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">")
      || self == UInt8(ascii: "?")
  }

  fileprivate var endsUnquotedValue: Bool { isWhitespace || self == UInt8(ascii: ">") }
}

// MARK: - Problems

extension TagScanner {
  /// Reports invalid characters in a text or a value; returns whether it has references or
  /// whitespace to resolve.
  private mutating func reportProblems(inText range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var isEncoded = false
    var index = bytes.firstIndexOfMarkup(from: range.lowerBound, to: range.upperBound)
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "&"):
        isEncoded = true
        if dialect == .xml && CharacterReference(in: bytes, at: index) == nil {
          report(.strayAmpersand, at: index)
        }
      case UInt8(ascii: "<"):
        report(.strayLessThan, at: index)
      case let byte:
        isEncoded = true
        if byte == 0 { report(.zeroByte, at: index) }
      }
      index = bytes.firstIndexOfMarkup(from: index + 1, to: range.upperBound)
    }
    return isEncoded
  }
}

// MARK: - Elements

extension TagScanner {
  /// Returns whether a file begins with a tag, and its first bytes satisfy a predicate.
  static func recognizes(_ bytes: Span<UInt8>, _ fits: (Span<UInt8>) -> Bool) -> Bool {
    var lines = TextLines(bytes)
    while let line = lines.next(in: bytes) {
      if line.isEmpty { continue }
      let start = bytes.extracting(line.lowerBound..<min(line.lowerBound + 4096, bytes.count))
      return start[0] == UInt8(ascii: "<") && fits(start)
    }
    return false
  }

  /// Returns an attribute of the element whose attributes begin at `start`, if that is known.
  static func value(
    of name: Bytes, at start: Int?, in bytes: Span<UInt8>, dialect: MarkupDialect = .xml
  ) -> Bytes? {
    guard let start else { return nil }
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

  /// Returns the attributes of the element whose attributes begin at `start`.
  static func attributes(
    at start: Int, in bytes: Span<UInt8>, dialect: MarkupDialect = .xml
  ) -> [RowAttribute] {
    var attributes: [RowAttribute] = []
    var scanner = TagScanner(at: start, dialect: dialect)
    while let attribute = scanner.nextAttribute(in: bytes) {
      attributes.append(RowAttribute(attribute, in: bytes, dialect: dialect))
    }
    return attributes
  }

  /// Returns an attribute of the first element with a name in an HTML fragment.
  static func value(
    of attribute: String, ofFirst element: String, in markup: Span<UInt8>
  ) -> Bytes? {
    var scanner = TagScanner(dialect: .html)
    while let tag = scanner.nextTag(in: markup) {
      guard case .start(let name) = tag else { continue }
      let start = scanner.position
      scanner.skipAttributes(in: markup)
      guard markup.extracting(name).equalsIgnoringCase(element) else { continue }
      return value(of: Bytes(attribute.utf8), at: start, in: markup, dialect: .html)
    }
    return nil
  }
}

extension RowAttribute {
  init(
    _ attribute: TagScanner.Attribute, in bytes: Span<UInt8>, dialect: MarkupDialect = .xml
  ) {
    name = Bytes(copying: bytes.extracting(attribute.name))
    value = Bytes()
    value.appendResolved(bytes.extracting(attribute.value), dialect: dialect)
  }
}
