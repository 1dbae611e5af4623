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
  /// What the format could not hold.
  private(set) var losses: [WrittenLoss] = []
  /// The number of children beyond the limit.
  private(set) var omittedCount = 0

  /// A Boolean value that indicates whether the text before all rows depends on all inputs.
  var needsAllInputs: Bool {
    hasSections && writer.listsAttributes && options.attributes.isEmpty
  }

  /// A Boolean value that indicates whether the output has no signs of its format, so that it can
  /// look like another one.
  var isOfFallback: Bool { isWriter(of: Formats.fallback) }

  /// Returns whether the writer belongs to a format.
  func isWriter(of format: any Format) -> Bool {
    format.writers.contains { $0.name == writer.name }
  }

  init(_ writer: any OutlineWriter, options: PrintingOptions, depth: Int?, hasSections: Bool) {
    self.writer = writer
    self.options = options
    self.depth = depth
    self.hasSections = hasSections
  }

  /// Prints the text before all rows, once.
  mutating func begin(_ documents: [Document], title: Bytes, to output: inout OutputBuffer) {
    if hasBegun { return }
    hasBegun = true
    var names = options.attributes
    if writer.listsAttributes && names.isEmpty {
      var known: Set<Bytes> = []
      names = documents.flatMap(\.allAttributeNames).filter { known.insert($0).inserted }
    }
    writer.begin(
      title: hasSections ? Bytes("Outlines".utf8) : title, attributeNames: names, to: &output)
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

    begin([document], title: name, to: &output)
    if hasSections {
      let row = WrittenRow(level: 0, hasChildren: !document.outline.items.isEmpty)
      let loss = writer.write(row, text: name.span, to: &output)
      add(loss) { (name, nil, name) }
    }

    let signs = writer.taskSigns.map { document.taskSigns(to: $0, of: writer) } ?? []
    let hasDetails = document.hasAttributes || !document.notes.isEmpty || document.format == nil

    for element in PrintedRows(shown, options: options) {
      guard case .row(let printed) = element else {
        if case .more(let count, _) = element { omittedCount += count }
        continue
      }
      var row = WrittenRow(level: printed.level + (hasSections ? 1 : 0))
      row.hasChildren = printed.state == .expanded && row.level + 1 < writer.levelLimit
      row.isCollapsed = row.hasChildren && !document.outline.isExpanded(printed.node)

      var loss: WritingLoss = []
      if row.level < writer.levelLimit {
        if hasDetails { add(detailsOf: printed.node, in: document, to: &row) }
        loss = write(row, of: printed.node, in: document, signs: signs, to: &output)
        if printed.state == .collapsed && printed.level + 1 != depth { loss.insert(.hiddenRows) }
      } else {
        loss = .row
      }
      add(loss) { (name, document.line(of: printed.node), Bytes(document.text(of: printed.node))) }
      // An error must stop the loop.
      try output.check()
    }
  }

  /// Writes a row with the signs of tasks that the format has.
  private mutating func write(
    _ row: WrittenRow, of node: Node, in document: Document,
    signs: [(sign: String, other: String)], to output: inout OutputBuffer
  ) -> WritingLoss {
    let range = document.range(of: node)
    let text = document.bytes.span.extracting(range)
    guard
      let (sign, other) = signs.first(where: { text.starts(with: $0.sign, ignoringCase: false) })
    else { return writer.write(row, text: text, to: &output) }
    let translated = other.utf8 + Bytes(document.bytes[range.dropFirst(sign.utf8.count)])
    return writer.write(row, text: translated.span, to: &output)
  }

  /// Prints the text after all rows; without an input, the outline is empty.
  mutating func printEnd(to output: inout OutputBuffer) throws(SystemError) {
    begin([], title: [], to: &output)
    writer.end(to: &output)
    try output.flush()
  }

  private func add(detailsOf node: Node, in document: Document, to row: inout WrittenRow) {
    (row.note, row.link, row.attributes) = document.details(of: node)
    if !options.attributes.isEmpty {
      row.attributes = document.attributes(named: options.attributes, of: node)
    }
  }

  /// Counts what was lost of a row; the closure returns its input, its line and its text.
  private mutating func add(
    _ loss: WritingLoss, _ row: () -> (input: Bytes, line: Int?, text: Bytes)
  ) {
    if loss.isEmpty { return }
    for kind in WritingLoss.all where loss.contains(kind) {
      if let index = losses.firstIndex(where: { $0.kind == kind }) {
        losses[index].count += 1
      } else {
        let cause: String? =
          switch kind {
          case .row: "\(writer.levelLimit) levels at most"
          case .text: writer.textRule
          default: nil
          }
        losses.append(
          WrittenLoss(format: writer.name, kind: kind, cause: cause, first: row(), count: 1))
      }
    }
  }
}

/// A part of some rows that a format could not hold.
struct WrittenLoss {
  let format: String
  let kind: WritingLoss
  /// What the format requires instead.
  let cause: String?
  /// The first of the rows.
  let first: (input: Bytes, line: Int?, text: Bytes)
  fileprivate(set) var count: Int
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
