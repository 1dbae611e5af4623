import Outline

/// The tree changes of differences.
///
/// Computing the differences is not timed.
func treeChanging<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    treeChanging("a root collapsed") { workload in
      workload.collapses(of: workload.snapshot, at: workload.randomRoots(repetitions))
    },
    treeChanging("a star collapsed") { workload in
      workload.collapses(of: try workload.star(), at: Array(repeating: 0, count: repetitions))
    },
    treeChanging("a star expanded") { workload in
      workload.collapses(of: try workload.star(), at: Array(repeating: 0, count: repetitions))
        .map { ($1, $0) }
    },
  ]
}

private let repetitions = 1000

private func treeChanging<Item: BenchmarkItem>(
  _ edit: String,
  _ versions: @escaping (Workload<Item>) throws -> [(SectionSnapshot<Item>, SectionSnapshot<Item>)]
) -> Benchmark<Item> {
  Benchmark(title: "tree changes, \(edit)", limit: .atMost(20e-6), growthLimit: 4) { workload in
    let versions = try versions(workload).map { old, new in
      (old: old, new: new, difference: new.difference(from: old))
    }
    return [
      Contender(name: "Outline") {
        let total = seconds {
          for (old, new, difference) in versions {
            blackHole(difference.treeChanges(from: old, to: new))
          }
        }
        return total / Double(versions.count)
      }
    ]
  }
}

extension Workload {
  /// A root whose children are all other items.
  fileprivate func star() throws -> SectionSnapshot<Item> {
    var star = SectionSnapshot<Item>()
    try star.append(CollectionOfOne(items[0]))
    try star.append(items[1...], to: items[0])
    star.expandAll()
    return star
  }

  /// An outline and copies of it, each with one item collapsed.
  fileprivate func collapses(
    of outline: SectionSnapshot<Item>, at rows: [Int]
  ) -> [(SectionSnapshot<Item>, SectionSnapshot<Item>)] {
    rows.map { row in
      var copy = outline
      copy.collapse(CollectionOfOne(items[row]))
      return (outline, copy)
    }
  }
}
