import Outline

/// Prints a comparison as a JSON Patch (RFC 6902) for the JSON output of the old inputs.
struct JSONPatchPrinter {
  let comparison: OutlineComparison
  /// The names of the old and the new sections.
  let names: (old: [Bytes], new: [Bytes])
  /// The attributes in the JSON output.
  let attributes: [Bytes]
  private var isFirst = true

  init(_ comparison: OutlineComparison, names: (old: [Bytes], new: [Bytes]), attributes: [Bytes]) {
    self.comparison = comparison
    self.names = names
    self.attributes = attributes
  }

  mutating func print(to output: inout OutputBuffer) throws(SystemError) {
    // Content first, since only rows of the old side have changed content.
    for (section, match) in comparison.matching.sectionMatches.enumerated() where match >= 0 {
      let name = names.new[section]
      if names.old[Int(match)] == name { continue }
      beginValue("replace", [Int(match)], member: "section", to: &output)
      output.appendJSON(name.span)
      output.append("}")
    }
    for row in comparison.changes.keys.sorted() where !comparison.isInserted(row) {
      printContent(of: row, to: &output)
      try output.check()
    }
    for step in MergedOutline(comparison, recordingSteps: true).steps {
      print(step, to: &output)
      try output.check()
    }
    output.append(isFirst ? "[]" : "\n]")
    try output.endLine()
  }

  private mutating func print(_ step: OutlineStep, to output: inout OutputBuffer) {
    switch step {
    case .insertSection(let position, let section):
      beginValue("add", [position], to: &output)
      let name = names.new[section]
      output.append("{\"section\":")
      output.appendJSON(name.span)
      output.append(",\"children\":[]}}")
    case .insert(let row, let path):
      beginValue("add", path, to: &output)
      printSubtree(of: row, to: &output)
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
  private mutating func printContent(of row: Int, to output: inout OutputBuffer) {
    let change = comparison.changes[row, default: []]
    let item = comparison.item(ofNewRow: row)
    if change.isDisjoint(with: [.text, .expansion, .attributes]) { return }
    let path = comparison.oldOutlines.path(of: item)
    if change.contains(.text) {
      let text = Bytes(comparison.new.text(of: row))
      beginValue("replace", path, member: "text", to: &output)
      output.appendJSON(text.span)
      output.append("}")
    }
    if change.contains(.expansion) {
      beginValue("add", path, member: "collapsed", to: &output)
      output.append("\(comparison.new.isCollapsed[row])}")
    }
    let old = shownAttributes(of: Int(item.identity), in: comparison.old)
    let new = shownAttributes(of: row, in: comparison.new)
    if old == new { return }
    if new.isEmpty {
      printOperation("remove", path, member: "attributes", to: &output)
    } else {
      beginValue("add", path, member: "attributes", to: &output)
      printAttributes(new, to: &output)
      output.append("}")
    }
  }

  private func shownAttributes(of row: Int, in side: ComparedSide) -> [RowAttribute] {
    if attributes.isEmpty { return [] }
    let document = side.document(of: row)
    return attributes.compactMap { name in
      document.attribute(name, of: side.nodes[row]).map { RowAttribute(name: name, value: $0) }
    }
  }

  private func printAttributes(_ attributes: [RowAttribute], to output: inout OutputBuffer) {
    var separator = "{"
    for attribute in attributes {
      output.append(separator)
      output.appendJSON(attribute.name.span)
      output.append(":")
      output.appendJSON(attribute.value.span)
      separator = ","
    }
    output.append("}")
  }

  /// Prints an inserted row with its descendants that are inserted with it.
  private func printSubtree(of row: Int, to output: inout OutputBuffer) {
    printRow(row, to: &output)
    var open = 0
    for (item, level) in comparison.insertedRows(below: row) {
      if level == open {
        output.append(",\"children\":[")
        open += 1
      } else {
        output.append(String(repeating: "}]", count: open - level - 1) + "},")
        open = level + 1
      }
      printRow(Int(item.position), to: &output)
    }
    output.append(String(repeating: "}]", count: open) + "}")
  }

  /// Prints a row up to its children.
  private func printRow(_ row: Int, to output: inout OutputBuffer) {
    output.append("{\"text\":")
    output.appendJSON(Bytes(comparison.new.text(of: row)).span)
    let shown = shownAttributes(of: row, in: comparison.new)
    if shown.isEmpty { return }
    output.append(",\"attributes\":")
    printAttributes(shown, to: &output)
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
