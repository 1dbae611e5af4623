extension Format {
  /// Lists of paths, as `find` and `git ls-files` print them.
  static let pathList = Format(
    name: "paths",
    help: [
      "A text in which most lines contain a slash and none is indented,",
      "as 'find' prints it; or paths that each end with a zero byte",
      "('find -print0').",
    ],
    rowNoun: "paths",
    allowsZeroBytes: true,
    isFoundInTextFiles: true,
    recognizes: { text, _ in PathListReader.recognizes(text) },
    read: { bytes, name, _ in PathListReader.read(bytes, name: name) })
}

/// Reads a list of paths, separated by zero bytes if there are any, and by line ends otherwise.
///
/// A directory becomes a row at its first occurrence, even if the list only has paths below it.
/// Absolute paths are below a row `/`. The reader skips `.` and repeated slashes.
///
/// - Complexity: O(`bytes.count`)
struct PathListReader {
  private var rows = PathRows()
  /// By row: whether the list contains the path itself.
  private var isListed: [Bool] = []
  private var problems = ProblemLog()

  /// Returns whether most lines of a text are paths.
  fileprivate static func recognizes(_ text: Span<UInt8>) -> Bool {
    var entries = PathEntries(text)
    if entries.areEndedByZeros && text.last != 0 { return false }
    // A sample is enough.
    let text = text.extracting(first: min(text.count, 1 << 16))
    var (paths, others) = (0, 0)
    while let entry = entries.next(in: text) {
      let line = text.extracting(entry)
      if line.isEmpty { continue }
      if line[0] <= 0x20 || line.beginsOtherText { return false }
      if line.isPath { paths += 1 } else { others += 1 }
    }
    return paths > others && paths + others > 1
  }

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

  /// Returns the row of a path component, a new one if necessary.
  private mutating func row(
    _ part: Range<Int>, below parent: Int, in bytes: Span<UInt8>
  ) -> Int {
    let (row, isNew) = rows.row(part, below: parent, in: bytes)
    if isNew { isListed.append(false) }
    return row
  }
}

/// A walk over the paths of a list.
struct PathEntries {
  let areEndedByZeros: Bool
  private var lines: TextLines
  private var position = 0

  init(_ bytes: Span<UInt8>) {
    areEndedByZeros = bytes.firstIndex(of: 0, from: 0) != nil
    lines = TextLines(bytes)
  }

  /// Returns the range of the next path, or `nil` at the end.
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
  /// Whether a line contains a slash and is not an address.
  fileprivate var isPath: Bool {
    guard let slash = firstIndex(of: UInt8(ascii: "/"), from: 0) else { return false }
    if slash > 0 && slash + 1 < count && self[slash - 1] == UInt8(ascii: ":") {
      return self[slash + 1] != UInt8(ascii: "/")
    }
    return true
  }

  /// Whether a line begins like text of another kind: with a bullet, a comment, a quote, a bracket
  /// or a tag.
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

private enum PathListProblem: String, FormatProblem {
  case duplicate = "duplicate path; shown once"

  var isWarning: Bool { false }
}
