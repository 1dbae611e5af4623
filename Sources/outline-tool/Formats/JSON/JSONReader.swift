/// Reads outlines from JSON.
///
/// The reader finds the values of the file, and then the shape of the outline. Parents contain
/// their children, records name their parents, or parents list children. Other members of rows are
/// attributes. So that nothing is lost, every member and element becomes a row if much of the file
/// is outside the outline. The keys that options name always take precedence.
///
/// - Complexity: O(`bytes.count`)
struct JSONReader {
  let table: JSONTable
  var members: JSONMembers
  /// Whether to record the value of each row, for its attributes.
  private let needsAttributes: Bool
  private var rowValues: [Int] = []
  var parsed = ParsedFile(bytes: [])
  var appended = AppendedTexts()
  var problems: ProblemLog
  /// The rows that the file stores as collapsed, and whether it stores such states at all.
  private var collapsed: [Int] = []
  private var hasFolds = false
  /// Whether the rows are records that name their parents.
  private var areRecords = false
  /// The number of values outside the rows, which are not shown.
  var lostCount = 0
  /// A Boolean value that indicates whether the label of a row is the member that an option names.
  var isLabelUsed = false

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

      if options.needsAttributes {
        reader.parsed.attributes = AttributeRanges(
          options, available: reader.attributeNames(in: bytes))
        reader.collectAttributes(requestedCount: options.attributeNames.count, in: bytes)
      }

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
      let earlierProblems = problems
      switch shape {
      case .nested(let ranks): addTree(ranks: ranks, in: bytes)
      case .parents(let keys):
        areRecords = true
        addRecords(keys, in: bytes)
      case .lists(let keys): addLists(keys, in: bytes)
      case .generic: addAll(in: bytes)
      }
      if parsed.texts.count > lostCount {
        parsed.unusedOptions = members.unusedOptions(in: shape, isLabelUsed: isLabelUsed)
        return
      }
      removeRows()
      problems = earlierProblems
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
    parsed.positionLengths = []
    appended = AppendedTexts()
    rowValues = []
    collapsed = []
    hasFolds = false
    areRecords = false
    lostCount = 0
    isLabelUsed = false
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

  private mutating func textRange(
    ofEscaped range: Range<Int>, in bytes: Span<UInt8>
  ) -> Range<Int> {
    func write(_ text: inout Bytes) { text.appendUnescaped(bytes.extracting(range)) }
    // The range tells that an attribute is the text of its row.
    return needsAttributes
      ? appended.range(replacing: range, after: bytes, write)
      : appended.range(after: bytes, write)
  }
}

// MARK: - Files in which every value is a row

extension JSONReader {
  /// An array or an object while its values become rows.
  private struct Container {
    let end: Int
    let isArray: Bool
    var position = 0
  }

  /// Adds a row for each value of the file, such as `key: value` or `[0]: value`.
  private mutating func addAll(in bytes: Span<UInt8>) {
    let root = table.root
    if !table[root].isContainer {
      addRow(textRange(of: root, in: bytes), level: 0, of: root)
      return
    }

    let end = table.next(after: root)
    var current = Container(end: end, isArray: table[root].kind == .array)
    var outer: [Container] = []
    for index in root + 1..<end {
      while index >= current.end { current = outer.popLast() ?? current }
      let value = table[index]
      let text =
        current.isArray
        ? elementText(index, position: current.position, in: bytes)
        : memberText(index, in: bytes)
      addRow(text, level: outer.count, of: index)
      addPosition(current.isArray ? current.position : nil, of: value, index)
      current.position += 1
      if value.isContainer && value.end > index + 1 {
        outer.append(current)
        current = Container(end: value.end, isArray: value.kind == .array)
      }
    }
  }

  /// Records the length of the position at the start of the text of the last row.
  private mutating func addPosition(_ position: Int?, of value: JSONValue, _ index: Int) {
    let hasRows = value.isContainer && value.end > index + 1
    let length = position.map { "[\($0)]".utf8.count + (hasRows ? 0 : 2) }
    parsed.positionLengths.append(UInt8(length ?? 0))
  }

  /// Returns the text of a member: its key, and its value unless that has rows.
  mutating func memberText(_ index: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let value = table[index]
    let hasRows = value.isContainer && value.end > index + 1
    if value.key > 0 && hasRows { return textRange(ofKey: value.key, in: bytes) }
    let key = table.keys[value.key]
    return appended.range(after: bytes) { text in
      if value.key > 0 {
        text.appendUnescaped(bytes.extracting(key))
        text += ": ".utf8
      }
      text.append(value, in: bytes)
    }
  }

  /// Returns the text of an element: its position, and its value unless that has rows.
  private mutating func elementText(
    _ index: Int, position: Int, in bytes: Span<UInt8>
  ) -> Range<Int> {
    let value = table[index]
    return appended.range(after: bytes) { text in
      text += "[\(position)]".utf8
      if !value.isContainer || value.end == index + 1 {
        text += ": ".utf8
        text.append(value, in: bytes)
      }
    }
  }
}

extension Bytes {
  /// Appends the text of a value; an array or an object is empty.
  fileprivate mutating func append(_ value: JSONValue, in bytes: Span<UInt8>) {
    switch value.kind {
    case .object: self += "{}".utf8
    case .array: self += "[]".utf8
    case .literal: append(bytes.extracting(value.range))
    case .string: appendUnescaped(bytes.extracting(value.range))
    }
  }
}

// MARK: - Attributes

extension JSONReader {
  /// Returns the keys whose members are no links between rows.
  private func attributeNames(in bytes: Span<UInt8>) -> [Bytes] {
    (1..<UInt32(max(1, members.count))).compactMap { key in
      let member = members[key]
      let isLink =
        member.isUsualChild || key == members.children || key == members.parent
        || areRecords && member.role.isParent
      return isLink ? nil : Bytes(copying: bytes.extracting(table.keys[key]))
    }
  }

  /// Collects the attributes of rows: all members but those that contain rows, and those that store
  /// the expansion unless an option requests them.
  ///
  /// - Complexity: O(number of values), since the walk skips the contents of members.
  private mutating func collectAttributes(requestedCount: Int, in bytes: Span<UInt8>) {
    let keys = parsed.attributes.names.map { table.keys.number(of: $0.span, in: bytes) }
    let names = Dictionary(grouping: keys.indices) { keys[$0] }
    let rows = rowValues.map { UInt32($0) }.sorted()
    for row in rowValues {
      defer { parsed.attributes.endRow() }
      guard table[row].kind == .object else { continue }
      var children = table.children(of: row)
      while let child = children.next(in: table) {
        let value = table[child]
        let isState =
          members[value.key].collapsingValue != nil
          && bytes.extracting(value.range).jsonBoolean != nil
        for name in names[value.key] ?? [] {
          if isState && name >= requestedCount || rows.hasNumber(in: child..<child + 1) {
            continue
          } else if !value.isContainer {
            parsed.attributes.set(name, to: textRange(of: child, in: bytes))
          } else if !rows.hasNumber(in: child..<value.end) {
            parsed.attributes.set(name, to: textRange(ofContainer: child, in: bytes))
          }
        }
      }
    }
  }

  /// Returns the range of an array or an object with its brackets.
  private func textRange(ofContainer index: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let start = table[index].start
    let end = table[index].end
    let limit = end < table.values.count ? table[end].start : bytes.count
    let last = table[end - 1]
    var position = last.isContainer ? last.start + 1 : last.range.upperBound

    // Only closing brackets follow the last value.
    var openCount = (index..<end).count { table[$0].isContainer && table[$0].end == end }
    while position < limit && openCount > 0 {
      if bytes[position] == UInt8(ascii: "]") || bytes[position] == UInt8(ascii: "}") {
        openCount -= 1
      }
      position += 1
    }
    return start..<max(start, position)
  }
}

extension [UInt32] {
  /// Returns whether one of the ascending numbers is in a range.
  func hasNumber(in range: Range<Int>) -> Bool {
    let index = partitioningIndex { $0 >= range.lowerBound }
    return index < count && self[index] < range.upperBound
  }
}
