/// Trees drawn with lines, as `tree` and this tool print them.
struct TreeDrawingFormat: Format {
  let name = "tree"
  let isFoundInTextFiles = true

  let help = [
    "A text with a branch such as '├── ' or '|-- ' at the start of one",
    "of its first lines. A summary in the last line is no row.",
  ]

  func rowNoun(_ options: ReaderOptions) -> String { "lines of text" }

  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    var lines = TextLines(text)
    var rows = 0
    while let line = lines.next(in: text) {
      if line.isEmpty { continue }
      let drawn = DrawnLine(line, in: text)
      // On Windows, `tree` prints files without branches before directories.
      if drawn.hasVerticalLine && !drawn.hasBranch { continue }
      if drawn.isDrawn || rows == 2 {
        return drawn.hasBranch && drawn.column == 0 && !drawn.text.isEmpty
      }
      rows += 1
    }
    return false
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    TreeDrawingReader.read(bytes)
  }
}
