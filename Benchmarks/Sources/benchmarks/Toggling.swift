import Outline

/// Rows of a data source that collapse and expand, with all rows visible at first.
func toggling<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "data source, toggle a row", limit: .atMost(20e-6), growthLimit: 4) {
      workload in
      [
        togglingRows(Screen(workload), at: { workload.randomParents(1000) }),
        togglingInArray(workload),
        togglingValue(
          workload.items, workload.snapshot, at: { workload.randomParents(1000) }),
        togglingByHand(workload, at: { workload.randomParents(1) }),
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
        togglingRows(Screen(workload), at: { workload.randomRoots(1000) }),
        togglingValue(workload.items, workload.snapshot, at: { workload.randomRoots(1000) }),
        togglingByHand(workload, at: { workload.randomRoots(1) }),
      ]
    },
  ]
}

// MARK: - Contenders

/// Toggles rows one after another, and passes each change to an adapter.
func togglingRows<Item: BenchmarkItem>(
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

/// Toggles rows of an outline without a data source, and computes each difference.
func togglingValue<Item: BenchmarkItem>(
  _ allItems: [Item], _ original: SectionSnapshot<Item>, at rows: @escaping () -> [Int]
) -> Contender {
  var snapshot = original
  return Contender(name: "value and difference") {
    let items = rows().map { allItems[$0] }
    let total = seconds {
      for item in items {
        let old = snapshot
        if old.isExpanded(item) {
          snapshot.collapse(CollectionOfOne(item))
        } else {
          snapshot.expand(CollectionOfOne(item))
        }
        blackHole(snapshot.difference(from: old))
      }
    }
    return total / Double(items.count)
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

/// Toggles one row of a hand-written outline, flattens it, and compares its rows with the former
/// ones.
private func togglingByHand<Item: BenchmarkItem>(
  _ workload: Workload<Item>, at rows: @escaping () -> [Int]
) -> Contender {
  var outline = DictionaryOutline(workload)
  var visible = workload.items
  return Contender(name: "dictionary outline") {
    let item = workload.items[rows()[0]]
    let old = visible
    return seconds {
      outline.toggle(item)
      visible = outline.visibleItems
      blackHole(visible.difference(from: old))
    }
  }
}
