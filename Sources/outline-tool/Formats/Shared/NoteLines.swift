/// The lines of the notes of rows, as a reader finds them.
struct NoteLines {
  private var lines: [(row: Int, range: Range<Int>)] = []
  /// The row that the last line belongs to.
  var lastRow: Int? { lines.last?.row }

  mutating func append(_ line: Range<Int>, to row: Int) {
    lines.append((row, line))
  }

  /// Removes the last lines, back to an offset, because they turned out to be the text of a row.
  mutating func removeLines(from offset: Int) {
    while let last = lines.last, last.range.lowerBound >= offset { lines.removeLast() }
  }

  /// Returns the notes by row, without their common indent and outer empty lines.
  func notes(in bytes: Span<UInt8>) -> [Int: Bytes] {
    let byRow = Dictionary(grouping: lines, by: \.row).mapValues { $0.map(\.range) }
    var notes: [Int: Bytes] = [:]
    for (row, lines) in byRow {
      func indent(of line: Range<Int>) -> Int { bytes.firstText(in: line) - line.lowerBound }
      func isEmpty(_ line: Range<Int>) -> Bool { indent(of: line) == line.count }
      let margin = lines.filter { !isEmpty($0) }.map(indent).min() ?? 0
      var note = Bytes()
      for line in lines {
        if isEmpty(line) && note.isEmpty { continue }
        note.append(
          bytes.extracting(min(line.lowerBound + margin, line.upperBound)..<line.upperBound))
        note.append(UInt8(ascii: "\n"))
      }
      while note.last == UInt8(ascii: "\n") { note.removeLast() }
      if !note.isEmpty { notes[row] = note }
    }
    return notes
  }
}
