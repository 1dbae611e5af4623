import Outline

/// The outline that an application writes by hand: children in a dictionary, expanded items in a
/// set, flattened after each edit.
struct DictionaryOutline<Item: BenchmarkItem> {
  private var roots: [Item] = []
  private var children: [Item: [Item]] = [:]
  private var expanded: Set<Item> = []

  init(_ workload: Workload<Item>) {
    for (item, parent) in zip(workload.items, workload.parents) {
      if let parent {
        children[parent, default: []].append(item)
      } else {
        roots.append(item)
      }
    }
    expanded = Set(children.keys)
  }

  mutating func collapse(_ item: Item) {
    expanded.remove(item)
  }

  mutating func expand(_ item: Item) {
    expanded.insert(item)
  }

  mutating func insert(_ item: Item, before anchor: Item, in parent: Item?) {
    editSiblings(in: parent) { siblings in
      siblings.insert(item, at: siblings.firstIndex(of: anchor) ?? 0)
    }
  }

  mutating func remove(_ item: Item, from parent: Item?) {
    editSiblings(in: parent) { siblings in
      siblings.removeAll { $0 == item }
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
    var open = Array(roots.reversed())
    while let item = open.popLast() {
      items.append(item)
      if expanded.contains(item), let children = children[item] {
        open += children.reversed()
      }
    }
    return items
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
    changing("a row inserted", randomLeaves) { copy, workload, row in
      try copy.insert(CollectionOfOne(workload.newItem), before: row.item)
    } byHand: { copy, workload, row in
      copy.insert(workload.newItem, before: row.item, in: row.parent)
    },
    changing("a leaf moved to the front", randomLeaves) { copy, workload, row in
      try copy.move(row.item, before: workload.items[0])
    } byHand: { copy, workload, row in
      copy.remove(row.item, from: row.parent)
      copy.insert(row.item, before: workload.items[0], in: nil)
    },
  ]
}

private typealias Rows<Item: BenchmarkItem> = (Workload<Item>, Int) -> [Int]

private func randomRoots<Item>(_ workload: Workload<Item>, _ count: Int) -> [Int] {
  workload.randomRoots(count)
}

private func randomLeaves<Item>(_ workload: Workload<Item>, _ count: Int) -> [Int] {
  workload.randomLeaves(count).map { max($0, 1) }
}

private func changing<Item: BenchmarkItem>(
  _ edit: String, _ rows: @escaping Rows<Item>,
  _ change:
    @escaping (inout SectionSnapshot<Item>, Workload<Item>, (item: Item, parent: Item?)) throws
    -> Void,
  byHand:
    @escaping (inout DictionaryOutline<Item>, Workload<Item>, (item: Item, parent: Item?)) -> Void
) -> Benchmark<Item> {
  Benchmark(
    title: "edit and difference, \(edit)", limit: .atMost(30e-6), growthLimit: 4
  ) { workload in
    func randomRows(_ count: Int) -> [(item: Item, parent: Item?)] {
      rows(workload, count).map { row in
        let item = workload.items[row]
        return (item, workload.snapshot.parent(of: item))
      }
    }
    return [
      Contender(name: "Outline") {
        let rows = randomRows(1000)
        let total = try seconds {
          for row in rows {
            var copy = workload.snapshot
            try change(&copy, workload, row)
            blackHole(copy.difference(from: workload.snapshot))
          }
        }
        return total / Double(rows.count)
      },
      Contender(name: "dictionary outline") {
        var outline = DictionaryOutline(workload)
        let old = outline.visibleItems
        let row = randomRows(1)[0]
        return seconds {
          byHand(&outline, workload, row)
          blackHole(outline.visibleItems.difference(from: old))
        }
      },
    ]
  }
}
