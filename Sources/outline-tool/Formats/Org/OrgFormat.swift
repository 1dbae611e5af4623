struct OrgFormat: Format {
  let name = "org"
  let fileExtensions = ["org", "org_archive"]
  let help = [
    "*.org, or a text with a headline and a keyword such as '#+title:',",
    "a block or properties, or with headlines of two levels, with",
    "keywords, tags or links, or with text between them. Headlines are",
    "rows, with tags and keywords, including those of '#+TODO:'.",
    "Inline tasks (15 or more stars, or 29 with odd in STARTUP) and",
    "other texts are notes. List items are rows only with --tree lists",
    "or --tree both.",
    "Links appear as their texts. Attributes are the properties, TAGS,",
    "PRIORITY, DEADLINE, SCHEDULED, CLOSED, and url for the first link.",
    "--expand stored applies STARTUP, VISIBILITY and the tag ARCHIVE.",
  ]
  let rowNoun = "headlines"
  let writers: [any OutlineWriter] = [OrgWriter()]
  let itemNoun = "list items"
  let options = ["--tree"]
  let addressNames = ["url", "htmlUrl", "xmlUrl"]
  let identityNames = ["ID", "CUSTOM_ID"]

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    OrgReader.read(bytes, options: options)
  }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    start.flatMap { OrgReader.attribute(name, at: $0, in: bytes) }
  }

  /// The keywords of the lines that declare the states of tasks.
  static let stateKeys = ["#+todo:", "#+seq_todo:", "#+typ_todo:"]

  /// The attributes with planned times.
  static let timeNames = ["SCHEDULED", "DEADLINE", "CLOSED"]

  /// Returns the keywords that lines such as `#+TODO: NEXT(n) | DONE(d)` define.
  ///
  /// Those after a bar, or else the last one, are the states of done tasks.
  func taskStates(in bytes: Span<UInt8>) -> [TaskState] {
    var states: [TaskState] = []
    for value in values(of: Self.stateKeys, in: bytes) {
      let words = value.split { $0.isBlank }
      let bar = words.firstIndex { $0.elementsEqual("|".utf8) } ?? words.count - 1
      for (number, word) in words.enumerated() where !word.elementsEqual("|".utf8) {
        let keyword = Bytes(word.prefix { $0 != UInt8(ascii: "(") })
        if keyword.isEmpty { continue }
        states.append(TaskState(keyword: keyword, isDone: number >= bar, isDeclared: true))
      }
    }
    return states.isEmpty ? TaskState.standard : states
  }

  func inheritedTags(in bytes: Span<UInt8>) -> [Bytes] { values(of: ["#+filetags:"], in: bytes) }

  /// Returns the texts after keywords at the starts of lines.
  private func values(of keys: [String], in bytes: Span<UInt8>) -> [Bytes] {
    var values: [Bytes] = []
    var lines = TextLines(bytes)
    while let range = lines.next(in: bytes) {
      let line = bytes.extracting(range)
      for key in keys where line.starts(with: key, ignoringCase: true) {
        values.append(Bytes(copying: line.extracting(key.utf8.count...)))
      }
    }
    return values
  }

  var ignoresCaseOfNames: Bool { true }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    OrgReader.attributes(at: start, in: bytes)
  }

  func attributesToWrite(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    OrgReader.attributes(at: start, in: bytes, keepingRepeated: true)
  }

  func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    OrgReader.attributeRange(at: start, in: bytes)
  }

  /// Returns whether a text has an early headline, and below it one of the next level or another
  /// element of Org, or begins with a headline and has signs of Org or text between headlines.
  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    let text = text.extracting(first: min(text.count, 1 << 16))
    var lines = UnfencedLines(in: text)
    var isFirst = true
    var beginsWithHeadline = false
    var stars = -1
    var hasElement = false
    var isBelowHeadline = false
    var hasText = false
    while let line = lines.next(in: text) {
      defer { isBelowHeadline = !line.isEmpty && text[line.lowerBound] == UInt8(ascii: "*") }
      if line.isEmpty { continue }
      if let headline = OrgHeadline(in: text, at: line) {
        if stars < 0 && !hasElement && line.lowerBound > 1 << 12 { return false }
        beginsWithHeadline = beginsWithHeadline || isFirst
        let isBelow =
          stars > 0 && beginsWithHeadline ? headline.stars > stars : headline.stars == stars + 1
        if isBelow { return true }
        stars = headline.stars
        if beginsWithHeadline && (hasText || hasSign(headline.text, of: text)) { return true }
      } else {
        // AsciiDoc and MediaWiki have headings such as `== A`, and items such as `** B`.
        if text[line.lowerBound] == UInt8(ascii: "="), line.count > 1,
          " =".utf8.contains(text[line.lowerBound + 1])
        {
          return false
        }
        // Other texts below an item of a list are indented or short.
        if isBelowHeadline && !text[line.lowerBound].isBlank
          && text.words(in: line).prefix(5).count == 5
        {
          hasText = true
        }
        hasElement = hasElement || isElement(text.extracting(line), isFirst: isFirst)
      }
      if stars > 0 && hasElement { return true }
      isFirst = false
    }
    return false
  }

  /// Returns whether a headline has a keyword, a priority, a link, tags, a date, or the progress of
  /// its tasks.
  private func hasSign(_ headline: Range<Int>, of text: Span<UInt8>) -> Bool {
    let words = text.extracting(headline)
    return ["TODO ", "DONE ", "COMMENT ", "[#"].contains {
      words.starts(with: $0, ignoringCase: false)
    } || text.orgTags(of: headline) != nil || OrgLink(in: headline, of: text) != nil
      || words.hasOrgDateOrProgress
  }

  /// Returns whether a line belongs to a drawer, a keyword, a block or a table, or sets the mode of
  /// Emacs.
  private func isElement(_ line: Span<UInt8>, isFirst: Bool) -> Bool {
    if line.starts(with: ":properties:", ignoringCase: true) || line.isPlanning { return true }
    // Rules in other tables have no plus signs.
    if line.starts(with: "|-", ignoringCase: false) { return line.end(of: "-+-", from: 2) != nil }
    if line.starts(with: "# -*-", ignoringCase: false) {
      return isFirst && line.end(of: "org", from: 5) != nil
    }
    // A line such as "#+++" is a comment.
    guard line.count > 3, line.starts(with: "#+", ignoringCase: false) else { return false }
    return line.starts(with: "#+begin_", ignoringCase: true)
      || line[2].isASCIILetter && line.firstIndex(of: UInt8(ascii: ":"), from: 3) != nil
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether the text has an active date, such as `<2026-01-02 Fri>`,
  /// or the progress of tasks, such as `[1/2]` or `[50%]`.
  fileprivate var hasOrgDateOrProgress: Bool {
    var index = 0
    while index < count {
      let bracket = self[index]
      index += 1
      guard "<[".utf8.contains(bracket) else { continue }
      let start = index
      while index < count && self[index].isASCIIDigit { index += 1 }
      if index == count { return false }
      let sign = self[index]
      if bracket == UInt8(ascii: "<") && index == start + 4 && sign == UInt8(ascii: "-") {
        return true
      }
      if bracket == UInt8(ascii: "["), "/%".utf8.contains(sign) {
        index += 1
        while index < count && self[index].isASCIIDigit { index += 1 }
        if index < count && self[index] == UInt8(ascii: "]") { return true }
      }
    }
    return false
  }
}
