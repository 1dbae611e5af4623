import OutlineCore

struct PrintedRow {
  enum State {
    case leaf
    case expanded
    case collapsed
  }

  let node: Node
  /// The number of ancestors that the row shows in front of its node.
  var chainLength = 0
  let level: Int
  let childIndex: Int
  let isLast: Bool
  var state: State
  /// The number of hidden descendants, if it is known and requested.
  var hidden: Int?

  /// A Boolean value that indicates whether the row shows neither its number nor its path, which
  /// would take quadratic space.
  var isDeep: Bool { level >= LevelPrefix.deepLevel }
}

/// A walk over the visible rows as they are printed: chains share a row, and the number of children
/// is limited.
///
/// - Complexity: O(1) amortized for a row; O(log *n*) for a row whose descendants are counted
struct PrintedRows: Sequence, IteratorProtocol {
  enum Element {
    case row(PrintedRow)
    case more(Int, level: Int)
  }

  private let document: Document
  private let options: PrintingOptions
  private var rows: SectionSnapshot<Node>.Rows.Iterator
  private var upcoming: SectionSnapshot<Node>.Row?
  /// The walk skips rows at this level and deeper.
  private var omittedLevel = Int.max
  /// The level in the output for each level in the outline.
  private var levels: [Int] = []

  init(_ document: Document, options: PrintingOptions) {
    self.document = document
    self.options = options
    rows = document.outline.rows.makeIterator()
    upcoming = rows.next()
  }

  mutating func next() -> Element? {
    while let row = upcoming {
      upcoming = rows.next()
      if row.level >= omittedLevel { continue }
      omittedLevel = .max
      let level = options.isCompact && row.level > 0 ? levels[row.level - 1] + 1 : row.level
      if row.childIndex >= document.childLimit {
        omittedLevel = row.level
        return .more(row.siblingCount - row.childIndex, level: level)
      }
      return .row(printed(row, level: level))
    }
    return nil
  }

  private mutating func printed(
    _ first: SectionSnapshot<Node>.Row, level: Int
  ) -> PrintedRow {
    var row = first
    if options.isCompact {
      while row.isExpanded && row.childCount == 1, let child = upcoming {
        row = child
        upcoming = rows.next()
      }
      levels.removeLast(Swift.max(0, levels.count - first.level))
      levels += repeatElement(level, count: row.level - first.level + 1)
    }

    var printed = PrintedRow(
      node: row.item, chainLength: row.level - first.level, level: level,
      childIndex: first.childIndex, isLast: first.childIndex == first.siblingCount - 1, state: .leaf
    )

    if document.hidesChildren(row) {
      printed.state = .collapsed
      if options.countsHidden && row.childCount > 0 { printed.hidden = descendants(of: row.item) }
    } else if row.childCount > 0 {
      printed.state = .expanded
    }
    return printed
  }

  /// Returns the number of rows between a collapsed row and the next visible one.
  private func descendants(of node: Node) -> Int? {
    let outline = document.outline
    guard let index = outline.index(of: node) else { return nil }
    let end = upcoming.flatMap { outline.index(of: $0.item) } ?? outline.items.count
    return end - index - 1
  }
}

extension Document {
  /// Returns the ancestors that a row shows in front of its node, from the top.
  func chain(of row: PrintedRow) -> [Node] {
    var chain: [Node] = []
    var next = row.chainLength > 0 ? outline.parent(of: row.node) : nil
    while let node = next {
      chain.append(node)
      next = chain.count < row.chainLength ? outline.parent(of: node) : nil
    }
    return chain.reversed()
  }

  /// Returns the text of a row, with the ancestors that it shows.
  func text(of row: PrintedRow) -> Bytes {
    var text = Bytes()
    for node in chain(of: row) { text += self.text(of: node) + "/".utf8 }
    return text + self.text(of: row.node)
  }

  /// Returns the rows above a root that was moved to the top, or `nil` if there are too many to
  /// print.
  func rowsAbove(_ root: PrintedRow) -> [Node]? {
    guard let whole else { return [] }
    let first = chain(of: root).first ?? root.node
    return whole.level(of: first) ?? 0 < LevelPrefix.deepLevel ? ancestors(of: first) : nil
  }

  /// The path of the directory with a slash; empty for a file.
  var pathPrefix: Bytes {
    guard case .directory(let root) = source else { return [] }
    return root.last == UInt8(ascii: "/") ? root : root + "/".utf8
  }
}
