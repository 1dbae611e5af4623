/// Reads outlines from JSON.
///
/// The reader finds the values of the file, and then the shape of the outline. Parents contain
/// their children, records name their parents, or parents list children. Other members of rows are
/// attributes. So that nothing is lost, every member and element becomes a row if much of the file
/// is outside of the outline. The keys that options name always take precedence.
///
/// - Complexity: O(`bytes.count`)
struct JSONReader {
  let table: JSONTable
  var members: JSONMembers
  /// Whether to record the value of each row, for its attributes.
  private let needsAttributes: Bool
  private(set) var rowValues: [Int] = []
  var parsed = ParsedFile(bytes: [])
  var appended = AppendedTexts()
  var problems: ProblemLog
  /// The rows that the file stores as collapsed, and whether it stores such states at all.
  private var collapsed: [Int] = []
  private var hasFolds = false
  /// The number of values outside the rows, which are not shown.
  var lostCount = 0

  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    ParsedFile.reading(bytes, name: name) { bytes in
      let (table, problems) = JSONScanner.scan(
        bytes, allowingComments: name.hasSuffix(".jsonc"))
      let members = JSONMembers(of: table, in: bytes, names: options.fieldNames)
      var reader = JSONReader(
        table: table, members: members,
        needsAttributes: options.needsAttributes || options.findsLines, problems: problems)
      reader.findRows(in: bytes)
      if options.findsLines {
        reader.parsed.starts = reader.rowValues.map { UInt32(table[$0].start) }
      }
      var names = options.attributeNames
      if options.findsAllAttributes { names.appendOthers(members.attributeNames(table, in: bytes)) }
      reader.collectAttributes(names, in: bytes)
      if reader.hasFolds { reader.parsed.storedExpansion = .collapsed(reader.collapsed) }
      reader.parsed.problems = reader.problems.problems(in: bytes, of: name)
      let keys = (0..<table.keys.count).lazy.map { table.keys[UInt32($0 + 1)] }
      reader.parsed.problems += Problem.missingFields(
        members.missing, among: keys, in: bytes, of: name)
      return (reader.parsed, reader.appended)
    }
  }

  private mutating func findRows(in bytes: Span<UInt8>) {
    parsed.reserveRows(table.values.count)
    for shape in JSONShapeFinder(table, members: members).shapes(of: table) {
      let earlierFaults = problems
      switch shape {
      case .nested(let ranks): addTree(ranks: ranks, in: bytes)
      case .parents(let keys): addRecords(keys, in: bytes)
      case .lists(let keys): addLists(keys, in: bytes)
      case .generic: addAll(in: bytes)
      }
      if parsed.texts.count > lostCount { return }
      removeRows()
      problems = earlierFaults
    }
  }
}

// MARK: - Rows

extension JSONReader {
  /// Returns the number of members of a value that are neither shown nor metadata of a known
  /// format.
  ///
  /// A member that contains values counts as more than all rows.
  func lostCount(of wrapper: Int, isShown: (_ member: Int) -> Bool) -> Int {
    if members.children > 0 || members.parent > 0 { return 0 }
    var formats: UInt8 = 0
    var children = table.children(of: wrapper)
    while let child = children.next(in: table) { formats |= members[table[child].key].wrappers }
    var count = 0
    children = table.children(of: wrapper)
    while let child = children.next(in: table) {
      let value = table[child]
      if members[value.key].wrapperFacts & formats != 0 || isShown(child) { continue }
      count += value.isContainer && value.end > child + 1 ? table.values.count : 1
    }
    return count
  }

  private mutating func removeRows() {
    parsed.texts.removeAll(keepingCapacity: true)
    parsed.levels.removeAll(keepingCapacity: true)
    appended = AppendedTexts()
    rowValues = []
    collapsed = []
    hasFolds = false
    lostCount = 0
  }

  @inline(__always)
  mutating func addRow(_ text: Range<Int>, level: Int, of index: Int, isCollapsed: Bool? = nil) {
    if let isCollapsed {
      hasFolds = true
      if isCollapsed { collapsed.append(parsed.texts.count) }
    }
    parsed.texts.append(text)
    parsed.levels.append(level)
    if needsAttributes { rowValues.append(index) }
  }

  /// Returns the text of a value with its escapes resolved.
  @inline(__always)
  mutating func textRange(of index: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let value = table[index]
    return value.hasEscapes ? textRange(ofEscaped: value.range, in: bytes) : value.range
  }

  /// Returns the text of a key with its escapes resolved.
  mutating func textRange(ofKey key: UInt32, in bytes: Span<UInt8>) -> Range<Int> {
    let range = table.keys[key]
    let isPlain = bytes.extracting(range).firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil
    return isPlain ? range : textRange(ofEscaped: range, in: bytes)
  }

  private mutating func textRange(ofEscaped range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>
  {
    appended.range(after: bytes) { $0.appendUnescaped(bytes.extracting(range)) }
  }
}
