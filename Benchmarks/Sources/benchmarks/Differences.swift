import Outline

/// Differences of versions that share storage.
///
/// Edits are timed only if the title mentions them.
func differences<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  afterEdits() + withEdits() + [equalityAfterEdit(), treeChanges()]
}

/// Differences of outlines that share nothing.
func rebuilt<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  equality() + ofRebuiltOutlines() + moves()
}

/// Names of columns whose figures come from other runs.
private let differenceKit = "DifferenceKit[^q]"
private let listKit = "ListKit[^q]"

// MARK: - Versions that share storage

/// The number of pairs of versions that a round compares.
private let pairCount = 1000

/// The time of `CollectionDifference` grows with the square of the changes.
///
/// If they are too many, the alternative is a `Set` of all items: each is hashed once, as in any
/// comparison of all items.
private func afterEdits<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("a row inserted") { workload in
      [
        differing(
          workload.versions(at: workload.randomRows(pairCount)) { copy, row in
            try copy.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
          }),
        differing(
          workload.arrays(at: workload.randomRows(2)) { copy, row in
            copy.insert(workload.newItem, at: row)
          }),
      ]
    },
    Benchmark("the first leaf moved to the end") { workload in
      let (leaf, last) = (workload.leaves[0], workload.items[workload.items.count - 1])
      return [
        differing(
          workload.versions(at: Array(repeating: leaf, count: pairCount)) { copy, row in
            try copy.move(workload.items[row], after: last)
          }),
        differing(
          "`CollectionDifference`",
          workload.arrays(at: [leaf, leaf]) { copy, row in
            copy.append(copy.remove(at: row))
          }
        ) { $1.difference(from: $0).inferringMoves() },
      ]
    },
    Benchmark("the first root moved to the end") { workload in
      let last = workload.items[workload.roots[workload.roots.count - 1]]
      return [
        differing(
          workload.versions(at: Array(repeating: 0, count: pairCount)) { copy, root in
            try copy.move(workload.items[root], after: last)
          }),
        building("building a `Set`", per: 1) { Set(workload.items) },
      ]
    },
    Benchmark("a root collapsed") { workload in
      [
        differing(
          workload.versions(at: workload.randomRoots(pairCount)) { copy, root in
            copy.collapse(CollectionOfOne(workload.items[root]))
          }),
        differing(
          workload.arrays(at: workload.randomRoots(1)) { copy, root in
            copy.removeSubrange(workload.subtree(root).dropFirst())
          }),
      ]
    },
    Benchmark("1,000 random edits") { workload in
      [
        differing { try (0..<10).map { _ in try workload.versionsFarApart() } },
        building("building a `Set`", per: 1) { Set(workload.items) },
      ]
    },
  ]
}

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
  func versionsFarApart() throws -> (
    old: SectionSnapshot<Item>, new: SectionSnapshot<Item>
  ) {
    let leaves = self.leaves.shuffled().map { items[$0] }
    let parents = innerRows.filter { self.parents[$0] >= 0 }.shuffled().map { items[$0] }
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
}

/// A contender that computes the difference of each pair of versions.
private func differing<Item: BenchmarkItem>(
  _ versions: @escaping Versions<SectionSnapshot<Item>>
) -> Contender {
  differing("Outline", versions) { $1.difference(from: $0) }
}

/// A contender that computes the `CollectionDifference` of each pair of arrays.
private func differing<Item: BenchmarkItem>(_ versions: @escaping Versions<[Item]>) -> Contender {
  differing("`CollectionDifference`", versions) { $1.difference(from: $0) }
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

// MARK: - Edits with their differences

/// One edit of a copy and the change of the visible rows, as applications need them.
///
/// The hand-written outline is not copied.
private func withEdits<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    withEdit(
      "copy, collapse a root of 10,100 rows, difference", at: Workload.randomRoots,
      quoted: [(differenceKit, "659 / 896 ms"), (listKit, "842 / 1,710 ms")]
    ) { copy, _, row in
      copy.collapse(CollectionOfOne(row.item))
    } byHand: { copy, _, row in
      copy.collapse(row.item)
    },
    withEdit(
      "copy, expand a root, difference", at: Workload.randomRoots, isCollapsed: true,
      quoted: [(differenceKit, "689 / 901 ms"), (listKit, "771 / 1,660 ms")]
    ) { copy, _, row in
      copy.expand(CollectionOfOne(row.item))
    } byHand: { copy, _, row in
      copy.expand(row.item)
    },
    withEdit(
      "copy, insert a row, difference", at: Workload.randomLeaves,
      quoted: [(differenceKit, "634 / 1,050 ms"), (listKit, "788 / 1,990 ms")]
    ) { copy, workload, row in
      try copy.insert(CollectionOfOne(workload.newItem), before: row.item)
    } byHand: { copy, workload, row in
      copy.insert(workload.newItem, before: row.item, in: row.parent)
    },
    withEdit("copy, delete a row, difference", at: Workload.randomLeaves) { copy, _, row in
      try copy.delete(CollectionOfOne(row.item))
    } byHand: { copy, _, row in
      copy.removeSubtree(row.item, from: row.parent)
    },
    withEdit(
      "copy, move a row to the front, difference", at: Workload.randomLeaves,
      quoted: [(differenceKit, "665 / 1,090 ms"), (listKit, "828 / 2,200 ms")]
    ) { copy, workload, row in
      try copy.move(row.item, before: workload.items[0])
    } byHand: { copy, workload, row in
      copy.remove(row.item, from: row.parent)
      copy.insert(row.item, before: workload.items[0], in: nil)
    },
  ]
}

private typealias Edit<Value, Item: BenchmarkItem> =
  (inout Value, Workload<Item>, (item: Item, parent: Item?)) throws -> Void

/// Edits a random row of an outline in which all other items are expanded.
private func withEdit<Item: BenchmarkItem>(
  _ title: String, at rows: @escaping (Workload<Item>) -> (Int) -> [Int], isCollapsed: Bool = false,
  quoted: [Cell] = [], _ edit: @escaping Edit<SectionSnapshot<Item>, Item>,
  byHand: @escaping Edit<DictionaryOutline<Item>, Item>
) -> Benchmark<Item> {
  Benchmark(title, quoted: quoted) { workload in
    func randomRows(_ count: Int) -> [(item: Item, parent: Item?)] {
      rows(workload)(count).map { (workload.items[$0], workload.parent(ofRow: $0)) }
    }
    return [
      Contender(name: "Outline") {
        let rows = randomRows(1000)
        let versions = rows.map { row in
          var old = workload.snapshot
          if isCollapsed { old.collapse(CollectionOfOne(row.item)) }
          return old
        }
        let total = try seconds {
          for (row, old) in zip(rows, versions) {
            var copy = old
            try edit(&copy, workload, row)
            blackHole(copy.difference(from: old))
          }
        }
        return total / Double(rows.count)
      },
      Contender(name: "dictionary outline") {
        var outline = DictionaryOutline(workload)
        let row = randomRows(1)[0]
        if isCollapsed { outline.collapse(row.item) }
        let old = outline.visibleItems
        return try seconds {
          try byHand(&outline, workload, row)
          blackHole(outline.visibleItems.difference(from: old))
        }
      },
    ]
  }
}

/// All rows between two positions have other positions.
private func equalityAfterEdit<Item: BenchmarkItem>() -> Benchmark<Item> {
  Benchmark("`==`, a leaf moved to the end") { workload in
    let last = workload.items[workload.items.count - 1]
    return [
      differing(
        "Outline",
        workload.versions(at: workload.randomLeaves(pairCount)) { copy, row in
          try copy.move(workload.items[row], after: last)
        }
      ) { $0 == $1 },
      differing(
        "`Array ==`",
        workload.arrays(at: workload.randomLeaves(10)) { $0.append($0.remove(at: $1)) }
      ) { $0 == $1 },
    ]
  }
}

/// The difference itself is not timed.
private func treeChanges<Item: BenchmarkItem>() -> Benchmark<Item> {
  Benchmark("`treeChanges` of a difference, a root collapsed") { workload in
    let versions = workload.versions(at: workload.randomRoots(pairCount)) { copy, root in
      copy.collapse(CollectionOfOne(workload.items[root]))
    }
    let pairs = try versions().map { old, new in
      (old: old, new: new, difference: new.difference(from: old))
    }
    return [
      Contender(name: "Outline") {
        let total = seconds {
          for (old, new, difference) in pairs {
            blackHole(difference.treeChanges(from: old, to: new))
          }
        }
        return total / Double(pairs.count)
      }
    ]
  }
}

// MARK: - Rebuilt outlines

private func equality<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("equal: `==`, a row") { workload in
      let rebuilt = try workload.rebuilt(.equal)
      return [
        building(per: workload.items.count) { rebuilt == workload.snapshot },
        comparingArrays(workload),
      ]
    },
    Benchmark(
      "equal: `difference(from:).isEmpty`, a row",
      quoted: [(differenceKit, "549 / 695 ns"), (listKit, "0.8 / 10.5 ns")]
    ) { workload in
      let rebuilt = try workload.rebuilt(.equal)
      let items = workload.makeItems()
      return [
        building(per: workload.items.count) {
          rebuilt.difference(from: workload.snapshot).isEmpty
        },
        comparingArrays(workload),
        building("`CollectionDifference`", per: items.count) {
          items.difference(from: workload.items).isEmpty
        },
        building("building a `Set`", per: items.count) { Set(workload.items) },
      ]
    },
  ]
}

private func comparingArrays<Item: BenchmarkItem>(_ workload: Workload<Item>) -> Contender {
  let items = workload.makeItems()
  return building("`Array ==`", per: items.count) { items == workload.items }
}

/// The quoted figures are those of flat lists of a million rows.
private func ofRebuiltOutlines<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  let rebuilds: [(rebuild: Rebuild, quoted: [Cell])] = [
    (.edited, [(differenceKit, "614 / 768 ns"), (listKit, "423 / 912 ns")]),
    (.replacedLeaves, []),
    (.movedFirst, [(differenceKit, "567 / 792 ns"), (listKit, "427 / 985 ns")]),
    (.shuffled, [(differenceKit, "768 / 1,580 ns"), (listKit, "451 / 1,190 ns")]),
    (.replaced, [(differenceKit, "420 / 612 ns"), (listKit, "330 / 1,250 ns")]),
  ]
  return rebuilds.map { rebuild, quoted in
    Benchmark("\(rebuild.rawValue), a row", quoted: quoted) { workload in
      let rebuilt = try workload.rebuilt(rebuild)
      return [
        building(per: workload.items.count) { rebuilt.difference(from: workload.snapshot) },
        building("building a `Set`", per: workload.items.count) { Set(workload.items) },
      ]
    }
  }
}

/// The number of rows that the differences of rebuilt outlines move.
private func moves<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  let rebuilds: [(rebuild: Rebuild, quoted: [Cell])] = [
    (.edited, []),
    (.movedFirst, [(differenceKit, "999,999"), (listKit, "1")]),
    (.shuffled, [(differenceKit, "999,986"), (listKit, "998,023")]),
  ]
  return rebuilds.map { rebuild, quoted in
    Benchmark(
      "\(rebuild.rawValue): rows moved", unit: .count, hasGrowth: false, quoted: quoted
    ) { workload in
      let rebuilt = try workload.rebuilt(rebuild)
      return [
        Contender(name: "Outline") {
          let moves = rebuilt.difference(from: workload.snapshot).moves
          return Double(moves.reduce(0) { $0 + $1.source.count })
        },
        Contender(name: "the minimum") { Double(leastMoves(to: rebuilt, from: workload.items)) },
      ]
    }
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
