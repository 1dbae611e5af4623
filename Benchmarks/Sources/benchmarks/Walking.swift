import Outline

/// Walks over all visible rows.
func walking<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "walk `visibleItems`, a row", limit: .atMost(10e-9)) { workload in
      [
        walking("Outline", over: workload.snapshot.visibleItems) { $0.trace },
        walking("Array", over: workload.items) { $0.trace },
        walkingByHand(workload),
      ]
    },
    Benchmark(title: "walk `rows`, a row", limit: .atMost(12e-9)) { workload in
      [
        walking("Outline", over: workload.snapshot.rows) { $0.item.trace &+ $0.level },
        walking("Array", over: workload.rows) { $0.item.trace &+ $0.level },
      ]
    },
  ]
}

/// A contender that walks the visible items of a hand-written outline.
private func walkingByHand<Item: BenchmarkItem>(_ workload: Workload<Item>) -> Contender {
  let outline = DictionaryOutline(workload)
  return Contender(name: "dictionary outline") {
    var sum = 0
    let total = seconds { outline.forEachVisibleItem { sum &+= $0.trace } }
    blackHole(sum)
    return total / Double(workload.items.count)
  }
}

/// A contender that reads every element of a collection.
func walking<Elements: Collection>(
  _ name: String, over elements: Elements, _ trace: @escaping (Elements.Element) -> Int
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
