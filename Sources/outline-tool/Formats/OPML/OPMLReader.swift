/// Reads the outlines of an OPML file.
///
/// The text of a row is its `text`, or else its `title`, or else its address. HTML in it is shown
/// as its text, and `[x] ` precedes the text of a completed row. The reader repairs and reports
/// syntax errors, and fetches nothing.
///
/// - Complexity: O(`bytes.count`)
struct OPMLReader: MarkupReader {
  static let rowElement = "<outline>"

  var rows: MarkupRows
  private(set) var scanner = TagScanner(checksText: true)
  private var elements = OpenElements()
  private var state = OPMLExpansion()
  private let options: ReaderOptions

  init(_ rows: MarkupRows, options: ReaderOptions) {
    self.rows = rows
    self.options = options
  }

  mutating func findRows(in bytes: Span<UInt8>) {
    while let tag = scanner.nextTag(in: bytes) {
      addComments(in: bytes)
      reportStrayText(in: bytes)
      switch tag {
      case .start(let name) where bytes.isOutline(name):
        addRow(in: bytes)
      case .start(let name):
        scanner.skipAttributes(in: bytes)
        if options.findsHead && !scanner.endsElement { addToHead(name, in: bytes) }
        if !scanner.endsElement { elements.begin(name) }
        if options.readsExpansion && !scanner.endsElement
          && bytes.extracting(name).equals("expansionState")
        {
          let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: scanner.position) ?? bytes.count
          state.read(bytes.extracting(scanner.position..<end))
        }
      case .end(let name) where bytes.isOutline(name):
        rows.end(at: name.lowerBound, in: &scanner)
      case .end(let name):
        elements.end(name, in: bytes, reportingTo: &scanner)
      }
    }

    addComments(in: bytes)
    reportStrayText(in: bytes)
    elements.finish(reportingTo: &scanner)

    if options.readsExpansion {
      rows.parsed.storedExpansion = state.expansion(levels: rows.parsed.levels)
    }
  }

  /// Records the comments before the current tag.
  private mutating func addComments(in bytes: Span<UInt8>) {
    for range in scanner.skipped where options.findsHead {
      let text = bytes.extracting(range)
      guard text.starts(with: "<!--", ignoringCase: false) else { continue }
      rows.parsed.head.comments.append(Bytes(copying: text.extracting(4..<text.count - 3)))
    }
  }

  /// Reports a text before the current tag, unless it is in an element that may contain text.
  private mutating func reportStrayText(in bytes: Span<UInt8>) {
    guard let start = scanner.textStart else { return }
    if let element = elements.last {
      let name = bytes.extracting(element)
      guard name.equals("body") || name.equals("head") || name.equals("opml") else { return }
    }
    scanner.report(.strayText, at: start)
  }

  /// Records an element of the head, unless it tells the state of a window.
  private mutating func addToHead(_ name: Range<Int>, in bytes: Span<UInt8>) {
    let key = bytes.extracting(name)
    let isState = ["expansionState", "vertScrollState"].contains { key.equals($0) }
    guard let element = elements.last, bytes.extracting(element).equals("head"), !isState,
      !key.starts(with: "window", ignoringCase: false)
    else { return }
    let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: scanner.position) ?? bytes.count
    let text = bytes.trimming(scanner.position..<end, where: \.isWhitespace)
    // The elements in another one are lost, but not their parent.
    if text.isEmpty && bytes.has(UInt8(ascii: "/"), at: end + 1) { return }
    var value = Bytes()
    value.appendResolved(bytes.extracting(text), dialect: .xml)
    rows.parsed.head.add(Bytes(copying: key), value)
  }

  private mutating func addRow(in bytes: Span<UInt8>) {
    var texts = RowTexts()
    let start = scanner.position
    var isComplete = false
    while let attribute = scanner.nextAttribute(in: bytes) {
      let name = bytes.word(in: attribute.name)
      switch OPMLFlag(attribute.name, word: name, in: bytes) {
      case .collapsed:
        state.report(row: rows.count, isCollapsed: bytes.isTrue(attribute.value))
      case .complete:
        isComplete = bytes.isTrue(attribute.value)
      case nil:
        texts.take(attribute, named: name)
      }
    }

    let text = texts.best.flatMap { rows.textRange(of: $0, isComplete: isComplete, in: bytes) }
    rows.add(text, level: rows.open.count, at: start)

    if options.findsIncludes { recordInclude(at: start, in: bytes) }
    if !scanner.endsElement { rows.begin(at: start) }
  }

  /// Records that a row includes another file, if it has that type.
  private mutating func recordInclude(at start: Int, in bytes: Span<UInt8>) {
    let type = TagScanner.value(of: Bytes("type".utf8), at: start, in: bytes)
    guard type?.elementsEqual("include".utf8) == true else { return }
    let address = TagScanner.value(of: Bytes("url".utf8), at: start, in: bytes) ?? []
    rows.parsed.includes.append((rows.count - 1, address))
  }
}

/// The best attribute for the text of a row so far.
private struct RowTexts {
  private var rank = Int.max
  private(set) var best: TagScanner.Attribute?

  mutating func take(_ attribute: TagScanner.Attribute, named name: UInt64) {
    var rank = rank(of: name)
    // Any other text replaces an empty one.
    if attribute.value.isEmpty && rank < .max { rank += 4 }
    guard rank < self.rank else { return }
    self.rank = rank
    best = attribute
  }

  private func rank(of name: UInt64) -> Int {
    switch name {
    case PackedName.text: 0
    case PackedName.title: 1
    case PackedName.xmlUrl: 2
    case PackedName.url: 3
    default: .max
    }
  }
}

/// The attributes that mark a row as collapsed or completed.
private enum OPMLFlag {
  case collapsed
  case complete

  @inline(__always)
  init?(_ name: Range<Int>, word: UInt64, in bytes: Span<UInt8>) {
    switch word {
    case PackedName.collapse: self = .collapsed
    case PackedName.complete, PackedName.checked, PackedName.status: self = .complete
    // These names have too many bytes to be packed.
    case 0 where bytes.extracting(name).equals("collapsed"): self = .collapsed
    case 0 where bytes.extracting(name).equals("_complete"): self = .complete
    default: return nil
    }
  }
}

extension MarkupRows {
  /// Returns the text of a row, with a mark before it if the row is completed; `nil` for markup
  /// without text.
  @inline(__always)
  fileprivate mutating func textRange(
    of attribute: TagScanner.Attribute, isComplete: Bool, in bytes: Span<UInt8>
  ) -> Range<Int>? {
    guard attribute.isEncoded || isComplete else { return attribute.value }
    let range = appended.range(after: bytes) { text in
      if isComplete { text += "[x] ".utf8 }
      let start = text.count
      text.appendResolved(bytes.extracting(attribute.value), dialect: .xml)
      if text.span.extracting(start...).hasElements {
        let markup = Bytes(text[start...])
        text.removeLast(markup.count)
        text.appendText(of: markup.span)
      }
    }
    return range.isEmpty ? nil : range
  }
}

// MARK: - Attributes

extension OPMLReader {
  /// Returns an attribute of the element whose attributes begin at `start`; for `url`, also the
  /// address of a link in the text.
  static func value(of name: Bytes, at start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    if let value = TagScanner.value(of: name, at: start, in: bytes) { return value }
    guard name.elementsEqual("url".utf8),
      let text = TagScanner.value(of: Bytes("text".utf8), at: start, in: bytes),
      text.span.hasElements
    else { return nil }
    return TagScanner.value(of: "href", ofFirst: "a", in: text.span)
  }

  /// Returns the attributes of an element, except the text and the states that its row shows.
  ///
  /// Texts with markup remain, since the text of the row does not show the markup.
  static func attributes(
    at start: Int, in bytes: Span<UInt8>, keepingOpenState keepsOpenState: Bool
  ) -> [RowAttribute] {
    var attributes: [RowAttribute] = []
    var title: Int?
    var hasText = false
    var scanner = TagScanner(at: start)
    while let found = scanner.nextAttribute(in: bytes) {
      let word = bytes.word(in: found.name)
      let isText = word == PackedName.text && !hasText
      if isText {
        hasText = !found.value.isEmpty
        // Without markup, the row shows the text as it is.
        if !found.isEncoded { continue }
      }
      let attribute = RowAttribute(found, in: bytes)
      if isText && !attribute.value.span.hasElements { continue }
      if let flag = OPMLFlag(found.name, word: word, in: bytes) {
        let keepsOpenState = keepsOpenState && flag == .complete
        if attribute.value.span.isState(keepsOpenState: keepsOpenState) { continue }
      }
      if word == PackedName.title && title == nil && !found.value.isEmpty {
        title = attributes.count
      }
      attributes.append(attribute)
    }
    if let title, !hasText {
      let text = attributes[title].value
      if !text.span.hasElements { attributes.remove(at: title) }
    }
    return attributes
  }
}

/// Names of attributes and elements, packed as `Span.word(in:)` packs bytes.
private enum PackedName {
  static let collapse: UInt64 = 0x636F_6C6C_6170_7365
  static let complete: UInt64 = 0x636F_6D70_6C65_7465
  static let checked: UInt64 = 0x63_6865_636B_6564
  static let status: UInt64 = 0x5F_7374_6174_7573
  static let text: UInt64 = 0x7465_7874
  static let title: UInt64 = 0x74_6974_6C65
  static let xmlUrl: UInt64 = 0x786D_6C55_726C
  static let url: UInt64 = 0x75_726C
  static let outline: UInt64 = 0x6F_7574_6C69_6E65
}

extension Span where Element == UInt8 {
  fileprivate func isTrue(_ value: Range<Int>) -> Bool {
    let value = extracting(value)
    return value.starts(with: "true", ignoringCase: true) || value.equals("checked")
  }

  /// Returns whether the value tells a state that the row shows.
  fileprivate func isState(keepsOpenState: Bool) -> Bool {
    isFalse ? !keepsOpenState || isEmpty : isTrue(0..<count)
  }

  var isFalse: Bool {
    isEmpty || equals("unchecked") || equalsIgnoringCase("false")
  }

  fileprivate func isOutline(_ name: Range<Int>) -> Bool {
    let lowercaseBits: UInt64 = 0x20_2020_2020_2020
    return name.count == "outline".utf8.count
      && word(in: name) | lowercaseBits == PackedName.outline
  }
}
