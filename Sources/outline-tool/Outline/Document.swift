import OutlineCore

/// A node of an outline, identified by its number in the order of reading.
///
/// The text of a node cannot identify it, since a file may contain the same text many times.
struct Node: Hashable {
  let number: UInt32

  init(_ number: Int) {
    self.number = UInt32(number)
  }

  /// The number itself.
  ///
  /// Hashing it would take a tenth of the time to print a file. The library recommends this for
  /// numbered items.
  var hashValue: Int { Int(number) }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// An outline of numbered nodes, and the bytes that hold their texts.
///
/// Formats read attributes on demand, because most outlines are printed without them.
struct Document {
  var outline = SectionSnapshot<Node>()
  /// The outline before rows were moved to the top.
  var whole: SectionSnapshot<Node>?
  /// The rows by node number, without their levels; those of a directory are its entries.
  var file = ParsedFile(bytes: [])
  /// The keywords that tell the state of a task, if requested.
  var states: Set<Bytes>?
  /// The names of links, whose texts also contain the targets.
  var linkNames: [Node: Range<Int>] = [:]
  let source: Source
  /// The reason for the choice of the format.
  var formatReason = FormatReason.other
  /// The marks of the rows of a difference, by node number.
  var marks: [RowMark] = []
  /// The marks of the lines of their notes.
  var noteMarks: [Int: [RowMark]] = [:]
  var unreadDirectories: Set<Node> = []
  /// The facts about the entries of a directory, by node number, if requested.
  var facts: [EntryFacts] = []

  /// The error that stopped the reading of the input.
  var failure: Problem?
  /// The length of the prefix of `file.bytes` that may contain invalid UTF-8.
  ///
  /// The printer reports invalid bytes only if it shows them.
  var uncheckedSize = 0

  enum Source {
    case file(any Format)
    /// A directory, by the path in the arguments.
    case directory(Bytes)
    /// Rows of a comparison, which have no attributes and no addresses.
    case comparison
  }

  /// The format of a file; `nil` for other sources.
  @inline(__always)
  var format: (any Format)? {
    if case .file(let format) = source { format } else { nil }
  }

  @inline(__always)
  func range(of node: Node) -> Range<Int> {
    file.texts[Int(node.number)]
  }

  /// Returns the range of a text without the position in an array or a list at its start.
  func comparedRange(of node: Node) -> Range<Int> {
    let row = Int(node.number)
    return file.texts[row].dropFirst(
      row < file.positionLengths.count ? Int(file.positionLengths[row]) : 0)
  }

  /// Returns the range that patterns apply to: a text, or the name of a link without its target.
  ///
  /// Inlined, because each call would copy the document otherwise.
  @inline(__always)
  func name(of node: Node) -> Range<Int> {
    linkNames.isEmpty ? range(of: node) : linkNames[node] ?? range(of: node)
  }

  func text(of node: Node) -> ArraySlice<UInt8> {
    file.bytes[range(of: node)]
  }

  /// Returns the text of a node with all markup.
  func source(of node: Node) -> Bytes? {
    let row = Int(node.number)
    return row < file.sources.count ? Bytes(file.bytes[file.sources[row]]) : nil
  }

  func line(of node: Node) -> Int? {
    let row = Int(node.number)
    return row < file.lines.count && file.lines[row] > 0 ? Int(file.lines[row]) : nil
  }

  /// Returns whether a visible row hides children; an unread directory may have some.
  func hidesChildren(_ row: SectionSnapshot<Node>.Row) -> Bool {
    if row.isExpanded { return false }
    if row.childCount > 0 { return true }
    return !unreadDirectories.isEmpty && unreadDirectories.contains(row.item)
  }
}

/// The mark of a row in a difference.
enum RowMark {
  case none
  case inserted
  case removed
  case moved
  case changed
}

extension Document {
  /// Creates an outline of a file's rows, with the stored expansion if `expansion` is `stored`.
  init(_ file: ParsedFile, format: some Format, expansion: Expansion) {
    self.init(file: file, source: .file(format))
    addRows(levels: file.levels)
    (self.file.levels, self.file.includes) = ([], [])
    if expansion == .stored { outline.restore(file.storedExpansion) }
  }

  /// Adds rows by their levels, each at most one greater than the previous one.
  mutating func addRows(levels: [Int]) {
    let rows = levels.indices.lazy.map { (item: Node($0), level: levels[$0]) }
    do {
      try outline.append(preorder: rows)
    } catch {
      preconditionFailure("The rows do not form an outline: \(error)")
    }
  }
}

extension SectionSnapshot<Node> {
  /// Expands the rows that a file stores as expanded, or else all.
  mutating func restore(_ expansion: StoredExpansion?) {
    switch expansion {
    case .expanded(let rows):
      restoreExpansion(rows.lazy.map { Node($0) })
    case .collapsed(let rows):
      expandAll()
      collapse(rows.lazy.map { Node($0) })
    case nil: expandAll()
    }
  }
}

extension Document {
  /// Adds the rows of another document below a node.
  mutating func graft(_ other: Document, below node: Node) {
    do {
      try outline.append(add(other), to: node)
    } catch {
      preconditionFailure("New nodes have new numbers: \(error)")
    }
  }

  /// Adds the nodes of another document, and returns its outline with their new numbers.
  mutating func add(_ other: Document) -> SectionSnapshot<Node> {
    let first = file.texts.count
    let offset = file.bytes.count
    func node(_ node: Node) -> Node { Node(Int(node.number) + first) }
    func range(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound + offset..<range.upperBound + offset
    }
    file.bytes += other.file.bytes
    file.texts += other.file.texts.lazy.map(range)
    file.lines += other.file.lines
    for (row, note) in other.file.notes { file.notes[first + row] = note }
    for (row, others) in other.file.links { file.links[first + row] = others }
    file.sources += other.file.sources.lazy.map(range)
    file.markedRows.formUnion(other.file.markedRows.lazy.map { $0 + first })
    file.starts += other.file.starts.lazy.map { $0 + UInt32(offset) }
    for (link, name) in other.linkNames { linkNames[node(link)] = range(name) }
    unreadDirectories.formUnion(other.unreadDirectories.map(node))
    do {
      return try other.outline.compactMapItems(node)
    } catch {
      preconditionFailure("New nodes have new numbers: \(error)")
    }
  }
}
