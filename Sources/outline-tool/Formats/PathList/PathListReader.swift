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
    let length = bytes.count
    let columns = ListColumns(in: bytes.span)
    // Names without escapes follow the list.
    let names = bytes.appendUnescapedNames(in: columns)

    var list = PathListReader()
    var nextName = 0
    var directory = PathRows.root
    var entries = PathEntries(bytes.span.extracting(first: length))
    while let entry = entries.next(in: bytes.span.extracting(first: length)) {
      guard var path = entries.path(in: entry, of: bytes.span, columns: columns) else {
        let line = bytes.span.extracting(entry)
        if case .details? = columns, line.isHeading {
          // `ls -lR` prints the directory before its entries.
          if line.last == UInt8(ascii: ":") {
            directory = list.addParts(of: entry.dropLast(), below: PathRows.root, in: bytes.span)
          }
        } else if !line.isEmpty {
          let isMessage = entries.isMessage(entry, in: bytes.span)
          list.problems.report(
            isMessage ? PathListProblem.message : .noColumns, at: entry.lowerBound)
        }
        continue
      }
      if case .details? = columns, bytes.span.extracting(path).equals("..") {
        // `ls -a` also lists the parent directory.
        continue
      }
      if nextName < names.count && bytes.span.isEscapedName(path, in: columns) {
        path = names[nextName]
        nextName += 1
      }
      list.add(path, below: directory, on: entry, in: bytes.span, columns: columns)
    }

    let problems = list.problems.problems(in: bytes.span, of: name)
    // Paths repeat the names of directories, so their names take a fraction of the memory.
    let attributeNames = columns?.attributeNames ?? []
    let attributes = AttributeRanges(of: attributeNames, options)
    let positions = attributeNames.map { attributes.position(of: $0) }
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
      if let columns, !attributes.names.isEmpty, !line.isEmpty {
        for (position, value) in zip(positions, columns.attributes(in: line, of: source.span)) {
          if let position, let value, !value.isEmpty { parsed.attributes.set(position, to: value) }
        }
      }
      parsed.attributes.endRow()
    }
    return parsed
  }

  private mutating func add(
    _ path: Range<Int>, below directory: Int, on line: Range<Int>, in bytes: Span<UInt8>,
    columns: ListColumns?
  ) {
    let row = addParts(of: path, below: directory, in: bytes)
    if row == directory { return }
    if lines[row].isEmpty {
      lines[row] = line.packed
    } else {
      // A name without escapes is after the list.
      let offset = path.lowerBound < line.upperBound ? path.lowerBound : line.lowerBound
      let isSame = columns?.haveSameValues(line, lines[row].unpacked, in: bytes) != false
      problems.report(isSame ? PathListProblem.duplicate : .conflict, at: offset)
    }
  }

  /// Adds the components of a path below a row, and returns the last one.
  private mutating func addParts(
    of path: Range<Int>, below directory: Int, in bytes: Span<UInt8>
  ) -> Int {
    var parent = directory
    var start = path.lowerBound
    let path = bytes.extracting(..<path.upperBound)
    if start < path.count && path[start] == UInt8(ascii: "/") {
      parent = row(start..<start + 1, below: parent, in: bytes)
    }

    while start < path.count {
      let end = path.firstIndex(of: UInt8(ascii: "/"), from: start) ?? path.count
      let isHere = end == start + 1 && path[start] == UInt8(ascii: ".")
      if end > start && !isHere { parent = row(start..<end, below: parent, in: bytes) }
      start = end + 1
    }
    return parent
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

  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    guard areEndedByZeros else {
      // The last column can be empty.
      return lines.next(in: bytes).map { line in
        var end = line.upperBound
        while !line.isEmpty && end < bytes.count && bytes[end] == UInt8(ascii: "\t") { end += 1 }
        return line.lowerBound..<end
      }
    }
    guard position < bytes.count else { return nil }
    let start = position
    let end = bytes.firstIndex(of: 0, from: start) ?? bytes.count
    position = end + 1
    return start..<end
  }

  /// Returns whether an entry is a message of a program; before a zero byte, it is a name.
  func isMessage(_ entry: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    !areEndedByZeros && bytes.extracting(entry).isMessage
  }

  /// Returns the path in an entry, or `nil` if the entry lacks a column or is a message.
  fileprivate func path(
    in entry: Range<Int>, of bytes: Span<UInt8>, columns: ListColumns?
  ) -> Range<Int>? {
    if columns == nil && isMessage(entry, in: bytes) { return nil }
    guard let path = columns.map({ $0.path(in: entry, of: bytes) }) ?? entry else { return nil }
    if areEndedByZeros { return path }
    // An empty last column leaves a tab after the path.
    let last = path.last { bytes[$0] != UInt8(ascii: "\t") }
    return last.map { path.lowerBound..<$0 + 1 }
  }
}

extension Bytes {
  /// Appends the names with escapes in a list, with the escapes resolved, and returns their ranges.
  fileprivate mutating func appendUnescapedNames(in columns: ListColumns?) -> [Range<Int>] {
    var names = Bytes()
    var ranges: [Range<Int>] = []
    var entries = PathEntries(span)
    let sign: UInt8 = if case .details? = columns { 0x5C } else { 0x22 }
    if entries.areEndedByZeros || span.firstIndex(of: sign, from: 0) == nil { return [] }
    while let entry = entries.next(in: span) {
      guard let path = entries.path(in: entry, of: span, columns: columns),
        span.isEscapedName(path, in: columns)
      else { continue }
      let name = span.extracting(path)
      let start = count + names.count
      names.appendUnescapedName(
        name.isQuotedName ? name.extracting(1..<name.count - 1) : name)
      ranges.append(start..<count + names.count)
    }
    self += names
    return ranges
  }
}

private enum PathListProblem: String, FormatProblem {
  case duplicate = "duplicate path; shown once"
  case conflict = "duplicate path with other values; only the first ones are shown"
  case message = "message of a program; not shown"
  case noColumns = "no path in the columns of the other lines; not shown"

  var isWarning: Bool { self != .duplicate }
}
