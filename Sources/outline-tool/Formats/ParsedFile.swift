/// The rows of a file in pre-order, as a reader finds them.
struct ParsedFile {
  /// The text of the file, followed by texts that the reader made.
  var bytes: Bytes
  /// The text of each row, as a range of `bytes`.
  var texts: [Range<Int>] = []
  /// The level of each row, at most one greater than the level of the previous row.
  var levels: [Int] = []
  /// The start of each row's element in `bytes`, if the options ask for it.
  var starts: [UInt32] = []
  /// The line of each row, counted from 1, or 0 if it is unknown; empty unless asked for.
  var lines: [UInt32] = []
  /// The notes by row, if the options ask for them; notes that are attributes are not among them.
  var notes: [Int: Bytes] = [:]
  var attributes = AttributeRanges()
  /// The rows that include other files, with the addresses of those files.
  var includes: [(row: Int, address: Bytes)] = []
  var storedExpansion: StoredExpansion?
  var problems: [Problem] = []
}

enum StoredExpansion {
  case expanded([Int])
  case collapsed([Int])
}

extension ParsedFile {
  /// The number of bytes up to which a file has fewer rows than there are node numbers.
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
    lines = texts.indices.map { row in
      let offset = hasStarts ? Int(starts[row]) : texts[row].lowerBound
      if offset >= source.count { return 0 }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < offset { low = middle + 1 } else { high = middle }
      }
      return UInt32(low + 1)
    }
  }
}

/// The ranges of attributes that a reader collects while it reads.
struct AttributeRanges {
  let names: [Bytes]
  /// The ranges by row and name, one row after another.
  private var ranges: [Range<Int>] = []

  /// The range of an attribute that a row does not have.
  private static let none = 0..<0

  init(names: [Bytes] = []) {
    self.names = names
  }

  mutating func addRow() {
    if names.isEmpty { return }
    ranges += repeatElement(AttributeRanges.none, count: names.count)
  }

  /// Sets an attribute of a row, or of the last row, unless it has a range already.
  mutating func set(_ name: Int, of row: Int? = nil, to range: Range<Int>) {
    let index = (row.map { $0 * names.count } ?? ranges.count - names.count) + name
    if ranges[index] == AttributeRanges.none { ranges[index] = range }
  }

  mutating func keep(_ rows: [Int]) {
    ranges = rows.flatMap { ranges[$0 * names.count..<($0 + 1) * names.count] }
  }

  func range(of name: Bytes, row: Int) -> Range<Int>? {
    guard let number = names.firstIndex(of: name) else { return nil }
    let range = range(of: number, row: row)
    return range == AttributeRanges.none ? nil : range
  }

  private func range(of name: Int?, row: Int) -> Range<Int> {
    guard let name else { return AttributeRanges.none }
    let index = row * names.count + name
    return index < ranges.count ? ranges[index] : AttributeRanges.none
  }

  /// Returns the positions of all names in two lists of names.
  func namePositions(with other: AttributeRanges) -> [(Int?, Int?)] {
    let common = names.enumerated().map { number, name in
      (number as Int?, other.names.firstIndex(of: name))
    }
    return common
      + other.names.enumerated().compactMap { number, name in
        names.contains(name) ? nil : (nil, number)
      }
  }

  /// Returns whether a row has the same values as a row of another file.
  ///
  /// The positions are those of all names in both files.
  @inline(__always)
  func hasSameValues(
    _ row: Int, in bytes: Span<UInt8>, as other: AttributeRanges, _ otherRow: Int,
    in otherBytes: Span<UInt8>, positions: [(Int?, Int?)]
  ) -> Bool {
    for (number, otherNumber) in positions {
      let range = range(of: number, row: row)
      let otherRange = other.range(of: otherNumber, row: otherRow)
      if (range == AttributeRanges.none) != (otherRange == AttributeRanges.none) { return false }
      if !bytes.equals(range, otherBytes, otherRange) { return false }
    }
    return true
  }
}

extension [Bytes] {
  /// The greatest number of names of which a reader collects all attributes.
  private static var nameLimit: Int { 64 }

  /// Appends the names that are not among these yet, within a limit.
  mutating func appendOthers(_ names: [Bytes]) {
    let known = Set(self)
    self += names.lazy.filter { !known.contains($0) }.prefix(Swift.max(0, Self.nameLimit - count))
  }
}

/// Texts that a reader appends to the bytes of a file, because the file lacks them in one piece.
struct AppendedTexts {
  /// The texts, which begin on a new line.
  private(set) var bytes: Bytes = []

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

  /// Returns the range of the text that some pieces of the file make.
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

/// A walk over the lines of a file, without byte order mark, line ends and trailing blanks.
struct TextLines {
  private(set) var position: Int

  init(_ bytes: Span<UInt8>, at start: Int = 0) {
    let hasMark = start == 0 && bytes.starts(with: "\u{FEFF}", ignoringCase: false)
    position = hasMark ? 3 : start
  }

  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
    position = end + 1
    while end > start && bytes[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
