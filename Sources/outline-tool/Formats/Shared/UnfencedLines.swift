/// A walk over the lines of a text outside of its front matter and its fenced code blocks; an empty
/// line stands for each code block.
struct UnfencedLines {
  let hasFrontMatter: Bool
  /// Whether the lines so far contain a code block.
  private(set) var hasFence = false
  private var lines: TextLines
  private var fence: CodeFence?

  init(in text: Span<UInt8>) {
    lines = TextLines(afterFrontMatterOf: text)
    hasFrontMatter = lines.position > TextLines(text).position
  }

  mutating func next(in text: Span<UInt8>) -> Range<Int>? {
    while let line = lines.next(in: text) {
      var cursor = LineCursor(line)
      cursor.skipBlanks(text)
      if let open = fence {
        if open.isClosed(by: text, at: cursor) { fence = nil }
      } else {
        fence = CodeFence(in: text, at: cursor)
        hasFence = hasFence || fence != nil
        return fence == nil ? line : line.prefix(0)
      }
    }
    return nil
  }
}

extension TextLines {
  /// Begins after the metadata at the start of a document, which is between two lines `---`.
  ///
  /// Without a closing line, the first line is a thematic break.
  init(afterFrontMatterOf bytes: Span<UInt8>) {
    self.init(bytes)
    var lines = self
    guard let first = lines.next(in: bytes), bytes.extracting(first).equals("---") else { return }
    while let line = lines.next(in: bytes) {
      if ["...", "---"].contains(where: { bytes.extracting(line).equals($0) }) {
        self = lines
        return
      }
    }
  }
}
