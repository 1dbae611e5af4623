import OutlineCore

/// Prints each changed row as a line of its changes, its old and new number, and its old and new
/// text, separated by tabs.
///
/// On request, a line with the notes of a row follows.
struct DiffRowsPrinter {
  private let comparison: OutlineComparison
  private let merged: MergedOutline
  /// The names of the old and the new sections.
  private let names: (old: [Bytes], new: [Bytes])
  private let showsNotes: Bool

  init(_ merged: MergedOutline, names: (old: [Bytes], new: [Bytes]), showsNotes: Bool) {
    comparison = merged.comparison
    self.merged = merged
    self.names = names
    self.showsNotes = showsNotes
  }

  func print(to output: inout OutputBuffer) throws(SystemError) {
    let printsNames = names.old.count > 1 || names.new.count > 1
    for section in merged.sections {
      let items = merged.outlines[section.identifier].items
      if printsNames && (!section.changedRows.isEmpty || section.isChanged) {
        output.append(section.isMoved ? "moved\tsection" : "-\tsection")
        try append(
          [section.old.map { names.old[$0] }, section.new.map { names.new[$0] }], to: &output)
      }
      for row in section.changedRows { try print(items[row], to: &output) }
    }
  }

  private func print(_ item: ComparedRow, to output: inout OutputBuffer) throws(SystemError) {
    let row = comparison.oldRow(of: item)
    let newRow = comparison.newRow(of: item)
    let number = number(of: item, in: comparison.oldOutlines)
    let newNumber = self.number(of: item, in: comparison.newOutlines)

    output.append(newRow.map { comparison.changeNames(of: $0) } ?? "removed")
    output.append("\t\(number)\t\(newNumber)")
    try append(
      [
        row.map { Bytes(comparison.old.text(of: $0)) },
        newRow.map { Bytes(comparison.new.text(of: $0)) },
      ], to: &output)

    if showsNotes && comparison.hasChangedNote(item) {
      output.append("note\t\(number)\t\(newNumber)")
      let notes = comparison.notes(of: item)
      try append([notes.old, notes.new], to: &output)
    }
  }

  /// Returns a number such as `2.1`, or an empty text for an unknown or a deep row.
  private func number(of item: ComparedRow, in outlines: OutlineComparison.Outlines) -> String {
    guard let level = outlines.level(of: item), level < LevelPrefix.deepLevel else { return "" }
    return outlines.path(of: item).dropFirst().map { "\($0 + 1)" }.joined(separator: ".")
  }

  /// Appends fields and ends the line.
  private func append(_ texts: [Bytes?], to output: inout OutputBuffer) throws(SystemError) {
    for text in texts {
      output.append("\t")
      if let text { output.appendEscaped(text.span, withBackslashes: true) }
    }
    try output.endLine()
  }
}

extension OutlineComparison {
  /// Returns the words for the changes of a new row.
  fileprivate func changeNames(of newRow: Int) -> String {
    let change = changes[newRow, default: []]
    if change.contains(.inserted) { return "inserted" }
    var names = change.isMove ? ["moved"] : []
    if change.contains(.text) { names.append("renamed") }
    names += contentChangeNames(of: newRow)
    return names.joined(separator: ",")
  }

  /// Returns the words for the changes of a new row, except for its position and its text.
  func contentChangeNames(of newRow: Int) -> [String] {
    let change = changes[newRow, default: []]
    var names: [String] = []
    if change.contains(.contents) { names.append("contents") }
    if change.contains(.attributes) { names.append("attributes") }
    if change.contains(.note) { names.append("note") }
    if change.contains(.expansion) { names.append(new.expansionName(of: newRow)) }
    return names
  }
}

extension ComparedSide {
  /// Returns the word for the expansion of a row.
  func expansionName(of row: Int) -> String {
    if isCollapsed[row] { return "collapsed" }
    return isParent(row) ? "expanded" : "leaf"
  }
}
