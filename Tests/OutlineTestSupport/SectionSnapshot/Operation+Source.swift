extension Operation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .append(let items, let parent): ".append(\(items), to: \(source(parent)))"
    case .appendTree(let tree, let parent):
      ".appendTree(\(source(tree)), to: \(source(parent)))"
    case .appendPreorder(let rows, let parent):
      ".appendPreorder(\(source(rows)), to: \(source(parent)))"
    case .insert(let items, let place): ".insert(\(items), \(source(place)))"
    case .insertTree(let tree, let place): ".insertTree(\(source(tree)), \(source(place)))"
    case .delete(let items): ".delete(\(items))"
    case .deleteAll: ".deleteAll"
    case .replace(childrenOf: let parent, using: let tree):
      ".replace(childrenOf: \(source(parent)), using: \(source(tree)))"
    case .move(let item, let place): ".move(\(source(item)), \(source(place)))"
    case .moveInto(let parent, let index, let item):
      ".moveInto(\(source(parent)), at: \(source(index)), item: \(source(item)))"
    case .moveItems(let items, let place): ".moveItems(\(items), \(source(place)))"
    case .moveItemsInto(let parent, let index, let items):
      ".moveItemsInto(\(source(parent)), at: \(source(index)), items: \(items))"
    case .expand(let items): ".expand(\(items))"
    case .collapse(let items): ".collapse(\(items))"
    case .expandAll: ".expandAll"
    case .collapseAll: ".collapseAll"
    case .expandBranch(let item): ".expandBranch(\(source(item)))"
    case .collapseBranch(let item): ".collapseBranch(\(source(item)))"
    case .expandToLevel(let level): ".expandToLevel(\(level))"
    case .reveal(let item): ".reveal(\(source(item)))"
    case .restoreExpansion(let items): ".restoreExpansion(\(items))"
    case .sort(childrenOf: let parent, let recursively, by: let order):
      ".sort(childrenOf: \(source(parent)), recursively: \(recursively), by: .\(order))"
    case .filter(let items, let keepingSubtrees):
      ".filter(\(items), keepingSubtrees: \(keepingSubtrees))"
    case .keep(let item, let includingParent):
      ".keep(\(source(item)), includingParent: \(includingParent))"
    case .regraft(let item, to: let parent): ".regraft(\(source(item)), to: \(source(parent)))"
    case .reopen(let item): ".reopen(\(source(item)))"
    }
  }
}

private func source<Item>(_ item: Item) -> String {
  String(reflecting: item)
}

private func source<Item>(_ item: Item?) -> String {
  item.map { String(reflecting: $0) } ?? "nil"
}

private func source<Item>(_ place: Place<Item>) -> String {
  switch place {
  case .before(let anchor): ".before(\(String(reflecting: anchor)))"
  case .after(let anchor): ".after(\(String(reflecting: anchor)))"
  }
}

private func source<Item>(_ graft: Graft<Item>) -> String {
  String(reflecting: graft.model.shape)
}

private func source<Item>(_ rows: [(item: Item, level: Int)]) -> String {
  "[" + rows.map { "(\(String(reflecting: $0.item)), \($0.level))" }.joined(separator: ", ") + "]"
}
