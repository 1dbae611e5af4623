public import Outline

extension OutlineModel {
  public mutating func move(
    _ items: some Sequence<Item>, before anchor: Item
  ) throws(SnapshotError<Item>) {
    try move(Array(items), beside: anchor) { moved, node in moved + node }
  }

  public mutating func move(
    _ items: some Sequence<Item>, after anchor: Item
  ) throws(SnapshotError<Item>) {
    try move(Array(items), beside: anchor) { moved, node in node + moved }
  }

  public mutating func move(
    _ items: some Sequence<Item>, to parent: Item?, at index: Int?
  ) throws(SnapshotError<Item>) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    try requireKnown(items + [parent].compactMap { $0 })
    let block = topmost(items)
    if let parent, let above = block.first(where: { $0.subtree.contains(parent) }) {
      throw .moveIntoItself([above.item], destination: parent)
    }
    var moved = self
    for node in block { moved.remove(node.item) }
    var siblingCount = 0
    moved.withChildren(of: parent) { siblingCount = $0.count }
    let index = index ?? siblingCount
    guard 0...siblingCount ~= index else {
      throw .indexOutOfRange(index, count: siblingCount)
    }
    moved.withChildren(of: parent) { $0.insert(contentsOf: block, at: index) }
    self = moved
  }

  /// Inserts the block at the anchor, and removes its items everywhere else.
  private mutating func move(
    _ items: [Item], beside anchor: Item, join: (_ moved: [Node], _ node: [Node]) -> [Node]
  ) throws(SnapshotError<Item>) {
    guard !items.isEmpty else { return }
    try requireKnown(items + [anchor])
    let block = topmost(items)
    let above = block.first { $0.subtree.contains(anchor) && $0.item != anchor }
    if let above { throw .moveIntoItself([above.item], destination: anchor) }
    func rebuilt(_ nodes: [Node]) -> [Node] {
      nodes.flatMap { node -> [Node] in
        var kept = node
        kept.children = rebuilt(node.children)
        let left = block.contains { $0.item == node.item } ? [] : [kept]
        return node.item == anchor ? join(block, left) : left
      }
    }
    roots = rebuilt(roots)
  }

  /// The nodes of some items without those below others of them.
  func topmost(_ items: [Item]) -> [Node] {
    func topmost(_ nodes: [Node]) -> [Node] {
      nodes.flatMap { items.contains($0.item) ? [$0] : topmost($0.children) }
    }
    return topmost(roots)
  }
}
