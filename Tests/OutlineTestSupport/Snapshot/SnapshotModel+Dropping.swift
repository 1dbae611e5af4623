public import Outline

extension SnapshotModel {
  public mutating func moveItems(
    _ items: some Collection<Item>, to destination: Snapshot<Section, Item>.Destination
  ) throws(Failure) {
    let anchor: [Item]
    switch destination {
    case .before(let item), .after(let item), .into(let item): anchor = [item]
    case .end: anchor = []
    }
    let unknown = (Array(items) + anchor).filter { node($0) == nil }.uniqued
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
    if case .end(let section) = destination, !sections.contains(section) {
      throw .unknownSections([section])
    }
    let moved = entries.flatMap { $0.outline.topmost(Array(items)) }
    let tops = moved.map { $0.item }
    for item in anchor {
      let above = moved.filter { $0.subtree.contains(item) }.map { $0.item }
      let isBesideMovedItem = destination != .into(item) && tops.contains(item)
      guard above.isEmpty || isBesideMovedItem else {
        throw .items(.moveIntoItself(above, destination: item))
      }
    }
    for index in entries.indices {
      let isEnd = destination == .end(of: entries[index].section)
      entries[index].outline.roots = Self.rebuilt(
        entries[index].outline.roots, isEnd: isEnd, moved, destination)
    }
  }

  private static func rebuilt(
    _ nodes: [OutlineModel<Item>.Node], isEnd: Bool, _ moved: [OutlineModel<Item>.Node],
    _ destination: Snapshot<Section, Item>.Destination
  ) -> [OutlineModel<Item>.Node] {
    var result: [OutlineModel<Item>.Node] = []
    for node in nodes {
      if destination == .before(node.item) { result += moved }
      if !moved.contains(where: { $0.item == node.item }) {
        var kept = node
        kept.children = rebuilt(
          node.children, isEnd: destination == .into(node.item), moved, destination)
        result.append(kept)
      }
      if destination == .after(node.item) { result += moved }
    }
    return isEnd ? result + moved : result
  }
}
