public import Outline

extension SnapshotModel {
  public mutating func moveItems(
    _ items: some Collection<Item>, to destination: DropDestination<Section, Item>
  ) throws(SectionedSnapshotError<Section, Item>) {
    let anchor: [Item]
    switch destination {
    case .before(let item), .after(let item), .into(let item): anchor = [item]
    case .end: anchor = []
    }
    let unknown = (Array(items) + anchor).filter { node($0) == nil }.uniqued
    guard unknown.isEmpty else { throw .unknownItems(unknown) }
    if case .end(let section) = destination, !sections.contains(section) {
      throw .unknownSections([section])
    }
    let travelers = entries.flatMap { topmost(in: $0.outline.roots, of: Set(items)) }
    let tops = travelers.map(\.item)
    for item in anchor {
      let above = travelers.filter { $0.subtree.contains(item) }.map(\.item)
      let isBesideTraveler = destination != .into(item) && tops.contains(item)
      guard above.isEmpty || isBesideTraveler else {
        throw .moveIntoItself(above, destination: item)
      }
    }
    for index in entries.indices {
      let isEnd = destination == .end(of: entries[index].section)
      entries[index].outline.roots = Self.rebuilt(
        entries[index].outline.roots, isEnd: isEnd, travelers, destination)
    }
  }

  /// The uppermost nodes of some items.
  private func topmost(
    in nodes: [OutlineModel<Item>.Node], of items: Set<Item>
  ) -> [OutlineModel<Item>.Node] {
    nodes.flatMap { items.contains($0.item) ? [$0] : topmost(in: $0.children, of: items) }
  }

  /// Siblings without the nodes that travel, and with all of them where the destination is.
  private static func rebuilt(
    _ nodes: [OutlineModel<Item>.Node], isEnd: Bool, _ travelers: [OutlineModel<Item>.Node],
    _ destination: DropDestination<Section, Item>
  ) -> [OutlineModel<Item>.Node] {
    var result: [OutlineModel<Item>.Node] = []
    for node in nodes {
      if destination == .before(node.item) { result += travelers }
      if !travelers.contains(where: { $0.item == node.item }) {
        var kept = node
        kept.children = rebuilt(
          node.children, isEnd: destination == .into(node.item), travelers, destination)
        result.append(kept)
      }
      if destination == .after(node.item) { result += travelers }
    }
    return isEnd ? result + travelers : result
  }
}
