/// Markdown with the extensions of Logseq, markmap, DocC and mdBook.
struct MarkdownFormat: Format {
  let name = "markdown"
  let fileExtensions = ["md", "markdown"]
  let help = [
    "*.md, *.markdown, or a file without an extension that begins with",
    "front matter and a heading, or with a '#' heading followed by one",
    "of another level, or has an early list item with a [link](address)",
    "or with properties of Logseq. Headings and list items are rows; a",
    "list belongs to the heading above it. In a file named SUMMARY.md,",
    "the chapters outside the list are rows, too. Links, HTML and",
    "escapes appear as their texts; the signs of bold text and of code",
    "stay. Attributes are url, for the first link, and the properties",
    "of Logseq. --expand stored applies the folds of Logseq and",
    "markmap.",
  ]
  let rowNoun = "headings or list items"
  let itemNoun = "list items"
  let identityNames = ["id"]
  let addressNames = ["url"]
  let changesBytes = true

  // Scripts and configuration files resemble Markdown, but have file name extensions.
  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    isNameless && isMarkdown(text)
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    MarkdownReader.read(bytes, name: name, options: options)
  }

  private func isMarkdown(_ text: Span<UInt8>) -> Bool {
    var lines = TextLines(text)
    guard let first = lines.next(in: text), FrontMatter.isFence(text, first) else {
      return hasTitleAndSection(text) || hasLinkedItem(text)
    }
    lines = FrontMatter.end(in: text)
    while let line = lines.next(in: text) {
      if !line.isEmpty { return ATXHeading(in: text, at: LineCursor(line)) != nil }
    }
    return false
  }

  /// Returns whether an early list item begins with a link, or has properties of Logseq.
  private func hasLinkedItem(_ text: Span<UInt8>) -> Bool {
    let text = text.extracting(first: min(text.count, 1 << 14))
    var lines = TextLines(text)
    var (hasItem, hasProperty) = (false, false)
    while let line = lines.next(in: text) {
      var cursor = LineCursor(line)
      cursor.skipBlanks(text)
      if cursor.isAtEnd { continue }
      if let marker = ListMarker(in: text, at: cursor, inParagraph: false) {
        hasItem = true
        let text = text.extracting(marker.content.rest)
        let isOpened = !text.isEmpty && text[0] == UInt8(ascii: "[")
        if isOpened && text.end(of: "](", from: 0) != nil { return true }
      } else if text.isProperty(cursor.rest) {
        let text = text.extracting(cursor.rest)
        if text.end(of: ":: ", from: 0) != nil { hasProperty = true }
      }
      if hasItem && hasProperty { return true }
    }
    return false
  }

  /// Returns whether a text begins with a heading and has another one of a different level, both
  /// between empty lines.
  ///
  /// A single heading is not enough: scripts and configuration files begin with `# ` and a comment.
  private func hasTitleAndSection(_ text: Span<UInt8>) -> Bool {
    var title: Int?
    var isAfterEmptyLine = true
    /// The level of the heading in the previous line, if that follows an empty line.
    var candidate: Int?
    var lines = TextLines(text)
    while true {
      let next = lines.next(in: text)
      if let line = next, !line.isEmpty {
        candidate = isAfterEmptyLine ? ATXHeading(in: text, at: LineCursor(line))?.level : nil
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
