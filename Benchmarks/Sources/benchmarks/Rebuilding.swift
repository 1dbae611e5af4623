import Outline

/// Differences of outlines without shared storage, for each row.
func rebuilding<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  let rebuilds: [(title: String, limit: Limit, model: (Shape) -> Model)] = [
    ("equal", .equalRow(type), { Model($0) }),
    (
      "1 % inserted, deleted, moved", .timesAlternative(2),
      { Model($0).withChanges(each: $0.rowCount / 100) }
    ),
    ("shuffled", .timesAlternative(4), { Model($0).shuffled() }),
    ("reversed", .timesAlternative(4), { Model($0).reversed() }),
    ("all replaced", .timesAlternative(4), { Model($0).replaced() }),
  ]
  return rebuilds.map { title, limit, model in
    Benchmark(title: "difference, rebuilt, \(title), a row", limit: limit) { workload in
      let new: SectionSnapshot<Item> = try model(workload.shape).makeSnapshot()
      let set = building("Set", per: workload.items.count) { Set(workload.items) }
      return [differing(to: new, from: workload), set]
        + (title == "equal" ? [differingInLibrary(to: new, from: workload)] : [])
    }
  }
    + rebuilds[1...3].map { title, _, model in
      Benchmark(
        title: "difference, rebuilt, \(title), rows moved", unit: .rows, limit: .timesAlternative(1)
      ) { workload in
        let new: SectionSnapshot<Item> = try model(workload.shape).makeSnapshot()
        return [
          Contender(name: "Outline") {
            let moves = new.difference(from: workload.snapshot).moves
            return Double(moves.reduce(0) { $0 + $1.source.count })
          },
          Contender(name: "the least") { Double(leastMoves(to: new, from: workload.items)) },
        ]
      }
    }
}

extension Limit {
  /// The limit for each row of a rebuilt outline that is equal.
  static func equalRow<Item: BenchmarkItem>(_ type: Item.Type) -> Limit {
    .atMost(type == Int.self ? 3e-9 : 12e-9)
  }
}

/// A contender that compares two outlines without shared storage.
private func differing<Item: BenchmarkItem>(
  to new: SectionSnapshot<Item>, from workload: Workload<Item>
) -> Contender {
  building("Outline", per: workload.items.count) { new.difference(from: workload.snapshot) }
}

private func differingInLibrary<Item: BenchmarkItem>(
  to new: SectionSnapshot<Item>, from workload: Workload<Item>
) -> Contender {
  let items = Array(new.visibleItems)
  return building("CollectionDifference", per: items.count) {
    items.difference(from: workload.items)
  }
}

/// Returns the smallest number of rows that must move.
///
/// These are the common rows minus the longest increasing subsequence of their old positions, found
/// by the algorithm of M. Fredman, "On computing the length of longest increasing subsequences"
/// (1975).
private func leastMoves<Item: BenchmarkItem>(
  to new: SectionSnapshot<Item>, from old: [Item]
) -> Int {
  let positions = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
  // By length minus one: the smallest last position of an increasing subsequence.
  var ends: [Int] = []
  var commonRows = 0
  for position in new.visibleItems.lazy.compactMap({ positions[$0] }) {
    commonRows += 1
    var bounds = 0..<ends.count
    while let middle = bounds.isEmpty ? nil : (bounds.lowerBound + bounds.upperBound) / 2 {
      bounds = ends[middle] < position ? middle + 1..<bounds.upperBound : bounds.lowerBound..<middle
    }
    if bounds.lowerBound < ends.count {
      ends[bounds.lowerBound] = position
    } else {
      ends.append(position)
    }
  }
  return commonRows - ends.count
}

// MARK: - Models

/// The numbers and levels of the items of an outline, in pre-order.
private struct Model {
  let shape: Shape
  var numbers: [Int]
  var levels: [Int]

  /// The rows of a workload.
  init(_ shape: Shape) {
    self.shape = shape
    numbers = Array(0..<shape.rowCount)
    levels = shape.levels
  }

  /// Makes the outline with new items.
  func makeSnapshot<Item: BenchmarkItem>() throws -> SectionSnapshot<Item> {
    var snapshot = SectionSnapshot<Item>()
    let items = numbers.lazy.map { Item(number: $0) }
    try snapshot.append(preorder: zip(items, levels).lazy.map { (item: $0, level: $1) })
    snapshot.expandAll()
    return snapshot
  }

  /// The same shape with its items in random order.
  func shuffled() -> Model {
    var model = self
    model.numbers.shuffle()
    return model
  }

  /// The same shape with its items in the opposite order.
  func reversed() -> Model {
    var model = self
    model.numbers.reverse()
    return model
  }

  /// The same shape with other items.
  func replaced() -> Model {
    var model = self
    model.numbers = numbers.map { $0 + numbers.count }
    return model
  }

  /// Random edits: equal numbers of leaves are inserted, deleted, and moved to other parents.
  func withChanges(each count: Int) -> Model {
    let leaves = levels.indices.filter { levels[$0] == shape.depth - 1 }.shuffled()
    var leaving = [Bool](repeating: false, count: numbers.count)
    for leaf in leaves[..<(2 * count)] {
      leaving[leaf] = true
    }
    // Inserted and moved leaves follow random leaves, which may be moved or deleted themselves.
    var arriving: [Int: [Int]] = [:]
    let new = Array(numbers.count..<numbers.count + count)
    for number in leaves[..<count] + new {
      arriving[leaves.randomElement() ?? 0, default: []].append(number)
    }
    var model = self
    model.numbers = []
    model.levels = []
    for (row, number) in numbers.enumerated() {
      let group = (leaving[row] ? [] : [number]) + arriving[row, default: []]
      model.numbers += group
      model.levels += group.map { _ in levels[row] }
    }
    return model
  }
}
