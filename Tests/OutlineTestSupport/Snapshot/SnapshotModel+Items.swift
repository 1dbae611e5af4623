public import Outline

extension SnapshotModel {
  public mutating func appendItems(
    _ items: some Collection<Item>, toSection section: Section?
  ) throws(Failure) {
    guard let target = section ?? sections.last else { throw .noSections }
    try requireOnce(items)
    guard let index = sections.firstIndex(of: target) else { throw .unknownSections([target]) }
    for item in items {
      let node = take(item)
      entries[index].outline.roots.append(node)
    }
  }

  public mutating func insertItems(
    _ items: some Collection<Item>, beforeItem anchor: Item
  ) throws(Failure) {
    try requireAnchor(anchor, excluding: items)
    for item in items {
      put(take(item), beside: anchor, offset: 0)
    }
  }

  public mutating func insertItems(
    _ items: some Collection<Item>, afterItem anchor: Item
  ) throws(Failure) {
    try requireAnchor(anchor, excluding: items)
    for item in items.reversed() {
      put(take(item), beside: anchor, offset: 1)
    }
  }

  public mutating func deleteItems(_ items: some Collection<Item>) throws(Failure) {
    try requireOnce(items)
    for item in items { _ = take(item) }
    forgetMarks()
  }

  public mutating func deleteAllItems() {
    self = SnapshotModel()
  }

  public mutating func moveItem(_ item: Item, beforeItem anchor: Item) throws(Failure) {
    try requireMove(item, to: anchor)
    put(take(item), beside: anchor, offset: 0)
  }

  public mutating func moveItem(_ item: Item, afterItem anchor: Item) throws(Failure) {
    try requireMove(item, to: anchor)
    put(take(item), beside: anchor, offset: 1)
  }

  public mutating func expand(_ items: some Sequence<Item>) {
    let items = Array(items)
    for index in entries.indices { entries[index].outline.expand(items) }
  }

  public mutating func collapse(_ items: some Sequence<Item>) {
    let items = Array(items)
    for index in entries.indices { entries[index].outline.collapse(items) }
  }

  public mutating func reloadItems(_ items: some Collection<Item>) throws(Failure) {
    try requireMarkable(items)
    reloadedItemIdentifiers = (reloadedItemIdentifiers + items).uniqued
  }

  public mutating func reconfigureItems(_ items: some Collection<Item>) throws(Failure) {
    try requireMarkable(items)
    reconfiguredItemIdentifiers = (reconfiguredItemIdentifiers + items).uniqued
  }
}

extension SnapshotModel {
  func node(_ item: Item) -> OutlineModel<Item>.Node? {
    entries.lazy.compactMap { $0.outline.node(item) }.first
  }

  private mutating func take(_ item: Item) -> OutlineModel<Item>.Node {
    let node = node(item)
    for index in entries.indices { entries[index].outline.remove(item) }
    return node ?? OutlineModel.Node(item: item)
  }

  private mutating func put(_ node: OutlineModel<Item>.Node, beside anchor: Item, offset: Int) {
    for index in entries.indices {
      entries[index].outline.withSiblings(of: anchor) { $0.insert(node, at: $1 + offset) }
    }
  }

  private func requireOnce(_ items: some Collection<Item>) throws(Failure) {
    guard items.repetitions.isEmpty else { throw .items(.duplicateItems(items.repetitions)) }
  }

  private func requireAnchor(
    _ anchor: Item, excluding items: some Collection<Item>
  ) throws(Failure) {
    try requireOnce(items)
    guard !items.contains(anchor) else { throw .items(.anchorAmongItems(anchor)) }
    guard node(anchor) != nil else { throw .items(.unknownItems([anchor])) }
    let above = items.filter { node($0)?.subtree.contains(anchor) ?? false }
    guard above.isEmpty else { throw .items(.moveIntoItself(above, destination: anchor)) }
  }

  private func requireMove(_ item: Item, to anchor: Item) throws(Failure) {
    guard item != anchor else { throw .items(.moveIntoItself([item], destination: anchor)) }
    let unknown = [item, anchor].filter { node($0) == nil }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
    try requireAnchor(anchor, excluding: [item])
  }

  private func requireMarkable(_ items: some Collection<Item>) throws(Failure) {
    try requireOnce(items)
    let unknown = items.filter { node($0) == nil }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown)) }
  }
}
