import Outline

/// Walks over all visible rows, and lookups of random rows and items.
func lookups<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  walks() + queries()
}

private func walks<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("walk `visibleItems`, a row") { workload in
      let byHand = DictionaryOutline(workload)
      let tree = NodeTree(workload)
      return [
        walking(over: workload.snapshot.visibleItems) { $0.trace },
        walking("`Array`", over: workload.items) { $0.trace },
        walking("dictionary outline", count: workload.items.count) { visit in
          byHand.forEachVisibleItem { visit($0.trace) }
        },
        walking("node tree", count: workload.items.count) { visit in
          tree.forEachVisibleItem { visit($0.trace) }
        },
      ]
    },
    Benchmark("walk `rows`, a row", dependsOnForm: true) { workload in
      [
        walking(over: workload.snapshot.rows) { $0.item.trace &+ $0.level },
        walking("`Array`", over: workload.rows) { $0.item.trace &+ $0.level },
      ]
    },
    Benchmark("walk `items` after 200,000 random moves, an item") { workload in
      var aged = workload.snapshot
      let count = min(200_000, workload.items.count)
      for (item, anchor) in zip(workload.randomItems(count), workload.randomItems(count))
      where item != anchor && !aged.isDescendant(anchor, of: item) {
        try aged.move(item, after: anchor)
      }
      return [walking(over: aged.items) { $0.trace }]
    },
  ]
}

/// A contender that reads every element of a collection.
private func walking<Elements: Collection>(
  _ name: String = "Outline", over elements: Elements,
  _ trace: @escaping (Elements.Element) -> Int
) -> Contender {
  Contender(name: name) {
    var sum = 0
    let total = seconds {
      for element in elements {
        sum &+= trace(element)
      }
    }
    blackHole(sum)
    return total / Double(elements.count)
  }
}

/// A contender that passes the trace of every element to a closure.
private func walking(
  _ name: String, count: Int, _ walk: @escaping ((Int) -> Void) -> Void
) -> Contender {
  Contender(name: name) {
    var sum = 0
    let total = seconds { walk { sum &+= $0 } }
    blackHole(sum)
    return total / Double(count)
  }
}

/// The number of lookups of a round.
private let lookupCount = 100_000

private func queries<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("`visibleItems[row]`") { workload in
      let tree = NodeTree(workload)
      return [
        querying(for: workload.randomRows(lookupCount)) { row in
          workload.snapshot.visibleItems[row].trace
        },
        querying("`Array`", for: workload.randomRows(lookupCount)) { workload.items[$0].trace },
        querying("node tree", for: workload.randomRows(lookupCount)) { row in
          tree.item(atRow: row)?.trace ?? 0
        },
      ]
    },
    query("row(of:)", { $0.row(of: $1) ?? 0 }, { $0.row(of: $1) }),
    query("level(of:)", { $0.level(of: $1) ?? 0 }, { $0.level(of: $1) }),
    query("parent(of:)", { $0.parent(of: $1)?.trace ?? 0 }, { $0.parent(of: $1)?.trace ?? 0 }),
  ]
}

/// A query about random items.
///
/// The dictionary contains the answers, so it is valid only until the next edit.
private func query<Item: BenchmarkItem>(
  _ query: String, _ ask: @escaping (SectionSnapshot<Item>, Item) -> Int,
  _ askTree: @escaping (NodeTree<Item>, Item) -> Int
) -> Benchmark<Item> {
  Benchmark("`\(query)`") { workload in
    let answers = Dictionary(uniqueKeysWithValues: zip(workload.items, workload.items.indices))
    let tree = NodeTree(workload)
    return [
      querying(for: workload.randomItems(lookupCount)) { ask(workload.snapshot, $0) },
      querying("`Dictionary`", for: workload.randomItems(lookupCount)) { answers[$0] ?? 0 },
      querying("node tree", for: workload.randomItems(lookupCount)) { askTree(tree, $0) },
    ]
  }
}
