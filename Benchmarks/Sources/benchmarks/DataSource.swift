import Outline

/// A data source with all rows visible, with handlers and one adapter.
func dataSource<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  toggles() + reorderings() + readings() + updates()
}

// MARK: - Toggles

private func toggles<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("toggle a row with children") { workload in
      [
        toggling(Screen(workload), at: workload.randomInnerRows),
        togglingValue(workload, at: workload.randomInnerRows),
      ]
    },
    Benchmark("toggle a root of 10,100 rows") { workload in
      [
        toggling(Screen(workload), at: workload.randomRoots),
        togglingValue(workload, at: workload.randomRoots),
        togglingByHand(workload),
      ]
    },
    // Half of the toggled rows are above the displayed ones.
    Benchmark("toggle a row while 50 rows with content are displayed") { workload in
      let screen = Screen(workload)
      screen.adapter.displayedRows = displayedRows(of: workload)
      screen.source.setContent { $0.trace }
      return [toggling(screen, at: workload.randomInnerRows)]
    },
    Benchmark("`collapseSubtree` and `expandSubtree`, an item") { workload in
      [
        togglingSubtrees(Screen(workload), of: workload)
      ]
    },
  ]
}

/// Collapses random rows, and expands each before the next one collapses, which can be below it.
private func toggling<Item: BenchmarkItem>(
  _ screen: Screen<Item>, at rows: @escaping (Int) -> [Int]
) -> Contender {
  Contender(name: "Outline") {
    let items = rows(500).map { screen.items[$0] }
    let total = seconds {
      for item in items {
        screen.source.toggle(item)
        screen.source.toggle(item)
      }
    }
    blackHole(screen.adapter.changedRows)
    return total / Double(2 * items.count)
  }
}

/// Toggles rows of an outline without a data source, and computes each difference.
private func togglingValue<Item: BenchmarkItem>(
  _ workload: Workload<Item>, at rows: @escaping (Int) -> [Int]
) -> Contender {
  var snapshot = workload.snapshot
  return Contender(name: "its edit and difference") {
    let items = rows(500).map { workload.items[$0] }
    let total = seconds {
      for item in items {
        var old = snapshot
        snapshot.collapse(CollectionOfOne(item))
        blackHole(snapshot.difference(from: old))
        old = snapshot
        snapshot.expand(CollectionOfOne(item))
        blackHole(snapshot.difference(from: old))
      }
    }
    return total / Double(2 * items.count)
  }
}

/// Toggles one root of a hand-written outline, flattens it, and compares its rows with the former
/// ones.
private func togglingByHand<Item: BenchmarkItem>(_ workload: Workload<Item>) -> Contender {
  var outline = DictionaryOutline(workload)
  var visible = workload.items
  return Contender(name: "dictionary outline") {
    let item = workload.items[workload.randomRoots(1)[0]]
    let old = visible
    return seconds {
      outline.toggle(item)
      visible = outline.visibleItems
      blackHole(visible.difference(from: old))
    }
  }
}

/// Collapses and expands all items of random subtrees, without handlers for items.
private func togglingSubtrees<Item: BenchmarkItem>(
  _ screen: Screen<Item>, of workload: Workload<Item>
) -> Contender {
  screen.source.sectionSnapshotHandlers = SectionSnapshotHandlers()
  return Contender(name: "Outline") {
    let roots = workload.randomRoots(20)
    let count = roots.reduce(0) { $0 + workload.subtree($1).count }
    let total = seconds {
      for root in roots {
        screen.source.collapseSubtree(of: screen.items[root])
        screen.source.expandSubtree(of: screen.items[root])
      }
    }
    blackHole(screen.adapter.changedRows)
    return total / Double(2 * count)
  }
}

// MARK: - Drops

private func reorderings<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("drop a leaf after another") { workload in
      [
        moving(workload) { source, item, destination in
          try source.drop(item, to: destination)
        },
        movingByHand(workload),
      ]
    },
    Benchmark("the same move in `update`") { workload in
      [
        moving(workload) { source, item, destination in
          try source.update { try $0.moveItems(item, to: destination) }
        }
      ]
    },
  ]
}

/// Moves random leaves after others in one section.
private func moving<Item: BenchmarkItem>(
  _ workload: Workload<Item>,
  _ move:
    @escaping (
      OutlineDataSource<Int, Item>, CollectionOfOne<Item>, Snapshot<Int, Item>.Destination
    ) throws -> Void
) -> Contender {
  let screen = Screen(workload)
  screen.source.reorderingHandlers.canReorderItem = { $0.trace >= 0 }
  return Contender(name: "Outline") {
    let (moved, others) = (workload.randomLeaves(1000), workload.randomLeaves(1000))
    let total = try seconds {
      for (leaf, other) in zip(moved, others) where leaf != other {
        try move(screen.source, CollectionOfOne(screen.items[leaf]), .after(screen.items[other]))
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
      return (item: item, parent: parents[item] ?? workload.parent(ofRow: row))
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

// MARK: - Queries

private func readings<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("`rowPath(of:)`") { workload in
      let source = Screen(workload).source
      let rows = Dictionary(uniqueKeysWithValues: zip(workload.items, workload.items.indices))
      return [
        querying(for: workload.randomItems(100_000)) { source.rowPath(of: $0)?.row ?? 0 },
        querying("`Array` or `Dictionary`", for: workload.randomItems(100_000)) { rows[$0] ?? 0 },
      ]
    },
    // Nothing has changed.
    Benchmark("`checkContent`, 50 displayed rows") { workload in
      let screen = Screen(workload)
      let displayed = displayedRows(of: workload)
      screen.adapter.displayedRows = displayed
      screen.source.setContent { $0.trace }
      let shown = workload.items.map(\.trace)
      var changed = 0
      return [
        repeating("Outline") { screen.source.checkContent() },
        repeating("`Array` or `Dictionary`") {
          for path in displayed where workload.items[path.row].trace != shown[path.row] {
            changed += 1
          }
          blackHole(changed)
        },
      ]
    },
  ]
}

private func displayedRows<Item: BenchmarkItem>(of workload: Workload<Item>) -> [RowPath] {
  let start = workload.items.count / 2 - 25
  return (start..<start + 50).map { RowPath(section: 0, row: $0) }
}

/// A contender that does the same work a thousand times.
private func repeating(_ name: String, _ work: @escaping () -> Void) -> Contender {
  Contender(name: name) {
    let count = 1000
    return seconds { for _ in 0..<count { work() } } / Double(count)
  }
}

// MARK: - Updates

private func updates<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("30,000 updates in a handler, each moves a row of 1,000, an update") { workload in
      [updating(try Screen(listOf: workload), count: workload.roots.count * 300)]
    },
    // With more changes than the threshold, the adapter reloads all rows.
    Benchmark("`apply` of an outline rebuilt with 1% replaced, which reloads") { workload in
      let outlines = [try workload.rebuilt(.replacedLeaves), workload.snapshot]
      let snapshots = try outlines.map { outline in
        var snapshot = Snapshot<Int, Item>()
        try snapshot.appendSection(0, outline)
        return snapshot
      }
      let screen = Screen(workload)
      screen.source.reloadThreshold = 300
      return [
        Contender(name: "Outline") {
          seconds {
            for snapshot in snapshots {
              screen.source.apply(snapshot)
            }
          } / Double(snapshots.count)
        }
      ]
    },
    Benchmark("`apply` of a rebuilt outline, `keepingExpansion`, an item") { workload in
      let screen = Screen(workload)
      var outline = try workload.makeSnapshot()
      outline.collapseAll()
      var rebuilt = Snapshot<Int, Item>()
      try rebuilt.appendSection(0, outline)
      return [
        once(per: screen.items.count) { screen.source.apply(rebuilt, keepingExpansion: true) },
        once("its edit and difference", per: screen.items.count) {
          var copy = outline
          copy.keepExpansion(of: workload.snapshot)
          blackHole(copy.difference(from: workload.snapshot))
        },
      ]
    },
    Benchmark("`restore` of the state on screen, an item") { workload in
      let screen = Screen(workload)
      let state = ViewState(of: screen.source.snapshot(), selectedItems: [])
      return [
        once(per: screen.items.count) { _ = screen.source.restore(state) },
        once("its edit and difference", per: screen.items.count) {
          var copy = workload.snapshot
          copy.restoreExpansion(state.expandedItems)
          blackHole(copy.difference(from: workload.snapshot))
        },
      ]
    },
    Benchmark("`restore` of a collapsed outline, an item") { workload in
      let screen = Screen(workload)
      let state = ViewState(of: screen.source.snapshot(), selectedItems: [])
      var collapsed = workload.snapshot
      collapsed.collapseAll()
      let count = Double(screen.items.count)
      return [
        Contender(name: "Outline") {
          screen.source.update { $0[0].collapseAll() }
          return seconds { _ = screen.source.restore(state) } / count
        },
        Contender(name: "its edit and difference") {
          var copy = collapsed
          return seconds {
            copy.restoreExpansion(state.expandedItems)
            blackHole(copy.difference(from: collapsed))
          } / count
        },
      ]
    },
  ]
}

/// A contender whose work concerns several items.
private func once(
  _ name: String = "Outline", per count: Int, _ work: @escaping () -> Void
) -> Contender {
  Contender(name: name) { seconds(work) / Double(count) }
}

/// Moves items to the end, each in an update that is passed to an adapter.
private func updating<Item: BenchmarkItem>(_ screen: Screen<Item>, count: Int) -> Contender {
  var moved = 0
  screen.source.sectionSnapshotHandlers.willExpandItem = { _ in
    for _ in 0..<count {
      let item = screen.items[moved % screen.items.count]
      moved += 1
      screen.source.update { try? $0.moveItems([item], to: .end(of: 0)) }
    }
  }
  return Contender(name: "Outline") {
    let total = seconds { screen.source.toggle(screen.items[0]) }
    screen.source.toggle(screen.items[0])
    blackHole(screen.adapter.changedRows)
    return total / Double(count)
  }
}
