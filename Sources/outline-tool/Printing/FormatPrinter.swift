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

    let signs = writer.taskSigns.map { document.taskSigns(to: $0, of: writer) } ?? []
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
      let range = document.range(of: printed.node)
      if printed.chainLength > 0 {
        let text = document.text(of: printed)
        losses.add(writer.write(row, text: text.span, to: &output))
      } else if let (sign, other) = signs.first(where: { sign, _ in
        document.bytes.span.extracting(range).starts(with: sign, ignoringCase: false)
      }) {
        let text = other.utf8 + Bytes(document.bytes[range.dropFirst(sign.utf8.count)])
        losses.add(writer.write(row, text: text.span, to: &output))
      } else {
        losses.add(writer.write(row, text: document.bytes.span.extracting(range), to: &output))
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
    (row.note, row.link, row.attributes) = document.details(of: node)
    if !options.attributes.isEmpty {
      row.attributes = document.attributes(named: options.attributes, of: node)
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
      for attribute in details(of: node).attributes
      where !attribute.value.isEmpty && known.insert(attribute.name).inserted {
        names.append(attribute.name)
      }
    }
    return names
  }
}

extension Document {
  /// Returns the signs of tasks in texts, each with the one to write in its place.
  fileprivate func taskSigns(
    to signs: TaskSigns, of writer: any OutlineWriter
  ) -> [(sign: String, other: String)] {
    guard let format, !format.writers.contains(where: { $0.name == writer.name }) else { return [] }
    let boxes = [
      (TaskSigns.boxes.toDo, signs.toDo), (TaskSigns.boxes.done, signs.done), ("[X] ", signs.done),
    ]
    let states = taskStates
    let keywords = [(TaskSigns.keywords.toDo, signs.toDo), (TaskSigns.keywords.done, signs.done)]
    return boxes + keywords.filter { states.contains(Bytes($0.0.utf8.dropLast())) }
  }
}
