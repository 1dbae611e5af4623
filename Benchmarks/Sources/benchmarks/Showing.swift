import Outline

/// A data source with all rows visible, with handlers and one adapter.
func showing<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "data source, toggle a row", limit: .atMost(20e-6), growthLimit: 4) {
      workload in
      [
        togglingRows(Screen(workload), at: { workload.randomParents(1000) }),
        togglingInArray(workload),
      ]
    },
    Benchmark(
      title: "data source, toggle a row beside 50 rows of content", limit: .atMost(70e-6),
      growthLimit: 4
    ) { workload in
      let screen = Screen(workload)
      screen.source.setContent { $0.trace }
      // Half of the toggled rows are above these.
      let start = screen.items.count / 2
      screen.source.setDisplayedRows(start..<start + 50, for: screen.adapter)
      return [
        togglingRows(screen, at: { workload.randomParents(1000) }),
        togglingRows(
          Screen(workload), named: "without content", at: { workload.randomParents(1000) }),
      ]
    },
    Benchmark(title: "data source, toggle a root", limit: .atMost(20e-6), growthLimit: 4) {
      workload in
      [
        togglingRows(Screen(workload), at: { workload.randomRoots(1000) })
      ]
    },
    Benchmark(
      title: "data source, content of 50 displayed rows", limit: .atMost(20e-6), growthLimit: 4
    ) { workload in
      [
        checkingContent(Screen(workload)),
        comparingInArray(workload),
      ]
    },
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
      [
        moving(workload, named: "Outline") { source, item, destination in
          try source.drop(item, at: destination)
        },
        moving(workload, named: "`update`") { source, item, destination in
          try source.update { try $0.moveItems(item, to: destination) }
        },
      ]
    },
    Benchmark(
      title: "data source, `collapseSubtree` and `expandSubtree`, an item",
      limit: .timesAlternative(10)
    ) { workload in
      [
        togglingSubtrees(workload, named: "Outline") { source, root in
          source.collapseSubtree(of: root)
          source.expandSubtree(of: root)
        },
        togglingSubtrees(workload, named: "`collapseAll(in:)` and `expandAll(in:)`") {
          source, root in
          source.update { $0.collapseAll(in: root) }
          source.update { $0.expandAll(in: root) }
        },
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

// MARK: - Contenders

/// Toggles rows one after another, and passes each change to an adapter.
private func togglingRows<Item: BenchmarkItem>(
  _ screen: Screen<Item>, named name: String = "Outline", at rows: @escaping () -> [Int]
) -> Contender {
  Contender(name: name) {
    let items = rows().map { screen.items[$0] }
    let total = seconds {
      for item in items {
        screen.source.toggle(item)
      }
    }
    blackHole(screen.adapter.changedRows)
    return total / Double(items.count)
  }
}

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

/// Moves random leaves after others in one section.
private func moving<Item: BenchmarkItem>(
  _ workload: Workload<Item>, named name: String,
  _ move:
    @escaping (
      OutlineDataSource<Int, Item>, CollectionOfOne<Item>, DropDestination<Int, Item>
    ) throws -> Void
) -> Contender {
  let screen = Screen(workload)
  screen.source.reorderingHandlers.canReorderItem = { $0.trace >= 0 }
  return Contender(name: name) {
    let leaves = workload.randomLeaves(1000)
    let others = workload.randomLeaves(1000)
    let total = try seconds {
      for (leaf, other) in zip(leaves, others) where leaf != other {
        try move(
          screen.source, CollectionOfOne(screen.items[leaf]), .after(screen.items[other]))
      }
    }
    blackHole(screen.adapter.changedRows)
    return total / Double(leaves.count)
  }
}

/// Collapses and expands all items of random roots, without handlers for items.
private func togglingSubtrees<Item: BenchmarkItem>(
  _ workload: Workload<Item>, named name: String,
  _ toggle: @escaping (OutlineDataSource<Int, Item>, Item) -> Void
) -> Contender {
  let screen = Screen(workload)
  screen.source.sectionSnapshotHandlers = SectionSnapshotHandlers()
  return Contender(name: name) {
    let roots = workload.randomRoots(20)
    let total = seconds {
      for root in roots {
        toggle(screen.source, screen.items[root])
      }
    }
    blackHole(screen.adapter.changedRows)
    return total / Double(2 * roots.count * workload.rowsPerRoot)
  }
}

/// Removes the children of a row from an array of the visible rows, or inserts them again.
private func togglingInArray<Item: BenchmarkItem>(_ workload: Workload<Item>) -> Contender {
  var visible = workload.items
  return Contender(name: "Array") {
    let rows = workload.randomParents(8)
    let total = seconds {
      for row in rows {
        let children = row + 1..<row + 1 + workload.shape.width
        visible.removeSubrange(children)
        visible.insert(contentsOf: workload.items[children], at: row + 1)
      }
    }
    blackHole(visible)
    return total / Double(2 * rows.count)
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

// MARK: - The screen

/// A data source with all handlers that an app sets.
struct Screen<Item: BenchmarkItem> {
  let items: [Item]
  let source: OutlineDataSource<Int, Item>
  let adapter: CountingAdapter<Item>

  init(_ workload: Workload<Item>) {
    self.init(workload.items, workload.snapshot)
  }

  /// Creates a data source with a list of a thousand items.
  init(listOf workload: Workload<Item>) throws {
    var snapshot = SectionSnapshot<Item>()
    try snapshot.append(workload.items.prefix(1000))
    self.init(Array(snapshot.items), snapshot)
  }

  private init(_ items: [Item], _ snapshot: SectionSnapshot<Item>) {
    self.items = items
    source = OutlineDataSource()
    source.apply(snapshot, to: 0)
    // Batches of ten thousand rows are measured too.
    source.reloadThreshold = .max
    source.sectionSnapshotHandlers.shouldExpandItem = { $0.trace >= 0 }
    source.sectionSnapshotHandlers.willExpandItem = { blackHole($0) }
    source.sectionSnapshotHandlers.shouldCollapseItem = { $0.trace >= 0 }
    source.sectionSnapshotHandlers.willCollapseItem = { blackHole($0) }
    adapter = CountingAdapter()
    source.attach(adapter)
  }
}

/// An adapter that counts the changed rows.
final class CountingAdapter<Item: BenchmarkItem>: OutlineAdapter {
  var changedRows = 0

  func perform(_ batch: Batch<Int, Item>, isAnimated: Bool) {
    for range in [batch.removals, batch.insertions].joined() {
      changedRows += range.count
    }
  }

  func reload(_ snapshot: Snapshot<Int, Item>) {
    changedRows += snapshot.numberOfRows
  }

  func reconfigure(_ rows: [RowRange], in snapshot: Snapshot<Int, Item>) {
    changedRows += rows.count
  }
}

extension Workload {
  /// Returns rows whose children are leaves.
  fileprivate func randomParents(_ count: Int) -> [Int] {
    randomLeaves(count).map { leaf in
      var row = leaf
      while rows[row].level == shape.depth - 1 {
        row -= 1
      }
      return row
    }
  }
}
