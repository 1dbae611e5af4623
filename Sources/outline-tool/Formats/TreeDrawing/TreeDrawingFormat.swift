/// Trees drawn with lines, as `tree` and this tool print them.
struct TreeDrawingFormat: Format {
  let name = "tree"
  let help = [
    "A text with a branch such as '├── ' or '|-- ' at the start of one",
    "of its first lines, or the output of ps with a tree. A summary in",
    "the last line is not a row.",
  ]
  let rowNoun = "lines of text"
  let isFoundInTextFiles = true

  /// Returns whether one of the first lines of a text has a branch.
  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    if DrawingColumn(of: text).offset > 0 { return true }
    var lines = TextLines(text)
    var rows = 0
    // The columns of the last row.
    var last = 0...0
    while let line = lines.next(in: text) {
      if line.isEmpty { continue }
      let drawn = DrawnLine(line, in: text)
      // On Windows, `tree` prints files without branches before directories.
      if !drawn.hasBranch && (drawn.hasVerticalLine || drawn.text.isEmpty) { continue }
      // The whole drawing can be indented, and branches can hang below any part of a text.
      if drawn.hasBranch || drawn.isDrawn && rows > 0 || rows == 2 {
        return drawn.hasBranch && (drawn.column == 0 || rows > 0 && last.contains(drawn.column))
          && !drawn.text.isEmpty && !text.isDrawnLine(at: drawn.text.lowerBound)
      }
      last = drawn.column...drawn.column + drawn.text.count { text[$0] & 0xC0 != 0x80 }
      rows += 1
    }
    return false
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    TreeDrawingReader.read(bytes)
  }
}
