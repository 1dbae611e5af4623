/// Rows that are identified by their text and their parent, as path components are.
struct PathRows {
  /// The parent of roots.
  static let root = -1

  private var parents: [Int32] = []
  private var texts: [PackedRange] = []
  private var index = TextIndex()
  /// The rows in the index, by index number.
  private var indexed: [Int32] = []

  var count: Int { parents.count }

  func parent(of row: Int) -> Int { Int(parents[row]) }

  func text(of row: Int) -> Range<Int> { texts[row].unpacked }

  /// Adds a row that no search finds.
  mutating func add(_ text: Range<Int>, below parent: Int) -> Int {
    parents.append(Int32(parent))
    texts.append(text.packed)
    return parents.count - 1
  }

  /// Returns the row with a text below a parent, and creates it if necessary.
  mutating func row(
    _ text: Range<Int>, below parent: Int, in bytes: Span<UInt8>
  ) -> (row: Int, isNew: Bool) {
    let (number, isNew) = index.add(text, in: bytes, scope: parent + 1)
    if isNew { indexed.append(Int32(add(text, below: parent))) }
    return (Int(indexed[number]), isNew)
  }

  /// Copies the texts of all rows from the bytes of the file, so that these can be released.
  ///
  /// Returns `nil` if the copy would not be much shorter.
  mutating func copyTexts(from bytes: Span<UInt8>) -> Bytes? {
    let length = texts.reduce(0) { $0 + $1.unpacked.count }
    if length > bytes.count / 2 { return nil }
    var copy = Bytes()
    copy.reserveCapacity(length)
    for row in texts.indices {
      let start = copy.count
      copy.append(bytes.extracting(texts[row].unpacked))
      texts[row] = (start..<copy.count).packed
    }
    return copy
  }

  func links() -> RowLinks {
    var links = RowLinks(count: parents.count)
    for row in parents.indices {
      if parents[row] >= 0 { links.setParent(of: row, to: Int(parents[row])) }
      links.link(row)
    }
    return links
  }
}
