import Outline

/// What is printed as one row.
struct DisplayedRow {
  enum State {
    case leaf
    case expanded
    case collapsed
  }

  let node: Node
  /// How many nodes above it the row shows as well, each with one child.
  var chainLength = 0
  let level: Int
  /// The place among siblings, from 0.
  let position: Int
  let isLast: Bool
  var state: State
  /// How many rows are below a closed row, if that was asked for and is known.
  var hidden: Int?
}

/// Walks over the visible rows of a document as they are printed: with chains in one row, and no
/// more children of each row than are asked for.
///
/// - Complexity: O(1) for a row, amortized; O(log *n*) for one whose hidden rows are counted
struct DisplayedRows: Sequence, IteratorProtocol {
  enum Element {
    case row(DisplayedRow)
    /// A row has so many more children.
    case more(Int, level: Int)
  }

  private let document: Document
  private let childLimit: Int
  private let countsHidden: Bool
  private let isCompact: Bool
  private var rows: SectionSnapshot<Node>.Rows.Iterator
  private var upcoming: SectionSnapshot<Node>.Row?
  /// The rows from this level on are left out until one is above it.
  private var omittedLevel = Int.max
  /// By level in the outline: the level that rows of it are printed at.
  private var levels: [Int] = []

  init(_ document: Document, options: PrintingOptions) {
    self.document = document
    childLimit = document.childLimit
    countsHidden = options.countsHidden
    isCompact = options.isCompact
    rows = document.outline.rows.makeIterator()
    upcoming = rows.next()
  }

  mutating func next() -> Element? {
    while let row = upcoming {
      upcoming = rows.next()
      if row.level >= omittedLevel { continue }
      omittedLevel = .max
      let level = isCompact ? printedLevel(of: row.level) : row.level
      if row.position >= childLimit {
        omittedLevel = row.level
        return .more(row.siblingCount - row.position, level: level)
      }
      return .row(displayed(row, level: level))
    }
    return nil
  }

  private func printedLevel(of level: Int) -> Int {
    level == 0 ? 0 : levels[level - 1] + 1
  }

  private mutating func displayed(
    _ first: SectionSnapshot<Node>.Row, level: Int
  ) -> DisplayedRow {
    var row = first
    if isCompact {
      while row.isExpanded && row.childCount == 1, let child = upcoming {
        row = child
        upcoming = rows.next()
      }
      levels.removeLast(Swift.max(0, levels.count - first.level))
      levels += repeatElement(level, count: row.level - first.level + 1)
    }
    var displayed = DisplayedRow(
      node: row.item, chainLength: row.level - first.level, level: level,
      position: first.position, isLast: first.position == first.siblingCount - 1, state: .leaf)
    if document.hidesChildren(row) {
      displayed.state = .collapsed
      if countsHidden && row.childCount > 0 { displayed.hidden = descendants(of: row.item) }
    } else if row.childCount > 0 {
      displayed.state = .expanded
    }
    return displayed
  }

  /// The number of rows between a closed row and the next one that is visible.
  private func descendants(of node: Node) -> Int? {
    let outline = document.outline
    guard let index = outline.index(of: node) else { return nil }
    let end = upcoming.flatMap { outline.index(of: $0.item) } ?? outline.items.count
    return end - index - 1
  }
}

extension Document {
  /// The nodes that a row shows as well as its own, from the top down.
  func chain(of row: DisplayedRow) -> [Node] {
    var chain: [Node] = []
    var next = row.chainLength > 0 ? outline.parent(of: row.node) : nil
    while let node = next {
      chain.append(node)
      next = chain.count < row.chainLength ? outline.parent(of: node) : nil
    }
    return chain.reversed()
  }
}
