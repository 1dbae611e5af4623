import Outline

/// Differences of versions that share storage.
///
/// The edits are not timed.
func differing<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  differingByRows(type) + differingByMoves(type) + differingByExpansion(type)
    + [differingByManyEdits(type), comparing(type)]
}

/// The number of pairs of versions that a run compares.
private let comparisons = 1000

private func afterOneEdit<Item: BenchmarkItem>(
  _ edit: String, _ contenders: @escaping (Workload<Item>) throws -> [Contender]
) -> Benchmark<Item> {
  Benchmark(
    title: "difference, \(edit)", limit: .atMost(10e-6), growthLimit: 4, contenders: contenders)
}

private func differingByRows<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    afterOneEdit("one row inserted") { workload in
      [
        differing(
          workload.versions(at: workload.randomRows(comparisons)) { copy, row in
            try copy.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
          }),
        differing(
          workload.arrays(at: workload.randomRows(2)) { copy, row in
            copy.insert(workload.newItem, at: row)
          }),
      ]
    },
    afterOneEdit("one row deleted") { workload in
      [
        differing(
          workload.versions(at: workload.randomLeaves(comparisons)) { copy, row in
            try copy.delete(CollectionOfOne(workload.items[row]))
          }),
        differing(
          workload.arrays(at: workload.randomLeaves(2)) { copy, row in
            copy.remove(at: row)
          }),
      ]
    },
  ]
}

/// A root moves with its descendants.
///
/// They are too many for `CollectionDifference`, whose time grows
/// with the square of the changes.
private func differingByMoves<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    afterOneEdit("the first leaf moved to the end") { workload in
      let leaf = workload.shape.depth - 1
      let last = workload.items[workload.items.count - 1]
      return [
        differing(
          workload.versions(at: same(leaf, comparisons)) { copy, row in
            try copy.move(workload.items[row], after: last)
          }),
        differing(
          "inferringMoves", workload.arrays(at: same(leaf, 2)) { $0.append($0.remove(at: $1)) }
        ) { $1.difference(from: $0).inferringMoves() },
      ]
    },
    afterOneEdit("the first root moved to the end") { workload in
      let last = workload.items[workload.roots[workload.roots.count - 1]]
      return [
        differing(
          workload.versions(at: same(0, comparisons)) { copy, root in
            try copy.move(workload.items[root], after: last)
          }),
        buildingSet(of: workload),
      ]
    },
  ]
}

private func differingByExpansion<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    afterOneEdit("a root collapsed") { workload in
      [
        differing(
          workload.versions(at: workload.randomRoots(comparisons)) { copy, root in
            copy.collapse(CollectionOfOne(workload.items[root]))
          }),
        differing(
          workload.arrays(at: workload.randomRoots(1)) { copy, root in
            copy.removeSubrange(root + 1..<root + workload.rowsPerRoot)
          }),
      ]
    },
    afterOneEdit("a root expanded") { workload in
      [
        differing {
          workload.randomRoots(comparisons).map { root in
            var old = workload.snapshot
            old.collapse(CollectionOfOne(workload.items[root]))
            var new = old
            new.expand(CollectionOfOne(workload.items[root]))
            return (old, new)
          }
        },
        differing {
          workload.randomRoots(1).map { root in
            var old = workload.items
            old.removeSubrange(root + 1..<root + workload.rowsPerRoot)
            return (old, workload.items)
          }
        },
      ]
    },
  ]
}

private func differingByManyEdits<Item: BenchmarkItem>(_ type: Item.Type) -> Benchmark<Item> {
  Benchmark(title: "difference, 1,000 random edits", limit: .atMost(5e-3)) { workload in
    [
      differing { try (0..<10).map { _ in try workload.versionsFarApart() } },
      buildingSet(of: workload),
    ]
  }
}

/// Versions in which all rows between two positions have other positions.
private func comparing<Item: BenchmarkItem>(_ type: Item.Type) -> Benchmark<Item> {
  Benchmark(title: "`==`, a leaf moved to the end", limit: .atMost(20e-6), growthLimit: 4) {
    workload in
    let last = workload.items[workload.items.count - 1]
    return [
      differing(
        "Outline",
        workload.versions(at: workload.randomLeaves(comparisons)) { copy, row in
          try copy.move(workload.items[row], after: last)
        }
      ) { $0 == $1 },
      differing(
        "Array", workload.arrays(at: workload.randomLeaves(10)) { $0.append($0.remove(at: $1)) }
      ) { $0 == $1 },
    ]
  }
}

private func same(_ position: Int, _ count: Int) -> [Int] {
  Array(repeating: position, count: count)
}

// MARK: - Versions

/// Makes pairs of versions.
private typealias Versions<Value> = () throws -> [(old: Value, new: Value)]

extension Workload {
  /// The outline and an edited copy of it, for each of several positions.
  fileprivate func versions(
    at positions: @autoclosure @escaping () -> [Int],
    _ edit: @escaping (inout SectionSnapshot<Item>, Int) throws -> Void
  ) -> Versions<SectionSnapshot<Item>> {
    edited(snapshot, at: positions, edit)
  }

  /// The array of the rows and an edited copy of it, for each of several positions.
  fileprivate func arrays(
    at positions: @autoclosure @escaping () -> [Int], _ edit: @escaping (inout [Item], Int) -> Void
  ) -> Versions<[Item]> {
    edited(items, at: positions, edit)
  }

  private func edited<Value>(
    _ original: Value, at positions: @escaping () -> [Int],
    _ edit: @escaping (inout Value, Int) throws -> Void
  ) -> Versions<Value> {
    {
      try positions().map { position in
        var copy = original
        try edit(&copy, position)
        return (original, copy)
      }
    }
  }

  /// Two versions with a thousand edits between them, or fewer for a small outline.
  ///
  /// One quarter of the edits inserts leaves, one deletes leaves, and one moves leaves. The last
  /// quarter collapses and expands parents of leaves in turn. The latter are collapsed in the old
  /// version.
  fileprivate func versionsFarApart() throws -> (
    old: SectionSnapshot<Item>, new: SectionSnapshot<Item>
  ) {
    let leaves = rows(ofLevel: shape.depth - 1).shuffled().map { items[$0] }
    let parents = rows(ofLevel: shape.depth - 2).shuffled().map { items[$0] }
    let edits = min(250, leaves.count / 4)
    let toggles = min(edits, parents.count)
    var old = snapshot
    old.collapse(parents[..<(toggles / 2)])
    var new = old
    for edit in 0..<edits {
      let anchors = (leaves[2 * edits + edit], leaves[3 * edits + edit])
      try new.insert(CollectionOfOne(Item(number: items.count + edit)), before: anchors.0)
      try new.delete(CollectionOfOne(leaves[edit]))
      try new.move(leaves[edits + edit], before: anchors.1)
      if edit < toggles / 2 {
        new.expand(CollectionOfOne(parents[edit]))
      } else if edit < toggles {
        new.collapse(CollectionOfOne(parents[edit]))
      }
    }
    return (old, new)
  }

  private func rows(ofLevel level: Int) -> [Int] {
    rows.indices.filter { rows[$0].level == level }
  }
}

// MARK: - Contenders

/// A contender that computes the difference of each pair of versions.
private func differing<Item: BenchmarkItem>(
  _ versions: @escaping Versions<SectionSnapshot<Item>>
) -> Contender {
  differing("Outline", versions) { $1.difference(from: $0) }
}

/// A contender that computes the `CollectionDifference` of each pair of arrays.
private func differing<Item: BenchmarkItem>(_ versions: @escaping Versions<[Item]>) -> Contender {
  differing("CollectionDifference", versions) { $1.difference(from: $0) }
}

private func differing<Value, Difference>(
  _ name: String, _ versions: @escaping Versions<Value>,
  _ difference: @escaping (_ old: Value, _ new: Value) -> Difference
) -> Contender {
  Contender(name: name) {
    let versions = try versions()
    let total = seconds {
      for (old, new) in versions {
        blackHole(difference(old, new))
      }
    }
    return total / Double(versions.count)
  }
}

/// A contender that hashes every item once: the least work of any comparison of all items.
private func buildingSet<Item: BenchmarkItem>(of workload: Workload<Item>) -> Contender {
  building("Set", per: 1) { Set(workload.items) }
}
