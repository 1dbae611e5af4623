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
  private var hasUnderline = false
  /// Whether there are links or code blocks, other markup or a sentence, and inline code.
  private var hasLinks = false
  private var hasMarkup = false
  private var hasCode = false
  /// Whether there are directives of reStructuredText, which underlines headings as well.
  private var hasDirectives = false

  /// A Boolean value that indicates whether the text is probably Markdown.
  var areConvincing: Bool {
    if hasFrontMatter && (isFirstHeading || hasLinks || hasMarkup && headings > 0) { return true }
    if numberSigns == 0 {
      return hasUnderline && (hasLinks || isFirstHeading && hasMarkup && !hasDirectives)
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
    var lines = FrontMatter.end(in: text)
    hasFrontMatter = lines.position > TextLines(text).position

    var fence: CodeFence?
    var isAfterText = false
    var hasBegun = false
    var next = lines.next(in: text)
    while let line = next {
      next = lines.next(in: text)
      var cursor = LineCursor(line)
      cursor.skipBlanks(text)

      if let open = fence {
        if open.isClosed(by: text, at: cursor) { fence = nil }
        isAfterText = false
      } else if let open = CodeFence(in: text, at: cursor) {
        fence = open
        hasLinks = true
        isAfterText = false
      } else if cursor.isAtEnd {
        isAfterText = false
      } else if text[line.lowerBound] == UInt8(ascii: "#") {
        numberSigns += 1
        let isHeading = !isAfterText && addHeading(at: line, of: text, before: next)
        if !hasBegun {
          isFirstHeading = isHeading
          beginsWithTitle = levels == [1]
        }
        isAfterText = !isHeading
      } else {
        if let next, !isAfterText, text.extracting(next).isUnderline {
          hasUnderline = true
          isFirstHeading = isFirstHeading || !hasBegun
        }
        addMarkup(of: text.extracting(line))
        isAfterText = true
      }

      hasBegun = hasBegun || !cursor.isAtEnd
    }
  }

  /// Adds a line that begins with `#` if it is a heading, and returns whether it is one.
  private mutating func addHeading(
    at line: Range<Int>, of text: Span<UInt8>, before next: Range<Int>?
  ) -> Bool {
    guard let heading = ATXHeading(in: text, at: LineCursor(line)), !heading.text.isEmpty else {
      return false
    }
    // A comment often continues on the next line, or describes the code there.
    if let next, !next.isEmpty, !"<`|-*".utf8.contains(text[next.lowerBound]) {
      let line = text.extracting(next)
      if line[0] == UInt8(ascii: "#") {
        // Comments do not begin with more signs from line to line.
        guard let below = ATXHeading(in: text, at: LineCursor(next)),
          below.level == heading.level + 1
        else { return false }
        closeHeadings += 1
        levels.insert(heading.level)
        return true
      }
      if line.resemblesCode { return false }
      closeHeadings += 1
      levels.insert(heading.level)
      return false
    }
    headings += 1
    levels.insert(heading.level)
    return true
  }

  private mutating func addMarkup(of line: Span<UInt8>) {
    hasLinks = hasLinks || line.hasLink
    let isTag = line.count > 1 && line[0] == UInt8(ascii: "<") && (line[1] | 0x20).isTagStart
    hasMarkup = hasMarkup || isTag || line.beginsSentence || line.hasSpan(of: "**")
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

  /// A Boolean value that indicates whether the line begins like a sentence, with at least six
  /// words.
  fileprivate var beginsSentence: Bool {
    guard !isEmpty, self[0] >= 0x80 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self[0] else {
      return false
    }
    let words = words(in: 0..<count).prefix(6)
    return words.count == 6
      && words.allSatisfy { word in
        word.allSatisfy { index in
          let byte = self[index]
          return byte >= 0x80 || byte.isASCIILetter || byte.isASCIIDigit
            || "'`,()/\"-.:;".utf8.contains(byte)
        }
      }
  }
}
