/// The visible rows of a tree, some one by one and some by whole stretches.
@usableFromInline
struct ElementList: ~Copyable {
  /// By element: the handle of a single row, or `~` of the place of a stretch among the nodes of
  /// `pages`.
  @usableFromInline private(set) var keys: [Int32] = []
  /// By element: how a single row looks, in one word.
  private(set) var looks: [UInt32] = []
  let pages: PageList
  private(set) var hasSingleRowsOnly = true

  init(_ pages: consuming PageList) {
    self.pages = pages
    let nodes = self.pages.nodes
    let rows = nodes.reduce(0) { $0 + ($1.run < 0 ? Int($1.visibleRows) : 1) }
    keys.reserveCapacity(rows)
    looks.reserveCapacity(rows)
    for (index, node) in nodes.enumerated() where node.visibleRows > 0 {
      if node.run >= 0 {
        hasSingleRowsOnly = false
        keys.append(~Int32(index))
        looks.append(0)
      } else {
        appendRows(of: node, followedBy: index + 1)
      }
    }
  }

  private mutating func appendRows(of node: PageNode, followedBy next: Int) {
    let rows = pages.tree.leaf(node.first.page)
    let (slots, shift) = (node.first.slots, node.first.shift)
    for slot in slots {
      let row = rows[slot].shifted(by: shift)
      guard row.folds == 0 else { continue }
      let following =
        slot + 1 < slots.upperBound
        ? rows[slot + 1].indent &+ shift.indent : pages.firstIndent(ofNode: next)
      keys.append(row.handle)
      looks.append(row.looks(hasChildren: following > row.indent))
    }
  }

  /// The stretch that a key stands for which is no handle.
  func node(of key: Int32) -> PageNode {
    pages.nodes[Int(~key)]
  }

  /// How many rows an element stands for.
  func rowCount(_ element: Int) -> Int {
    let key = keys[element]
    return key >= 0 ? 1 : Int(node(of: key).visibleRows)
  }
}

extension TreeRow {
  /// Level, disclosure state and whether there are children, in one word.
  fileprivate func looks(hasChildren: Bool) -> UInt32 {
    UInt32(indent) &<< 2 | (isExpanded ? 2 : 0) | (hasChildren ? 1 : 0)
  }
}

extension RowTree {
  /// How a row looks, in one word.
  @usableFromInline
  func looks(of handle: Int32) -> UInt32 {
    let cursor = cursor(of: handle)
    return row(at: cursor).looks(hasChildren: childCount(of: cursor) > 0)
  }

  /// The handles of all visible rows, in their order.
  @usableFromInline
  func visibleHandles() -> [Int32] {
    var handles: [Int32] = []
    var walk = RowWalk(self, in: 0..<visibleCount, visible: true)
    while walk.advance() {
      handles += walk.rows.map(\.handle)
    }
    return handles
  }
}
