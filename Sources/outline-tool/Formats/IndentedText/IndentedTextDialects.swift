extension Format {
  /// TaskPaper: indented text with tags.
  static let taskPaper = Format(
    name: "taskpaper",
    fileExtensions: ["taskpaper"],
    help: [
      "*.taskpaper: text that is indented by tabs only. Tags are",
      "attributes.",
    ],
    rowNoun: "lines of text",
    read: { bytes, name, _ in IndentedTextReader.read(bytes, name: name, dialect: .taskPaper) },
    attribute: { name, text, _, bytes in bytes.extracting(text).taskPaperTag(name) })

  /// VimOutliner: indented text with lines of body text, which are not rows.
  static let vimOutliner = Format(
    name: "otl",
    fileExtensions: ["otl"],
    help: [
      "*.otl, or a text indented by tabs with lines such as ': note',",
      "which are no rows.",
    ],
    rowNoun: "headings",
    isFoundInTextFiles: true,
    recognizes: { text, _ in isVimOutliner(text) },
    read: { bytes, name, _ in IndentedTextReader.read(bytes, name: name, dialect: .vimOutliner) })

  private static func isVimOutliner(_ text: Span<UInt8>) -> Bool {
    var hasTabs = false
    var hasSigns = false
    // A sample is enough.
    let text = text.extracting(first: min(text.count, 1 << 16))
    var lines = TextLines(text)
    while let line = lines.next(in: text) {
      let indent = Indent(of: line, in: text, tabWidth: 1)
      if indent.tabs < indent.length { return false }
      let body = text.extracting((line.lowerBound + indent.length)..<line.upperBound)
      guard indent.tabs > 0 else {
        if !body.isEmpty && body[0].beginsBodyLine { return false }
        continue
      }
      hasTabs = true
      hasSigns =
        hasSigns
        || [": ", "; ", "| ", "[_] "].contains { body.starts(with: $0, ignoringCase: false) }
    }
    return hasTabs && hasSigns
  }
}

extension Span where Element == UInt8 {
  /// Returns the value of a TaskPaper tag, empty if it has none, or `nil` if the tag is missing.
  ///
  /// Text in the parentheses of another tag is not a tag. A backslash escapes a parenthesis in a
  /// value.
  fileprivate func taskPaperTag(_ name: Bytes) -> Bytes? {
    var index = 0
    while let sign = firstIndex(of: UInt8(ascii: "@"), from: index) {
      index = sign + 1
      if sign > 0 && !self[sign - 1].isBlank { continue }
      let start = index
      while index < count && !self[index].isBlank && self[index] != UInt8(ascii: "(") { index += 1 }
      let isMeant = extracting(start..<index).equals(name.span)
      guard index < count, self[index] == UInt8(ascii: "(") else {
        if isMeant { return [] }
        continue
      }
      guard let (value, end) = taskPaperValue(from: index + 1) else { return nil }
      if isMeant { return value }
      index = end
    }
    return nil
  }

  /// Returns a value and the offset after its closing parenthesis.
  private func taskPaperValue(from start: Int) -> (value: Bytes, end: Int)? {
    var value = Bytes()
    var index = start
    while index < count && self[index] != UInt8(ascii: ")") {
      if self[index] == UInt8(ascii: "\\"), index + 1 < count,
        self[index + 1] == UInt8(ascii: "(") || self[index + 1] == UInt8(ascii: ")")
      {
        index += 1
      }
      value.append(self[index])
      index += 1
    }
    return index < count ? (value, index + 1) : nil
  }
}
