/// Rows that are identified by their text and their parent, as path components are.
struct PathRows {
  /// The parent of roots.
  static let root = -1
  /// The number of siblings up to which a linear search is used instead of the index.
  private static let fewRows = 8

  private var parents: [Int32] = []
  private var texts: [PackedRange] = []
  /// The last child of each row, at the index of the row plus 1.
  private var lastChildren: [Int32] = [-1]
  /// The previous sibling of each row; negative for the first.
  private var siblings: [Int32] = []
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
    lastChildren.append(-1)
    siblings.append(-1)
    return parents.count - 1
  }

  /// Returns the row with a text below a parent, and creates it if necessary.
  mutating func row(
    _ text: Range<Int>, below parent: Int, in bytes: Span<UInt8>
  ) -> (row: Int, isNew: Bool) {
    var child = Int(lastChildren[parent + 1])
    var count = 0
    while child >= 0 && count < PathRows.fewRows {
      if bytes.equals(text, bytes, texts[child].unpacked) { return (child, false) }
      child = Int(siblings[child])
      count += 1
    }

    if child >= 0 {
      let (number, isNew) = index.add(text, in: bytes, scope: parent + 1)
      if !isNew { return (Int(indexed[number]), false) }
      indexed.append(Int32(parents.count))
    }

    let row = add(text, below: parent)
    siblings[row] = lastChildren[parent + 1]
    lastChildren[parent + 1] = Int32(row)
    if child < 0 && count == PathRows.fewRows { addToIndex(from: row, below: parent, in: bytes) }
    return (row, true)
  }

  private mutating func addToIndex(from last: Int, below parent: Int, in bytes: Span<UInt8>) {
    var child = last
    while child >= 0 {
      _ = index.add(texts[child].unpacked, in: bytes, scope: parent + 1)
      indexed.append(Int32(child))
      child = Int(siblings[child])
    }
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
