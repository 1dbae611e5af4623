import Outline

/// The outline that an application writes by hand: children in a dictionary, expanded items in a
/// set, flattened after each edit.
struct DictionaryOutline<Item: BenchmarkItem> {
  private var roots: [Item]
  private var children: [Item: [Item]] = [:]
  private var expanded: Set<Item> = []

  /// Creates an outline of roots.
  init(roots: [Item] = []) {
    self.roots = roots
  }

  /// Creates an outline from items in pre-order and the parent of each, with all items expanded.
  init(_ items: [Item], parents: some Sequence<Item?>) {
    self.init()
    for (item, parent) in zip(items, parents) {
      append(CollectionOfOne(item), to: parent)
    }
    expanded = Set(children.keys)
  }

  init(_ workload: Workload<Item>) {
    self.init(workload.items, parents: workload.parents)
  }

  /// Creates an outline that shares no storage with the tree, not even that of strings.
  init(_ tree: Tree<Item>) {
    let items = tree.makeItems()
    self.init(items, parents: tree.parents.lazy.map { $0 < 0 ? nil : items[$0] })
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

/// One edit of a copy and the change of the visible rows, as applications need them.
///
/// The hand-written outline is not copied.
func changing<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    changing("a root collapsed", randomRoots) { copy, _, row in
      copy.collapse(CollectionOfOne(row.item))
    } byHand: { copy, _, row in
      copy.collapse(row.item)
    },
    changing("a root expanded", randomRoots, isCollapsed: true) { copy, _, row in
      copy.expand(CollectionOfOne(row.item))
    } byHand: { copy, _, row in
      copy.expand(row.item)
    },
    changing("a row inserted", randomLeaves) { copy, workload, row in
      try copy.insert(CollectionOfOne(workload.newItem), before: row.item)
    } byHand: { copy, workload, row in
      copy.insert(workload.newItem, before: row.item, in: row.parent)
    },
    changing("a row deleted", randomLeaves) { copy, _, row in
      try copy.delete(CollectionOfOne(row.item))
    } byHand: { copy, _, row in
      copy.removeSubtree(row.item, from: row.parent)
    },
    changing("a leaf moved to the front", randomLeaves) { copy, workload, row in
      try copy.move(row.item, before: workload.items[0])
    } byHand: { copy, workload, row in
      copy.remove(row.item, from: row.parent)
      copy.insert(row.item, before: workload.items[0], in: nil)
    },
  ]
}

private func changing<Item: BenchmarkItem>(
  _ title: String, _ rows: @escaping Edit<Item>.Rows, isCollapsed: Bool = false,
  _ change: @escaping Edit<Item>.Change<SectionSnapshot<Item>>,
  byHand: @escaping Edit<Item>.Change<DictionaryOutline<Item>>
) -> Benchmark<Item> {
  let edit = Edit(rows: rows, isCollapsed: isCollapsed, change: change, byHand: byHand)
  return Benchmark(
    title: "edit and difference, \(title)", limit: .atMost(30e-6), growthLimit: 4
  ) { workload in
    [edit.changing(workload), edit.changingByHand(workload)]
  }
}

private func randomRoots<Item>(_ workload: Workload<Item>, _ count: Int) -> [Int] {
  workload.randomRoots(count)
}

private func randomLeaves<Item>(_ workload: Workload<Item>, _ count: Int) -> [Int] {
  workload.randomLeaves(count).map { max($0, 1) }
}

/// An edit of a random row in an outline in which all other items are expanded.
private struct Edit<Item: BenchmarkItem> {
  typealias Rows = (Workload<Item>, Int) -> [Int]
  typealias Row = (item: Item, parent: Item?)
  typealias Change<Outline> = (inout Outline, Workload<Item>, Row) throws -> Void

  let rows: Rows
  /// A Boolean value that indicates whether the item is collapsed before the edit.
  let isCollapsed: Bool
  let change: Change<SectionSnapshot<Item>>
  let byHand: Change<DictionaryOutline<Item>>

  private func randomRows(_ workload: Workload<Item>, _ count: Int) -> [Row] {
    rows(workload, count).map { row in
      let item = workload.items[row]
      return (item, workload.snapshot.parent(of: item))
    }
  }

  func changing(_ workload: Workload<Item>) -> Contender {
    Contender(name: "Outline") {
      let rows = randomRows(workload, 1000)
      let versions = rows.map { row in
        var old = workload.snapshot
        if isCollapsed { old.collapse(CollectionOfOne(row.item)) }
        return old
      }
      let total = try seconds {
        for (row, old) in zip(rows, versions) {
          var copy = old
          try change(&copy, workload, row)
          blackHole(copy.difference(from: old))
        }
      }
      return total / Double(rows.count)
    }
  }

  func changingByHand(_ workload: Workload<Item>) -> Contender {
    Contender(name: "dictionary outline") {
      var outline = DictionaryOutline(workload)
      let row = randomRows(workload, 1)[0]
      if isCollapsed { outline.collapse(row.item) }
      let old = outline.visibleItems
      return try seconds {
        try byHand(&outline, workload, row)
        blackHole(outline.visibleItems.difference(from: old))
      }
    }
  }
}
