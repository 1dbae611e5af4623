/// Reads trees that are drawn with lines, as `tree`, `cargo tree` and this tool print them.
///
/// The parent of a row is the nearest row above whose branch begins further left. The columns can
/// have any width. Rows without a branch and an indent are roots. `pstree` draws some children to
/// the right of their parent.
///
/// - Complexity: O(`bytes.count`)
struct TreeDrawingReader {
  static func read(_ bytes: consuming Bytes) -> ParsedFile {
    var parsed = ParsedFile(bytes: bytes)
    parsed.reserveRows(parsed.bytes.count / 32)
    let source = parsed.bytes
    let bytes = source.span
    let style = DrawingStyle(of: bytes)

    var openColumns: [Int] = []
    // The indent of the whole drawing.
    var margin = -1
    var isAfterEmptyLine = false
    var lines = TextLines(bytes)
    if style.offset > 0 { _ = lines.next(in: bytes) }
    while let line = lines.next(in: bytes) {
      let line = style.drawing(on: line, of: bytes)
      let drawn = DrawnLine(line, in: bytes)

      let isReport = isAfterEmptyLine && !drawn.hasBranch && bytes.extracting(line).isReport
      isAfterEmptyLine = line.isEmpty
      if drawn.text.isEmpty && !drawn.hasBranch || isReport { continue }

      if margin < 0 { margin = drawn.hasBranch ? 0 : drawn.column }
      let texts = style.isHorizontal ? bytes.texts(in: drawn.text) : [drawn.text]
      for text in texts {
        let offset = bytes.columns(of: drawn.text.lowerBound..<text.lowerBound)
        let column =
          drawn.hasBranch || drawn.column > margin || offset > 0
          ? drawn.column + offset : -1
        while let last = openColumns.last, last >= column { openColumns.removeLast() }
        parsed.levels.append(openColumns.count)
        parsed.texts.append(text)
        openColumns.append(column)
      }
    }
    return parsed
  }
}

extension Span where Element == UInt8 {
  /// Returns the texts between horizontal lines such as `───`, `─┬─`, `---` and `-+-`.
  ///
  /// Equal subtrees in brackets, such as `2*[sh───sleep]`, are one text.
  fileprivate func texts(in line: Range<Int>) -> [Range<Int>] {
    let bytes = extracting(..<line.upperBound)
    var texts: [Range<Int>] = []
    var start = line.lowerBound
    var openBrackets = 0

    for index in line where index >= start {
      if bytes[index] == UInt8(ascii: "[") {
        let isRepeated = index > start && bytes[index - 1] == UInt8(ascii: "*")
        if openBrackets > 0 || isRepeated { openBrackets += 1 }
      } else if bytes[index] == UInt8(ascii: "]") {
        openBrackets = Swift.max(0, openBrackets - 1)
      }

      if openBrackets > 0 { continue }
      let rest = bytes.extracting(index...)
      guard
        let link = ["─┬─", "───", "-+-", "---"].first(where: {
          rest.starts(with: $0, ignoringCase: false)
        })
      else { continue }
      texts.append(start..<index)
      start = index + link.utf8.count
    }
    return texts + [start..<line.upperBound]
  }

  /// A Boolean value that indicates whether this is the summary that `tree` prints last, such as `3
  /// directories, 1 file`.
  fileprivate var isReport: Bool {
    if count > 80 { return false }
    var words = words(in: 0..<count)
    // A size can precede the numbers.
    if let end = words.firstIndex(where: { extracting($0).equals("used") }), end + 1 < words.count,
      extracting(words[end + 1]).equals("in")
    {
      words.removeSubrange(...(end + 1))
    }

    let nouns = [["directory", "directories", "directory,", "directories,"], ["file", "files"]]
    guard words.count == 2 || words.count == 4 else { return false }
    for (index, word) in words.enumerated() {
      let word = extracting(word)
      if index % 2 == 1 {
        guard nouns[index / 2].contains(where: { word.equals($0) }) else { return false }
      } else {
        for index in word.indices where !word[index].isASCIIDigit { return false }
      }
    }
    return true
  }
}
