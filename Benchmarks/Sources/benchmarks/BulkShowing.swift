import Outline

/// Walks and rows of a data source in irregular trees.
///
/// `walking` and `showing` measure a regular one. A chain has one leaf, which cannot be dropped
/// after another.
func bulkShowing<Item: BenchmarkItem>(
  _ type: Item.Type, _ form: TreeForm
) -> [Comparison<Tree<Item>>] {
  switch form {
  case .regular: []
  case .chain: [walkingRows(type), togglingParents(type), togglingLargeSubtree(type)]
  case .random, .star, .comb, .zipf:
    [
      walkingRows(type), togglingParents(type), droppingLeaves(type), togglingLargeSubtree(type),
      applyingManyChanges(type),
    ]
  }
}

private func walkingRows<Item: BenchmarkItem>(_ type: Item.Type) -> Comparison<Tree<Item>> {
  Comparison(title: "walk `rows`, a row", limit: .atMost(12e-9), growthLimit: linear) { tree in
    let rows = zip(tree.items, tree.levels).map { (item: $0, level: $1) }
    return [
      walking("Outline", over: tree.snapshot.rows) { $0.item.trace &+ $0.level },
      walking("Array", over: rows) { $0.item.trace &+ $0.level },
    ]
  }
}

private func togglingParents<Item: BenchmarkItem>(_ type: Item.Type) -> Comparison<Tree<Item>> {
  Comparison(title: "data source, toggle a row", limit: .atMost(20e-6), growthLimit: 4) { tree in
    let parents = tree.parentRows
    // Each row expands again before the next one collapses, which can be below it.
    let rows = { randomElements(of: parents, 500).flatMap { [$0, $0] } }
    return [
      togglingRows(Screen(tree), at: rows),
      togglingValue(tree.items, tree.snapshot, at: rows),
    ]
  }
}

private func droppingLeaves<Item: BenchmarkItem>(_ type: Item.Type) -> Comparison<Tree<Item>> {
  Comparison(title: "data source, drop a row", limit: .atMost(100e-6), growthLimit: 4) { tree in
    let leaves = tree.leaves
    return dropping({ Screen(tree) }, leaves: { randomElements(of: leaves, $0) })
  }
}

private func togglingLargeSubtree<Item: BenchmarkItem>(
  _ type: Item.Type
) -> Comparison<Tree<Item>> {
  Comparison(
    title: "data source, `collapseSubtree` and `expandSubtree`, an item",
    limit: .timesAlternative(10), growthLimit: linear
  ) { tree in
    let rows = tree.largeSubtree
    return togglingSubtrees({ Screen(tree) }, of: rows.count, at: { [rows.lowerBound] })
  }
}

/// Applies a rebuilt outline, with more changes than the threshold: the adapter reloads all rows.
private func applyingManyChanges<Item: BenchmarkItem>(
  _ type: Item.Type
) -> Comparison<Tree<Item>> {
  Comparison(title: "data source, apply 1 % changed, reloaded") { tree in
    let snapshots = try [tree.withChanges(), tree.snapshot].map { outline in
      var snapshot = Snapshot<Int, Item>()
      try snapshot.appendSection(0, outline)
      return snapshot
    }
    func applying(
      _ name: String, _ apply: @escaping (OutlineDataSource<Int, Item>, Int) -> Void
    ) -> Contender {
      let screen = Screen(tree)
      screen.source.reloadThreshold = 300
      return Contender(name: name) {
        seconds {
          apply(screen.source, 0)
          apply(screen.source, 1)
        } / 2
      }
    }
    return [
      applying("Outline") { $0.apply(snapshots[$1]) },
      applying("`applySnapshotUsingReloadData`") { $0.applySnapshotUsingReloadData(snapshots[$1]) },
    ]
  }
}

private func randomElements(of rows: [Int], _ count: Int) -> [Int] {
  (0..<count).compactMap { _ in rows.randomElement() }
}
