public import Outline

extension OutlineModel {
  public mutating func append(
    _ items: some Collection<Item>, to parent: Item? = nil
  ) throws(Failure) {
    guard !items.isEmpty else { return }
    if let parent { try requireKnown([parent]) }
    try requireNew(items)
    withChildren(of: parent) { $0 += items.map { Node(item: $0) } }
  }

  public mutating func append(_ snapshot: OutlineModel, to parent: Item? = nil) throws(Failure) {
    guard !snapshot.roots.isEmpty else { return }
    if let parent { try requireKnown([parent]) }
    try requireNew(snapshot.items)
    withChildren(of: parent) { $0 += snapshot.roots }
  }

  public mutating func append(
    preorder rows: some Sequence<(item: Item, level: Int)>, to parent: Item? = nil
  ) throws(Failure) {
    let rows = Array(rows)
    guard !rows.isEmpty else { return }
    if let parent { try requireKnown([parent]) }
    var deepest = 0
    for (position, row) in rows.enumerated() {
      guard 0...deepest ~= row.level else {
        throw .levelOutOfRange(row.level, position: position)
      }
      deepest = row.level + 1
    }
    try requireNew(rows.map { $0.item })
    var path: [Item] = []
    for row in rows {
      path.removeSubrange(row.level...)
      withChildren(of: path.last ?? parent) { $0.append(Node(item: row.item)) }
      path.append(row.item)
    }
  }

  public mutating func insert(_ items: some Collection<Item>, before anchor: Item) throws(Failure) {
    try insert(items.map { Node(item: $0) }, anchor: anchor, offset: 0)
  }

  public mutating func insert(_ items: some Collection<Item>, after anchor: Item) throws(Failure) {
    try insert(items.map { Node(item: $0) }, anchor: anchor, offset: 1)
  }

  public mutating func insert(_ snapshot: OutlineModel, before anchor: Item) throws(Failure) {
    try insert(snapshot.roots, anchor: anchor, offset: 0)
  }

  public mutating func insert(_ snapshot: OutlineModel, after anchor: Item) throws(Failure) {
    try insert(snapshot.roots, anchor: anchor, offset: 1)
  }

  public mutating func delete(_ items: some Collection<Item>) throws(Failure) {
    try requireKnown(items)
    for item in items { remove(item) }
  }

  public mutating func deleteAll() {
    roots = []
  }

  public mutating func replace(
    childrenOf parent: Item, using snapshot: OutlineModel
  ) throws(Failure) {
    try requireKnown([parent])
    var pruned = self
    pruned.withChildren(of: parent) { $0 = [] }
    try pruned.append(snapshot, to: parent)
    self = pruned
  }

  public mutating func sortChildren(
    of parent: Item? = nil, recursively: Bool = false,
    by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(Failure) {
    if let parent { try requireKnown([parent]) }
    func sort(_ nodes: inout [Node]) {
      nodes.sort { areInIncreasingOrder($0.item, $1.item) }
      if recursively {
        for index in nodes.indices { sort(&nodes[index].children) }
      }
    }
    withChildren(of: parent) { sort(&$0) }
  }
}

extension OutlineModel {
  func requireKnown(_ items: some Sequence<Item>) throws(Failure) {
    let known = Set(self.items)
    let unknown = items.uniqued.filter { !known.contains($0) }
    guard unknown.isEmpty else { throw .unknownItems(unknown) }
  }

  func requireNew(_ items: some Sequence<Item>) throws(Failure) {
    var taken = Set(self.items)
    let duplicates = items.filter { !taken.insert($0).inserted }
    guard duplicates.isEmpty else { throw .duplicateItems(duplicates.uniqued) }
  }

  mutating func withSiblings(of item: Item, _ body: (inout [Node], Int) -> Void) {
    func search(_ nodes: inout [Node]) -> Bool {
      for index in nodes.indices {
        if nodes[index].item == item {
          body(&nodes, index)
          return true
        }
        if search(&nodes[index].children) { return true }
      }
      return false
    }
    _ = search(&roots)
  }

  mutating func withChildren(of parent: Item?, _ body: (inout [Node]) -> Void) {
    if let parent {
      withSiblings(of: parent) { body(&$0[$1].children) }
    } else {
      body(&roots)
    }
  }

  mutating func remove(_ item: Item) {
    withSiblings(of: item) { $0.remove(at: $1) }
  }

  private mutating func insert(_ nodes: [Node], anchor: Item, offset: Int) throws(Failure) {
    guard !nodes.isEmpty else { return }
    try requireKnown([anchor])
    try requireNew(nodes.flatMap { $0.subtree })
    withSiblings(of: anchor) { $0.insert(contentsOf: nodes, at: $1 + offset) }
  }
}
