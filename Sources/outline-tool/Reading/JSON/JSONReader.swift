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
  var listing = Listing(bytes: [])
  /// Texts that are not in the file as they are.
  var resolved: Bytes = []
  var faults: FaultLog
  /// The rows that the file says are collapsed, and whether it speaks of that at all.
  private var collapsed: [Int] = []
  private var hasFolds = false
  /// How many values around the rows are not shown.
  var lostCount = 0

  static func read(_ bytes: consuming Bytes, name: Bytes, settings: Settings) -> Listing {
    Listing.reading(bytes, name: name) { listing(of: $0, name: name, settings: settings) }
  }

  private static func listing(
    of bytes: Span<UInt8>, name: Bytes, settings: Settings
  ) -> (listing: Listing, resolved: Bytes) {
    let (table, faults) = JSONScanner.scan(bytes)
    let members = JSONMembers(of: table, in: bytes, names: settings.fieldNames)
    var reader = JSONReader(
      table: table, members: members, needsAttributes: settings.needsAttributes, faults: faults)
    reader.findRows(in: bytes)
    reader.noteAttributes(settings.attributeNames, in: bytes)
    if reader.hasFolds { reader.listing.stored = .collapsed(reader.collapsed) }
    reader.listing.problems = reader.faults.problems(in: bytes, of: name)
    let keys = table.keys
    reader.listing.problems += Problem.missingFields(
      members.missing, among: (0..<keys.count).lazy.map { keys[UInt32($0 + 1)] }, in: bytes,
      of: name)
    return (reader.listing, reader.resolved)
  }

  /// Whether a text begins like JSON, and goes on so for a while.
  static func recognizes(_ bytes: Span<UInt8>) -> Bool {
    var start = 0
    while start < bytes.count && bytes[start].isMarkupBlank { start += 1 }
    guard start < bytes.count,
      bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[")
    else { return false }
    let end = min(bytes.count, start + 4096)
    let (_, faults) = JSONScanner.scan(bytes.extracting(start..<end))
    guard let (fact, position) = faults.first, case .malformedJSON(let fault) = fact,
      fault.isUnlikely
    else { return true }
    // Where the text was cut off for this look, a word may be, too.
    return end < bytes.count && position > end - start - 32
  }

  private mutating func findRows(in bytes: Span<UInt8>) {
    listing.reserveRows(table.values.count)
    for shape in JSONShapeFinder(table, members: members).shapes(of: table) {
      let earlierFaults = faults
      switch shape {
      case .nested(let ranks): addTree(ranks: ranks, in: bytes)
      case .parents(let keys): addRecords(keys, in: bytes)
      case .lists(let keys): addLists(keys, in: bytes)
      case .generic: addAll(in: bytes)
      }
      if listing.texts.count > lostCount { return }
      removeRows()
      faults = earlierFaults
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
    listing.texts.removeAll(keepingCapacity: true)
    listing.levels.removeAll(keepingCapacity: true)
    resolved = []
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
      if isCollapsed { collapsed.append(listing.texts.count) }
    }
    listing.texts.append(text)
    listing.levels.append(level)
    if needsAttributes { rowValues.append(index) }
  }

  /// Where the text of a value stands, its escapes resolved.
  @inline(__always)
  mutating func place(of index: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let value = table[index]
    return value.hasEscapes ? place(ofEscaped: value.range, in: bytes) : value.range
  }

  /// Where the text of a key stands.
  mutating func place(ofKey key: UInt32, in bytes: Span<UInt8>) -> Range<Int> {
    let range = table.keys[key]
    let isPlain = bytes.extracting(range).firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil
    return isPlain ? range : place(ofEscaped: range, in: bytes)
  }

  private mutating func place(ofEscaped range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    let start = resolved.count
    resolved.appendUnescaped(bytes.extracting(range))
    return place(from: start, in: bytes)
  }

  /// Where a text stands that was appended to those that are made here.
  func place(from start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    bytes.count + start..<bytes.count + resolved.count
  }
}
