struct FreemindFormat: MarkupFormat {
  let name = "freemind"
  let fileExtensions = ["mm"]
  let help = [
    "*.mm, or a file with <map version= near the start, as Freemind and",
    "Freeplane write it. Nodes are rows, with notes and details. The",
    "attribute 'icon' lists their icons.",
    "--expand stored collapses FOLDED nodes.",
  ]
  let rowNoun = "<node> elements"
  let addressName: String? = "LINK"
  let identityNames = ["ID"]

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    TagScanner.recognizes(text) { $0.end(of: "<map version=", from: 0) != nil }
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    FreemindReader.read(bytes, name: name, options: options)
  }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    let all = elementAttributes(at: start, in: bytes)
    let text = all.first { attribute in
      let isText = ["TEXT", "LOCALIZED_TEXT"].contains { attribute.isNamed($0) }
      return isText && !attribute.value.isEmpty
    }
    return all.filter { $0 != text && !$0.isNamed("FOLDED") }
  }
}
