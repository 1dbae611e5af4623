extension Bytes {
  /// The elements of HTML that outliners allow in texts.
  static let inlineElements = [
    "a", "b", "code", "em", "font", "i", "s", "small", "span", "strike", "strong", "sub", "sup",
    "del", "ins", "mark", "time", "tt", "u",
  ]

  /// Appends the visible text of an HTML fragment, with single spaces and the texts of pictures.
  ///
  /// If `keepsLines` is true, paragraphs and other blocks begin on a new line, and preformatted
  /// text keeps its lines and spaces.
  ///
  /// - Complexity: O(`markup.count`)
  mutating func appendText(of markup: Span<UInt8>, keepsLines: Bool = false) {
    let first = count
    var scanner = TagScanner(dialect: .html)
    var start = 0
    // The start of the text whose spaces are not joined yet.
    var unjoined = count
    // The open element with preformatted text.
    var preformatted: Range<Int>?
    // The open element whose text is invisible.
    var hidden: Range<Int>?

    while let tag = scanner.nextTag(in: markup) {
      if hidden == nil {
        appendText(
          of: markup, in: start..<tag.position, without: scanner.skipped,
          isPreformatted: preformatted != nil)
      }

      switch tag {
      case .start(let name):
        let isPicture = hidden == nil && markup.extracting(name).equalsIgnoringCase("img")
        while let attribute = scanner.nextAttribute(in: markup) {
          guard isPicture, markup.extracting(attribute.name).equalsIgnoringCase("alt") else {
            continue
          }
          appendResolved(markup.extracting(attribute.value), dialect: .html)
        }
        if hidden == nil && !scanner.endsElement && markup.extracting(name).isHiddenElement {
          hidden = name
        }
        if keepsLines && hidden == nil && preformatted == nil && !scanner.endsElement
          && markup.extracting(name).isPreformattedElement
        {
          joinSpaces(from: unjoined, keepsLines: true)
          if count > first && last != 0x0A { append(0x0A) }
          unjoined = count
          preformatted = name
        }
      case .end(let name):
        if let other = hidden, markup.extracting(name).equals(markup.extracting(other)) {
          hidden = nil
        }
        if let other = preformatted, markup.extracting(name).equals(markup.extracting(other)) {
          preformatted = nil
          trimLineEnds(from: unjoined)
          append(0x0A)
          unjoined = count
        }
      }

      start = scanner.position
      let element = markup.extracting(tag.name)
      if preformatted != nil && !element.equalsIgnoringCase("br") { continue }
      let isCell = ["img", "td", "th"].contains { element.equalsIgnoringCase($0) }
      if !element.isInlineElement { append(keepsLines && !isCell ? 0x0A : 0x20) }
    }

    if hidden == nil {
      appendText(
        of: markup, in: start..<markup.count, without: scanner.skipped,
        isPreformatted: preformatted != nil)
    }

    if preformatted == nil { joinSpaces(from: unjoined, keepsLines: keepsLines) }
    if keepsLines { trimLineEnds(from: first) }
  }

  /// Removes the line end at `start` and those at the end.
  private mutating func trimLineEnds(from start: Int) {
    while count > start && last == 0x0A { removeLast() }
    if count > start && self[start] == 0x0A { remove(at: start) }
  }

  /// Appends a range without its comments; CDATA sections are text.
  private mutating func appendText(
    of markup: Span<UInt8>, in range: Range<Int>, without skipped: [Range<Int>],
    isPreformatted: Bool
  ) {
    var start = range.lowerBound
    for passed in skipped {
      appendResolved(
        markup.extracting(start..<passed.lowerBound), dialect: .html,
        isPreformatted: isPreformatted)
      let bytes = markup.extracting(passed)
      if bytes.starts(with: "<![CDATA[", ignoringCase: false) {
        append(bytes.extracting(9..<bytes.count - 3))
      }
      start = passed.upperBound
    }
    appendResolved(
      markup.extracting(start..<range.upperBound), dialect: .html, isPreformatted: isPreformatted)
  }

  /// Replaces runs of spaces from `start` on by single spaces, and removes those at the ends.
  ///
  /// If `keepsLines` is true, a run with line ends becomes one line end.
  private mutating func joinSpaces(from start: Int, keepsLines: Bool) {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || keepsLines && byte == 0x0A }
    var end = start
    for index in start..<count {
      let byte = self[index]
      if isSpace(byte), end == start || isSpace(self[end - 1]) {
        if byte == 0x0A && end > start { self[end - 1] = byte }
        continue
      }
      self[end] = byte
      end += 1
    }
    if end > start && isSpace(self[end - 1]) { end -= 1 }
    removeLast(count - end)
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether this is HTML, with a whole element of those that
  /// outliners allow in texts.
  var hasElements: Bool {
    var start = 0
    // The limit keeps the search linear.
    for _ in 0..<16 {
      guard let tag = firstIndex(of: UInt8(ascii: "<"), from: start) else { return false }
      start = tag + 1
      var end = start
      while end < count && self[end].isASCIILetter { end += 1 }

      let name = extracting(start..<end)
      guard end < count, self[end] == UInt8(ascii: ">") || self[end] == 0x20 || self[end] == 0x2F,
        let close = firstIndex(of: UInt8(ascii: ">"), from: end)
      else { continue }
      if name.equalsIgnoringCase("br") || name.equalsIgnoringCase("img") { return true }

      guard name.isInlineElement, let closing = self.end(of: "</", from: close) else { continue }

      // Other elements may be inside.
      var next: Int? = closing
      for _ in 0..<16 {
        guard let position = next else { break }
        let last = position + name.count
        if last < count, self[last] == UInt8(ascii: ">"),
          extracting(position..<last).equals(name, ignoringCase: true)
        {
          return true
        }
        next = self.end(of: "</", from: position)
      }
    }
    return false
  }

  /// A Boolean value that indicates whether the element is inline, so that it does not separate
  /// words.
  fileprivate var isInlineElement: Bool {
    for name in Bytes.inlineElements where equalsIgnoringCase(name) { return true }
    return false
  }

  /// A Boolean value that indicates whether line ends and spaces in the element are visible.
  ///
  /// Freeplane writes plain notes as `<text>`.
  fileprivate var isPreformattedElement: Bool {
    equalsIgnoringCase("pre") || equalsIgnoringCase("textarea") || equalsIgnoringCase("text")
  }

  fileprivate var isHiddenElement: Bool {
    equalsIgnoringCase("head") || equalsIgnoringCase("script") || equalsIgnoringCase("style")
  }
}
