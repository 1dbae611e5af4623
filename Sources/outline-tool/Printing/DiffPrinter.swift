import OutlineCore

/// Prints the changed rows of a comparison, with their ancestors and the rows around them.
struct DiffPrinter {
  private let comparison: OutlineComparison
  private let merged: MergedOutline
  /// The names of the old and the new sections.
  private let names: (old: [Bytes], new: [Bytes])
  private let options: PrintingOptions
  private let appearance: Appearance
  /// The number of rows to print before and after each changed one.
  private let context: Int

  init(
    _ merged: MergedOutline, names: (old: [Bytes], new: [Bytes]), options: PrintingOptions,
    appearance: Appearance, context: Int
  ) {
    comparison = merged.comparison
    self.merged = merged
    self.names = names
    self.options = options
    self.appearance = appearance
    self.context = context
  }

  func print(to output: inout OutputBuffer) throws(SystemError) {
    var isFirst = true
    for section in merged.sections {
      let outline = merged.outlines[section.identifier]
      let shown = shownRows(of: outline, around: section.changedRows)
      if shown.isEmpty && !section.isChanged { continue }
      if !isFirst { try output.endLine() }
      isFirst = false
      var printer = OutlinePrinter(options: options, appearance: appearance)
      try printer.printHeader(header(section), to: &output)
      try printer.print(document(outline, rows: shown), to: &output)
    }
  }

  private func header(_ section: ComparedSection) -> Bytes {
    guard let old = section.old.map({ names.old[$0] }) else {
      return "+ ".utf8 + names.new[section.new ?? 0]
    }
    guard let new = section.new.map({ names.new[$0] }) else { return "- ".utf8 + old }
    let name = old == new ? new : old + " -> ".utf8 + new
    return section.isMoved ? "> ".utf8 + name : name
  }

  /// Returns the positions of the rows to print.
  private func shownRows(
    of outline: SectionSnapshot<ComparedRow>, around changed: [Int]
  ) -> [Int] {
    var shown: Set<Int> = []
    let items = outline.items
    var last = -1
    for position in changed {
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
    var document = Document(source: .comparison)
    var levels: [Int] = []
    let items = outline.items
    for row in rows {
      let item = items[row]
      let start = document.file.bytes.count
      document.file.bytes += comparison.text(of: item)
      document.file.bytes += details(of: item)
      document.file.texts.append(start..<document.file.bytes.count)
      levels.append(outline.level(of: item) ?? 0)
      let note = options.showsNotes ? noteLines(of: item) : []
      if !note.isEmpty {
        document.file.notes[document.marks.count] = Bytes(
          note.map(\.text).joined(separator: "\n".utf8))
        document.noteMarks[document.marks.count] = note.map(\.mark)
      }
      document.marks.append(comparison.mark(of: item))
    }
    document.addRows(levels: levels)
    document.outline.expandAll()
    return document
  }

  /// Returns the old text of a row, its old position, and its other changes.
  private func details(of item: ComparedRow) -> Bytes {
    guard let row = comparison.newRow(of: item), let oldRow = comparison.oldRow(of: item) else {
      return []
    }
    let change = comparison.changes[row, default: []]
    if change.isEmpty { return [] }

    var details: [Bytes] = []
    if change.contains(.text) {
      let text = Bytes(comparison.old.comparedText(of: oldRow))
      details.append(
        "was ".utf8 + text.excerpt(differingFrom: Bytes(comparison.new.comparedText(of: row))))
    }
    if change.contains(.reparented) {
      details.append("from ".utf8 + comparison.oldParentPath(of: item, names: names.old))
    } else if change.contains(.reordered) {
      details.append(comparison.oldPosition(of: item))
    }
    if change.contains(.expansion) {
      details.append(Bytes(comparison.new.expansionName(of: row).utf8))
    }
    if change.contains(.contents) { details.append(Bytes("other contents".utf8)) }
    if change.contains(.note) {
      let verb =
        switch comparison.notes(of: item) {
        case (nil, _): "inserted"
        case (_, nil): "removed"
        default: "changed"
        }
      details.append(Bytes("note \(verb)".utf8))
    }
    if change.contains(.attributes) {
      details += comparison.changedAttributes(oldRow, row).map {
        text(ofChangeOf: $0, from: $1, to: $2)
      }
    }
    return " (".utf8 + Bytes(details.joined(separator: ", ".utf8)) + ")".utf8
  }

  /// Returns a text such as `url: 'a' -> 'b'`.
  private func text(ofChangeOf name: Bytes, from old: Bytes?, to new: Bytes?) -> Bytes {
    let none = Bytes("none".utf8)
    let oldExcerpt = old?.excerpt(differingFrom: new) ?? none
    let newExcerpt = new?.excerpt(differingFrom: old) ?? none
    return name + ": ".utf8 + oldExcerpt + " -> ".utf8 + newExcerpt
  }

  /// Returns the lines in which the notes of a row differ, and those around them.
  private func noteLines(of item: ComparedRow) -> [NoteDifference.Line] {
    guard comparison.hasChangedNote(item) else { return [] }
    let notes = comparison.notes(of: item)
    return NoteDifference(from: notes.old, to: notes.new).lines(context: context)
  }
}

extension OutlineComparison {
  fileprivate func mark(of item: ComparedRow) -> RowMark {
    guard let row = newRow(of: item) else { return .removed }
    let change = changes[row, default: []]
    if change.contains(.inserted) { return .inserted }
    if change.isMove { return .moved }
    return change.isEmpty ? .none : .changed
  }

  /// Returns the texts of the nearest ancestors of an old row, after the name of its section if
  /// that differs.
  fileprivate func oldParentPath(of item: ComparedRow, names: [Bytes]) -> Bytes {
    let row = Int(item.number)
    var path: [Bytes] = []
    var parent = old.parents[row]
    while parent >= 0 && path.count < 3 {
      path.append(Bytes(old.text(of: Int(parent))))
      parent = old.parents[Int(parent)]
    }
    if parent >= 0 { path.append(Bytes("...".utf8)) }

    let section = old.section(of: row)
    let newSection = newRow(of: item).map(new.section(of:))
    if newSection.map({ Int(matching.sectionMatches[$0]) }) != section {
      path.append(names[section])
    }
    if path.isEmpty { return Bytes("the top level".utf8) }
    return Bytes(path.reversed().joined(separator: "/".utf8))
  }

  /// Returns the position of an old row among its siblings.
  fileprivate func oldPosition(of item: ComparedRow) -> Bytes {
    let row = Int(item.number)
    let text = old.text(of: row).dropLast(old.comparedText(of: row).count)
    // The elements of an array have other positions than in the new file.
    if let end = text.lastIndex(of: UInt8(ascii: "]")) {
      return "was ".utf8 + Bytes(text[...end])
    }
    let outline = oldOutlines.sectionSnapshot(containingItem: item)
    guard let previous = outline?.previousSibling(of: item) else {
      return Bytes("was first".utf8)
    }
    return "was after ".utf8 + Bytes(old.text(of: Int(previous.number))).excerpt()
  }
}

extension Bytes {
  /// Returns a text in quotes; of a long one only a part, which begins shortly before the first
  /// difference from another text.
  fileprivate func excerpt(differingFrom other: Bytes? = nil) -> Bytes {
    let length = 80
    if count <= length { return "'".utf8 + self + "'".utf8 }

    let common = other.map { zip(self, $0).prefix { $0 == $1 }.count } ?? 0
    func isInCharacter(_ index: Int) -> Bool { index < count && self[index] & 0xC0 == 0x80 }
    var start = Swift.max(0, Swift.min(common - length / 4, count - length))
    while isInCharacter(start) { start += 1 }
    var end = Swift.min(start + length, count)
    while isInCharacter(end) { end += 1 }
    var excerpt = Bytes((start > 0 ? "...'" : "'").utf8)
    excerpt += self[start..<end]
    excerpt += (end < count ? "'..." : "'").utf8
    return excerpt
  }
}
