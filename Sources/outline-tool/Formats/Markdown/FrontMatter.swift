/// The metadata at the start of a document, between two lines `---`.
enum FrontMatter {
  /// Returns the start of the document after the front matter.
  ///
  /// Without a closing line, the first line is a thematic break.
  static func end(in bytes: Span<UInt8>) -> TextLines {
    let start = TextLines(bytes)
    var lines = start
    guard let first = lines.next(in: bytes), isFence(bytes, first) else { return start }
    while let line = lines.next(in: bytes) {
      let isClosing = bytes.extracting(line).equals("...")
      if isClosing || isFence(bytes, line) { return lines }
    }
    return start
  }

  private static func isFence(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    bytes.extracting(line).equals("---")
  }

  /// Returns the depth at which markmap folds rows, according to the front matter.
  static func foldLevel(in bytes: Span<UInt8>, end: Int) -> Int? {
    let bytes = bytes.extracting(first: min(end, bytes.count))
    var lines = TextLines(bytes)
    var isInMarkmap = false
    while let line = lines.next(in: bytes) {
      if line.isEmpty { continue }
      let isIndented = bytes[line.lowerBound].isBlank
      if !isIndented { isInMarkmap = bytes.extracting(line).equals("markmap:") }
      guard isIndented && isInMarkmap else { continue }
      var start = line.lowerBound
      while bytes[start].isBlank { start += 1 }
      let entry = bytes.extracting(start..<line.upperBound)
      for key in ["initialExpandLevel:", "foldLevel:"]
      where entry.starts(with: key, ignoringCase: false) {
        var level: Int?
        for index in key.utf8.count..<entry.count where !entry[index].isBlank {
          guard entry[index].isASCIIDigit else { return nil }
          let digit = Int(entry[index] - UInt8(ascii: "0"))
          level = min((level ?? 0) * 10 + digit, ParsedFile.numberLimit)
        }
        return level
      }
    }
    return nil
  }
}
