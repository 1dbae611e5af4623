import Outline

/// Prints each changed row as a line of its changes, its old and new number, and its old and new
/// text, separated by tabs.
struct DiffRowsPrinter {
  let comparison: OutlineComparison
  /// The names of the old and the new sections.
  let names: (old: [Bytes], new: [Bytes])

  func print(to output: inout OutputBuffer) throws(SystemError) {
    let sections = MergedOutline(comparison, recordingSteps: false).outlines
    let changed = Set(comparison.insertedAndMovedSections)
    let printsNames = names.old.count > 1 || names.new.count > 1
    for section in sections.sectionIdentifiers {
      let outline = sections[section]
      let rows = comparison.changedRows(of: outline)
      let (old, new) = comparison.sections(of: section)
      let isMoved = old != nil && new.map(changed.contains) == true
      if printsNames && (!rows.isEmpty || old == nil || new == nil || isMoved) {
        output.append(isMoved ? "moved\tsection\t" : "-\tsection\t")
        append(old.map { names.old[$0] }, to: &output)
        output.append("\t")
        append(new.map { names.new[$0] }, to: &output)
        try output.endLine()
      }
      for row in rows { try print(outline.items[row], to: &output) }
    }
  }

  private func print(_ item: ComparedRow, to output: inout OutputBuffer) throws(SystemError) {
    let newRow = comparison.newRow(of: item)
    let isOld = item.identity < Int32(comparison.old.count)
    output.append(newRow.map { changes(of: $0) } ?? "removed")
    output.append("\t" + number(of: item, in: comparison.oldOutlines) + "\t")
    output.append(number(of: item, in: comparison.newOutlines) + "\t")
    append(isOld ? Bytes(comparison.old.text(of: Int(item.identity))) : nil, to: &output)
    output.append("\t")
    append(newRow.map { Bytes(comparison.new.text(of: $0)) }, to: &output)
    try output.endLine()
  }

  private func changes(of newRow: Int) -> String {
    let change = comparison.changes[newRow, default: []]
    if change.contains(.inserted) { return "inserted" }
    var words: [String] = []
    if change.isMove { words.append("moved") }
    if change.contains(.text) { words.append("renamed") }
    if change.contains(.attributes) { words.append("attributes") }
    if change.contains(.expansion) {
      words.append(comparison.new.isCollapsed[newRow] ? "collapsed" : "expanded")
    }
    return words.joined(separator: ",")
  }

  /// Returns a number such as `2.1`, or an empty text for an unknown row.
  private func number(of item: ComparedRow, in outlines: OutlineComparison.Outlines) -> String {
    outlines.path(of: item).dropFirst().map { "\($0 + 1)" }.joined(separator: ".")
  }

  private func append(_ text: Bytes?, to output: inout OutputBuffer) {
    guard let text else { return }
    output.appendEscaped(text.span, withBackslashes: true)
  }
}
