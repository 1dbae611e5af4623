struct TaskPaperFormat: Format {
  let name = "taskpaper"
  let fileExtensions = ["taskpaper"]
  let help = [
    "*.taskpaper: text that is indented by tabs only. Lines that begin",
    "with '- ' are tasks. Tags are attributes.",
  ]
  let rowNoun = "lines of text"

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    IndentedTextReader.read(
      bytes, name: name, dialect: .init(indentsByTabsOnly: true, hasStarBullets: false))
  }

  /// Tasks begin with a hyphen, which is not part of the text.
  func isTask(text: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let start = text.lowerBound - 2
    return start >= 0 && bytes[start] == UInt8(ascii: "-") && bytes[start + 1] == 0x20
  }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    bytes.extracting(text).taskPaperTag(name)
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
