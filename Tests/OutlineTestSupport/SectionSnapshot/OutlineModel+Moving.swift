public import Outline

extension OutlineModel {
  public mutating func move(_ item: Item, before anchor: Item) throws(Failure) {
    try move([item], before: anchor)
  }

  public mutating func move(_ item: Item, after anchor: Item) throws(Failure) {
    try move([item], after: anchor)
  }

  public mutating func move(_ item: Item, to parent: Item?, at index: Int?) throws(Failure) {
    try move([item], to: parent, at: index)
  }

  public func snapshot(
    of parent: Item, includingParent: Bool = false
  ) throws(Failure) -> OutlineModel {
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
}
