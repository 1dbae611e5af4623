extension InlineText {
  /// The number of bytes up to which a tag is recognized, which keeps all searches linear.
  private static let maximalTag = 1000

  /// Hides an address in angle brackets, a comment or a tag of HTML, and returns its end.
  ///
  /// A name that is not an element of HTML stays visible, such as the type in `Array<Int>`.
  mutating func endOfAngleBracket(at start: Int, in bytes: Span<UInt8>) -> Int {
    if let end = bytes.endOfBareAddress(from: start + 1, untilBracket: true),
      bytes.has(UInt8(ascii: ">"), at: end)
    {
      setAddress(start + 1..<end)
      hide(start..<start + 1)
      hide(end..<end + 1)
      return end + 1
    }
    let rest = bytes.extracting(..<min(bytes.count, start + Self.maximalTag))
    if rest.extracting(start...).starts(with: "<!--", ignoringCase: false) {
      guard let end = rest.end(of: "-->", from: start + 4) else { return start + 1 }
      hide(start..<end)
      return end
    }
    let isTag = start + 1 < rest.count && (rest[start + 1] == 0x2F || rest[start + 1].isASCIILetter)
    return isTag ? endOfTag(at: start, in: rest) ?? start + 1 : start + 1
  }

  /// Hides a tag of HTML except for the alternative text of an image, and returns its end.
  private mutating func endOfTag(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var scanner = TagScanner(at: start, dialect: .html)
    guard let tag = scanner.nextTag(in: bytes), tag.position == start else { return nil }
    let tagName = Bytes(copying: bytes.extracting(tag.name)).map(\.lowercased)
    let name = String(decoding: tagName, as: UTF8.self)
    guard HTMLElement.names.contains(name) else { return nil }
    var address: Range<Int>?
    var alternative: Range<Int>?
    if case .start = tag {
      while let attribute = scanner.nextAttribute(in: bytes) {
        let key = bytes.extracting(attribute.name)
        if name == "a" && key.equalsIgnoringCase("href") { address = attribute.value }
        if name == "img" && key.equalsIgnoringCase("alt") { alternative = attribute.value }
      }
    }
    let end = scanner.position
    guard bytes[end - 1] == UInt8(ascii: ">") else { return nil }
    if let address, !address.isEmpty { setAddress(address) }
    if let alternative {
      hide(start..<alternative.lowerBound)
      hide(alternative.upperBound..<end)
    } else {
      replace(start..<end, by: name == "br" ? " " : nil)
    }
    return end
  }
}

/// The elements of HTML that Markdown documents contain.
enum HTMLElement {
  static let names = Set(
    HTMLBlock.blockTags + Bytes.inlineElements + [
      "abbr", "big", "br", "cite", "dfn", "img", "kbd", "picture", "pre", "q", "samp", "source",
      "var",
      "video", "wbr",
    ])
}
