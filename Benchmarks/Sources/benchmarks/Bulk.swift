import Outline

/// The limit for the growth of the time for each item if the time of all grows with their number.
///
/// Caches hold the tree with a tenth of the items.
let linear = 3.0

/// Operations on many items at once, for each item.
func bulk<Item: BenchmarkItem>(
  _ type: Item.Type, _ form: TreeForm
) -> [Comparison<Tree<Item>>] {
  [buildingByParents(type, form), buildingByClosure(type)] + restoring(type) + removing(type)
    + grafting(type) + bulkEditing(type) + bulkShowing(type, form)
}

private func buildingByParents<Item: BenchmarkItem>(
  _ type: Item.Type, _ form: TreeForm
) -> Comparison<Tree<Item>> {
  Comparison(
    title: "append children of each parent, an item",
    limit: .atMost(form == .regular ? 150e-9 : 500e-9), growthLimit: linear
  ) { tree in
    let (roots, siblings) = (tree.roots, tree.siblings)
    return [
      building("Outline", per: tree.items.count) {
        var snapshot = SectionSnapshot<Item>()
        try snapshot.append(roots)
        for (parent, added) in siblings { try snapshot.append(added, to: parent) }
        return snapshot
      },
      building("dictionary outline", per: tree.items.count) {
        var outline = DictionaryOutline(roots: roots)
        for (parent, added) in siblings { outline.append(added, to: parent) }
        return outline
      },
      building("Set", per: tree.items.count) {
        var items = Set(roots)
        for (_, added) in siblings { items.formUnion(added) }
        return items
      },
    ]
  }
}

private func buildingByClosure<Item: BenchmarkItem>(
  _ type: Item.Type
) -> Comparison<Tree<Item>> {
  Comparison(
    title: "`init(roots:children:)`, an item", limit: .timesAlternative(1.2), growthLimit: linear
  ) { tree in
    let roots = tree.roots
    let children = Dictionary(uniqueKeysWithValues: tree.siblings.map { ($0, $1) })
    return [
      building("Outline", per: tree.items.count) {
        try SectionSnapshot(roots: roots) { children[$0] ?? [] }
      },
      building("`append(preorder:)`", per: tree.items.count) {
        var rows: [(item: Item, level: Int)] = []
        var open = roots.reversed().map { (item: $0, level: 0) }
        while let row = open.popLast() {
          rows.append(row)
          for child in (children[row.item] ?? []).reversed() {
            open.append((child, row.level + 1))
          }
        }
        var snapshot = SectionSnapshot<Item>()
        try snapshot.append(preorder: rows)
        return snapshot
      },
    ]
  }
}

private func restoring<Item: BenchmarkItem>(_ type: Item.Type) -> [Comparison<Tree<Item>>] {
  [
    Comparison(
      title: "`keepExpansion(of:)` of a rebuilt outline, an item", limit: .timesAlternative(1),
      growthLimit: linear
    ) { tree in
      var rebuilt = try tree.makeSnapshot()
      rebuilt.collapseAll()
      let collapsed = rebuilt
      return [
        building("Outline", per: tree.items.count) {
          var copy = collapsed
          copy.keepExpansion(of: tree.snapshot)
          return copy
        },
        building("`restoreExpansion`", per: tree.items.count) {
          var copy = collapsed
          copy.restoreExpansion(tree.snapshot.expandedItems)
          return copy
        },
      ]
    },
    Comparison(
      title: "difference, rebuilt, equal, an item", limit: .equalRow(type), growthLimit: linear
    ) { tree in
      let rebuilt = try tree.makeSnapshot()
      return [
        building("Outline", per: tree.items.count) { rebuilt.difference(from: tree.snapshot) },
        building("Set", per: tree.items.count) { Set(tree.items) },
        changingByHand(from: tree, to: DictionaryOutline(tree)),
      ]
    },
  ]
}

/// A contender that flattens the new outline, and compares its rows with those on screen.
private func changingByHand<Item: BenchmarkItem>(
  from tree: Tree<Item>, to new: DictionaryOutline<Item>
) -> Contender {
  building("dictionary outline", per: tree.items.count) {
    new.visibleItems.difference(from: tree.items)
  }
}

private func removing<Item: BenchmarkItem>(_ type: Item.Type) -> [Comparison<Tree<Item>>] {
  [
    Comparison(
      title: "delete a large subtree, an item", limit: .atMost(100e-9), growthLimit: linear
    ) { tree in
      let rows = tree.largeSubtree
      let item = CollectionOfOne(tree.items[rows.lowerBound])
      return [
        building("Outline", per: rows.count) {
          var copy = tree.snapshot
          try copy.delete(item)
          return copy
        },
        Contender(name: "Set") {
          var set = Set(tree.items)
          let total = seconds { for row in rows { set.remove(tree.items[row]) } }
          blackHole(set)
          return total / Double(rows.count)
        },
        removingByHand(tree, rows),
      ]
    }
  ]
}

private func removingByHand<Item: BenchmarkItem>(
  _ tree: Tree<Item>, _ rows: Range<Int>
) -> Contender {
  let (item, parent) = (tree.items[rows.lowerBound], tree.parents[rows.lowerBound])
  return Contender(name: "dictionary outline") {
    var outline = DictionaryOutline(tree)
    let total = seconds {
      outline.removeSubtree(item, from: parent < 0 ? nil : tree.items[parent])
    }
    blackHole(outline)
    return total / Double(rows.count)
  }
}

private func grafting<Item: BenchmarkItem>(_ type: Item.Type) -> [Comparison<Tree<Item>>] {
  func newItems(_ tree: Tree<Item>) throws -> Tree<Item> {
    try Tree(levels: tree.levels, from: tree.items.count)
  }
  func rebuilding(_ tree: Tree<Item>) -> Contender {
    building("building", per: tree.items.count) { try tree.makeSnapshot() }
  }
  return [
    Comparison(
      title: "`append(snapshot)`, an item", limit: .timesAlternative(2), growthLimit: linear
    ) { tree in
      let added = try newItems(tree)
      return [
        building("Outline", per: tree.items.count) {
          var copy = tree.snapshot
          try copy.append(added.snapshot, to: tree.items[0])
          return copy
        },
        rebuilding(added),
      ]
    },
    Comparison(
      title: "`replace(childrenOf:using:)`, an item", limit: .timesAlternative(2),
      growthLimit: linear
    ) { tree in
      let added = try newItems(tree)
      return [
        building("Outline", per: tree.items.count) {
          var copy = tree.snapshot
          try copy.replace(childrenOf: tree.items[0], using: added.snapshot)
          return copy
        },
        rebuilding(added),
      ]
    },
  ]
}
