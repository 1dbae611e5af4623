/// The signs of Markdown in a text without a file name extension.
///
/// Headings alone prove little, since scripts and configuration files have comments after `#`.
struct MarkdownSigns {
  private var hasFrontMatter = false
  /// The lines that begin with `#`, and those among them that are headings between other blocks.
  private var numberSigns = 0
  private var headings = 0
  private var levels: Set<Int> = []
  /// The headings directly above text.
  private var closeHeadings = 0
  private var isFirstHeading = false
  /// Whether the first line is a heading of the first level, even if it is directly above text.
  private var beginsWithTitle = false
  /// The characters of the lines that underline headings.
  private var underlines: Set<UInt8> = []
  /// Whether there are links or code blocks, other markup or a sentence, and inline code.
  private var hasLinks = false
  private var hasMarkup = false
  private var hasCode = false
  /// Whether there are list items, one that begins with a link, and properties of Logseq.
  private var hasItems = false
  private var hasLinkedItem = false
  private var hasProperties = false
  /// Whether there are directives of reStructuredText, which underlines headings as well.
  private var hasDirectives = false

  /// A Boolean value that indicates whether the text is probably Markdown.
  var areConvincing: Bool {
    if hasLinkedItem || hasItems && hasProperties { return true }
    if hasFrontMatter && (isFirstHeading || hasLinks || hasMarkup && headings > 0) { return true }
    if numberSigns == 0 {
      let isMarked = (hasMarkup || underlines.count > 1) && !hasDirectives
      return !underlines.isEmpty && (hasLinks || isFirstHeading && isMarked)
    }
    // Code with links is rare, so other lines with number signs can be headings below lists.
    let wanted = hasLinks ? numberSigns / 3 : numberSigns
    if beginsWithTitle && levels.count > 1 && headings + closeHeadings >= wanted { return true }
    guard headings > 0 && 2 * headings >= numberSigns else { return false }
    return levels.count > 1 && closeHeadings == 0 || hasLinks || hasMarkup
      || hasCode && isFirstHeading
  }

  /// Searches the start of a text.
  init(in whole: Span<UInt8>) {
    let text = whole.extracting(first: min(whole.count, 1 << 16))
    if text.starts(with: "#!", ignoringCase: false) { return }
    var lines = UnfencedLines(in: text)
    var isAfterText = false
    var hasBegun = false
    var next = lines.next(in: text)
    while let line = next {
      next = lines.next(in: text)
      if line.isEmpty || text.extracting(line).isComment {
        hasMarkup = hasMarkup || !line.isEmpty
        isAfterText = false
        continue
      }

      if text[line.lowerBound] == UInt8(ascii: "#") {
        numberSigns += 1
        let isHeading = !isAfterText && addHeading(at: line, of: text, before: next)
        if !hasBegun {
          isFirstHeading = isHeading
          beginsWithTitle = levels == [1]
        }
        isAfterText = !isHeading
      } else {
        if let next, !isAfterText, text.extracting(next).isUnderline {
          underlines.insert(text[next.lowerBound])
          isFirstHeading = isFirstHeading || !hasBegun
        }
        // A long text can quote an item.
        if line.lowerBound < 1 << 14 { addItem(at: line, of: text) }
        addMarkup(of: text.extracting(line))
        isAfterText = true
      }
      hasBegun = true
    }
    hasFrontMatter = lines.hasFrontMatter
    hasLinks = hasLinks || lines.hasFence
  }

  /// Adds a line that begins with `#` if it is a heading, and returns whether a block follows it.
  private mutating func addHeading(
    at line: Range<Int>, of text: Span<UInt8>, before next: Range<Int>?
  ) -> Bool {
    guard let heading = ATXHeading(in: text, at: LineCursor(line)), !heading.text.isEmpty else {
      return false
    }
    let below = next.flatMap { ATXHeading(in: text, at: LineCursor($0)) }
    var isClose = below != nil
    if let next, below == nil, !next.isEmpty {
      let line = text.extracting(next)
      let isBlock = "<|".utf8.contains(line[0]) || line.beginsSentence
      isClose = !isBlock && ListMarker(in: text, at: LineCursor(next), inParagraph: false) == nil
      if isClose && line.resemblesCode { return false }
    }
    // A comment often continues on the next line.
    if below?.level == 1 { return false }
    if isClose { closeHeadings += 1 } else { headings += 1 }
    levels.insert(heading.level)
    return !isClose || below != nil
  }

  /// Adds a line that is a list item, or a property of one.
  private mutating func addItem(at line: Range<Int>, of text: Span<UInt8>) {
    var cursor = LineCursor(line)
    cursor.skipBlanks(text)
    guard let marker = ListMarker(in: text, at: cursor, inParagraph: false) else {
      let hasName = text.isProperty(cursor.rest)
      hasProperties =
        hasProperties || hasName && text.extracting(cursor.rest).end(of: ":: ", from: 0) != nil
      return
    }
    hasItems = true
    let item = text.extracting(marker.content.rest)
    let isTask = ["[ ] ", "[x] "].contains { item.starts(with: $0, ignoringCase: true) }
    let isIndented = cursor.position > line.lowerBound
    hasMarkup = hasMarkup || !isIndented && (isTask || marker.isNumber)
    if !item.isEmpty && item[0] == UInt8(ascii: "["), item.end(of: "](", from: 0) != nil {
      hasLinkedItem = true
    }
  }

  private mutating func addMarkup(of line: Span<UInt8>) {
    hasLinks = hasLinks || line.hasLink
    let isTag = line.count > 1 && line[0] == UInt8(ascii: "<") && (line[1] | 0x20).isTagStart
    hasMarkup =
      hasMarkup || isTag || line.beginsSentence || line.isTableRule || line.hasSpan(of: "**")
    hasCode = hasCode || line.hasSpan(of: "`")
    hasDirectives =
      hasDirectives || line.starts(with: ".. ", ignoringCase: false) || line.endsLiteralBlock
  }
}

extension UInt8 {
  fileprivate var isTagStart: Bool { isASCIILetter || self == UInt8(ascii: "!") }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether the line sets an option or belongs to a program.
  fileprivate var resemblesCode: Bool {
    if self[0].isBlank || ";{:,}])\\".utf8.contains(self[count - 1]) { return true }
    return firstIndex(of: UInt8(ascii: "="), from: 0) != nil || end(of: ": ", from: 0) != nil
      || !self[0].isASCIILetter && self[0] < 0x80
  }

  /// A Boolean value that indicates whether the line introduces code in reStructuredText.
  fileprivate var endsLiteralBlock: Bool {
    count > 1 && self[count - 1] == UInt8(ascii: ":") && self[count - 2] == UInt8(ascii: ":")
  }

  fileprivate var isComment: Bool {
    starts(with: "<!--", ignoringCase: false) && end(of: "-->", from: 4) == count
  }

  /// A Boolean value that indicates whether the line underlines a heading.
  fileprivate var isUnderline: Bool {
    guard count > 2, self[0] == UInt8(ascii: "=") || self[0] == UInt8(ascii: "-") else {
      return false
    }
    return indices.allSatisfy { self[$0] == self[0] }
  }

  /// A Boolean value that indicates whether the line contains a link or the address of a link.
  fileprivate var hasLink: Bool {
    if count > 2 && self[0] == UInt8(ascii: "["), end(of: "]: http", from: 0) != nil { return true }
    var start = 0
    while let target = end(of: "](", from: start) {
      let end = firstIndex(of: UInt8(ascii: ")"), from: target) ?? target
      let address = extracting(target..<end)
      // Other addresses could be the arguments of a call.
      if !address.indices.contains(where: { " ,'\"".utf8.contains(address[$0]) }),
        address.indices.contains(where: { "/#.:".utf8.contains(address[$0]) })
      {
        return true
      }
      start = target
    }
    return false
  }

  /// Returns whether a mark encloses text after a blank.
  fileprivate func hasSpan(of mark: String) -> Bool {
    guard let start = end(of: mark, from: 0), start < count, !self[start].isBlank,
      let end = end(of: mark, from: start)
    else { return false }
    let before = start - mark.utf8.count
    return end > start + mark.utf8.count && (before == 0 || self[before - 1].isBlank)
  }

  /// A Boolean value that indicates whether the line is below the header of a table.
  fileprivate var isTableRule: Bool {
    starts(with: "|", ignoringCase: false) && end(of: "-", from: 0) != nil
      && indices.allSatisfy { "|-: ".utf8.contains(self[$0]) }
  }

  /// A Boolean value that indicates whether the line begins like a sentence, with at least six
  /// words, or three up to a full stop, or six characters of a script without blanks.
  fileprivate var beginsSentence: Bool {
    guard !isEmpty, self[0] >= 0x80 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self[0] else {
      return false
    }
    if 0xE3...0xED ~= self[0] && count >= 18 { return true }
    let words = words(in: 0..<count).prefix(6)
    let isSentence = words.count > 2 && ".?!".utf8.contains(self[count - 1])
    return (words.count == 6 || isSentence)
      && words.allSatisfy { word in
        word.allSatisfy { index in
          let byte = self[index]
          return byte >= 0x80 || byte.isASCIILetter || byte.isASCIIDigit
            || "'`,()/\"-.:;".utf8.contains(byte)
        }
      }
  }
}
