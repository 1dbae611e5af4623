/// The format of a file.
enum Format: Equatable {
  case markdown
  case indentedText

  /// Tells the format of a file by its name, or where that says nothing, by its first line.
  init(of input: InputName, bytes: Span<UInt8>) {
    if case .path(let path) = input, let ending = Format.ending(of: path) {
      let isMarkdown = ending.elementsEqual("md".utf8) || ending.elementsEqual("markdown".utf8)
      self = isMarkdown ? .markdown : .indentedText
    } else {
      self = Format.looksLikeMarkdown(bytes) ? .markdown : .indentedText
    }
  }

  /// Returns what follows the last dot of a file's name, in lower case; `nil` for a name without
  /// one.
  private static func ending(of path: Bytes) -> Bytes? {
    let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return name[(dot + 1)...].map { $0 | 0x20 }
  }

  /// Whether the first line that is not empty is a heading or opens front matter.
  private static func looksLikeMarkdown(_ bytes: Span<UInt8>) -> Bool {
    var lines = TextLines(bytes)
    while let line = lines.next(in: bytes) {
      if line.isEmpty { continue }
      let cursor = LineCursor(line)
      return ATXHeading(in: bytes, at: cursor) != nil || FrontMatter.isFence(bytes, line)
    }
    return false
  }
}
