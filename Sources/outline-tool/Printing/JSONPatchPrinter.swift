import OutlineCore

/// Prints a comparison as a JSON Patch (RFC 6902) for the JSON output of the old inputs.
struct JSONPatchPrinter {
  private let comparison: OutlineComparison
  private let steps: [OutlineStep]
  /// Whether to replace the whole output, because the paths of the steps are too long.
  private let replacesAll: Bool
  /// The names of the old and the new sections.
  private let names: (old: [Bytes], new: [Bytes])
  private let options: PrintingOptions
  private var isFirst = true

  init(
    _ merged: MergedOutline, names: (old: [Bytes], new: [Bytes]), options: PrintingOptions
  ) {
    comparison = merged.comparison
    steps = merged.steps
    replacesAll = merged.isTooLong
    self.names = names
    self.options = options
  }

  mutating func print(to output: inout OutputBuffer) throws(SystemError) {
    if replacesAll {
      try printNewOutput(to: &output)
      return
    }

    // Contents first, at the paths of the old output.
    for (section, match) in comparison.matching.sectionMatches.enumerated() where match >= 0 {
      printChanges(
        from: members(ofSection: Int(match), on: comparison.old, names: names.old),
        to: members(ofSection: section, on: comparison.new, names: names.new), at: [Int(match)],
        in: &output)
    }

    for row in comparison.rowsWithOtherOutput() {
      printContent(of: row, to: &output)
      try output.check()
    }

    for step in steps {
      print(step, to: &output)
      try output.check()
    }

    output.append(isFirst ? "[]" : "\n]")
    try output.endLine()
  }

  private mutating func printNewOutput(to output: inout OutputBuffer) throws(SystemError) {
    beginValue("replace", [], to: &output)
    var printer = JSONPrinter(options: options)
    for (document, name) in zip(comparison.new.documents, names.new) {
      try printer.print(document, name: name, to: &output)
    }
    try printer.printEnd(to: &output)
    output.append("}\n]")
    try output.endLine()
  }

  private mutating func print(_ step: OutlineStep, to output: inout OutputBuffer) {
    switch step {
    case .insertSection(let position, let section):
      beginValue("add", [position], to: &output)
      output.append("{")
      print(members(ofSection: section, on: comparison.new, names: names.new), to: &output)
      output.append(",\"children\":[]}}")
    case .insert(let item, let outline, let path):
      beginValue("add", path, to: &output)
      printSubtree(of: item, in: outline, to: &output)
      output.append("}")
    case .beginChildren(let path):
      beginValue("add", path, member: "children", to: &output)
      output.append("[]}")
    case .endChildren(let path): printOperation("remove", path, member: "children", to: &output)
    case .moveSection(let source, let position):
      printOperation("move", [position], from: [source], to: &output)
    case .move(let source, let path): printOperation("move", path, from: source, to: &output)
    case .removeSection(let position): printOperation("remove", [position], to: &output)
    case .remove(let path): printOperation("remove", path, to: &output)
    }
  }
}

// MARK: - Contents

extension JSONPatchPrinter {
  /// A member of the object for a row or a section, without its children.
  private struct Member: Equatable {
    enum Value: Equatable {
      case text(Bytes)
      case isTrue
      case attributes([RowAttribute])
    }

    let name: String
    let value: Value
  }

  private func members(
    ofSection section: Int, on side: ComparedSide, names: [Bytes]
  ) -> [Member] {
    let document = side.documents[section]
    var members = [Member(name: "section", value: .text(names[section]))]
    if options.isVerbose, let format = document.format {
      members.append(Member(name: "format", value: .text(Bytes(format.name.utf8))))
      let reason = Bytes(document.formatReason.rawValue.utf8)
      members.append(Member(name: "reason", value: .text(reason)))
    }
    return members
  }

  private func members(of row: Int, on side: ComparedSide) -> [Member] {
    let document = side.document(of: row)
    let node = side.nodes[row]
    var members = [Member(name: "text", value: .text(Bytes(side.text(of: row))))]
    if options.showsNotes, let note = document.note(of: node) {
      members.append(Member(name: "note", value: .text(note)))
    }
    if side.hidesChildren[row] { members.append(Member(name: "collapsed", value: .isTrue)) }
    let attributes = document.attributes(
      named: options.attributes, of: node, omittingNote: options.showsNotes)
    if !attributes.isEmpty {
      members.append(Member(name: "attributes", value: .attributes(attributes)))
    }
    return members
  }

  private mutating func printContent(of row: Int, to output: inout OutputBuffer) {
    guard let oldRow = comparison.oldRow(of: comparison.item(ofNewRow: row)) else { return }
    let path = comparison.oldOutlines.path(of: comparison.item(ofNewRow: row))
    let hidden = hiddenChanges(from: oldRow, to: row)
    if !hidden.isEmpty {
      // A test changes nothing, and programs ignore its unknown member.
      beginValue("test", path, member: "text", to: &output)
      output.appendJSON(Bytes(comparison.old.text(of: oldRow)).span)
      output.append(",\"changes\":[\"" + hidden.joined(separator: "\",\"") + "\"]}")
    }
    printChanges(
      from: comparedMembers(of: oldRow, on: comparison.old),
      to: comparedMembers(of: row, on: comparison.new), at: path, in: &output)
  }

  /// Returns the members of a row without those that the comparison ignores.
  private func comparedMembers(of row: Int, on side: ComparedSide) -> [Member] {
    members(of: row, on: side).filter { member in
      switch member.name {
      case "collapsed": !comparison.options.ignoresExpansion
      case "note": !comparison.options.ignoresNotes
      default: true
      }
    }
  }

  /// Returns the words for the changes of a row that its JSON output does not show.
  private func hiddenChanges(from oldRow: Int, to row: Int) -> [String] {
    let isHiding = comparison.new.hidesChildren[row]
    return comparison.contentChangeNames(of: row).filter { name in
      switch name {
      case "note": !options.showsNotes && !options.attributes.contains(RowAttribute.noteName)
      case "attributes":
        comparison.changedAttributes(oldRow, row).contains { !options.attributes.contains($0.name) }
      case "contents": true
      default: comparison.old.hidesChildren[oldRow] == isHiding
      }
    }
  }

  /// Prints the operations that change the members of a row or a section.
  private mutating func printChanges(
    from old: [Member], to new: [Member], at path: OutlineStep.Path, in output: inout OutputBuffer
  ) {
    for member in old where !new.contains(where: { $0.name == member.name }) {
      printOperation("remove", path, member: member.name, to: &output)
    }
    for member in new where !old.contains(member) {
      let isKnown = old.contains { $0.name == member.name }
      beginValue(isKnown ? "replace" : "add", path, member: member.name, to: &output)
      print(member.value, to: &output)
      output.append("}")
    }
  }

  private func print(_ members: [Member], to output: inout OutputBuffer) {
    for (number, member) in members.enumerated() {
      output.append((number == 0 ? "\"" : ",\"") + member.name + "\":")
      print(member.value, to: &output)
    }
  }

  private func print(_ value: Member.Value, to output: inout OutputBuffer) {
    switch value {
    case .text(let text): output.appendJSON(text.span)
    case .isTrue: output.append("true")
    case .attributes(let attributes): output.appendJSON(attributes)
    }
  }

  /// Prints an inserted row with its descendants that are inserted with it.
  private func printSubtree(
    of root: ComparedRow, in outline: SectionSnapshot<ComparedRow>, to output: inout OutputBuffer
  ) {
    printRow(root, to: &output)
    var level = 0
    for item in outline.descendants(of: root).map(Array.init) ?? [] {
      let last = level
      level = outline.level(of: item) ?? 0
      output.append(
        level > last
          ? ",\"children\":[" : String(repeating: "}]", count: last - level) + "},")
      printRow(item, to: &output)
    }
    output.append(String(repeating: "}]", count: level) + "}")
  }

  /// Prints an inserted row up to its children.
  private func printRow(_ item: ComparedRow, to output: inout OutputBuffer) {
    guard let row = comparison.newRow(of: item) else { return }
    output.append("{")
    print(members(of: row, on: comparison.new), to: &output)
  }
}

// MARK: - Operations

extension JSONPatchPrinter {
  /// Prints an operation without a value.
  private mutating func printOperation(
    _ name: String, _ path: OutlineStep.Path, member: String? = nil,
    from source: OutlineStep.Path? = nil, to output: inout OutputBuffer
  ) {
    begin(name, path, member: member, from: source, to: &output)
    output.append("}")
  }

  /// Begins an operation that has a value.
  private mutating func beginValue(
    _ name: String, _ path: OutlineStep.Path, member: String? = nil, to output: inout OutputBuffer
  ) {
    begin(name, path, member: member, to: &output)
    output.append(",\"value\":")
  }

  private mutating func begin(
    _ name: String, _ path: OutlineStep.Path, member: String?,
    from source: OutlineStep.Path? = nil, to output: inout OutputBuffer
  ) {
    output.append(isFirst ? "[\n" : ",\n")
    isFirst = false
    output.append("{\"op\":\"\(name)\"")
    if let source { append(source, as: "from", to: &output) }
    append(path, member: member, as: "path", to: &output)
  }

  private func append(
    _ path: OutlineStep.Path, member: String? = nil, as name: String,
    to output: inout OutputBuffer
  ) {
    output.append(",\"\(name)\":\"")
    for (level, index) in path.enumerated() {
      output.append(level == 0 ? "/" : "/children/")
      output.append(index)
    }
    if let member { output.append("/" + member) }
    output.append("\"")
  }
}
