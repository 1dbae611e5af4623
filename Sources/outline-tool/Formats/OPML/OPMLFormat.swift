/// OPML, the format of outliners and of feed subscriptions.
struct OPMLFormat: Format {
  let name = "opml"
  let fileExtensions = ["opml"]
  let allowsZeroBytes = true

  let help = [
    "*.opml, or a file with <opml near the start. The tool repairs and",
    "reports syntax errors. --expand stored expands the rows in the",
    "expansionState of the file, whichever way that counts them.",
  ]

  func rowNoun(_ options: ReaderOptions) -> String { "<outline> elements" }

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    TagScanner.recognizes(text) { $0.end(of: "<opml", from: 0) != nil }
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    OPMLReader.read(bytes, name: name, options: options)
  }

  func attribute(
    _ name: Bytes, of text: Range<Int>, startingAt start: Int?, in bytes: Span<UInt8>
  ) -> Bytes? {
    start.flatMap { TagScanner.value(of: name, at: $0, in: bytes) }
  }
}
