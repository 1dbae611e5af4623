extension MarkdownReader {
  /// Adds the current line to the note of the item or the heading that contains it.
  mutating func addNoteLine(depth: Int) {
    guard noteSource != nil, let row = depth > 0 ? items[depth - 1].row : headingRow else { return }
    let continuesNote = rowsAtNote == parsed.texts.count && noteLines.lastRow == row
    noteLines.append(currentLine, to: row, beginsParagraph: !continuesNote)
    rowsAtNote = parsed.texts.count
  }

  /// Adds the current line to the note of the line above, unless a row is between them.
  mutating func continueNote() {
    guard rowsAtNote == parsed.texts.count, let row = noteLines.lastRow else { return }
    noteLines.append(currentLine, to: row)
  }

  /// Sets the notes of the rows that are kept.
  mutating func finishNotes(of kept: [Int]?) {
    guard let noteSource else { return }
    let notes = noteLines.notes(in: noteSource.span)
    guard let kept else {
      parsed.notes = notes
      return
    }
    for (new, old) in kept.enumerated() { parsed.notes[new] = notes[old] }
  }
}
