import OutlineCore

/// Prints the rows of several outlines in a format that other programs read.
///
/// If there are several inputs, the name of each one is a row above its rows.
struct FormatPrinter {
  private var writer: any OutlineWriter
  private let options: PrintingOptions
  /// The number of levels to print; `nil` stands for all of them.
  private let depth: Int?
  private let hasSections: Bool
  private var hasBegun = false
  private(set) var losses = WritingLosses()

  var formatName: String { writer.name }

  init(_ writer: any OutlineWriter, options: PrintingOptions, depth: Int?, hasSections: Bool) {
    self.writer = writer
    self.options = options
    self.depth = depth
    self.hasSections = hasSections
  }

  /// Prints the rows of an outline.
  ///
  /// A format that holds the expansion receives all rows, and others only the visible ones.
  ///
  /// - Complexity: O(length of the output)
  mutating func print(
    _ document: Document, name: Bytes, to output: inout OutputBuffer
  ) throws(SystemError) {
    var shown = document
    if writer.holdsExpansion {
      shown.outline.collapseAll()
      if let depth { shown.outline.expand(toLevel: depth - 1) } else { shown.outline.expandAll() }
    }

    begin(title: hasSections ? Bytes("Outlines".utf8) : name, document, to: &output)
    if hasSections {
      let row = WrittenRow(level: 0, hasChildren: !document.outline.items.isEmpty)
      losses.add(writer.write(row, text: name.span, to: &output))
    }

    let isSameFormat = document.format?.writers.contains { $0.name == writer.name } ?? true
    let signs = isSameFormat ? nil : writer.taskSigns
    let states = signs == nil ? [] : document.taskStates
    let hasDetails = document.hasAttributes || !document.notes.isEmpty || document.format == nil

    for element in PrintedRows(shown, options: options) {
      guard case .row(let printed) = element else { continue }
      var row = WrittenRow(level: printed.level + (hasSections ? 1 : 0))
      guard row.level < writer.levelLimit else {
        losses.add(.row)
        continue
      }
      row.hasChildren = printed.state == .expanded && row.level + 1 < writer.levelLimit
      row.isCollapsed = row.hasChildren && !document.outline.isExpanded(printed.node)
      if hasDetails { add(detailsOf: printed.node, in: document, to: &row) }

      let isHidden = printed.state == .collapsed && printed.level + 1 != depth
      if isHidden { losses.add(.hiddenRows) }
      if printed.chainLength > 0 || signs != nil {
        let text = document.text(of: printed)
        let changed = signs.flatMap { text.withSign($0, states: states) } ?? text
        losses.add(writer.write(row, text: changed.span, to: &output))
      } else {
        let text = document.bytes.span.extracting(document.range(of: printed.node))
        losses.add(writer.write(row, text: text, to: &output))
      }
      // An error must stop the loop.
      try output.check()
    }
  }

  /// Prints the text after all rows; without an input, the outline is empty.
  mutating func printEnd(to output: inout OutputBuffer) throws(SystemError) {
    begin(title: [], nil, to: &output)
    writer.end(to: &output)
    try output.flush()
  }

  private mutating func begin(
    title: Bytes, _ document: Document?, to output: inout OutputBuffer
  ) {
    if hasBegun { return }
    hasBegun = true
    let names = options.attributes
    writer.begin(
      title: title,
      attributeNames: { names.isEmpty ? document?.allAttributeNames ?? [] : names }, to: &output)
  }

  private func add(detailsOf node: Node, in document: Document, to row: inout WrittenRow) {
    row.note = document.note(of: node)
    row.attributes =
      options.attributes.isEmpty
      ? document.attributes(of: node) : document.attributes(named: options.attributes, of: node)
    for name in document.format?.addressNames ?? [] where row.link == nil {
      let name = Bytes(name.utf8)
      row.link = document.attribute(name, of: node).map { RowAttribute(name: name, value: $0) }
    }
  }
}

/// The numbers of rows that a format could not hold completely.
struct WritingLosses {
  /// The numbers by loss, each with what was lost of a row.
  private(set) var counts: [(loss: WritingLoss, count: Int)] = [
    .row, .text, .attributes, .link, .note, .hiddenRows,
  ].map { ($0, 0) }

  var areEmpty: Bool { counts.allSatisfy { $0.count == 0 } }

  /// A Boolean value that indicates whether a row is missing, or its text has changed.
  var areOfRowsOrTexts: Bool { counts[0].count + counts[1].count > 0 }

  mutating func add(_ loss: WritingLoss) {
    if loss.isEmpty { return }
    for index in counts.indices where loss.contains(counts[index].loss) { counts[index].count += 1 }
  }
}

extension Document {
  fileprivate var allAttributeNames: [Bytes] {
    if !hasAttributes { return [] }
    var names: [Bytes] = []
    var known: Set<Bytes> = []
    for node in outline.items {
      for attribute in attributes(of: node) where known.insert(attribute.name).inserted {
        names.append(attribute.name)
      }
    }
    return names
  }
}

extension Bytes {
  /// Returns the text of a task with the sign of another format, or `nil` if it has no sign.
  fileprivate func withSign(_ signs: TaskSigns, states: [Bytes]) -> Bytes? {
    let keywords = [(TaskSigns.keywords.toDo, signs.toDo), (TaskSigns.keywords.done, signs.done)]
      .filter { keyword, _ in states.contains(Bytes(keyword.utf8.dropLast())) }
    let boxes = [
      (TaskSigns.boxes.toDo, signs.toDo), (TaskSigns.boxes.done, signs.done), ("[X] ", signs.done),
    ]
    for (sign, other) in boxes + keywords where span.starts(with: sign, ignoringCase: false) {
      return other.utf8 + Bytes(dropFirst(sign.utf8.count))
    }
    return nil
  }
}
