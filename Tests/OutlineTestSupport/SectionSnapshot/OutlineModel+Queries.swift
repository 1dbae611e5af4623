extension OutlineModel {
  public struct Entry {
    public var item: Item
    public var parent: Item?
    public var level: Int
    public var isExpanded: Bool
    public var isVisible: Bool
    public var childCount: Int
    public var position: Int
    public var siblingCount: Int
  }

  public var entries: [Entry] {
    var entries: [Entry] = []
    for (position, root) in roots.enumerated() {
      let entry = Entry(
        item: root.item, parent: nil, level: 0, isExpanded: root.isExpanded, isVisible: true,
        childCount: root.children.count, position: position, siblingCount: roots.count)
      root.collect(as: entry, into: &entries)
    }
    return entries
  }

  public var items: [Item] {
    var items: [Item] = []
    for root in roots { root.collect(into: &items) }
    return items
  }

  public var visibleItems: [Item] { entries.filter { $0.isVisible }.map { $0.item } }
  public var expandedItems: [Item] { entries.filter { $0.isExpanded }.map { $0.item } }
  public var rootItems: [Item] { roots.map { $0.item } }

  public func contains(_ item: Item) -> Bool { node(item) != nil }
  public func isVisible(_ item: Item) -> Bool { row(of: item) != nil }
  public func row(of item: Item) -> Int? { visibleItems.firstIndex(of: item) }

  public func children(of parent: Item?) -> [Item]? {
    guard let parent else { return rootItems }
    return node(parent)?.children.map { $0.item }
  }

  public func ancestors(of item: Item) -> [Item]? {
    guard let entry = entries.first(where: { $0.item == item }) else { return nil }
    guard let parent = entry.parent else { return [] }
    return [parent] + (ancestors(of: parent) ?? [])
  }

  func node(_ item: Item) -> Node? {
    func search(_ nodes: [Node]) -> Node? {
      for node in nodes {
        if node.item == item { return node }
        if let found = search(node.children) { return found }
      }
      return nil
    }
    return search(roots)
  }
}

extension OutlineModel.Node {
  fileprivate func collect(as entry: OutlineModel.Entry, into entries: inout [OutlineModel.Entry]) {
    entries.append(entry)
    for (position, child) in children.enumerated() {
      let childEntry = OutlineModel.Entry(
        item: child.item, parent: item, level: entry.level + 1, isExpanded: child.isExpanded,
        isVisible: entry.isVisible && isExpanded, childCount: child.children.count,
        position: position, siblingCount: children.count)
      child.collect(as: childEntry, into: &entries)
    }
  }
}
