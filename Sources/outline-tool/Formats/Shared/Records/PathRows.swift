/// Rows that are known by their texts and by the rows that they are below, as parts of paths are.
struct PathRows {
  /// What the rows at the root are below.
  static let root = -1
  /// So many rows below one are looked through; more of them are found by an index.
  private static let fewRows = 8

  private var parents: [Int32] = []
  private(set) var texts: [Range<Int>] = []
  /// By the number of a row and 1: the row found below it that came last.
  private var lastChildren: [Int32] = [-1]
  /// The row before each one below the same row, from the last on; below 0 behind the first.
  private var siblings: [Int32] = []
  private var index = TextIndex()
  /// The rows by their numbers in the index.
  private var indexed: [Int32] = []

  func parent(of row: Int) -> Int { Int(parents[row]) }

  /// Adds a row that no text leads to.
  mutating func add(_ text: Range<Int>, below parent: Int) -> Int {
    parents.append(Int32(parent))
    texts.append(text)
    lastChildren.append(-1)
    siblings.append(-1)
    return parents.count - 1
  }

  /// Returns the row of a text below another, a new one if there is none.
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
