import Outline

/// Prints the changed rows of a comparison, with their ancestors and the rows around them.
struct DiffPrinter {
  let comparison: OutlineComparison
  /// The names of the old and the new sections.
  let names: (old: [Bytes], new: [Bytes])
  let options: PrintingOptions
  let appearance: Appearance
  /// The number of rows to print before and after each changed one.
  let context: Int

  func print(to output: inout OutputBuffer) throws(SystemError) {
    let merged = MergedOutline(comparison, recordingSteps: false).outlines
    let changed = Set(comparison.insertedAndMovedSections)
    var isFirst = true
    for section in merged.sectionIdentifiers {
      let outline = merged[section]
      let shown = shownRows(of: outline)
      let sections = comparison.sections(of: section)
      let isMoved = sections.old != nil && sections.new.map(changed.contains) == true
      if shown.isEmpty && sections.old != nil && sections.new != nil && !isMoved { continue }
      if !isFirst { try output.endLine() }
      isFirst = false
      var printer = OutlinePrinter(options: options, appearance: appearance)
      let header = header(sections.old, sections.new)
      try printer.printHeader(isMoved ? "> ".utf8 + header : header, to: &output)
      try printer.print(document(outline, rows: shown), to: &output)
    }
  }

  private func header(_ old: Int?, _ new: Int?) -> Bytes {
    guard let old else { return "+ ".utf8 + names.new[new ?? 0] }
    guard let new else { return "- ".utf8 + names.old[old] }
    if names.old[old] == names.new[new] { return names.new[new] }
    return names.old[old] + " -> ".utf8 + names.new[new]
  }

  /// Returns the positions of the rows to print.
  private func shownRows(of outline: SectionSnapshot<ComparedRow>) -> [Int] {
    var shown: Set<Int> = []
    let items = outline.items
    var last = -1
    for position in comparison.changedRows(of: outline) {
      let range = max(last + 1, position - context)..<min(items.count, position + context + 1)
      last = max(last, range.upperBound - 1)
      for row in range where shown.insert(row).inserted {
        var parent = outline.parent(of: items[row])
        while let item = parent, let index = outline.index(of: item), shown.insert(index).inserted {
          parent = outline.parent(of: item)
        }
      }
    }
    return shown.sorted()
  }
}

// MARK: - Rows

extension DiffPrinter {
  /// Returns an outline of the rows to print, with their marks.
  private func document(_ outline: SectionSnapshot<ComparedRow>, rows: [Int]) -> Document {
    var document = Document(source: .file(PlainTextFormat()))
    let items = outline.items
    var levels: [(item: Node, level: Int)] = []
    for (number, row) in rows.enumerated() {
      let item = items[row]
      let start = document.bytes.count
      document.bytes += comparison.text(of: item)
      document.marks.append(comparison.mark(of: item))
      document.bytes += details(of: item)
      document.texts.append(start..<document.bytes.count)
      levels.append((Node(number), outline.level(of: item) ?? 0))
    }
    do {
      try document.outline.append(preorder: levels)
    } catch {
      preconditionFailure("The rows have their ancestors: \(error)")
    }
    document.outline.expandAll()
    return document
  }

  /// Returns the old text of a row, its old position, and its other changes.
  private func details(of item: ComparedRow) -> Bytes {
    guard let row = comparison.newRow(of: item) else { return [] }
    let change = comparison.changes[row, default: []]
    if change.isEmpty || change.contains(.inserted) { return [] }
    let oldRow = Int(item.identity)
    var details: [Bytes] = []
    if change.contains(.text) {
      details.append("was '".utf8 + Bytes(comparison.old.text(of: oldRow)) + "'".utf8)
    }
    if change.contains(.reparented) {
      details.append("from ".utf8 + comparison.oldParentPath(of: item, names: names.old))
    } else if change.contains(.reordered) {
      details.append(comparison.oldPosition(of: item))
    }
    if change.contains(.expansion) {
      let isCollapsed = comparison.new.isCollapsed[row]
      details.append(Bytes((isCollapsed ? "collapsed" : "expanded").utf8))
    }
    if change.contains(.attributes) {
      details += comparison.changedAttributes(of: item, newRow: row)
    }
    return " (".utf8 + Bytes(details.joined(separator: ", ".utf8)) + ")".utf8
  }
}

extension OutlineComparison {
  func mark(of item: ComparedRow) -> RowMark {
    guard let row = newRow(of: item) else { return .removed }
    let change = changes[row, default: []]
    if change.contains(.inserted) { return .inserted }
    return change.isMove ? .moved : change.isEmpty ? .none : .changed
  }

  /// Returns the changed attributes of a row, such as `url: 'a' -> 'b'`.
  fileprivate func changedAttributes(of item: ComparedRow, newRow row: Int) -> [Bytes] {
    let oldRow = Int(item.identity)
    func quoted(_ value: Bytes?) -> Bytes {
      value.map { "'".utf8 + $0 + "'".utf8 } ?? Bytes("none".utf8)
    }
    return changedAttributes(oldRow, row).map { name, value, newValue in
      name + ": ".utf8 + quoted(value) + " -> ".utf8 + quoted(newValue)
    }
  }

  /// Returns the positions of the changed rows of a section, with the removed ones.
  func changedRows(of outline: SectionSnapshot<ComparedRow>) -> [Int] {
    var rows: [Int] = []
    for (row, change) in changes where !change.isEmpty {
      if let index = outline.index(of: item(ofNewRow: row)) { rows.append(index) }
    }
    for row in removed {
      let item = ComparedRow(identity: Int32(row), position: Int32(row))
      if let index = outline.index(of: item) { rows.append(index) }
    }
    return rows.sorted()
  }

  /// Returns the positions of a section on both sides.
  func sections(of identifier: Int32) -> (old: Int?, new: Int?) {
    (oldOutlines.indexOfSection(identifier), newOutlines.indexOfSection(identifier))
  }

  /// Returns the texts of the last ancestors of an old row, after the name of another section.
  fileprivate func oldParentPath(of item: ComparedRow, names: [Bytes]) -> Bytes {
    let row = Int(item.identity)
    var path: [Bytes] = []
    var parent = old.parents[row]
    while parent >= 0 && path.count < 3 {
      path.append(Bytes(old.text(of: Int(parent))))
      parent = old.parents[Int(parent)]
    }
    if parent >= 0 { path.append(Bytes("...".utf8)) }
    let (section, newSection) = (old.section(of: row), newRow(of: item).map(new.section(of:)))
    if newSection.map({ Int(matching.sectionMatches[$0]) }) != section {
      path.append(names[section])
    }
    if path.isEmpty { return Bytes("the top level".utf8) }
    return Bytes(path.reversed().joined(separator: "/".utf8))
  }

  /// Returns the position of an old row among its siblings.
  fileprivate func oldPosition(of item: ComparedRow) -> Bytes {
    guard let previous = oldOutlines.previousSibling(of: item) else {
      return Bytes("was first".utf8)
    }
    return "was after '".utf8 + Bytes(old.text(of: Int(previous.identity))) + "'".utf8
  }
}
