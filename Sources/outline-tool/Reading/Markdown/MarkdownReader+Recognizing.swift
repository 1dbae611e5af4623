extension MarkdownReader {
  /// Whether a text of unknown kind has front matter with a heading behind it, a title and a
  /// section, or near its start an item that begins with a link or has a property.
  static func recognizes(_ bytes: Span<UInt8>) -> Bool {
    var lines = TextLines(bytes)
    guard let first = lines.next(in: bytes), FrontMatter.isFence(bytes, first) else {
      return hasTitleAndSection(bytes) || hasLinkedItem(bytes)
    }
    lines = FrontMatter.end(in: bytes)
    while let line = lines.next(in: bytes) {
      if !line.isEmpty { return ATXHeading(in: bytes, at: LineCursor(line)) != nil }
    }
    return false
  }

  /// Whether any of the first items begins with a link, or there is one beside properties of Logseq.
  private static func hasLinkedItem(_ bytes: Span<UInt8>) -> Bool {
    let bytes = bytes.extracting(first: min(bytes.count, 1 << 14))
    var lines = TextLines(bytes)
    var (hasItem, hasProperty) = (false, false)
    while let line = lines.next(in: bytes) {
      var cursor = LineCursor(line)
      cursor.skipBlanks(bytes)
      if cursor.isAtEnd { continue }
      if let marker = ListMarker(in: bytes, at: cursor, inParagraph: false) {
        hasItem = true
        let text = bytes.extracting(marker.content.rest)
        let isOpened = !text.isEmpty && text[0] == UInt8(ascii: "[")
        if isOpened && text.end(of: "](", from: 0) != nil { return true }
      } else if bytes.isProperty(cursor.rest) {
        let text = bytes.extracting(cursor.rest)
        if text.end(of: ":: ", from: 0) != nil { hasProperty = true }
      }
      if hasItem && hasProperty { return true }
    }
    return false
  }

  /// Whether a text begins with a heading and has one of another level, both set off by empty
  /// lines.
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
