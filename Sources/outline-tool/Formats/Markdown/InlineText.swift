/// The visible text of a Markdown row: without the syntax of links, images, HTML, references to
/// characters and escapes.
///
/// Emphasis and code remain. Emphasis around a whole link belongs to the link. Links can be nested.
///
/// - Complexity: O(`text.count`)
struct InlineText {
  /// The replaced ranges, ordered by their ends; without a character they are hidden.
  private var edits: [(range: Range<Int>, character: Unicode.Scalar?)] = []
  private(set) var address: Range<Int>?
  /// The start of the link with the address.
  private var addressStart = 0
  /// The links and images, by their ends, as ranges of the file.
  private var links: [(text: Range<Int>, address: Range<Int>, isImage: Bool)] = []
  /// The start of the text of an open link of HTML, with the address.
  private var anchor: (start: Int, address: Range<Int>)?
  /// A Boolean value that indicates whether the text hides other syntax than that of links and
  /// escapes.
  private(set) var hidesMarkup = false
  private var openings: [(start: Int, isImage: Bool)] = []
  private var code = CodeSpans()
  private let text: Range<Int>
  private let references: LinkReferences
  /// Whether addresses can contain spaces, as the file names in summaries do.
  private let allowsBlanks: Bool

  init(
    in text: Range<Int>, of bytes: Span<UInt8>, references: LinkReferences = LinkReferences(),
    allowingBlanks: Bool
  ) {
    self.text = text
    self.references = references
    allowsBlanks = allowingBlanks
    let bytes = bytes.extracting(..<text.upperBound)
    var index = text.lowerBound
    while index < text.upperBound { index = read(index, in: bytes) }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  var isPlain: Bool { edits.isEmpty }

  var isOneLink: Bool {
    guard let first = edits.first?.range, let last = edits.last?.range,
      first.lowerBound == text.lowerBound, last.upperBound == text.upperBound
    else { return false }
    return zip(edits, edits.dropFirst()).count { $0.range.upperBound < $1.range.lowerBound } == 1
  }

  /// Appends the visible text without blanks at its ends and around hidden syntax, or all of the
  /// text if none is visible.
  func write(to result: inout Bytes, from bytes: Span<UInt8>) {
    _ = writePieces(to: &result, from: bytes, findsPieces: false)
  }

  /// Appends the visible text, and returns its links.
  func writeLinked(to result: inout Bytes, from bytes: Span<UInt8>) -> [TextLink] {
    let first = result.count
    guard let (pieces, start) = writePieces(to: &result, from: bytes, findsPieces: !links.isEmpty)
    else { return [] }
    let length = result.count - first
    // A link around a whole address precedes the address.
    let sorted = links.sorted {
      ($0.text.lowerBound, -$0.text.upperBound, $0.text == $0.address ? 1 : 0)
        < ($1.text.lowerBound, -$1.text.upperBound, $1.text == $1.address ? 1 : 0)
    }
    var end = 0
    // Many links can have one address.
    var address: (range: Range<Int>, text: Bytes) = (0..<0, [])
    return sorted.compactMap { link in
      let begin = pieces.partitioningIndex { $0.source.upperBound > link.text.lowerBound }
      let last = pieces.partitioningIndex { $0.source.lowerBound >= link.text.upperBound } - 1
      guard begin <= last else { return nil }
      let lower =
        pieces[begin].result + max(0, link.text.lowerBound - pieces[begin].source.lowerBound)
      let upper =
        pieces[last].result
        + min(pieces[last].length, link.text.upperBound - pieces[last].source.lowerBound)
      let range = min(max(lower - start, 0), length)..<max(min(upper - start, length), 0)
      // The text contains an address that is its own text.
      let isWithin = range.lowerBound < end
      end = max(end, range.upperBound)
      if range.isEmpty || isWithin && link.text == link.address { return nil }
      if link.address != address.range {
        address = (link.address, Bytes(copying: bytes.extracting(link.address)))
      }
      return TextLink(range: range, address: address.text, isImage: link.isImage)
    }
  }

  private typealias Piece = (source: Range<Int>, result: Int, length: Int)

  /// Appends the visible text, and returns its pieces with their offsets if requested, and its
  /// start; `nil` if none of the text is visible.
  private func writePieces(
    to result: inout Bytes, from bytes: Span<UInt8>, findsPieces: Bool
  ) -> (pieces: [Piece], start: Int)? {
    let first = result.count
    var start = text.lowerBound
    var pieces: [Piece] = []
    func append(_ range: Range<Int>, to result: inout Bytes) {
      if range.isEmpty { return }
      if findsPieces { pieces.append((range, result.count, range.count)) }
      result.append(bytes.extracting(range))
    }

    for (range, character) in edits {
      if range.lowerBound > start { append(start..<range.lowerBound, to: &result) }
      let isBlank = result.count > first && result.last == 0x20
      if let character, range.lowerBound >= start {
        let encoded = UTF8.encode(character) ?? .init()
        if findsPieces { pieces.append((range, result.count, encoded.count)) }
        result.append(contentsOf: encoded)
      }
      start = max(start, range.upperBound)
      if isBlank && character == nil && start < text.upperBound && bytes[start] == 0x20 {
        start += 1
      }
    }
    if start < text.upperBound { append(start..<text.upperBound, to: &result) }

    let visible = result.span.trimming(first..<result.count, where: \.isBlank)
    if visible.isEmpty {
      result.removeLast(result.count - first)
      result.append(bytes.extracting(text))
      return nil
    }
    result.removeLast(result.count - visible.upperBound)
    result.removeSubrange(first..<visible.lowerBound)
    return (pieces, visible.lowerBound)
  }
}

// MARK: - Syntax

extension InlineText {
  /// Reads the syntax at `index` and returns its end.
  private mutating func read(_ index: Int, in bytes: Span<UInt8>) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\\"):
      guard index + 1 < text.upperBound, bytes[index + 1].isASCIIPunctuation else { break }
      hide(index..<index + 1)
      return index + 2
    case UInt8(ascii: "`"):
      return code.end(at: index, in: bytes).end
    case UInt8(ascii: "!"):
      guard bytes.has(UInt8(ascii: "["), at: index + 1) else { break }
      openings.append((index + 1, true))
      return index + 2
    case UInt8(ascii: "["):
      openings.append((index, false))
    case UInt8(ascii: "&"):
      guard let reference = CharacterReference(in: bytes, at: index, dialect: .html) else { break }
      replace(index..<index + reference.length, by: reference.scalar)
      return index + reference.length
    case UInt8(ascii: "<"):
      return endOfAngleBracket(at: index, in: bytes)
    case UInt8(ascii: "h") where index == text.lowerBound || !bytes[index - 1].isASCIILetter:
      guard let end = bytes.endOfBareAddress(from: index, untilBracket: false) else { break }
      addAddress(index..<end)
      return end
    case UInt8(ascii: "]"):
      guard let (start, isImage) = openings.popLast(), index > start + 1,
        let target = target(ofText: start + 1..<index, in: bytes)
      else { break }
      addLink(from: isImage ? start - 1 : start, text: start + 1..<index, target, in: bytes)
      links.append((start + 1..<index, target.address, isImage))
      if target.hasTitle { hidesMarkup = true }
      // An address in the text of a link is not the address of the link.
      if address != nil && addressStart > start && !isImage { address = nil }
      if !isImage { setAddress(target.address, at: start) }
      return target.end
    default:
      break
    }
    return index + 1
  }

  /// Returns the target of a link whose text ends with the bracket before the target.
  private func target(ofText linkText: Range<Int>, in bytes: Span<UInt8>) -> LinkTarget? {
    let start = linkText.upperBound + 1
    if bytes.has(UInt8(ascii: "("), at: start) {
      let target = LinkTarget(in: bytes, from: start + 1, allowingBlanks: allowsBlanks)
      if let target { return target }
    }

    if references.isEmpty { return nil }
    if bytes.has(UInt8(ascii: "["), at: start), let end = bytes.endOfLabel(from: start + 1) {
      let label = end == start + 1 ? linkText : start + 1..<end
      return references.address(of: label, in: bytes).map { LinkTarget(address: $0, end: end + 1) }
    }
    return references.address(of: linkText, in: bytes).map { LinkTarget(address: $0, end: start) }
  }

  private mutating func hide(_ range: Range<Int>) {
    if !range.isEmpty { replace(range, by: nil) }
  }

  private mutating func replace(_ range: Range<Int>, by character: Unicode.Scalar?) {
    edits.append((range, character))
  }

  /// Records an address in the text, and sets the address of the row unless it has an earlier one.
  private mutating func addAddress(_ range: Range<Int>) {
    links.append((range, range, false))
    setAddress(range, at: range.lowerBound)
  }

  /// Sets the address unless the text has an earlier one.
  private mutating func setAddress(_ range: Range<Int>, at start: Int) {
    if address != nil { return }
    address = range
    addressStart = start
  }

  /// Hides a link except for its text.
  private mutating func addLink(
    from start: Int, text linkText: Range<Int>, _ target: LinkTarget, in bytes: Span<UInt8>
  ) {
    var before = start
    var after = target.end
    while before > text.lowerBound && after < text.upperBound
      && bytes[before - 1] == bytes[after] && bytes[after].isEmphasis
      && !isEscaped(before - 1, in: bytes)
    {
      before -= 1
      after += 1
    }
    hide(before..<linkText.lowerBound)
    hide(linkText.upperBound..<after)
  }

  private func isEscaped(_ index: Int, in bytes: Span<UInt8>) -> Bool {
    var start = index
    while start > text.lowerBound && bytes[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return !(index - start).isMultiple(of: 2)
  }
}

/// Finds the ends of inline code in a text, from the start on.
struct CodeSpans {
  /// The lengths of backtick runs that do not occur again.
  private var missingRuns: Set<Int> = []

  /// Returns the end of the inline code at one or two backticks, or the end of the backticks.
  mutating func end(at start: Int, in bytes: Span<UInt8>) -> (end: Int, isCode: Bool) {
    let startEnd = endOfBackticks(at: start, in: bytes)
    let length = startEnd - start
    guard length <= 2, !missingRuns.contains(length) else { return (startEnd, false) }

    var index = startEnd
    while let next = bytes.firstIndex(of: UInt8(ascii: "`"), from: index) {
      index = endOfBackticks(at: next, in: bytes)
      if index - next == length { return (index, true) }
    }
    missingRuns.insert(length)
    return (startEnd, false)
  }

  private func endOfBackticks(at start: Int, in bytes: Span<UInt8>) -> Int {
    var end = start
    while bytes.has(UInt8(ascii: "`"), at: end) { end += 1 }
    return end
  }
}

// MARK: - HTML

extension InlineText {
  /// The number of bytes up to which a tag is recognized, which keeps all searches linear.
  private static let maximalTag = 1000

  /// The elements of HTML that Markdown documents contain.
  private static let elements = Set(
    HTMLBlock.blockTags + Bytes.inlineElements + [
      "abbr", "big", "br", "cite", "dfn", "img", "kbd", "picture", "pre", "q", "samp", "source",
      "var", "video", "wbr",
    ])

  /// Hides an address in angle brackets, a comment or a tag of HTML, and returns its end.
  ///
  /// A name that is not an element of HTML stays visible, such as the type in `Array<Int>`.
  private mutating func endOfAngleBracket(at start: Int, in bytes: Span<UInt8>) -> Int {
    if let end = bytes.endOfBareAddress(from: start + 1, untilBracket: true),
      bytes.has(UInt8(ascii: ">"), at: end)
    {
      addAddress(start + 1..<end)
      hide(start..<start + 1)
      hide(end..<end + 1)
      return end + 1
    }

    let rest = bytes.extracting(..<min(bytes.count, start + Self.maximalTag))
    if rest.extracting(start...).starts(with: "<!--", ignoringCase: false) {
      guard let end = rest.end(of: "-->", from: start + 4) else { return start + 1 }
      hide(start..<end)
      hidesMarkup = true
      return end
    }

    let isTag = start + 1 < rest.count && (rest[start + 1] == 0x2F || rest[start + 1].isASCIILetter)
    return isTag ? endOfTag(at: start, in: rest) ?? start + 1 : start + 1
  }

  /// Hides a tag of HTML except for the alternative text of an image, and returns its end.
  private mutating func endOfTag(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var scanner = TagScanner(at: start, dialect: .html)
    guard let tag = scanner.nextTag(in: bytes), tag.position == start else { return nil }
    let name = Bytes(copying: bytes.extracting(tag.name)).lowercasedText
    guard Self.elements.contains(name) else { return nil }

    var address: Range<Int>?
    var alternative: Range<Int>?
    var source: Range<Int>?
    var isShown = ["a", "br", "img"].contains(name)
    if case .start = tag {
      while let attribute = scanner.nextAttribute(in: bytes) {
        switch (name, Bytes(copying: bytes.extracting(attribute.name)).lowercasedText) {
        case ("a", "href"): address = attribute.value
        case ("img", "alt"): alternative = attribute.value
        case ("img", "src"): source = attribute.value
        default: isShown = false
        }
      }
    }

    let end = scanner.position
    guard bytes[end - 1] == UInt8(ascii: ">") else { return nil }
    if !isShown { hidesMarkup = true }

    if let address, !address.isEmpty {
      setAddress(address, at: start)
      anchor = (end, address)
    }
    if case .end = tag, name == "a", let opened = anchor {
      links.append((opened.start..<start, opened.address, false))
      anchor = nil
    }
    if let alternative {
      if let source { links.append((alternative, source, true)) }
      hide(start..<alternative.lowerBound)
      hide(alternative.upperBound..<end)
    } else {
      replace(start..<end, by: name == "br" ? " " : nil)
    }
    return end
  }
}

// MARK: - Addresses

extension Span where Element == UInt8 {
  /// The first web address.
  var firstBareAddress: Range<Int>? {
    var index = 0
    while let start = firstIndex(of: UInt8(ascii: "h"), from: index) {
      index = start + 1
      if start > 0 && self[start - 1].isASCIILetter { continue }
      if let end = endOfBareAddress(from: start, untilBracket: false) { return start..<end }
    }
    return nil
  }

  /// Returns the end of the web address at `start`.
  ///
  /// It ends at a bracket or, as on GitHub, before the punctuation that ends a sentence and an
  /// unmatched parenthesis.
  func endOfBareAddress(from start: Int, untilBracket: Bool) -> Int? {
    let rest = extracting(Swift.min(start, count)...)
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { rest.starts(with: $0, ignoringCase: true) }) else {
      return nil
    }

    var end = start + scheme.utf8.count
    let first = end
    var open = 0
    while end < count, self[end] > 0x20, self[end] != UInt8(ascii: "<"),
      self[end] != UInt8(ascii: ">"), self[end] != UInt8(ascii: "]") || untilBracket
    {
      if self[end] == UInt8(ascii: "(") { open += 1 }
      if self[end] == UInt8(ascii: ")") { open -= 1 }
      if open < 0 && !untilBracket { break }
      end += 1
    }
    while !untilBracket && end > first && self[end - 1].endsSentence { end -= 1 }
    return end > first ? end : nil
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether a backslash escapes the byte.
  var isASCIIPunctuation: Bool {
    0x21...0x7E ~= self && !isASCIILetter && !isASCIIDigit
  }

  fileprivate var isEmphasis: Bool { self == UInt8(ascii: "*") || self == UInt8(ascii: "_") }

  /// A Boolean value that indicates whether the character ends a sentence rather than an address.
  var endsSentence: Bool { "?!.,:;*_~'\"`|".utf8.contains(self) }
}
