/// JSON in any of the shapes in which programs store outlines.
struct JSONFormat: Format {
  let name = "json"
  let fileExtensions = ["json", "jsonl", "ndjson", "jsonc"]
  let help = [
    "*.json, *.jsonl, *.ndjson, *.jsonc (with comments), or a text that",
    "begins like JSON. The outline is in nested members with a common",
    "name, in records that name their parents, or in lists of children.",
    "In an array of objects with labels, each object is a row.",
    "Otherwise, or if much data is outside the outline, every member",
    "is a row. The string \"1\" and the number 1 have the same text, so",
    "'diff' shows no change between them. Other members of rows are",
    "attributes. --expand stored collapses rows with a member such as",
    "'collapsed'. Members such as 'id', '_id' or 'uuid' identify rows.",
    "A row without a label is shown as (untitled).",
  ]
  let rowNoun = "values"
  let allowsZeroBytes = true
  let options = ["--children", "--label", "--id", "--parent"]

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    let start = text.startOfValue
    guard start < text.count,
      text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[")
    else { return false }
    let end = min(text.count, start + 4096)
    let (_, problems) = JSONScanner.scan(text.extracting(start..<end))
    guard let (first, offset) = problems.first else { return true }
    let found = first.compactMap { $0 as? JSONProblem }
    // A drawn tree can begin with "[1 4096]  src".
    let isOtherText = found == [.missingComma] && problems.contains(JSONProblem.strayCharacters)
    guard found.first?.isUnlikely == true || found.contains(.invalidLiteral) || isOtherText else {
      return true
    }
    // The sample may end within a literal, which is invalid only for that reason.
    return end < text.count && offset > end - start - 32
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    JSONReader.read(bytes, name: name, options: options)
  }
}

extension Span where Element == UInt8 {
  /// The offset of the first byte that is neither white space nor in a comment.
  fileprivate var startOfValue: Int {
    var start = 0
    while start < count {
      let rest = extracting(start...)
      if self[start].isWhitespace {
        start += 1
      } else if rest.starts(with: "//", ignoringCase: false) {
        start = firstIndex(of: UInt8(ascii: "\n"), from: start) ?? count
      } else if rest.starts(with: "/*", ignoringCase: false) {
        start = end(of: "*/", from: start + 2) ?? count
      } else {
        break
      }
    }
    return start
  }
}
