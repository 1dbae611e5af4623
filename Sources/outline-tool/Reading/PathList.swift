/// Reads a list of paths, as `find` and `git ls-files` print them: a line for each, or, where the
/// list has zero bytes, what is between these.
///
/// A directory becomes a row where it comes first, whether the list has it or only what is in it.
/// Absolute paths are below a row `/`; `.` and doubled slashes are passed over.
///
/// - Complexity: O(`bytes.count`)
struct PathList {
  private var rows = PathRows()
  /// Whether the list has a row itself, and not only what is below it.
  private var isListed: [Bool] = []
  private var faults = FaultLog()

  static func read(_ bytes: consuming Bytes, name: Bytes) -> Listing {
    var listing = Listing(bytes: bytes)
    let source = listing.bytes
    let bytes = source.span
    var list = PathList()
    var entries = PathEntries(bytes)
    while let entry = entries.next(in: bytes) { list.add(entry, in: bytes) }
    listing.texts.reserveCapacity(list.rows.texts.count)
    listing.levels.reserveCapacity(list.rows.texts.count)
    list.rows.links().walk { row, level in
      listing.texts.append(list.rows.texts[row])
      listing.levels.append(level)
    }
    listing.problems = list.faults.problems(in: bytes, of: name)
    return listing
  }

  private mutating func add(_ path: Range<Int>, in bytes: Span<UInt8>) {
    var parent = PathRows.root
    var start = path.lowerBound
    let path = bytes.extracting(..<path.upperBound)
    if start < path.count && path[start] == UInt8(ascii: "/") {
      parent = row(start..<start + 1, below: parent, in: bytes)
    }
    let first = start
    while start < path.count {
      let end = path.firstIndex(of: UInt8(ascii: "/"), from: start) ?? path.count
      let isHere = end == start + 1 && path[start] == UInt8(ascii: ".")
      if end > start && !isHere { parent = row(start..<end, below: parent, in: bytes) }
      start = end + 1
    }
    guard parent >= 0 else { return }
    if isListed[parent] { faults.note(.repeatedPath, at: first) }
    isListed[parent] = true
  }

  /// Returns the row of a part of a path, a new one if there is none.
  private mutating func row(
    _ part: Range<Int>, below parent: Int, in bytes: Span<UInt8>
  ) -> Int {
    let (row, isNew) = rows.row(part, below: parent, in: bytes)
    if isNew { isListed.append(false) }
    return row
  }
}

extension PathList {
  /// Whether most lines of a text, and more than one, have a slash, and none begins with a blank or
  /// a sign of another format.
  static func recognizes(_ bytes: Span<UInt8>) -> Bool {
    var entries = PathEntries(bytes)
    if entries.areEndedByZeros && bytes.last != 0 { return false }
    // What a large file begins with tells enough.
    let bytes = bytes.extracting(first: min(bytes.count, 1 << 16))
    var (paths, others) = (0, 0)
    while let entry = entries.next(in: bytes) {
      let line = bytes.extracting(entry)
      if line.isEmpty { continue }
      if line[0] <= 0x20 || line.beginsOtherText { return false }
      if line.isPath { paths += 1 } else { others += 1 }
    }
    return paths > others && paths + others > 1
  }
}

/// Walks over the paths of a list.
private struct PathEntries {
  let areEndedByZeros: Bool
  private var lines: TextLines
  private var position = 0

  init(_ bytes: Span<UInt8>) {
    areEndedByZeros = bytes.firstIndex(of: 0, from: 0) != nil
    lines = TextLines(bytes)
  }

  /// Returns where the next path is, or `nil` after the last one.
  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    guard areEndedByZeros else { return lines.next(in: bytes) }
    guard position < bytes.count else { return nil }
    let start = position
    let end = bytes.firstIndex(of: 0, from: start) ?? bytes.count
    position = end + 1
    return start..<end
  }
}

extension Span where Element == UInt8 {
  /// Whether a line has a slash, is no address, and is not of words with a slash between them.
  fileprivate var isPath: Bool {
    guard let slash = firstIndex(of: UInt8(ascii: "/"), from: 0) else { return false }
    if slash > 0 && slash + 1 < count && self[slash - 1] == UInt8(ascii: ":") {
      return self[slash + 1] != UInt8(ascii: "/")
    }
    return true
  }

  /// Whether a line begins with a bullet, a comment, a quote, a bracket or a tag.
  fileprivate var beginsOtherText: Bool {
    switch self[0] {
    case UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "|"): return true
    case UInt8(ascii: "/"):
      return count > 1 && (self[1] == UInt8(ascii: "/") || self[1] == UInt8(ascii: "*"))
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "#"),
      UInt8(ascii: ">"):
      return count == 1 || self[1].isBlank || self[1] == self[0] || self[1] == UInt8(ascii: "!")
    default: return false
    }
  }
}
