struct FreemindFormat: Format {
  let name = "freemind"
  let fileExtensions = ["mm"]
  let help = [
    "*.mm, or a file with <map version= near the start, as Freemind and",
    "Freeplane write it. Nodes are rows, with notes and details.",
    "--expand stored collapses FOLDED nodes.",
  ]
  let rowNoun = "<node> elements"
  let addressNames = ["LINK"]
  let identityNames = ["ID"]
  let allowsZeroBytes = true

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    TagScanner.recognizes(text) { $0.end(of: "<map version=", from: 0) != nil }
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    FreemindReader.read(bytes, name: name, options: options)
  }

  func attribute(_ name: Bytes, text: Range<Int>, start: Int?, in bytes: Span<UInt8>) -> Bytes? {
    TagScanner.value(of: name, at: start, in: bytes)
  }

  func attributes(at start: Int, in bytes: Span<UInt8>) -> [RowAttribute] {
    TagScanner.attributes(at: start, in: bytes)
  }

  func attributeRange(at start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    TagScanner.attributeRange(at: start, in: bytes)
  }
}
