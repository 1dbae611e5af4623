import OutlineCore

/// One side of a comparison: the visible rows of all inputs in one sequence.
///
/// The parent of a row is a row, or `~section` for a root of a section.
struct ComparedSide {
  let documents: [Document]
  /// The rows of each section.
  private(set) var sections: [Range<Int>] = []
  private(set) var nodes: [Node] = []
  private(set) var levels: [Int32] = []
  /// The parent of each row.
  private(set) var parents: [Int32] = []
  /// The ends of the subtrees.
  private(set) var ends: [Int32] = []
  /// The hashes of the texts, and of the texts of whole subtrees.
  private(set) var texts: [UInt64] = []
  private(set) var subtrees: [UInt64] = []
  /// The rows that hide their children.
  private(set) var hidesChildren: [Bool] = []
  /// The rows that hide their children, or that the inputs store as collapsed.
  private(set) var isCollapsed: [Bool] = []

  var count: Int { nodes.count }

  init(_ documents: [Document], hasher: TextHasher) {
    self.documents = documents
    reserveRows(documents.reduce(0) { $0 + $1.outline.visibleItems.count })
    for (section, document) in documents.enumerated() {
      append(document, section: section, hasher: hasher)
    }
    hashSubtrees(hasher)
    isCollapsed = hidesChildren
    for (section, document) in documents.enumerated() {
      findCollapsedRows(of: document, section: section)
    }
  }

  /// Reserves memory, so that the arrays are not copied as they grow.
  private mutating func reserveRows(_ count: Int) {
    nodes.reserveLargePages(count)
    levels.reserveLargePages(count)
    parents.reserveLargePages(count)
    ends.reserveLargePages(count)
    texts.reserveLargePages(count)
    subtrees.reserveLargePages(count)
    hidesChildren.reserveCapacity(count)
  }

  private mutating func append(_ document: Document, section: Int, hasher: TextHasher) {
    let first = count
    // By level: the last row; those below the level of the current row are out of date.
    var open: [Int32] = []
    for row in document.outline.rows {
      parents.append(row.level > 0 ? open[row.level - 1] : ~Int32(section))
      if row.level < open.count {
        open[row.level] = Int32(count)
      } else {
        open.append(Int32(count))
      }
      let text = document.range(of: row.item)
      texts.append(hasher.hash(of: text, in: document.bytes.span, scope: UInt64(text.count)))
      levels.append(Int32(row.level))
      nodes.append(row.item)
      hidesChildren.append(document.hidesChildren(row))
    }
    sections.append(first..<count)
  }

  private mutating func hashSubtrees(_ hasher: TextHasher) {
    ends += (0..<Int32(count)).lazy.map { $0 + 1 }
    subtrees += texts
    for row in (0..<count).reversed() {
      let parent = Int(parents[row])
      if parent < 0 { continue }
      ends[parent] = max(ends[parent], ends[row])
      // A second call, since the order of two hashes does not count in one.
      subtrees[parent] = hasher.combine(hasher.combine(subtrees[parent], 1), subtrees[row])
    }
  }

  private mutating func findCollapsedRows(of document: Document, section: Int) {
    guard let stored = document.storedExpansion else { return }
    let (numbers, isListed) =
      switch stored {
      case .expanded(let rows): (rows, false)
      case .collapsed(let rows): (rows, true)
      }
    var isMember = [Bool](repeating: !isListed, count: document.texts.count)
    for number in numbers where number < isMember.count { isMember[number] = isListed }
    for row in sections[section] where isParent(row) {
      isCollapsed[row] = isMember[Int(nodes[row].number)]
    }
  }
}

extension ComparedSide {
  /// The rows below a parent.
  func rows(in parent: Int32) -> Range<Int> {
    parent < 0 ? sections[Int(~parent)] : Int(parent) + 1..<Int(ends[Int(parent)])
  }

  /// The children of a parent.
  func children(of parent: Int32) -> ComparedChildren {
    ComparedChildren(ends: ends, rows: rows(in: parent))
  }

  /// Returns whether a row has visible children.
  func isParent(_ row: Int) -> Bool { Int(ends[row]) > row + 1 }

  func section(of row: Int) -> Int {
    var (low, high) = (0, sections.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if sections[middle].lowerBound <= row { low = middle } else { high = middle }
    }
    return low
  }

  func document(of row: Int) -> Document { documents[section(of: row)] }

  func text(of row: Int) -> ArraySlice<UInt8> { document(of: row).text(of: nodes[row]) }
}

/// The rows that are siblings.
struct ComparedChildren: Sequence, IteratorProtocol {
  private let ends: [Int32]
  private var row: Int
  private let end: Int

  fileprivate init(ends: [Int32], rows: Range<Int>) {
    self.ends = ends
    row = rows.lowerBound
    end = rows.upperBound
  }

  mutating func next() -> Int? {
    guard row < end else { return nil }
    defer { row = Int(ends[row]) }
    return row
  }
}
