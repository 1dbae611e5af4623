import HashTreeCollections
import Outline

/// Edits of a copy and edits in place, each at a random position.
///
/// A hand-written outline and a `Set` are always edited in place.
func edits<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  editsOfCopies() + editsInPlace() + editsOfManyItems()
}

/// The alternatives are an array of the visible rows, which the first edit copies, and a
/// persistent set, which has no order.
private func editsOfCopies<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("copy, collapse a root of 10,100 rows") { workload in
      [
        editingCopies(of: workload.snapshot, at: workload.randomRoots(1000)) { copy, root in
          copy.collapse(CollectionOfOne(workload.items[root]))
        },
        editingCopies("`Array`", of: workload.items, at: workload.randomRoots(4)) { copy, root in
          copy.removeSubrange(workload.subtree(root).dropFirst())
        },
      ]
    },
    Benchmark("copy, expand a root") { workload in
      var collapsed = workload.snapshot
      collapsed.collapse(workload.roots.map { workload.items[$0] })
      return [
        editingCopies(of: collapsed, at: workload.randomRoots(1000)) { copy, root in
          copy.expand(CollectionOfOne(workload.items[root]))
        },
        editingCopies("`Array`", of: workload.items, at: workload.randomRoots(4)) { copy, root in
          copy.insert(
            contentsOf: workload.items.prefix(workload.subtree(root).count - 1), at: root + 1)
        },
      ]
    },
    Benchmark("copy, insert a row") { workload in
      [
        editingCopies(of: workload.snapshot, at: workload.randomRows(1000)) { copy, row in
          try copy.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
        },
        editingCopies("`Array`", of: workload.items, at: workload.randomRows(4)) { copy, row in
          copy.insert(workload.newItem, at: row)
        },
        editingCopies("`TreeSet`", of: TreeSet(workload.items), at: workload.randomRows(1000)) {
          copy, _ in
          copy.insert(workload.newItem)
        },
      ]
    },
    Benchmark("copy, delete a row") { workload in
      [
        editingCopies(of: workload.snapshot, at: workload.randomLeaves(1000)) { copy, row in
          try copy.delete(CollectionOfOne(workload.items[row]))
        },
        editingCopies("`Array`", of: workload.items, at: workload.randomLeaves(4)) { copy, row in
          copy.remove(at: row)
        },
        editingCopies("`TreeSet`", of: TreeSet(workload.items), at: workload.randomRows(1000)) {
          copy, row in
          copy.remove(workload.items[row])
        },
      ]
    },
    Benchmark("copy, move a row") { workload in
      [
        editingCopies(of: workload.snapshot, at: workload.randomLeaves(1000)) { copy, row in
          let anchor = workload.items[workload.row(farFrom: row)]
          try copy.move(workload.items[row], before: anchor)
        },
        editingCopies("`Array`", of: workload.items, at: workload.randomLeaves(4)) { copy, row in
          let item = copy.remove(at: row)
          copy.insert(item, at: min(workload.row(farFrom: row), copy.endIndex))
        },
      ]
    },
  ]
}

private func editsInPlace<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark(
      "in place, toggle a root",
      quoted: [("`GtkTreeListModel`[^q]", "150 µs to collapse, 1.15 ms to expand")]
    ) { workload in
      try togglingInPlace(workload, at: workload.randomRoots)
    },
    Benchmark("in place, toggle a row with children", dependsOnForm: true) { workload in
      try togglingInPlace(workload, at: workload.randomInnerRows)
    },
    Benchmark("in place, insert and delete a row") { workload in
      [
        editing(inPlace: try workload.makeSnapshot(), at: workload.randomRows(1000)) {
          snapshot, row in
          try snapshot.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
          try snapshot.delete(CollectionOfOne(workload.newItem))
        },
        editing("`Array`", inPlace: workload.items, at: workload.randomRows(20)) { items, row in
          items.insert(workload.newItem, at: row)
          items.remove(at: row)
        },
        editing("node tree", inPlace: NodeTree(workload), at: workload.randomRows(1000)) {
          tree, row in
          tree.insert(workload.newItem, before: workload.items[row])
          tree.delete(workload.newItem)
        },
      ]
    },
    Benchmark("in place, move a row") { workload in
      [
        editing(inPlace: try workload.makeSnapshot(), at: workload.randomLeaves(1000)) {
          snapshot, row in
          let anchor = workload.items[workload.row(farFrom: row)]
          try snapshot.move(workload.items[row], before: anchor)
        },
        editing("`Array`", inPlace: workload.items, at: workload.randomLeaves(20)) { items, row in
          let item = items.remove(at: row)
          items.insert(item, at: min(workload.row(farFrom: row), items.endIndex))
        },
        editing("node tree", inPlace: NodeTree(workload), at: workload.randomLeaves(1000)) {
          tree, row in
          tree.move(workload.items[row], before: workload.items[workload.row(farFrom: row)])
        },
      ]
    },
  ]
}

/// Collapses rows, and expands each before the next one collapses.
private func togglingInPlace<Item: BenchmarkItem>(
  _ workload: Workload<Item>, at rows: @escaping (Int) -> [Int]
) throws -> [Contender] {
  func eachTwice(_ count: Int) -> [Int] {
    rows(count / 2).flatMap { [$0, $0] }
  }
  return [
    editing(inPlace: try workload.makeSnapshot(), at: eachTwice(1000)) { snapshot, row in
      let item = workload.items[row]
      if snapshot.isExpanded(item) {
        snapshot.collapse(CollectionOfOne(item))
      } else {
        snapshot.expand(CollectionOfOne(item))
      }
    },
    editing("`Array`", inPlace: workload.items, at: eachTwice(8)) { items, row in
      let hidden = workload.subtree(row).dropFirst()
      if items.count == workload.items.count {
        items.removeSubrange(hidden)
      } else {
        items.insert(contentsOf: workload.items[hidden], at: row + 1)
      }
    },
    editing("node tree", inPlace: NodeTree(workload), at: eachTwice(1000)) { tree, row in
      tree.toggle(workload.items[row])
    },
  ]
}

private func editsOfManyItems<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("delete a large subtree from a copy, an item", dependsOnForm: true) { workload in
      let rows = workload.largeSubtree
      let item = workload.items[rows.lowerBound]
      return [
        building(per: rows.count) {
          var copy = workload.snapshot
          try copy.delete(CollectionOfOne(item))
          return copy
        },
        Contender(name: "`Set`") {
          var set = Set(workload.items)
          let total = seconds { for row in rows { set.remove(workload.items[row]) } }
          blackHole(set)
          return total / Double(rows.count)
        },
        Contender(name: "dictionary outline") {
          var outline = DictionaryOutline(workload)
          let total = seconds {
            outline.removeSubtree(item, from: workload.parent(ofRow: rows.lowerBound))
          }
          blackHole(outline)
          return total / Double(rows.count)
        },
        Contender(name: "node tree") {
          let tree = NodeTree(workload)
          let total = seconds { tree.delete(item) }
          blackHole(tree)
          return total / Double(rows.count)
        },
      ]
    },
    // Each round reverses the order of the roots, which are copies of a part of the tree.
    Benchmark("sort 20 roots with large subtrees") { workload in
      let levels = workload.levels.prefix(workload.items.count / 20)
      let forest = try Workload<Item>(levels: Array(repeatElement(levels, count: 20).joined()))
      let roots = forest.roots.map { forest.items[$0] }
      let positions = Dictionary(uniqueKeysWithValues: zip(roots, 0...))
      func areReversed(_ first: Item, _ second: Item) -> Bool {
        positions[first, default: 0] > positions[second, default: 0]
      }
      let byHand = DictionaryOutline(forest)
      return [
        building(per: 1) {
          var copy = forest.snapshot
          try copy.sortChildren(by: areReversed)
          return copy
        },
        building("dictionary outline", per: 1) {
          var copy = byHand
          copy.sortRoots(by: areReversed)
          return copy.visibleItems
        },
        Contender(name: "node tree") {
          let tree = NodeTree(forest)
          return seconds { tree.sortRoots(by: areReversed) }
        },
      ]
    },
  ]
}
