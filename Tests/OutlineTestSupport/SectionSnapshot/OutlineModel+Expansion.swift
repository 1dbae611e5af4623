extension OutlineModel {
  public mutating func expand(_ items: some Sequence<Item>) {
    let chosen = Set(items)
    setFlags { item, _, flag in flag || chosen.contains(item) }
  }

  public mutating func collapse(_ items: some Sequence<Item>) {
    let chosen = Set(items)
    setFlags { item, _, flag in flag && !chosen.contains(item) }
  }

  public mutating func expandAll() {
    setFlags { _, _, _ in true }
  }

  public mutating func collapseAll() {
    setFlags { _, _, _ in false }
  }

  public mutating func expandAll(in item: Item) {
    expand(node(item)?.subtree ?? [])
  }

  public mutating func collapseAll(in item: Item) {
    collapse(node(item)?.subtree ?? [])
  }

  public mutating func expand(toLevel level: Int) {
    setFlags { _, itsLevel, flag in flag || itsLevel < level }
  }

  public mutating func reveal(_ item: Item) {
    expand(ancestors(of: item) ?? [])
  }

  @discardableResult
  public mutating func restoreExpansion(_ saved: some Sequence<Item>) -> [Item] {
    let saved = saved.uniqued
    let known = Set(items)
    let chosen = Set(saved)
    setFlags { item, _, _ in chosen.contains(item) }
    return saved.filter { !known.contains($0) }
  }

  private mutating func setFlags(_ newFlag: (_ item: Item, _ level: Int, _ flag: Bool) -> Bool) {
    func visit(_ nodes: inout [Node], level: Int) {
      for index in nodes.indices {
        nodes[index].isExpanded = newFlag(nodes[index].item, level, nodes[index].isExpanded)
        visit(&nodes[index].children, level: level + 1)
      }
    }
    visit(&roots, level: 0)
  }
}
