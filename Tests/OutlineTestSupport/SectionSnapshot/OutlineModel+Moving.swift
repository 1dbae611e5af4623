public import Outline

extension OutlineModel {
  public mutating func move(_ item: Item, before anchor: Item) throws(SnapshotError<Item>) {
    try move(item, anchor: anchor, offset: 0)
  }

  public mutating func move(_ item: Item, after anchor: Item) throws(SnapshotError<Item>) {
    try move(item, anchor: anchor, offset: 1)
  }

  public mutating func move(
    _ item: Item, to parent: Item?, at index: Int?
  ) throws(SnapshotError<Item>) {
    try requireKnown([item] + (parent.map { [$0] } ?? []))
    guard let node = node(item) else { return }
    if let parent, node.subtree.contains(parent) {
      throw .moveIntoItself([item], destination: parent)
    }
    var moved = self
    moved.remove(item)
    var siblingCount = 0
    moved.withChildren(of: parent) { siblingCount = $0.count }
    let index = index ?? siblingCount
    guard 0...siblingCount ~= index else {
      throw .indexOutOfRange(index, count: siblingCount)
    }
    moved.withChildren(of: parent) { $0.insert(node, at: index) }
    self = moved
  }

  public func snapshot(
    of parent: Item, includingParent: Bool = false
  ) throws(SnapshotError<Item>) -> OutlineModel {
    try requireKnown([parent])
    var result = OutlineModel()
    if let node = node(parent) {
      result.roots = includingParent ? [node] : node.children
    }
    return result
  }

  public func filtered(keepingSubtrees: Bool = false, _ isMatch: (Item) -> Bool) -> OutlineModel {
    func filter(_ nodes: [Node]) -> [Node] {
      nodes.compactMap { node in
        let matches = isMatch(node.item)
        if matches && keepingSubtrees { return node }
        var kept = node
        kept.children = filter(node.children)
        return matches || !kept.children.isEmpty ? kept : nil
      }
    }
    var result = OutlineModel()
    result.roots = filter(roots)
    return result
  }

  private mutating func move(_ item: Item, anchor: Item, offset: Int) throws(SnapshotError<Item>) {
    try requireKnown([item, anchor])
    guard item != anchor, let node = node(item) else { return }
    if node.subtree.contains(anchor) {
      throw .moveIntoItself([item], destination: anchor)
    }
    remove(item)
    withSiblings(of: anchor) { $0.insert(node, at: $1 + offset) }
  }
}
