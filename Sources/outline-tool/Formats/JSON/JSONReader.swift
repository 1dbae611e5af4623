/// Reads outlines from JSON, in whichever of many ways a file has them.
///
/// The file's values are found first, then the way in which they make an outline: children within
/// their parents, records that name their parents, or lists of children. Members of rows are their
/// attributes. Where there is no outline, or one with more around it than a few facts, every member
/// and element is a row, so that nothing is lost; but keys that options name are followed whatever
/// is around them.
///
/// - Complexity: O(`bytes.count`)
struct JSONReader {
  let table: JSONTable
  var members: JSONMembers
  /// Whether attributes are wanted, and then the value of each row.
  private let needsAttributes: Bool
  private(set) var rowValues: [Int] = []
  var parsed = ParsedFile(bytes: [])
  /// Texts that are not in the file as they are.
  var appended: Bytes = []
  var problems: ProblemLog
  /// The rows that the file says are collapsed, and whether it speaks of that at all.
  private var collapsed: [Int] = []
  private var hasFolds = false
  /// How many values around the rows are not shown.
  var lostCount = 0

  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    ParsedFile.reading(bytes, name: name) { parsed(of: $0, name: name, options: options) }
  }

  private static func parsed(
    of bytes: Span<UInt8>, name: Bytes, options: ReaderOptions
  ) -> (parsed: ParsedFile, appended: Bytes) {
    let (table, problems) = JSONScanner.scan(bytes)
    let members = JSONMembers(of: table, in: bytes, names: options.fieldNames)
    var reader = JSONReader(
      table: table, members: members, needsAttributes: options.needsAttributes, problems: problems)
    reader.findRows(in: bytes)
    reader.collectAttributes(options.attributeNames, in: bytes)
    if reader.hasFolds { reader.parsed.storedExpansion = .collapsed(reader.collapsed) }
    reader.parsed.problems = reader.problems.problems(in: bytes, of: name)
    let keys = table.keys
    reader.parsed.problems += Problem.missingFields(
      members.missing, among: (0..<keys.count).lazy.map { keys[UInt32($0 + 1)] }, in: bytes,
      of: name)
    return (reader.parsed, reader.appended)
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
  /// How many members or elements of a value are neither shown nor known facts of the file's
  /// format.
  ///
  /// One that has values in it counts as more than all rows.
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

  /// Takes back all rows.
  private mutating func removeRows() {
    parsed.texts.removeAll(keepingCapacity: true)
    parsed.levels.removeAll(keepingCapacity: true)
    appended = []
    rowValues = []
    collapsed = []
    hasFolds = false
    lostCount = 0
  }

  /// Adds a row for a value.
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

  /// Where the text of a value stands, its escapes appended.
  @inline(__always)
  mutating func textRange(of index: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let value = table[index]
    return value.hasEscapes ? textRange(ofEscaped: value.range, in: bytes) : value.range
  }

  /// Where the text of a key stands.
  mutating func textRange(ofKey key: UInt32, in bytes: Span<UInt8>) -> Range<Int> {
    let range = table.keys[key]
    let isPlain = bytes.extracting(range).firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil
    return isPlain ? range : textRange(ofEscaped: range, in: bytes)
  }

  private mutating func textRange(ofEscaped range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>
  {
    let start = appended.count
    appended.appendUnescaped(bytes.extracting(range))
    return appendedRange(from: start, in: bytes)
  }

  /// Where a text stands that was appended to those that are made here.
  func appendedRange(from start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    bytes.count + start..<bytes.count + appended.count
  }
}
