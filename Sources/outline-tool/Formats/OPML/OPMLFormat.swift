struct OPMLFormat: MarkupFormat {
  let name = "opml"
  let fileExtensions = ["opml"]
  let help = [
    "*.opml, or a file with <opml near the start. The tool repairs and",
    "reports syntax errors. --expand stored expands the rows that",
    "expansionState lists, and detects how the list counts rows.",
    "--follow-includes also reads the files of rows with",
    "type=\"include\".",
  ]
  let rowNoun = "<outline> elements"
  let options = ["--follow-includes"]
  let writers: [any OutlineWriter] = [OPMLWriter()]
  let identityNames = ["id", "_id", "uuid"]

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    TagScanner.recognizes(text) { $0.end(of: "<opml", from: 0) != nil }
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    OPMLReader.read(bytes, name: name, options: options)
  }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    OPMLReader.value(of: name, at: start, in: bytes)
  }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    OPMLReader.attributes(at: start, in: bytes, keepingOpenState: false)
  }

  func attributesToWrite(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    OPMLReader.attributes(at: start, in: bytes, keepingOpenState: true)
  }
}
