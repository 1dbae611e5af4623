/// The lines of the notes of rows, as a reader finds them.
struct NoteLines {
  private struct Line {
    let row: Int
    let range: Range<Int>
    let beginsParagraph: Bool
  }

  private var lines: [Line] = []
  /// The row that the last line belongs to.
  var lastRow: Int? { lines.last?.row }

  /// Adds a line, after an empty one if it begins a paragraph.
  mutating func append(_ line: Range<Int>, to row: Int, beginsParagraph: Bool = false) {
    lines.append(Line(row: row, range: line, beginsParagraph: beginsParagraph))
  }

  /// Removes the last lines, back to an offset, because they turned out to be the text of a row.
  mutating func removeLines(from offset: Int) {
    while let last = lines.last, last.range.lowerBound >= offset { lines.removeLast() }
  }

  /// Returns the notes by row, without their common indent and outer empty lines.
  func notes(in bytes: Span<UInt8>) -> [Int: Bytes] {
    var notes: [Int: Bytes] = [:]
    for (row, lines) in Dictionary(grouping: lines, by: \.row) {
      func indent(of line: Line) -> Int { bytes.firstText(in: line.range) - line.range.lowerBound }
      func isEmpty(_ line: Line) -> Bool { indent(of: line) == line.range.count }
      let margin = lines.filter { !isEmpty($0) }.map(indent).min() ?? 0
      var note = Bytes()
      for line in lines {
        if isEmpty(line) && note.isEmpty { continue }
        if line.beginsParagraph && !note.isEmpty && !note.suffix(2).elementsEqual("\n\n".utf8) {
          note.append(UInt8(ascii: "\n"))
        }
        note.append(bytes.extracting(line.range.dropFirst(margin)))
        note.append(UInt8(ascii: "\n"))
      }
      while note.last == UInt8(ascii: "\n") { note.removeLast() }
      if !note.isEmpty { notes[row] = note }
    }
    return notes
  }
}

extension Span where Element == UInt8 {
  /// A Boolean value that indicates whether an indented copy is read as this note: it has no common
  /// indent, no blanks at the ends of lines, and no empty lines at its ends.
  var isReadAsNote: Bool {
    var noteLines = NoteLines()
    var lines = TextLines(self)
    while let line = lines.next(in: self) { noteLines.append(line, to: 0) }
    return noteLines.notes(in: self)[0] == Bytes(copying: self)
  }
}

extension Bytes {
  /// The text without the blanks at the ends of lines, which readers of notes do not keep.
  var withoutTrailingBlanks: Bytes {
    let lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0[..<($0.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? $0.startIndex)]
    }
    return Bytes(lines.joined(separator: "\n".utf8))
  }
}

extension OutputBuffer {
  /// Appends the lines of a note, indented by spaces unless they are empty.
  mutating func appendLines(_ note: Span<UInt8>, indent: Int) {
    var start = 0
    while start <= note.count {
      let end = note.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? note.count
      if end > start {
        append(UInt8(ascii: " "), count: indent)
        appendText(note.extracting(start..<end))
      }
      append(UInt8(ascii: "\n"))
      start = end + 1
    }
  }
}
