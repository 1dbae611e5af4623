import Outline

/// Outlines of a few rows, as in most applications.
func smallOutlines<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [10, 100, 1000].flatMap { smallOutlines(of: $0) }
}

private func smallOutlines<Item: BenchmarkItem>(of count: Int) -> [Benchmark<Item>] {
  func benchmark(
    _ title: String, unit: Unit = .seconds,
    contenders: @escaping (Workload<Item>) throws -> [Contender]
  ) -> Benchmark<Item> {
    Benchmark("\(grouped(count)) rows: \(title)", unit: unit, hasGrowth: false) { _ in
      try contenders(Workload(.random, count: count))
    }
  }
  let repetitions = 100_000 / count
  return [
    benchmark("append the children of each parent") { workload in
      let siblings = workload.siblings
      return [
        repeating(times: repetitions) {
          var snapshot = SectionSnapshot<Item>()
          for (parent, children) in siblings {
            try snapshot.append(children, to: parent)
          }
          return snapshot
        },
        repeating(naive, times: repetitions) {
          var outline = DictionaryOutline<Item>()
          for (parent, children) in siblings {
            outline.append(children, to: parent)
          }
          return outline
        },
      ]
    },
    benchmark("rebuild, and compare with an equal one") { workload in
      let old = workload.snapshot
      let rows = workload.rows
      let visible = Array(old.visibleItems)
      return [
        repeating(times: repetitions) {
          let new = try SectionSnapshot(expanded: rows)
          return new.difference(from: old).isEmpty
        },
        repeating(difference, times: repetitions) {
          Array(rows.lazy.map(\.item)).difference(from: visible).isEmpty
        },
      ]
    },
    benchmark("rebuild sections of 20, and compare with equal ones") { workload in
      let sections = Sections(items: workload.items, each: min(20, workload.items.count))
      let old = try sections.makeSnapshot()
      let arrays = (0..<sections.count).map { Array(sections.items(of: $0)) }
      return [
        repeating(times: repetitions) { try sections.makeSnapshot().difference(from: old).isEmpty },
        repeating(difference, times: repetitions) {
          zip((0..<sections.count).map { Array(sections.items(of: $0)) }, arrays)
            .allSatisfy { $0.difference(from: $1).isEmpty }
        },
      ]
    },
    benchmark("toggle a row, and compare") { workload in
      let snapshot = workload.snapshot
      let visible = Array(snapshot.visibleItems)
      let outline = DictionaryOutline(workload)
      let item = workload.items[workload.innerRows.last ?? 0]
      return [
        repeating(times: repetitions) {
          var new = snapshot
          new.collapse(CollectionOfOne(item))
          return new.difference(from: snapshot)
        },
        repeating(naive, times: repetitions) {
          var new = outline
          new.toggle(item)
          return new.visibleItems.difference(from: visible)
        },
      ]
    },
    benchmark("memory of a snapshot with a section", unit: .bytes) { workload in
      [
        allocating(per: 100) {
          try (0..<100).map { _ in
            var snapshot = Snapshot<Int, Item>()
            try snapshot.appendSections([0])
            snapshot[0] = try SectionSnapshot(expanded: workload.rows)
            return snapshot
          }
        },
        allocating(naive, per: 100) { (0..<100).map { _ in [0: DictionaryOutline(workload)] } },
      ]
    },
  ]
}

private let naive = "dictionary outline"
private let difference = "`CollectionDifference`"

/// A contender that makes a value several times.
private func repeating<Value>(
  _ name: String = "Outline", times count: Int, _ make: @escaping () throws -> Value
) -> Contender {
  Contender(name: name) {
    let total = try seconds {
      for _ in 0..<count {
        blackHole(try make())
      }
    }
    return total / Double(count)
  }
}
