/// The format of a file.
enum Format: String, CaseIterable {
  case markdown
  case opml
  case indentedText = "text"

  /// Tells the format of a file by its name, or where that says nothing, by its text.
  init(of input: InputName, bytes: Span<UInt8>) {
    if case .path(let path) = input, let ending = Format.ending(of: path) {
      switch String(decoding: ending, as: UTF8.self) {
      case "md", "markdown": self = .markdown
      case "opml": self = .opml
      default: self = .indentedText
      }
    } else if Format.looksLikeOPML(bytes) {
      self = .opml
    } else {
      self = Format.looksLikeMarkdown(bytes) ? .markdown : .indentedText
    }
  }

  /// Whether a text of unknown kind begins with a tag and has `<opml` near its start.
  private static func looksLikeOPML(_ bytes: Span<UInt8>) -> Bool {
    var lines = TextLines(bytes)
    while let line = lines.next(in: bytes) {
      if line.isEmpty { continue }
      let start = bytes.extracting(line.lowerBound..<min(line.lowerBound + 4096, bytes.count))
      return start[0] == UInt8(ascii: "<") && start.end(of: "<opml", from: 0) != nil
    }
    return false
  }

  /// Returns what follows the last dot of a file's name, in lower case; `nil` for a name without
  /// one.
  private static func ending(of path: Bytes) -> Bytes? {
    let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return name[(dot + 1)...].map(\.lowercased)
  }

  /// Whether a text of unknown kind has front matter with a heading behind it, or a title and a
  /// section.
  private static func looksLikeMarkdown(_ bytes: Span<UInt8>) -> Bool {
    var lines = TextLines(bytes)
    guard let first = lines.next(in: bytes), FrontMatter.isFence(bytes, first) else {
      return hasTitleAndSection(bytes)
    }
    lines = FrontMatter.end(in: bytes)
    while let line = lines.next(in: bytes) {
      if !line.isEmpty { return ATXHeading(in: bytes, at: LineCursor(line)) != nil }
    }
    return false
  }

  /// Whether a text begins with a heading and has one of another level, both set off by empty lines.
  ///
  /// A single heading does not tell: scripts, makefiles and settings begin with `# ` and a comment.
  private static func hasTitleAndSection(_ bytes: Span<UInt8>) -> Bool {
    var title: Int?
    var isAfterEmptyLine = true
    /// The level of the heading on the line before, if it is set off above.
    var candidate: Int?
    var lines = TextLines(bytes)
    while true {
      let next = lines.next(in: bytes)
      if let line = next, !line.isEmpty {
        candidate = isAfterEmptyLine ? ATXHeading(in: bytes, at: LineCursor(line))?.level : nil
        if candidate == nil && title == nil { return false }
        isAfterEmptyLine = false
      } else {
        if let candidate, let title, candidate != title { return true }
        if next == nil { return false }
        title = title ?? candidate
        candidate = nil
        isAfterEmptyLine = true
      }
    }
  }
}
