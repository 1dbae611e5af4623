/// Rows that are identified by their text and their parent, as path components are.
struct PathRows {
  /// The parent of roots.
  static let root = -1
  /// The number of siblings up to which a linear search is used instead of the index.
  private static let fewRows = 8

  private var parents: [Int32] = []
  private(set) var texts: [Range<Int>] = []
  /// The last child of each row, at the index of the row plus 1.
  private var lastChildren: [Int32] = [-1]
  /// The previous sibling of each row; negative for the first.
  private var siblings: [Int32] = []
  private var index = TextIndex()
  /// The rows in the index, by index number.
  private var indexed: [Int32] = []

  func parent(of row: Int) -> Int { Int(parents[row]) }

  /// Adds a row that no search finds.
  mutating func add(_ text: Range<Int>, below parent: Int) -> Int {
    parents.append(Int32(parent))
    texts.append(text)
    lastChildren.append(-1)
    siblings.append(-1)
    return parents.count - 1
  }

  /// Returns the row with a text below a parent, a new one if necessary.
  mutating func row(
    _ text: Range<Int>, below parent: Int, in bytes: Span<UInt8>
  ) -> (row: Int, isNew: Bool) {
    var child = Int(lastChildren[parent + 1])
    var count = 0
    while child >= 0 && count < PathRows.fewRows {
      if bytes.equals(text, bytes, texts[child]) { return (child, false) }
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
      _ = index.add(texts[child], in: bytes, scope: parent + 1)
      indexed.append(Int32(child))
      child = Int(siblings[child])
    }
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
