import Outline

/// A data source with all rows visible, with handlers and one adapter.
func showing<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  reading(type) + editingShown(type)
}

/// Contents and rows that a view reads.
private func reading<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(
      title: "data source, content of 50 displayed rows", limit: .atMost(20e-6), growthLimit: 4
    ) { workload in
      [
        checkingContent(Screen(workload)),
        comparingInArray(workload),
      ]
    },
    Benchmark(title: "data source, `rowPath(of:)`", limit: .atMost(3e-6), growthLimit: 8) {
      workload in
      let source = Screen(workload).source
      let rows = Dictionary(uniqueKeysWithValues: zip(workload.items, workload.items.indices))
      return [
        querying("Outline", for: workload.randomItems(100_000)) { item in
          source.rowPath(of: item)?.row ?? 0
        },
        querying("Dictionary", for: workload.randomItems(100_000)) { item in rows[item] ?? 0 },
      ]
    },
  ]
}

/// Updates of the rows of a view.
private func editingShown<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(
      title: "data source, 30,000 updates in a handler, an update", limit: .timesAlternative(1.5),
      growthLimit: 1.5
    ) { workload in
      let count = workload.shape.width * (workload.shape.depth == 3 ? 300 : 30)
      return try [
        updating(Screen(listOf: workload), count: count, named: "Outline", inHandler: true),
        updating(Screen(listOf: workload), count: count, named: "outside of it", inHandler: false),
      ]
    },
    Benchmark(title: "data source, drop a row", limit: .atMost(100e-6), growthLimit: 4) {
      workload in
      dropping({ Screen(workload) }, leaves: workload.randomLeaves) + [movingByHand(workload)]
    },
    Benchmark(
      title: "data source, `collapseSubtree` and `expandSubtree`, an item",
      limit: .timesAlternative(10)
    ) { workload in
      togglingSubtrees(
        { Screen(workload) }, of: workload.rowsPerRoot, at: { workload.randomRoots(20) })
    },
  ]
}

// MARK: - Contenders

/// Moves items to the end, each in an update that is passed to an adapter.
private func updating<Item: BenchmarkItem>(
  _ screen: Screen<Item>, count: Int, named name: String, inHandler: Bool
) -> Contender {
  var moved = 0
  func update() {
    for _ in 0..<count {
      let item = screen.items[moved % screen.items.count]
      moved += 1
      screen.source.update { try? $0.moveItems([item], to: .end(of: 0)) }
    }
  }
  screen.source.sectionSnapshotHandlers.willExpandItem = { _ in
    if inHandler { update() }
  }
  return Contender(name: name) {
    let total = seconds {
      screen.source.toggle(screen.items[0])
      if !inHandler { update() }
    }
    screen.source.toggle(screen.items[0])
    blackHole(screen.adapter.changedRows)
    return total / Double(count)
  }
}

/// Drops random leaves after others, or moves them in updates.
func dropping<Item: BenchmarkItem>(
  _ screen: () -> Screen<Item>, leaves: @escaping (Int) -> [Int]
) -> [Contender] {
  [
    moving(screen(), named: "Outline", leaves: leaves) { source, item, destination in
      try source.drop(item, to: destination)
    },
    moving(screen(), named: "`update`", leaves: leaves) { source, item, destination in
      try source.update { try $0.moveItems(item, to: destination) }
    },
  ]
}

/// Moves random leaves after others in one section.
private func moving<Item: BenchmarkItem>(
  _ screen: Screen<Item>, named name: String, leaves: @escaping (Int) -> [Int],
  _ move:
    @escaping (
      OutlineDataSource<Int, Item>, CollectionOfOne<Item>, Snapshot<Int, Item>.Destination
    ) throws -> Void
) -> Contender {
  screen.source.reorderingHandlers.canReorderItem = { $0.trace >= 0 }
  return Contender(name: name) {
    let (moved, others) = (leaves(1000), leaves(1000))
    let total = try seconds {
      for (leaf, other) in zip(moved, others) where leaf != other {
        try move(
          screen.source, CollectionOfOne(screen.items[leaf]), .after(screen.items[other]))
      }
    }
    blackHole(screen.adapter.changedRows)
    return total / Double(moved.count)
  }
}

/// Moves one leaf of a hand-written outline after another, flattens it, and compares its rows with
/// the former ones.
private func movingByHand<Item: BenchmarkItem>(_ workload: Workload<Item>) -> Contender {
  var outline = DictionaryOutline(workload)
  var visible = workload.items
  // The parents of the leaves that earlier rounds moved.
  var parents: [Item: Item] = [:]
  return Contender(name: "dictionary outline") {
    let old = visible
    let leaves = workload.randomLeaves(2).map { row in
      let item = workload.items[row]
      return (item: item, parent: parents[item] ?? workload.snapshot.parent(of: item))
    }
    let (leaf, other) = (leaves[0], leaves[1])
    parents[leaf.item] = other.parent
    return seconds {
      outline.remove(leaf.item, from: leaf.parent)
      outline.insert(leaf.item, after: other.item, in: other.parent)
      visible = outline.visibleItems
      blackHole(visible.difference(from: old).inferringMoves())
    }
  }
}

/// Collapses and expands all items of subtrees of a size, an item.
func togglingSubtrees<Item: BenchmarkItem>(
  _ screen: () -> Screen<Item>, of size: Int, at rows: @escaping () -> [Int]
) -> [Contender] {
  [
    togglingSubtrees(screen(), named: "Outline", of: size, at: rows) { source, root in
      source.collapseSubtree(of: root)
      source.expandSubtree(of: root)
    },
    togglingSubtrees(
      screen(), named: "`collapseAll(in:)` and `expandAll(in:)`", of: size, at: rows
    ) { source, root in
      source.update { $0.withOutline(of: root) { $0.collapseAll(in: root) } }
      source.update { $0.withOutline(of: root) { $0.expandAll(in: root) } }
    },
  ]
}

/// Toggles subtrees without handlers for items.
private func togglingSubtrees<Item: BenchmarkItem>(
  _ screen: Screen<Item>, named name: String, of size: Int, at rows: @escaping () -> [Int],
  _ toggle: @escaping (OutlineDataSource<Int, Item>, Item) -> Void
) -> Contender {
  screen.source.sectionSnapshotHandlers = SectionSnapshotHandlers()
  return Contender(name: name) {
    let roots = rows()
    let total = seconds {
      for root in roots {
        toggle(screen.source, screen.items[root])
      }
    }
    blackHole(screen.adapter.changedRows)
    return total / Double(2 * roots.count * size)
  }
}

/// Compares the content of 50 rows with their former content.
///
/// Nothing has changed.
private func checkingContent<Item: BenchmarkItem>(_ screen: Screen<Item>) -> Contender {
  screen.source.setContent { $0.trace }
  let start = screen.items.count / 2
  screen.source.setDisplayedRows(start..<start + 50, for: screen.adapter)
  return Contender(name: "Outline") {
    let checks = 1000
    let total = seconds {
      for _ in 0..<checks {
        screen.source.checkContent()
      }
    }
    return total / Double(checks)
  }
}

/// Compares 50 elements of an array with those of another.
private func comparingInArray<Item: BenchmarkItem>(_ workload: Workload<Item>) -> Contender {
  let shown = workload.items.map(\.trace)
  let start = shown.count / 2
  return Contender(name: "Array") {
    let checks = 1000
    var changed = 0
    let total = seconds {
      for _ in 0..<checks {
        for row in start..<start + 50 where workload.items[row].trace != shown[row] {
          changed += 1
        }
      }
    }
    blackHole(changed)
    return total / Double(checks)
  }
}
