import Outline

/// The outline that an application writes by hand: children in a dictionary, expanded items in a
/// set, flattened after each edit.
struct DictionaryOutline<Item: BenchmarkItem> {
  private var roots: [Item] = []
  private var children: [Item: [Item]] = [:]
  private var expanded: Set<Item> = []

  init() {}

  /// Creates the outline of a workload, with all items expanded.
  init(_ workload: Workload<Item>) {
    self.init(workload, items: workload.items)
  }

  /// Creates the outline of a workload with other items.
  init(_ workload: Workload<Item>, items: [Item]) {
    for (item, parent) in zip(items, workload.parents) {
      append(CollectionOfOne(item), to: parent < 0 ? nil : items[parent])
    }
    expanded = Set(children.keys)
  }

  mutating func collapse(_ item: Item) {
    expanded.remove(item)
  }

  mutating func expand(_ item: Item) {
    expanded.insert(item)
  }

  mutating func toggle(_ item: Item) {
    if expanded.remove(item) == nil { expanded.insert(item) }
  }

  mutating func append(_ items: some Sequence<Item>, to parent: Item?) {
    editSiblings(in: parent) { $0.append(contentsOf: items) }
  }

  mutating func insert(_ item: Item, before anchor: Item, in parent: Item?) {
    editSiblings(in: parent) { siblings in
      siblings.insert(item, at: siblings.firstIndex(of: anchor) ?? 0)
    }
  }

  mutating func insert(_ item: Item, after anchor: Item, in parent: Item?) {
    editSiblings(in: parent) { siblings in
      siblings.insert(item, at: (siblings.firstIndex(of: anchor) ?? -1) + 1)
    }
  }

  mutating func sortRoots(by areInOrder: (Item, Item) -> Bool) {
    roots.sort(by: areInOrder)
  }

  mutating func remove(_ item: Item, from parent: Item?) {
    editSiblings(in: parent) { siblings in
      siblings.removeAll { $0 == item }
    }
  }

  /// Removes an item with its descendants.
  mutating func removeSubtree(_ item: Item, from parent: Item?) {
    remove(item, from: parent)
    var removed = [item]
    while let item = removed.popLast() {
      expanded.remove(item)
      removed += children.removeValue(forKey: item) ?? []
    }
  }

  private mutating func editSiblings(in parent: Item?, _ edit: (inout [Item]) -> Void) {
    if let parent {
      edit(&children[parent, default: []])
    } else {
      edit(&roots)
    }
  }

  var visibleItems: [Item] {
    var items: [Item] = []
    forEachVisibleItem { items.append($0) }
    return items
  }

  func forEachVisibleItem(_ body: (Item) -> Void) {
    var open = Array(roots.reversed())
    while let item = open.popLast() {
      body(item)
      if expanded.contains(item), let children = children[item] {
        open += children.reversed()
      }
    }
  }
}
