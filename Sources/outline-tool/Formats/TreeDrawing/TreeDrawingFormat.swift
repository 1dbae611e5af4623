/// Trees drawn with lines, as `tree` and this tool print them.
struct TreeDrawingFormat: Format {
  let name = "tree"
  let help = [
    "A text with a branch such as '├── ' or '|-- ' at the start of one",
    "of its first lines or of many lines, also after a prefix such as",
    "'[INFO] ', or the output of pstree, or of ps with a tree; then the",
    "other columns are attributes. A summary in the last line is not a",
    "row.",
  ]
  let rowNoun = "lines of text"
  let isFoundInTextFiles = true
  let hasColors = true

  /// Returns whether one of the first lines of a text has a branch, or a third of all lines.
  func recognizes(_ text: Span<UInt8>, isNameless: Bool) -> Bool {
    let style = DrawingStyle(of: text)
    if style.isTree { return true }
    // A sample is enough.
    let text = text.extracting(first: min(text.count, 1 << 16))
    var lines = TextLines(text)
    // The headings and fences of documents that can contain drawings, and the signs of patches.
    var hasMarkup = false
    var branches = 0
    var rows = 0
    // The columns of the last row.
    var last = 0...0
    while let line = lines.next(in: text) {
      if line.isEmpty { continue }
      let drawn = DrawnLine(style.drawing(on: line, of: text), in: text)
      if !drawn.hasBranch && (drawn.hasVerticalLine || drawn.text.isEmpty) { continue }
      if branches == 0 && (drawn.hasBranch || drawn.isDrawn && rows > 0) {
        // The whole drawing can be indented, and branches can hang below any part of a text.
        guard drawn.hasBranch, drawn.column == 0 || rows > 0 && last.contains(drawn.column),
          !drawn.text.isEmpty, !text.isDrawnLine(at: drawn.text.lowerBound)
        else { return false }
        if rows <= style.maximalHeader { return true }
        // In such documents, an indented drawing is code.
        if isNameless && drawn.column > 0 { return false }
      }
      if drawn.hasBranch {
        branches += 1
        continue
      }
      hasMarkup =
        hasMarkup || "#`~".utf8.contains(text[drawn.text.lowerBound])
        || text.extracting(line).starts(with: "@@ ", ignoringCase: false)
      // On Windows, `tree` prints a header before the drive.
      if text.extracting(drawn.text).beginsWithDrive { rows = 0 }
      last = drawn.column...drawn.column + text.columns(of: drawn.text)
      rows += 1
    }
    return 2 * branches > rows && !hasMarkup
  }

  func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    var file = TreeDrawingReader.read(bytes)
    if options.needsAttributes { file.attributes = columns(of: file, options: options) }
    return file
  }

  /// Returns the columns of the output of `ps`, which its header names.
  private func columns(of file: ParsedFile, options: ReaderOptions) -> AttributeRanges {
    let bytes = file.bytes.span
    var lines = TextLines(bytes)
    guard let header = lines.next(in: bytes), DrawingStyle(of: bytes).offset > 0 else {
      return AttributeRanges()
    }
    // The last column contains the tree.
    let all = bytes.words(in: header).dropLast().map { Bytes(copying: bytes.extracting($0)) }
    var attributes = AttributeRanges(of: all, options)
    for text in file.texts {
      var start = text.lowerBound
      while start > 0 && bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      for (word, name) in zip(bytes.words(in: start..<text.lowerBound), all) {
        if let name = attributes.position(of: name) { attributes.set(name, to: word) }
      }
      attributes.endRow()
    }
    return attributes
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether the text begins with a drive of Windows, such as `C:.`
  /// or `C:\DIR`.
  fileprivate var beginsWithDrive: Bool {
    count > 2 && self[0].isASCIILetter && self[1] == UInt8(ascii: ":")
      && (self[2] == UInt8(ascii: ".") || self[2] == UInt8(ascii: "\\"))
  }
}
