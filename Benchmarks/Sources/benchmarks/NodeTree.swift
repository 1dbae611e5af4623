/// The outline that an application writes by hand if it needs no versions and no differences:
/// objects with parents, children and the number of rows below them.
///
/// An edit updates the counts of all ancestors. A search by row passes the siblings one by one.
final class NodeTree<Item: BenchmarkItem> {
  final class Node {
    let item: Item?
    unowned(unsafe) var parent: Node?
    var children: [Node] = []
    var isExpanded = true
    /// The number of rows below the node while it is expanded.
    var rowCount = 0

    init(_ item: Item?) {
      self.item = item
    }

    /// The number of rows of the node and below it.
    var visibleCount: Int { isExpanded ? 1 + rowCount : 1 }
  }

  private let top = Node(nil)
  private var nodes: [Item: Node] = [:]

  init() {}

  /// Creates the tree of a workload, with all items expanded.
  convenience init(_ workload: Workload<Item>) {
    self.init()
    for (row, item) in workload.items.enumerated() {
      append(item, to: workload.parent(ofRow: row))
    }
  }

  deinit {
    // The release of a deep chain of nodes would overflow the stack.
    for node in nodes.values {
      node.children = []
    }
  }

  private func node(_ item: Item?) -> Node {
    guard let item, let node = nodes[item] else { return top }
    return node
  }

  // MARK: Edits

  func append(_ item: Item, to parent: Item?) {
    let (node, parent) = (Node(item), node(parent))
    nodes[item] = node
    attach(node, to: parent, at: parent.children.count)
  }

  func insert(_ item: Item, before anchor: Item) {
    let node = Node(item)
    nodes[item] = node
    attach(node, before: self.node(anchor))
  }

  func move(_ item: Item, before anchor: Item) {
    let node = node(item)
    detach(node)
    attach(node, before: self.node(anchor))
  }

  func delete(_ item: Item) {
    var open = [node(item)]
    detach(open[0])
    while let node = open.popLast() {
      if let item = node.item { nodes[item] = nil }
      open += node.children
      node.children = []
    }
  }

  func toggle(_ item: Item) {
    let node = node(item)
    node.isExpanded.toggle()
    addRows(node.isExpanded ? node.rowCount : -node.rowCount, above: node)
  }

  func sortRoots(by areInOrder: (Item, Item) -> Bool) {
    top.children.sort { first, second in
      guard let first = first.item, let second = second.item else { return false }
      return areInOrder(first, second)
    }
  }

  private func attach(_ node: Node, before anchor: Node) {
    attach(node, to: anchor.parent ?? top, at: index(of: anchor))
  }

  private func attach(_ node: Node, to parent: Node, at index: Int) {
    node.parent = parent
    parent.children.insert(node, at: index)
    addRows(node.visibleCount, above: node)
  }

  private func detach(_ node: Node) {
    node.parent?.children.remove(at: index(of: node))
    addRows(-node.visibleCount, above: node)
  }

  private func index(of node: Node) -> Int {
    node.parent?.children.firstIndex { $0 === node } ?? 0
  }

  private func addRows(_ count: Int, above node: Node) {
    var ancestor = node.parent
    while let node = ancestor {
      node.rowCount += count
      ancestor = node.isExpanded ? node.parent : nil
    }
  }

  // MARK: Queries

  func item(atRow row: Int) -> Item? {
    var node = top
    // The number of rows between the node and the sought one.
    var rest = row
    while rest >= 0 {
      let children = node.children
      guard
        let index = children.firstIndex(where: { child in
          if rest < child.visibleCount { return true }
          rest -= child.visibleCount
          return false
        })
      else { return nil }
      node = children[index]
      rest -= 1
    }
    return node.item
  }

  /// Returns the row of an item whose ancestors are all expanded.
  func row(of item: Item) -> Int {
    var row = -1
    var node = node(item)
    while let parent = node.parent {
      row += 1
      for sibling in parent.children {
        if sibling === node { break }
        row += sibling.visibleCount
      }
      node = parent
    }
    return row
  }

  func level(of item: Item) -> Int {
    var level = -1
    var ancestor = node(item).parent
    while let node = ancestor {
      level += 1
      ancestor = node.parent
    }
    return level
  }

  func parent(of item: Item) -> Item? {
    node(item).parent?.item
  }

  func forEachVisibleItem(_ body: (Item) -> Void) {
    var open = [top]
    while let node = open.popLast() {
      if let item = node.item { body(item) }
      if node.isExpanded { open += node.children.reversed() }
    }
  }
}
