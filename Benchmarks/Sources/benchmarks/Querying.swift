import Outline

/// Look-ups of random rows and random items.
func querying<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "`visibleItems[row]`", limit: .atMost(1e-6), growthLimit: 8) { workload in
      [
        querying("Outline", for: workload.randomRows(lookUps)) { row in
          workload.snapshot.visibleItems[row].trace
        },
        querying("Array", for: workload.randomRows(lookUps)) { row in
          workload.items[row].trace
        },
      ]
    },
    lookUp("row(of:)") { snapshot, item in snapshot.row(of: item) ?? 0 },
    lookUp("level(of:)") { snapshot, item in snapshot.level(of: item) ?? 0 },
    lookUp("parent(of:)") { snapshot, item in snapshot.parent(of: item)?.trace ?? 0 },
    lookUp("childIndex(of:)") { snapshot, item in snapshot.childIndex(of: item) ?? 0 },
  ]
}

/// The number of look-ups of a run.
private let lookUps = 100_000

/// Queries about random items, compared with a dictionary from items to rows.
private func lookUp<Item: BenchmarkItem>(
  _ query: String, _ body: @escaping (SectionSnapshot<Item>, Item) -> Int
) -> Benchmark<Item> {
  Benchmark(title: "`\(query)`", limit: .atMost(2e-6), growthLimit: 8) { workload in
    let rows = Dictionary(uniqueKeysWithValues: zip(workload.items, workload.items.indices))
    return [
      querying("Outline", for: workload.randomItems(lookUps)) { item in
        body(workload.snapshot, item)
      },
      querying("Dictionary", for: workload.randomItems(lookUps)) { item in rows[item] ?? 0 },
    ]
  }
}

/// A contender that runs one query for each of several values.
func querying<Value>(
  _ name: String, for values: @autoclosure @escaping () -> [Value],
  _ query: @escaping (Value) -> Int
) -> Contender {
  Contender(name: name) {
    let values = values()
    var trace = 0
    let total = seconds {
      for value in values {
        trace &+= query(value)
      }
    }
    blackHole(trace)
    return total / Double(values.count)
  }
}
