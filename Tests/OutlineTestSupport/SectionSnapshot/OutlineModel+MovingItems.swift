public import Outline

extension OutlineModel {
  public mutating func move(_ items: some Sequence<Item>, before anchor: Item) throws(Failure) {
    try move(Array(items), beside: anchor) { moved, node in moved + node }
  }

  public mutating func move(_ items: some Sequence<Item>, after anchor: Item) throws(Failure) {
    try move(Array(items), beside: anchor) { moved, node in node + moved }
  }

  public mutating func move(
    _ items: some Sequence<Item>, to parent: Item?, at index: Int?
  ) throws(Failure) {
    let items = Array(items)
    guard !items.isEmpty else { return }
    try requireKnown(items + [parent].compactMap { $0 })
    let nodes = topmost(items)
    if let parent, let above = nodes.first(where: { $0.subtree.contains(parent) }) {
      throw .moveIntoItself([above.item], destination: parent)
    }
    var moved = self
    for node in nodes { moved.remove(node.item) }
    var siblingCount = 0
    moved.withChildren(of: parent) { siblingCount = $0.count }
    let index = index ?? siblingCount
    guard 0...siblingCount ~= index else {
      throw .indexOutOfRange(index, count: siblingCount)
    }
    moved.withChildren(of: parent) { $0.insert(contentsOf: nodes, at: index) }
    self = moved
  }

  private mutating func move(
    _ items: [Item], beside anchor: Item, join: (_ moved: [Node], _ node: [Node]) -> [Node]
  ) throws(Failure) {
    guard !items.isEmpty else { return }
    try requireKnown(items + [anchor])
    let nodes = topmost(items)
    let above = nodes.first { $0.subtree.contains(anchor) && $0.item != anchor }
    if let above { throw .moveIntoItself([above.item], destination: anchor) }
    func rebuilt(_ siblings: [Node]) -> [Node] {
      siblings.flatMap { node -> [Node] in
        var kept = node
        kept.children = rebuilt(node.children)
        let left = nodes.contains { $0.item == node.item } ? [] : [kept]
        return node.item == anchor ? join(nodes, left) : left
      }
    }
    roots = rebuilt(roots)
  }

  func topmost(_ items: [Item]) -> [Node] {
    func topmost(_ nodes: [Node]) -> [Node] {
      nodes.flatMap { items.contains($0.item) ? [$0] : topmost($0.children) }
    }
    return topmost(roots)
  }
}
