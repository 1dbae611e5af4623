public import Outline

/// A slow and obvious outline: nested arrays of nodes, which every query searches from the top.
///
/// It has the operations of `SectionSnapshot` with the same results and errors. It follows their
/// documentation and shares no code with them, so that tests can compare the two.
public struct OutlineModel<Item: Hashable & Sendable>: Equatable {
  public typealias Failure = SectionSnapshotError<Item>

  public struct Node: Equatable {
    public var item: Item
    public var isExpanded = false
    public var children: [Node] = []

    var subtree: [Item] {
      var items: [Item] = []
      collect(into: &items)
      return items
    }

    func collect(into items: inout [Item]) {
      items.append(item)
      for child in children { child.collect(into: &items) }
    }
  }

  public var roots: [Node] = []

  public init() {}
}

extension OutlineModel: Sendable {}
extension OutlineModel.Node: Sendable {}

extension Sequence where Element: Hashable {
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

// MARK: - Queries

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

  public func descendants(of item: Item) -> [Item]? {
    node(item).map { Array($0.subtree.dropFirst()) }
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

// MARK: - Editing

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

  public mutating func insert(
    _ items: some Collection<Item>, to parent: Item?, at index: Int
  ) throws(Failure) {
    guard !items.isEmpty else { return }
    if let parent { try requireKnown([parent]) }
    let siblingCount = children(of: parent)?.count ?? 0
    guard 0...siblingCount ~= index else {
      throw .indexOutOfRange(index, count: siblingCount)
    }
    try requireNew(items)
    withChildren(of: parent) { $0.insert(contentsOf: items.map { Node(item: $0) }, at: index) }
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

  public mutating func replace(_ item: Item, with new: Item) throws(Failure) {
    try requireKnown([item])
    guard new == item || !contains(new) else { throw .duplicateItems([new]) }
    withSiblings(of: item) { $0[$1].item = new }
  }

  public mutating func setChildren(
    _ items: some Collection<Item>, of parent: Item?
  ) throws(Failure) {
    if let parent { try requireKnown([parent]) }
    guard items.repetitions.isEmpty else { throw .duplicateItems(items.repetitions) }
    var list = OutlineModel()
    list.roots = items.map { Node(item: $0) }
    try setChildren(list, of: parent)
  }

  public mutating func setChildren(_ list: OutlineModel, of parent: Item?) throws(Failure) {
    let listed = Set(list.items)
    if let parent {
      try requireKnown([parent])
      let above = Set([parent] + (ancestors(of: parent) ?? []))
      guard above.isDisjoint(with: listed) else {
        throw .moveIntoItself(list.items.filter(above.contains), destination: parent)
      }
    }
    let old = self
    func unlisted(_ nodes: [Node]) -> [Node] {
      nodes.filter { !listed.contains($0.item) }.map { node in
        var kept = node
        kept.children = unlisted(node.children)
        return kept
      }
    }
    func merge(_ node: Node) -> Node {
      var merged = old.node(node.item) ?? node
      merged.children = node.children.isEmpty ? unlisted(merged.children) : node.children.map(merge)
      return merged
    }
    let new = list.roots.map(merge)
    roots = unlisted(roots)
    withChildren(of: parent) { $0 = new }
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

  public mutating func insertSorted(
    _ items: some Collection<Item>, to parent: Item?,
    by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(Failure) {
    guard !items.isEmpty else { return }
    if let parent { try requireKnown([parent]) }
    try requireNew(items)
    withChildren(of: parent) { children in
      for item in items {
        let index = children.firstIndex { areInIncreasingOrder(item, $0.item) }
        children.insert(Node(item: item), at: index ?? children.count)
      }
    }
  }

  public mutating func moveSorted(
    _ item: Item, to parent: Item?, by areInIncreasingOrder: (Item, Item) -> Bool
  ) throws(Failure) {
    var moved = self
    try moved.move(item, to: parent, at: nil)
    let children = children(of: parent) ?? []
    let isSorted = zip(children, children.dropFirst()).allSatisfy { !areInIncreasingOrder($1, $0) }
    if children.contains(item) && isSorted { return }
    let others = children.filter { $0 != item }
    let index = others.firstIndex { areInIncreasingOrder(item, $0) }
    try move(item, to: parent, at: index ?? others.count)
  }

  public mutating func sortChildren(
    of parent: Item? = nil, recursively: Bool = false
  ) throws(Failure) where Item: Comparable {
    try sortChildren(of: parent, recursively: recursively) { $0 < $1 }
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

// MARK: - Moving

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
    let nodes = topmost(items).sorted(by: items)
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
    let nodes = topmost(items).sorted(by: items)
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

extension Array {
  /// The nodes in the order of a list of items.
  func sorted<Item>(by items: some Sequence<Item>) -> [OutlineModel<Item>.Node]
  where Element == OutlineModel<Item>.Node {
    items.uniqued.compactMap { item in first { $0.item == item } }
  }
}

// MARK: - Expansion

extension OutlineModel {
  public mutating func expand(_ items: some Sequence<Item>) {
    let chosen = Set(items)
    setFlags { item, _, flag in flag || chosen.contains(item) }
  }

  public mutating func collapse(_ items: some Sequence<Item>) {
    let chosen = Set(items)
    setFlags { item, _, flag in flag && !chosen.contains(item) }
  }

  public mutating func expandAll(in item: Item? = nil) {
    expand(subtree(of: item))
  }

  public mutating func collapseAll(in item: Item? = nil) {
    collapse(subtree(of: item))
  }

  private func subtree(of item: Item?) -> [Item] {
    item.map { node($0)?.subtree ?? [] } ?? items
  }

  public mutating func expand(toLevel level: Int, in item: Item?, collapsingOthers: Bool) {
    let chosen = Set(subtree(of: item))
    let firstLevel = item.flatMap { ancestors(of: $0)?.count } ?? 0
    setFlags { item, itsLevel, flag in
      if !chosen.contains(item) { return flag }
      return itsLevel - firstLevel < level || flag && !collapsingOthers
    }
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
