import OutlineCore

struct PrintedRow {
  enum State {
    case leaf
    case expanded
    case collapsed
  }

  let node: Node
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

/// A walk over the visible rows as they are printed.
///
/// - Complexity: O(1) amortized for a row; O(log *n*) for a row whose descendants are counted
struct PrintedRows: Sequence, IteratorProtocol {
  private let document: Document
  private let options: PrintingOptions
  private var rows: SectionSnapshot<Node>.Rows.Iterator
  private var upcoming: SectionSnapshot<Node>.Row?

  init(_ document: Document, options: PrintingOptions) {
    self.document = document
    self.options = options
    rows = document.outline.rows.makeIterator()
    upcoming = rows.next()
  }

  mutating func next() -> PrintedRow? {
    guard let row = upcoming else { return nil }
    upcoming = rows.next()
    var printed = PrintedRow(
      node: row.item, level: row.level, childIndex: row.childIndex,
      isLast: row.childIndex == row.siblingCount - 1, state: .leaf)
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
  /// Returns the rows above a root that was moved to the top, or `nil` if there are too many to
  /// print.
  func rowsAbove(_ root: PrintedRow) -> [Node]? {
    guard let whole else { return [] }
    return whole.level(of: root.node) ?? 0 < LevelPrefix.deepLevel ? ancestors(of: root.node) : nil
  }

  /// The path of the directory with a slash; empty for a file.
  var pathPrefix: Bytes {
    guard case .directory(let root) = source else { return [] }
    return root.last == UInt8(ascii: "/") ? root : root + "/".utf8
  }
}
