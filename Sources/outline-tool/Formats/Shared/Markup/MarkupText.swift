extension Bytes {
  /// Appends what a browser shows of a part of a file of HTML: its text without tags and comments,
  /// with single spaces.
  ///
  /// - Complexity: O(`markup.count`)
  mutating func appendText(of markup: Span<UInt8>) {
    let first = count
    var scanner = TagScanner(dialect: .html)
    var start = 0
    // The element whose text nobody sees.
    var hidden: Range<Int>?
    while let tag = scanner.nextTag(in: markup) {
      if hidden == nil {
        appendText(of: markup, in: start..<tag.position, without: scanner.skipped)
      }
      switch tag {
      case .start(let name):
        scanner.skipAttributes(in: markup)
        if hidden == nil && !scanner.endsElement && markup.extracting(name).isHiddenElement {
          hidden = name
        }
        if !markup.extracting(name).isInlineElement { append(0x20) }
      case .end(let name):
        if let other = hidden, markup.extracting(name).equals(markup.extracting(other)) {
          hidden = nil
        }
        if !markup.extracting(name).isInlineElement { append(0x20) }
      }
      start = scanner.position
    }
    if hidden == nil {
      appendText(of: markup, in: start..<markup.count, without: scanner.skipped)
    }
    joinSpaces(from: first)
  }

  /// Appends a run of text without the comments in it; what is marked as character data is text.
  private mutating func appendText(
    of markup: Span<UInt8>, in range: Range<Int>, without skipped: [Range<Int>]
  ) {
    var start = range.lowerBound
    for passed in skipped {
      appendResolved(markup.extracting(start..<passed.lowerBound), dialect: .html)
      let bytes = markup.extracting(passed)
      if bytes.starts(with: "<![CDATA[", ignoringCase: false) {
        append(bytes.extracting(9..<bytes.count - 3))
      }
      start = passed.upperBound
    }
    appendResolved(markup.extracting(start..<range.upperBound), dialect: .html)
  }

  /// Makes one space of each run of them from `start` on, and none of those at the ends.
  private mutating func joinSpaces(from start: Int) {
    var end = start
    for index in start..<count where self[index] != 0x20 || (end > start && self[end - 1] != 0x20) {
      self[end] = self[index]
      end += 1
    }
    if end > start && self[end - 1] == 0x20 { end -= 1 }
    removeLast(count - end)
  }
}

extension Span where Element == UInt8 {
  /// Whether this names an element that stands in a line of text, and so parts no words.
  fileprivate var isInlineElement: Bool {
    for name in [
      "a", "b", "code", "em", "font", "i", "s", "small", "span", "strike", "strong", "sub", "sup",
      "tt", "u",
    ] where equalsIgnoringCase(name) {
      return true
    }
    return false
  }

  fileprivate var isHiddenElement: Bool {
    equalsIgnoringCase("head") || equalsIgnoringCase("script") || equalsIgnoringCase("style")
  }
}
