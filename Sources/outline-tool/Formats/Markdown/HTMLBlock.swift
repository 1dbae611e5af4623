/// An HTML block, which Markdown does not interpret, by the condition that ends it.
enum HTMLBlock {
  case until(String)
  /// Ends with a line that closes an element of verbatim text, not necessarily the same one.
  case untilVerbatimEnd
  case untilBlank

  /// Recognizes the start of a block; within a paragraph, an inline tag does not start one.
  init?(in bytes: Span<UInt8>, at start: LineCursor, inParagraph: Bool) {
    let line = bytes.extracting(start.rest)
    guard line.count >= 2, line[0] == UInt8(ascii: "<") else { return nil }
    if let ending = HTMLBlock.ending(of: line) {
      self = .until(ending)
      return
    }

    let name = HTMLBlock.tagName(line)
    guard !name.isEmpty && HTMLBlock.endsName(line, at: name.upperBound) else { return nil }

    let isStart = line[1] != UInt8(ascii: "/")
    let word = line.extracting(name)
    if isStart && HTMLBlock.verbatimTags.contains(where: { word.equalsIgnoringCase($0) }) {
      self = .untilVerbatimEnd
    } else if HTMLBlock.blockTags.contains(where: { word.equalsIgnoringCase($0) })
      || !inParagraph && HTMLBlock.isWholeTag(line.extracting(name.upperBound...))
    {
      self = .untilBlank
    } else {
      return nil
    }
  }

  func ends(in line: Span<UInt8>) -> Bool {
    switch self {
    case .untilBlank:
      return line.isEmpty
    case .until(let ending):
      return HTMLBlock.contains(ending, in: line)
    case .untilVerbatimEnd:
      return HTMLBlock.verbatimEnds.contains { HTMLBlock.contains($0, in: line) }
    }
  }

  private static func contains(_ text: String, in line: Span<UInt8>) -> Bool {
    line.indices.contains { line.extracting($0...).starts(with: text, ignoringCase: true) }
  }

  /// Returns the text that ends a comment, a processing instruction or a declaration.
  private static func ending(of line: Span<UInt8>) -> String? {
    switch line[1] {
    case UInt8(ascii: "?"): return "?>"
    case UInt8(ascii: "!"):
      if line.starts(with: "<!--", ignoringCase: false) { return "-->" }
      if line.starts(with: "<![CDATA[", ignoringCase: false) { return "]]>" }
      return line.count > 2 && line[2].isASCIILetter ? ">" : nil
    default: return nil
    }
  }

  /// Returns whether the text after the name of a tag ends with the tag.
  private static func isWholeTag(_ rest: Span<UInt8>) -> Bool {
    var quote: UInt8?
    for index in rest.indices {
      let byte = rest[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index == rest.count - 1
      }
    }
    return false
  }

  /// Returns whether a tag name ends at `index`; in an address such as `<https:…>` it does not.
  private static func endsName(_ line: Span<UInt8>, at index: Int) -> Bool {
    guard index < line.count else { return true }
    let byte = line[index]
    return byte.isBlank || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }

  /// Returns the name of the tag at the start of the line; empty if there is none.
  private static func tagName(_ line: Span<UInt8>) -> Range<Int> {
    let start = line[1] == UInt8(ascii: "/") ? 2 : 1
    var end = start
    guard start < line.count, line[start].isASCIILetter else { return start..<start }
    while end < line.count
      && (line[end].isASCIILetter || line[end].isASCIIDigit || line[end] == UInt8(ascii: "-"))
    {
      end += 1
    }
    return start..<end
  }

  private static let verbatimTags = ["pre", "script", "style", "textarea"]
  private static let verbatimEnds = verbatimTags.map { "</\($0)>" }

  /// The block elements of CommonMark 0.31.
  static let blockTags: [String] = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
