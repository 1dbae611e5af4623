struct TaskPaperFormat: Format {
  let name = "taskpaper"
  let fileExtensions = ["taskpaper"]
  let help = [
    "*.taskpaper, or a file without an extension that is indented by",
    "tabs only and has a task below a project, or one with a tag after",
    "a project. Lines that begin with '- ' are tasks, and other lines",
    "that end in a colon are projects. Tags are attributes.",
  ]
  let rowNoun = "lines of text"

  /// Returns whether a text has an indented task directly below a project, or a task with a tag
  /// after a project, and no spaces as indents.
  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    guard isNameless else { return false }
    let text = text.extracting(first: min(text.count, 1 << 16))
    var lines = TextLines(text)
    /// The tabs before the last line if it is a project.
    var project: Int?
    var hasProject = false
    var isFound = false
    while let line = lines.next(in: text) {
      if line.isEmpty { continue }
      let indent = Indent(of: line, in: text, tabWidth: 1)
      if indent.tabs < indent.length { return false }
      let body = text.extracting(line.dropFirst(indent.length))
      let isTask = body.starts(with: "- ", ignoringCase: false)
      let isBelowProject = project.map { indent.tabs == $0 + 1 } ?? false
      isFound = isFound || isTask && (isBelowProject || hasProject && body.hasTag)
      project = !isTask && body.isProject ? indent.tabs : nil
      hasProject = hasProject || project != nil
    }
    return isFound
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    IndentedTextReader.read(
      bytes, name: name, dialect: .init(indentsByTabsOnly: true, hasStarBullets: false))
  }

  /// Returns whether a row has the tag `done`; `nil` for rows without it that are no tasks.
  ///
  /// Tasks begin with a hyphen, which is not part of the text.
  func isDone(text: Range<Int>, in bytes: Span<UInt8>) -> Bool? {
    if bytes.extracting(text).taskPaperTag(Bytes("done".utf8)) != nil { return true }
    let start = text.lowerBound - 2
    let isTask = start >= 0 && bytes[start] == UInt8(ascii: "-") && bytes[start + 1] == 0x20
    return isTask ? false : nil
  }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    bytes.extracting(text).taskPaperTag(name)
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether the line ends in a colon, apart from its tags.
  fileprivate var isProject: Bool {
    let end = end(of: " @", from: 0).map { $0 - 2 } ?? count
    return end > 0 && self[end - 1] == UInt8(ascii: ":")
  }

  fileprivate var hasTag: Bool {
    end(of: " @", from: 0).map { $0 < count && self[$0].isASCIILetter } ?? false
  }

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
