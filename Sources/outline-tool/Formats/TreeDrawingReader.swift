extension Format {
  /// Trees drawn with lines, as `tree` and this tool print them.
  static let treeDrawing = Format(
    name: "tree",
    help: [
      "A text with a branch such as '├── ' or '|-- ' at the start of one",
      "of its first lines. A summary in the last line is no row.",
    ],
    rowNoun: "lines of text",
    isFoundInTextFiles: true,
    recognizes: { text, _ in TreeDrawingReader.recognizes(text) },
    read: { bytes, _, _ in TreeDrawingReader.read(bytes) })
}

/// Reads trees that are drawn with lines, as `tree`, `cargo tree` and this tool print them.
///
/// The parent of a row is the nearest row above whose branch begins further left, whatever the
/// width of the columns. Rows without a branch and an indent are roots.
///
/// - Complexity: O(`bytes.count`)
struct TreeDrawingReader {
  /// Returns whether one of the first lines of a text has a branch.
  static func recognizes(_ text: Span<UInt8>) -> Bool {
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

  static func read(_ bytes: consuming Bytes) -> ParsedFile {
    var parsed = ParsedFile(bytes: bytes)
    parsed.reserveRows(parsed.bytes.count / 32)
    let source = parsed.bytes
    let bytes = source.span
    var openColumns: [Int] = []
    var isAfterEmptyLine = false
    var lines = TextLines(bytes)
    while let line = lines.next(in: bytes) {
      let drawn = DrawnLine(line, in: bytes)
      let isReport = isAfterEmptyLine && !drawn.hasBranch && bytes.extracting(line).isReport
      isAfterEmptyLine = line.isEmpty
      if drawn.text.isEmpty && !drawn.hasBranch || isReport { continue }
      let column = drawn.isDrawn ? drawn.column : -1
      while let last = openColumns.last, last >= column { openColumns.removeLast() }
      parsed.levels.append(openColumns.count)
      parsed.texts.append(drawn.text)
      openColumns.append(column)
    }
    return parsed
  }
}

/// A line of a drawing: vertical lines and blanks, a branch, and a text.
struct DrawnLine {
  /// The column of the branch, or of the text if there is no branch.
  private(set) var column = 0
  private(set) var hasBranch = false
  /// Whether the line has a box-drawing vertical line.
  private(set) var hasVerticalLine = false
  private(set) var text: Range<Int>

  /// Whether anything precedes the text.
  var isDrawn: Bool { hasBranch || column > 0 }

  init(_ line: Range<Int>, in bytes: Span<UInt8>) {
    text = line
    let bytes = bytes.extracting(..<line.upperBound)
    while !text.isEmpty {
      let piece = DrawingPiece(in: bytes, at: text.lowerBound)
      switch piece {
      case .blank(let length), .verticalLine(let length):
        if case .verticalLine(3) = piece { hasVerticalLine = true }
        text = (text.lowerBound + length)..<text.upperBound
        column += 1
      case .branch(let length):
        hasBranch = true
        text = (text.lowerBound + length)..<text.upperBound
        while case .blank(let length) = DrawingPiece(in: bytes, at: text.lowerBound) {
          text = (text.lowerBound + length)..<text.upperBound
        }
        return
      case .text:
        return
      }
    }
  }
}

/// A piece of a drawing, with its length in bytes.
private enum DrawingPiece {
  case blank(Int)
  case verticalLine(Int)
  case branch(Int)
  case text

  init(in bytes: Span<UInt8>, at start: Int) {
    guard start < bytes.count else {
      self = .text
      return
    }
    switch bytes[start] {
    case let byte where byte.isBlank:
      self = .blank(1)
    case 0xC2 where start + 1 < bytes.count && bytes[start + 1] == 0xA0:
      self = .blank(2)
    case 0xE2:
      self = DrawingPiece(drawnIn: bytes, at: start)
    case UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "+"), UInt8(ascii: "\\"):
      self = DrawingPiece(typedIn: bytes, at: start)
    default:
      self = .text
    }
  }

  /// Recognizes box-drawing characters, U+2500 to U+257F.
  private init(drawnIn bytes: Span<UInt8>, at start: Int) {
    switch bytes.scalar(at: start) {
    case "│", "┃", "║", "┆", "┊":
      self = .verticalLine(3)
    case "├", "└", "╰", "┣", "┗", "╠", "╚", "┝", "┕":
      var end = start + 3
      while let scalar = bytes.scalar(at: end), scalar.isBranchLine { end += 3 }
      self = end == start + 3 ? .text : .branch(end - start)
    default:
      self = .text
    }
  }

  /// Recognizes ASCII drawings: `|-- `, `` `-- ``, `+- `, `\--- `, `+---` and `|`.
  private init(typedIn bytes: Span<UInt8>, at start: Int) {
    var end = start + 1
    while end < bytes.count && bytes[end] == UInt8(ascii: "-") { end += 1 }
    let dashes = end - start - 1
    let next = end < bytes.count ? bytes[end] : 0x20
    let isVerticalLine = bytes[start] == UInt8(ascii: "|")
    if dashes == 0 {
      self = isVerticalLine && (next.isBlank || next == 0xC2) ? .verticalLine(1) : .text
    } else if next.isBlank {
      self = .branch(end - start)
    } else {
      // On Windows, `tree` prints no blank after a branch.
      let isBranch = dashes == 3 && !isVerticalLine && next != UInt8(ascii: "+")
      self = isBranch ? .branch(end - start) : .text
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character continues a branch.
  fileprivate var isBranchLine: Bool {
    switch self {
    case "─", "━", "═", "┬", "┳", "╦", "╴", "╸": true
    default: false
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns the box-drawing character at `start`, or `nil`.
  fileprivate func scalar(at start: Int) -> Unicode.Scalar? {
    guard start + 2 < count, self[start] == 0xE2, self[start + 1] & 0xFE == 0x94 else {
      return nil
    }
    return Unicode.Scalar(
      0x2000 | UInt32(self[start + 1] & 0x3F) << 6 | UInt32(self[start + 2] & 0x3F))
  }

  /// Whether this is the summary that `tree` prints last, such as `3 directories, 1 file`.
  fileprivate var isReport: Bool {
    var words: [Range<Int>] = []
    var start = 0
    for end in 0...count where end == count || self[end].isBlank {
      if end > start { words.append(start..<end) }
      start = end + 1
      if words.count > 7 { return false }
    }
    if words.count > 3, extracting(words[1]).equals("used"), extracting(words[2]).equals("in") {
      words.removeSubrange(..<3)
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
