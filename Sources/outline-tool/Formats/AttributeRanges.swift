/// The ranges of attributes that a reader collects while it reads.
struct AttributeRanges {
  let names: [Bytes]
  /// The positions in `names`: one row can have as many attributes as a file has values.
  private let positions: [Bytes: Int]
  /// The names of attributes in the file, with and without ranges.
  let available: [Bytes]
  /// A Boolean value that indicates whether the values are also rows, so outputs omit the attributes.
  let areRows: Bool
  /// The number of attributes without ranges although the options ask for all.
  private(set) var omittedCount = 0
  /// The ranges by row and name, one row after another.
  private var ranges: [Range<Int>] = []

  /// The range of an attribute that a row does not have.
  private static let none = 0..<0

  init(names: [Bytes] = [], available: [Bytes] = [], areRows: Bool = false) {
    self.names = names
    positions = Dictionary(zip(names, names.indices)) { first, _ in first }
    self.available = available
    self.areRows = areRows
  }

  /// Creates storage for the attributes that the options name, and for others if they ask for all.
  ///
  /// A limit keeps the storage in proportion to the number of values.
  init(_ options: ReaderOptions, available: [Bytes], valuesPerRow: Int = 0) {
    let names = options.attributeNames
    let known = Set(names)
    let others = options.findsAllAttributes ? available.filter { !known.contains($0) } : []
    let limit = max(0, max(64, 4 * valuesPerRow) - names.count)
    self.init(names: names + others.prefix(limit), available: available)
    omittedCount = max(0, others.count - limit)
  }

  /// Creates storage for those of the available attributes that the options ask for.
  init(of available: [Bytes], _ options: ReaderOptions) {
    let names = available.filter {
      options.findsAllAttributes || options.attributeNames.contains($0)
    }
    self.init(names: names, available: available)
  }

  mutating func addRow() {
    if names.isEmpty { return }
    ranges += repeatElement(AttributeRanges.none, count: names.count)
  }

  /// Sets an attribute of a row, or of the last row, unless it already has a range.
  mutating func set(_ name: Int, of row: Int? = nil, to range: Range<Int>) {
    let index = (row.map { $0 * names.count } ?? ranges.count - names.count) + name
    if ranges[index] == AttributeRanges.none { ranges[index] = range }
  }

  /// Sets attributes of the last row by the names of the ranges.
  mutating func set(_ ranges: [Range<Int>], named rangeNames: [Bytes]) {
    for (range, name) in zip(ranges, rangeNames) {
      if let number = positions[name] { set(number, to: range) }
    }
  }

  mutating func keep(_ rows: [Int]) {
    ranges = rows.flatMap { ranges[$0 * names.count..<($0 + 1) * names.count] }
  }

  func range(of name: Bytes, row: Int) -> Range<Int>? {
    range(of: positions[name], row: row)
  }

  /// Returns the range of the attribute with a position in `names`.
  func range(of name: Int?, row: Int) -> Range<Int>? {
    guard let name else { return nil }
    let index = row * names.count + name
    return index < ranges.count && ranges[index] != AttributeRanges.none ? ranges[index] : nil
  }

  /// Returns the positions of all names in two lists of names.
  func namePositions(with other: AttributeRanges) -> [(Int?, Int?)] {
    let common = names.enumerated().map { number, name in
      (number as Int?, other.positions[name])
    }
    return common
      + other.names.enumerated().compactMap { number, name in
        positions[name] == nil ? (nil, number) : nil
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
      if (range == nil) != (otherRange == nil) { return false }
      if let range, let otherRange, !bytes.equals(range, otherBytes, otherRange) { return false }
    }
    return true
  }
}
