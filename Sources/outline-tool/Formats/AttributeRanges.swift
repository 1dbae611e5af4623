/// The ranges of attributes that a reader collects while it reads.
struct AttributeRanges {
  let names: [Bytes]
  private let positions: [Bytes: Int]
  /// The names of attributes in the file, with and without ranges.
  let available: [Bytes]
  /// A Boolean value that indicates whether the values are also rows, so outputs omit the
  /// attributes.
  let areRows: Bool
  /// The attributes of all rows, one row after another, in ascending order of their names.
  private var entries: [Entry] = []
  /// The end of each row's entries.
  private var ends: [UInt32] = []

  struct Entry {
    /// The position in `names`.
    let name: UInt32
    let range: PackedRange
  }

  init(names: [Bytes] = [], available: [Bytes] = [], areRows: Bool = false) {
    self.names = names
    positions = Dictionary(zip(names, names.indices)) { first, _ in first }
    self.available = available
    self.areRows = areRows
  }

  /// Creates storage for the attributes that the options name, and for others if they ask for all.
  init(_ options: ReaderOptions, available: [Bytes]) {
    let names = options.attributeNames
    let known = Set(names)
    let others = options.findsAllAttributes ? available.filter { !known.contains($0) } : []
    self.init(names: names + others, available: available)
  }

  /// Creates storage for those of the available attributes that the options ask for.
  init(of available: [Bytes], _ options: ReaderOptions) {
    let names = available.filter {
      options.findsAllAttributes || options.attributeNames.contains($0)
    }
    self.init(names: names, available: available)
  }

  /// Sets an attribute of the current row, unless it already has a range.
  mutating func set(_ name: Int, to range: Range<Int>) {
    entries.append(Entry(name: UInt32(name), range: range.packed))
  }

  /// Ends the current row.
  mutating func endRow() {
    if names.isEmpty { return }
    let row = Int(ends.last ?? 0)..<entries.count
    if !row.dropFirst().allSatisfy({ entries[$0 - 1].name < entries[$0].name }) {
      // The first of equal names stays the first one.
      let sorted = entries[row].sorted { $0.name < $1.name }
      entries.removeSubrange(row)
      for entry in sorted where entries.count == row.lowerBound || entries.last?.name != entry.name
      {
        entries.append(entry)
      }
    }
    ends.append(UInt32(entries.count))
  }

  mutating func keep(_ rows: [Int]) {
    let all = self
    (entries, ends) = ([], [])
    for row in rows {
      entries += all.entries(of: row)
      endRow()
    }
  }

  /// Returns the attributes of a row in ascending order of their names.
  @inline(__always)
  func entries(of row: Int) -> ArraySlice<Entry> {
    guard row < ends.count else { return [] }
    return entries[Int(row > 0 ? ends[row - 1] : 0)..<Int(ends[row])]
  }

  func position(of name: Bytes) -> Int? { positions[name] }

  func range(of name: Bytes, row: Int) -> Range<Int>? { range(of: position(of: name), row: row) }

  private func range(of name: Int?, row: Int) -> Range<Int>? {
    guard let name else { return nil }
    let entries = entries(of: row)
    let index = entries.partitioningIndex { $0.name >= name }
    return index < entries.endIndex && entries[index].name == name
      ? entries[index].range.unpacked : nil
  }

  /// Returns the positions of all names in another file.
  func namePositions(in other: AttributeRanges) -> [Int?] {
    names.map { other.positions[$0] }
  }

  /// Returns whether a row has the same values as a row of another file.
  ///
  /// The positions are those of all names in the other file.
  @inline(__always)
  func hasSameValues(
    _ row: Int, in bytes: Span<UInt8>, as other: AttributeRanges, _ otherRow: Int,
    in otherBytes: Span<UInt8>, positions: [Int?]
  ) -> Bool {
    let entries = entries(of: row)
    if entries.count != other.entries(of: otherRow).count { return false }
    for entry in entries {
      guard let range = other.range(of: positions[Int(entry.name)], row: otherRow),
        bytes.equals(entry.range.unpacked, otherBytes, range)
      else { return false }
    }
    return true
  }
}
