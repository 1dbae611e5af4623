/// VimOutliner: indented text with lines of body text, which are not rows.
struct VimOutlinerFormat: Format {
  let name = "otl"
  let fileExtensions = ["otl"]
  let help = [
    "*.otl, or a text indented by tabs with lines such as ': note',",
    "which are not rows, but notes. [_] and [X] are check boxes.",
  ]
  let rowNoun = "headings"
  let isFoundInTextFiles = true
  private static let bodySigns = ":;|<>"

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
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
        if !body.isEmpty && Self.bodySigns.utf8.contains(body[0]) { return false }
        continue
      }
      hasTabs = true
      // Lines of tables begin with a bar in many formats.
      hasSigns =
        hasSigns
        || [": ", "; ", "[_] "].contains { body.starts(with: $0, ignoringCase: false) }
    }
    return hasTabs && hasSigns
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    IndentedTextReader.read(
      bytes, name: name, dialect: .init(bodySigns: Self.bodySigns, findsNotes: options.findsNotes))
  }
}
