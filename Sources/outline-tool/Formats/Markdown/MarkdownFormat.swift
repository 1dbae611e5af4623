/// Markdown with the extensions of Logseq, markmap, DocC and mdBook.
struct MarkdownFormat: Format {
  let name = "markdown"
  let fileExtensions = ["md", "markdown"]
  let help = [
    "*.md, *.markdown, or a file without an extension that has headings",
    "of two levels, a heading and a link, a code block, markup or a",
    "sentence, or an early list item with a [link](address) or with",
    "properties of Logseq. Headings and list items are rows; a list",
    "belongs to the heading above it. --tree omits headings or lists.",
    "Paragraphs and code are notes. In a file named SUMMARY.md, the",
    "chapters outside the list are also rows. Links, HTML and escapes",
    "appear as their texts; the signs of bold text and code remain.",
    "Attributes are url, for the first link, and the properties of",
    "Logseq. The keywords of Logseq mark tasks. --expand stored applies",
    "the folds of Logseq and markmap.",
  ]
  let rowNoun = "headings or list items"
  let writers: [any OutlineWriter] = [
    MarkdownWriter(hasHeadings: false), MarkdownWriter(hasHeadings: true),
  ]
  let itemNoun = "list items"
  let options = ["--tree"]
  let identityNames = ["id"]
  let addressNames = ["url"]
  let changesBytes = true

  // Scripts and configuration files resemble Markdown, but most have file name extensions.
  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    isNameless && MarkdownSigns(in: text).areConvincing
  }

  /// The states of Logseq.
  func taskStates(in bytes: Span<UInt8>) -> [TaskState] {
    let open = ["TODO", "DOING", "LATER", "NOW", "WAITING", "WAIT"]
    return open.map { TaskState(keyword: Bytes($0.utf8), isDone: false) }
      + ["DONE", "CANCELED", "CANCELLED"].map { TaskState(keyword: Bytes($0.utf8), isDone: true) }
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    MarkdownReader.read(bytes, name: name, options: options)
  }
}
