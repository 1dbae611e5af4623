/// The visible rows of a tree, some one by one and some by whole pages.
@usableFromInline
struct ElementList {
  /// By element: the handle of a single row, or `~` of the place of a page among `pages`.
  @usableFromInline private(set) var keys: [Int32] = []
  /// By element: how a single row looks, in one word.
  private(set) var looks: [UInt32] = []
  let pages: PageList

  /// Creates a list without elements.
  init() {
    pages = PageList(RowTree(layout: .standard))
  }

  init(_ pages: PageList) {
    self.pages = pages
    let rows = pages.nodes.reduce(0) { $0 + ($1.run < 0 ? Int($1.visibleRows) : 1) }
    keys.reserveCapacity(rows)
    looks.reserveCapacity(rows)
    for (index, node) in pages.nodes.enumerated() where node.visibleRows > 0 {
      if node.run >= 0 {
        keys.append(~Int32(index))
        looks.append(0)
      } else {
        appendRows(of: node, followedBy: index + 1)
      }
    }
  }

  private mutating func appendRows(of node: PageNode, followedBy next: Int) {
    let rows = pages.tree.leaf(node.page)
    let shift = node.shift
    let count = rows.count
    for index in 0..<count {
      let row = rows[index].shifted(by: shift)
      guard row.folds == 0 else { continue }
      let following =
        index + 1 < count
        ? rows[index + 1].indent &+ shift.indent : pages.firstIndent(ofNode: next)
      keys.append(row.handle)
      looks.append(Self.looks(of: row, hasChildren: following > row.indent))
    }
  }

  private static func looks(of row: TreeRow, hasChildren: Bool) -> UInt32 {
    UInt32(row.indent) &<< 2 | (row.isExpanded ? 2 : 0) | (hasChildren ? 1 : 0)
  }

  func run(of key: Int32) -> PageNode {
    pages.nodes[Int(~key)]
  }

  /// How many rows an element stands for.
  func rowCount(_ element: Int) -> Int {
    let key = keys[element]
    return key >= 0 ? 1 : Int(run(of: key).visibleRows)
  }
}
