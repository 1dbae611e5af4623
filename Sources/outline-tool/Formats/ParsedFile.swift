/// The rows of a file in pre-order, as a reader finds them.
struct ParsedFile {
  /// The text of the file, followed by texts that the reader made.
  var bytes: Bytes
  /// The text of each row, as a range of `bytes`.
  var texts: [Range<Int>] = []
  /// The length of the position at the start of each text, such as `[0]: ` or the number of a list
  /// item; empty if no text has one.
  var positionLengths: [UInt8] = []
  /// The level of each row, at most one greater than the level of the previous row.
  var levels: [Int] = []
  /// The start of each row's element in `bytes`, if the options ask for it.
  var starts: [UInt32] = []
  /// The line of each row, counted from 1, or 0 if it is unknown; empty unless requested.
  var lines: [UInt32] = []
  /// The notes by row, if the options ask for them, except those that are attributes.
  var notes: [Int: Bytes] = [:]
  /// The title and what else is outside of the rows, if the options ask for it.
  var head = DocumentHead()
  /// The links in the texts of rows, if the options ask for them.
  var links: [Int: [TextLink]] = [:]
  /// The texts with all markup, or the records of a table, as ranges of `bytes`, if the options ask
  /// for them; empty for rows without a record.
  var sources: [Range<Int>] = []
  /// The rows whose sources have other markup than links and escapes.
  var markedRows: Set<Int> = []
  var attributes = AttributeRanges()
  /// The attributes that are elements within those of rows, by row, if the options ask for
  /// attributes.
  var innerAttributes: [Int: [RowAttribute]] = [:]
  /// The rows that include other files, with the addresses of those files.
  var includes: [(row: Int, address: Bytes)] = []
  var storedExpansion: StoredExpansion?
  /// The options of the format that have no effect on these rows, with remedies.
  var unusedOptions: [String: String] = [:]
  var problems: [Problem] = []
}

enum StoredExpansion {
  case expanded([Int])
  case collapsed([Int])
}

extension ParsedFile {
  /// The maximum size of a file, so that it has fewer rows than there are node numbers.
  static let sizeLimit = 1 << 30
  /// The limit of row numbers and levels that a file states: an `Int` of 32 bits has room for its
  /// tenfold.
  static let numberLimit = 1 << 27

  /// Reserves memory, so that the arrays are not copied as they grow.
  mutating func reserveRows(_ count: Int) {
    texts.reserveLargePages(count)
    levels.reserveLargePages(count)
  }

  /// Reads bytes by a function that returns the rows, and the texts to append to the file.
  static func reading(
    _ bytes: consuming Bytes, name: Bytes,
    _ findRows: (Span<UInt8>) -> (parsed: ParsedFile, appended: AppendedTexts)
  ) -> ParsedFile {
    // The packed ranges of tables and JSON values have no room for greater offsets.
    guard bytes.count < sizeLimit else {
      return ParsedFile(
        bytes: [], problems: [Problem(path: name, kind: .tooLarge(limit: sizeLimit))])
    }
    var (parsed, appended) = findRows(bytes.span)
    // The array is unique here, so appending does not copy it.
    if !appended.bytes.isEmpty { bytes += appended.bytes }
    parsed.bytes = bytes
    return parsed
  }
}

extension ParsedFile {
  /// Finds the lines of rows by the starts of their elements, or else by those of their texts.
  ///
  /// - Complexity: O(size + rows * log lines)
  mutating func findLines(in source: Span<UInt8>) {
    var ends: [Int] = []
    var end = source.firstIndex(of: UInt8(ascii: "\n"), from: 0)
    while let found = end {
      ends.append(found)
      end = source.firstIndex(of: UInt8(ascii: "\n"), from: found + 1)
    }

    let hasStarts = starts.count == texts.count
    var line = 0
    lines = texts.indices.map { row in
      let offset = hasStarts ? Int(starts[row]) : texts[row].lowerBound
      if offset >= source.count { return 0 }
      // Most rows begin on the line after that of the last row.
      line += 1
      let isNext = line < ends.count && ends[line - 1] < offset && offset <= ends[line]
      if !isNext { line = ends.partitioningIndex { $0 >= offset } }
      return UInt32(line + 1)
    }
  }
}

/// Texts that a reader appends to the bytes of a file, because the file does not contain them in
/// one piece.
struct AppendedTexts {
  /// The texts, which begin on a new line.
  private(set) var bytes: Bytes = []
  /// The ranges of texts by the start of the piece of the file that they replace.
  private var replacements: [Int: Range<Int>] = [:]

  /// Appends the text that a closure writes, and returns its range after the bytes of the file.
  @inline(__always)
  mutating func range(
    after source: Span<UInt8>, _ write: (inout Bytes) -> Void
  ) -> Range<Int> {
    if bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    let start = source.count + bytes.count
    write(&bytes)
    return start..<source.count + bytes.count
  }

  /// Returns the range of a text in place of a piece of the file, the same one each time.
  mutating func range(
    replacing piece: Range<Int>, after source: Span<UInt8>, _ write: (inout Bytes) -> Void
  ) -> Range<Int> {
    if let range = replacements[piece.lowerBound] { return range }
    let range = range(after: source, write)
    replacements[piece.lowerBound] = range
    return range
  }

  /// Returns the range of a text that consists of pieces of the file.
  mutating func range(of pieces: [Range<Int>], in source: Span<UInt8>) -> Range<Int> {
    if pieces.count == 1 { return pieces[0] }
    return range(after: source) { bytes in
      for piece in pieces { bytes.append(source.extracting(piece)) }
    }
  }

  /// Returns the range of the text of a row without a label.
  mutating func untitled(after source: Span<UInt8>) -> Range<Int> {
    range(after: source) { $0 += "(untitled)".utf8 }
  }
}
