/// Reads a list of paths, separated by zero bytes if there are any, and by line ends otherwise.
///
/// A directory becomes a row at its first occurrence, even if the list contains only paths below
/// it. Absolute paths are below a row `/`. The reader skips `.` and repeated slashes.
///
/// - Complexity: O(`bytes.count`)
struct PathListReader {
  private var rows = PathRows()
  /// The line that lists each row; empty if none does.
  private var lines: [PackedRange] = []
  private var problems = ProblemLog()

  static func read(_ bytes: consuming Bytes, name: Bytes, options: ReaderOptions) -> ParsedFile {
    // Before zero bytes, names are exact.
    if bytes.span.firstIndex(of: 0, from: 0) == nil { bytes = bytes.withoutColors() }
    var columns = PathEntries.columns(in: bytes.span)
    if PathEntries.areQuoted(in: bytes.span) {
      bytes = bytes.withoutQuotedNames(after: columns)
      if columns?.hasSizes == false { columns = nil }
    }

    var list = PathListReader()
    var entries = PathEntries(bytes.span)
    while let entry = entries.next(in: bytes.span) {
      let path = columns?.path(in: entry, of: bytes.span) ?? entry
      list.add(path, on: entry, in: bytes.span)
    }

    let problems = list.problems.problems(in: bytes.span, of: name)
    // Paths repeat the names of directories, so their names take a fraction of the memory.
    let names = columns?.hasSizes == true ? [Bytes("size".utf8)] : []
    let attributes = AttributeRanges(of: names, options)
    if attributes.names.isEmpty, !options.findsLines,
      let names = list.rows.copyTexts(from: bytes.span)
    {
      bytes = names
    }

    var parsed = ParsedFile(bytes: bytes, attributes: attributes, problems: problems)
    let source = parsed.bytes
    parsed.reserveRows(list.rows.count)
    list.rows.links().walk { row, level in
      parsed.texts.append(list.rows.text(of: row))
      parsed.levels.append(level)
      let line = list.lines[row].unpacked
      if options.findsLines {
        parsed.starts.append(UInt32(line.isEmpty ? source.count : line.lowerBound))
      }
      parsed.attributes.addRow()
      if !attributes.names.isEmpty, let size = source.span.extracting(line).size {
        parsed.attributes.set(0, to: line.lowerBound..<line.lowerBound + size.upperBound)
      }
    }
    return parsed
  }

  private mutating func add(_ path: Range<Int>, on line: Range<Int>, in bytes: Span<UInt8>) {
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
    if lines[parent].isEmpty {
      lines[parent] = line.packed
    } else {
      problems.report(PathListProblem.duplicate, at: first)
    }
  }

  /// Returns the row of a path component, and creates it if necessary.
  private mutating func row(
    _ part: Range<Int>, below parent: Int, in bytes: Span<UInt8>
  ) -> Int {
    let (row, isNew) = rows.row(part, below: parent, in: bytes)
    if isNew { lines.append(0..<0) }
    return row
  }
}

struct PathEntries {
  let areEndedByZeros: Bool
  private var lines: TextLines
  private var position = 0

  init(_ bytes: Span<UInt8>) {
    areEndedByZeros = bytes.firstIndex(of: 0, from: 0) != nil
    lines = TextLines(bytes)
  }

  /// Returns the columns before the paths, which all of the first lines have.
  ///
  /// Before zero bytes, names can contain tabs, and only sizes are a column.
  static func columns(in bytes: Span<UInt8>) -> ListColumns? {
    var entries = PathEntries(bytes)
    let first = entries.next(in: bytes).flatMap { ListColumns(of: bytes.extracting($0)) }
    guard let first, first.hasSizes || !entries.areEndedByZeros else { return nil }
    for _ in 0..<20 {
      guard let entry = entries.next(in: bytes) else { break }
      if entry.isEmpty { continue }
      let columns = ListColumns(of: bytes.extracting(entry))
      if (columns?.count ?? 0) < first.count { return nil }
    }
    return first
  }

  /// Returns whether one of the first lines has a name in the quotes of git.
  static func areQuoted(in bytes: Span<UInt8>) -> Bool {
    var entries = PathEntries(bytes)
    if entries.areEndedByZeros { return false }
    while let line = entries.next(in: bytes) {
      if bytes.extracting(line).startOfQuotedName != nil { return true }
    }
    return false
  }

  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    guard areEndedByZeros else { return lines.next(in: bytes) }
    guard position < bytes.count else { return nil }
    let start = position
    let end = bytes.firstIndex(of: 0, from: start) ?? bytes.count
    position = end + 1
    return start..<end
  }
}

private enum PathListProblem: String, FormatProblem {
  case duplicate = "duplicate path; shown once"

  var isWarning: Bool { false }
}
