/// Reads a list of paths, as `find` and `git ls-files` print them: a line for each, or, where the
/// list has zero bytes, what is between these.
///
/// A directory becomes a row where it comes first, whether the list has it or only what is in it.
/// Absolute paths are below a row `/`; `.` and doubled slashes are passed over.
///
/// - Complexity: O(`bytes.count`)
struct PathListReader {
  private var rows = PathRows()
  /// Whether the list has a row itself, and not only what is below it.
  private var isListed: [Bool] = []
  private var problems = ProblemLog()

  static func read(_ bytes: consuming Bytes, name: Bytes) -> ParsedFile {
    var parsed = ParsedFile(bytes: bytes)
    let source = parsed.bytes
    let bytes = source.span
    var list = PathListReader()
    var entries = PathEntries(bytes)
    while let entry = entries.next(in: bytes) { list.add(entry, in: bytes) }
    parsed.texts.reserveCapacity(list.rows.texts.count)
    parsed.levels.reserveCapacity(list.rows.texts.count)
    list.rows.links().walk { row, level in
      parsed.texts.append(list.rows.texts[row])
      parsed.levels.append(level)
    }
    parsed.problems = list.problems.problems(in: bytes, of: name)
    return parsed
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
    if isListed[parent] { problems.report(PathListProblem.duplicate, at: first) }
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

/// Walks over the paths of a list.
struct PathEntries {
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

private enum PathListProblem: FormatProblem {
  /// The list has a path more than once.
  case duplicate

  var message: String { "a path that is there already; shown once" }
  var isWarning: Bool { false }
}
