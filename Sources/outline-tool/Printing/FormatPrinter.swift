import OutlineCore

/// Prints the rows of several outlines in a format that other programs read.
///
/// If there are several inputs, the name of each one is a row above its rows.
struct FormatPrinter {
  private var writer: any OutlineWriter
  private let options: PrintingOptions
  private let arrangement: Arrangement
  /// The settings with which the inputs were read.
  private let reader: ReaderOptions
  private let hasSections: Bool
  private var hasBegun = false
  /// What the format could not hold.
  private(set) var losses: [WrittenLoss] = []

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

  init(
    _ writer: any OutlineWriter, options: PrintingOptions, arrangement: Arrangement,
    reader: ReaderOptions, hasSections: Bool
  ) {
    self.writer = writer
    self.options = options
    self.arrangement = arrangement
    self.reader = reader
    self.hasSections = hasSections
  }

  /// Finds the records to copy, which also contain the fields that are not shown.
  func findCopy(of document: inout Document) {
    if document.file.head.table == nil { return }
    let canCopy = isOfWriter(document) && !hasSections && options.attributes.isEmpty
    document.file.head.table =
      canCopy ? document.table(of: PrintedRows(document, options: options), reader) : nil
    if document.file.head.table == nil { return }
    document.file.problems.removeAll {
      if case .namelessColumns = $0.kind { true } else { false }
    }
  }

  private func isOfWriter(_ document: Document) -> Bool {
    document.format.map(isWriter) ?? false
  }

  /// Prints the text before all rows, once.
  mutating func begin(_ documents: [Document], name: Bytes, to output: inout OutputBuffer) {
    if hasBegun { return }
    hasBegun = true
    // The name of an input is the row of its section.
    var head = hasSections ? DocumentHead() : documents.first.map(keptHead) ?? DocumentHead()
    var columns = AttributeColumns(names: options.attributes)
    if writer.listsAttributes && head.table == nil {
      var known: Set<Bytes> = []
      let lists = documents.map { $0.columns(named: options.attributes) }
      columns.names += lists.flatMap(\.names)
      columns.names.removeAll { !known.insert($0).inserted }
      if !hasSections { columns.identity = lists.first?.identity }
    }
    writer.begin(
      &head, name: hasSections ? Bytes("Outlines".utf8) : name, columns: columns, to: &output)
    for (part, names) in head.losses { add(part, names) { (name, nil, []) } }
  }

  private func keptHead(of document: Document) -> DocumentHead {
    var head = document.file.head
    if !options.attributes.isEmpty { head.attributes = [] }
    if !isOfWriter(document) || !options.attributes.isEmpty { head.source = nil }
    return head
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
    let hidesRows = document.outline.visibleItems.count < document.outline.items.count
    if writer.holdsExpansion {
      if hidesRows {
        shown.outline.expand(toLevel: arrangement.expandableLevels, collapsingOthers: true)
      }
    } else if arrangement.givenExpansion == nil
      && document.storesCollapsedRows(above: arrangement.depth ?? .max)
    {
      add(.expansion, []) { (name, nil, []) }
    }

    begin([document], name: name, to: &output)
    if hasSections {
      var row = WrittenRow(level: 0, hasChildren: !document.outline.items.isEmpty)
      writer.write(&row, text: name.span, to: &output)
      for (part, names) in row.losses(of: name.span) {
        add(part, names) { (name, nil, name) }
      }
      for (part, names) in keptHead(of: document).losses {
        add(part, names) { (name, nil, []) }
      }
    }

    let isOfWriter = isOfWriter(document)
    let signs = TaskSignTable(isOfWriter ? [] : document.taskSigns(to: writer))
    let hasDetails =
      document.file.head.table == nil
      && (document.hasAttributes || !document.file.notes.isEmpty || document.format == nil)

    for printed in PrintedRows(shown, options: options) {
      var row = WrittenRow(level: printed.level + (hasSections ? 1 : 0))
      row.hasChildren = printed.state == .expanded && row.level + 1 < writer.levelLimit
      // The lookup of each row would take a fifth of the time.
      row.isCollapsed =
        hidesRows && row.hasChildren && !document.outline.isExpanded(printed.node)

      var losses: [(part: LostPart, names: [Bytes])] = []
      if row.level >= writer.levelLimit {
        losses = [(.row, [])]
      } else {
        if hasDetails {
          (row.note, row.link, row.attributes) = document.details(
            of: printed.node, named: options.attributes)
        }
        row.links = document.file.links[Int(printed.node.number)] ?? []
        row.hidesMarkup = document.file.markedRows.contains(Int(printed.node.number))
        if isOfWriter { row.source = document.source(of: printed.node) }
        losses = write(&row, of: printed.node, in: document, signs: signs, to: &output)
        if printed.state == .collapsed && printed.level + 1 != arrangement.depth {
          losses.append((.hiddenRows, []))
        }
      }
      for (part, names) in losses {
        add(part, names) {
          (name, document.line(of: printed.node), Bytes(document.text(of: printed.node)))
        }
      }
      // An error must stop the loop.
      try output.check()
    }
  }

  /// Writes a row with the signs of tasks that the format has, and returns what is lost.
  private mutating func write(
    _ row: inout WrittenRow, of node: Node, in document: Document,
    signs: TaskSignTable, to output: inout OutputBuffer
  ) -> [(part: LostPart, names: [Bytes])] {
    let range = writer.writesNames ? document.name(of: node) : document.range(of: node)
    let text = document.file.bytes.span.extracting(range)
    var found = signs.sign(of: document.file.bytes[range])
    if found == nil, let isDone = document.format?.isDone(text: range, in: document.file.bytes.span)
    {
      found = (0, (writer.taskSigns ?? .boxes).sign(isDone: isDone))
    }
    guard let (length, other) = found else { return write(&row, text: text, to: &output) }
    let translated = other + document.file.bytes[range.dropFirst(length)]
    row.links = row.links.shifted(by: other.count - length)
    return write(&row, text: translated.span, to: &output)
  }

  private mutating func write(
    _ row: inout WrittenRow, text: Span<UInt8>, to output: inout OutputBuffer
  ) -> [(part: LostPart, names: [Bytes])] {
    if row.link != nil, let part = writer.linkedPart(of: text) {
      row.addLink(around: part, of: text)
    }
    writer.write(&row, text: text, to: &output)
    return row.losses(of: text)
  }

  /// Prints the text after all rows; without an input, the outline is empty.
  mutating func printEnd(to output: inout OutputBuffer) throws(SystemError) {
    begin([], name: [], to: &output)
    writer.end(to: &output)
    try output.flush()
  }

  /// Counts a part of a row that was lost; the closure returns its input, its line and its text.
  private mutating func add(
    _ part: LostPart, _ names: [Bytes], _ row: () -> (input: Bytes, line: Int?, text: Bytes)
  ) {
    let index = losses.firstIndex { $0.part == part } ?? losses.count
    if index == losses.count {
      let cause: String? =
        switch part {
        case .row: "\(writer.levelLimit) levels at most"
        case .text: writer.textRule
        default: nil
        }
      losses.append(WrittenLoss(format: writer.name, part: part, cause: cause, first: row()))
    }
    losses[index].add(names)
  }
}

/// A part of some rows that a format could not hold.
struct WrittenLoss {
  let format: String
  let part: LostPart
  /// What the format requires instead.
  let cause: String?
  /// The first of the rows.
  let first: (input: Bytes, line: Int?, text: Bytes)
  private(set) var count = 0
  /// The names of the attributes, each once.
  private(set) var attributeNames: [Bytes] = []
  fileprivate var knownNames: Set<Bytes> = []
  fileprivate var lastNames: [Bytes] = []

  fileprivate mutating func add(_ names: [Bytes]) {
    count += 1
    // Most rows lose the same attributes.
    if names == lastNames { return }
    lastNames = names
    attributeNames += names.filter { knownNames.insert($0).inserted }
  }
}

extension Document {
  /// Returns whether the file stores a parent as collapsed whose children are above a level.
  fileprivate func storesCollapsedRows(above level: Int) -> Bool {
    guard let storedExpansion = file.storedExpansion else { return false }
    var stored = outline
    stored.restore(storedExpansion)
    return stored.rows.contains { !$0.isExpanded && $0.childCount > 0 && $0.level < level - 1 }
  }

  /// Returns a table of the records of some rows, or `nil` if it would be read as other rows or
  /// with more problems.
  fileprivate func table(of rows: PrintedRows, _ options: ReaderOptions) -> Bytes? {
    guard let format, var table = file.head.table else { return nil }
    var nodes: [Node] = []
    var levels: [Int] = []
    for row in rows {
      nodes.append(row.node)
      levels.append(row.level)
      table += file.bytes[file.sources[Int(row.node.number)]]
      // The last record of the file may lack its end.
      if let last = table.last, last != UInt8(ascii: "\n") { table.append(UInt8(ascii: "\n")) }
    }
    let copy = format.read(table, name: [], options: options)
    guard copy.levels == levels, copy.problems.count <= file.problems.count else { return nil }
    for (text, node) in zip(copy.texts, nodes)
    where !copy.bytes.span.equals(text, file.bytes.span, range(of: node)) {
      return nil
    }
    return table
  }

  /// Returns the attributes with some names, or all if there are no names, and the one whose values
  /// identify all rows.
  fileprivate func columns(named wanted: [Bytes]) -> AttributeColumns {
    if !hasAttributes { return AttributeColumns() }
    var names: [Bytes] = []
    var roles: [Bytes: FieldRole] = [:]
    var identities: [Bytes: Set<Bytes>] = [:]
    for node in outline.items {
      for attribute in details(of: node, named: wanted).attributes where !attribute.value.isEmpty {
        let name = attribute.name
        if roles[name] == nil {
          names.append(name)
          roles[name] = FieldRole(named: name.span)
        }
        if roles[name]?.identityRank != nil && name.span.isTrimmedLine {
          identities[name, default: []].insert(attribute.value)
        }
      }
    }
    func rank(_ name: Bytes) -> UInt8 { roles[name]?.identityRank ?? .max }
    let identity = names.min { rank($0) < rank($1) }
    let available = Set(file.attributes.available)
    return AttributeColumns(
      names: file.attributes.available.filter { roles[$0] != nil }
        + names.filter { !available.contains($0) },
      identity: identity.flatMap { identities[$0]?.count == outline.items.count ? $0 : nil })
  }
}

/// The signs of tasks at the starts of texts, each with the one to write in its place.
private struct TaskSignTable {
  private let others: [Bytes: Bytes]
  private let firstBytes: Set<UInt8>

  /// Of equal signs, the first counts.
  init(_ signs: [(sign: Bytes, other: Bytes)]) {
    others = Dictionary(signs.map { ($0.sign, $0.other) }, uniquingKeysWith: { first, _ in first })
    firstBytes = Set(others.keys.lazy.compactMap(\.first))
  }

  /// Returns the length of the longest sign that begins a text, and the one to write.
  func sign(of text: ArraySlice<UInt8>) -> (length: Int, other: Bytes)? {
    guard let first = text.first, firstBytes.contains(first) else { return nil }
    // A box contains a blank, and a box and a keyword end in one.
    let blanks = text.indices.lazy.filter { text[$0] == UInt8(ascii: " ") }.prefix(3)
    for blank in blanks.reversed() {
      if let other = others[Bytes(text[...blank])] { return (blank + 1 - text.startIndex, other) }
    }
    return nil
  }
}

extension Document {
  /// Returns the signs of tasks in texts, each with the one to write in its place.
  ///
  /// Without signs of its own, the output keeps those that all formats have.
  fileprivate func taskSigns(to writer: any OutlineWriter) -> [(sign: Bytes, other: Bytes)] {
    let signs = writer.taskSigns
    let declared = writer.declaredStates
    let boxes = [("[ ] ", false), ("[_] ", false), ("[x] ", true), ("[X] ", true)].map {
      (Bytes($0.0.utf8), $0.1)
    }
    func other(_ sign: Bytes, _ isDone: Bool) -> Bytes { signs?.sign(isDone: isDone) ?? sign }

    var found: [(sign: Bytes, other: Bytes)] = []
    for (box, isDone) in boxes {
      let states = declared.filter { $0.isDone == isDone }
      found += states.map { (box + $0.sign, $0.sign) }
      if declared.isEmpty {
        found.append((box, other(box, isDone)))
      } else if let state = states.first {
        found.append((box, state.sign))
      }
    }
    for state in taskStates {
      if TaskState.standard.contains(where: { $0.sign == state.sign && $0.isDone == state.isDone })
      {
        found.append((state.sign, declared.isEmpty ? other(state.sign, state.isDone) : state.sign))
      } else if state.isDeclared {
        // Other texts can begin with keywords that are not declared.
        found.append((state.sign, (signs ?? .boxes).sign(isDone: state.isDone) + state.sign))
      }
    }
    return found
  }
}
