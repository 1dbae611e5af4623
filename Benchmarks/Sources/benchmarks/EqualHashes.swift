import Outline

/// Operations on 100,000 items, many of which share a hash, for each item.
func equalHashes() -> [Benchmark<Int>] {
  [10, 100, 1000].flatMap { group -> [Benchmark<Int>] in
    func items(_ workload: Workload<Int>) -> [CollidingItem] {
      let count = workload.leaves.count / 10
      return (0..<count).map { CollidingItem(number: $0, hashCount: max(1, count / group)) }
    }
    return [
      Benchmark("\(grouped(group)) items with each hash: append all", hasGrowth: false) {
        workload in
        let items = items(workload)
        return [outline.appending(items), dictionary.appending(items)]
      },
      Benchmark("\(grouped(group)) items with each hash: look up", hasGrowth: false) { workload in
        let items = items(workload)
        return [try outline.finding(items), try dictionary.finding(items)]
      },
      Benchmark("\(grouped(group)) items with each hash: delete one by one", hasGrowth: false) {
        workload in
        let items = items(workload)
        return [outline.deleting(items), dictionary.deleting(items)]
      },
    ]
  }
}

/// An item whose hash equals those of others: a table finds it only by comparisons.
private struct CollidingItem: Hashable, Sendable {
  let number: Int
  let hashCount: Int

  func hash(into hasher: inout Hasher) {
    hasher.combine(number % hashCount)
  }
}

/// A collection of items with equal hashes.
private struct Container<Value> {
  let name: String
  let make: ([CollidingItem]) throws -> Value
  let contains: (Value, CollidingItem) -> Bool
  let delete: (inout Value, CollidingItem) throws -> Void

  func appending(_ items: [CollidingItem]) -> Contender {
    building(name, per: items.count) { try make(items) }
  }

  func finding(_ items: [CollidingItem]) throws -> Contender {
    let value = try make(items)
    return querying(name, for: shuffled(items)) { contains(value, $0) ? 1 : 0 }
  }

  func deleting(_ items: [CollidingItem]) -> Contender {
    Contender(name: name) {
      var value = try make(items)
      let total = try seconds {
        for item in shuffled(items) {
          try delete(&value, item)
        }
      }
      blackHole(value)
      return total / Double(items.count)
    }
  }

  /// Returns the items in an order that is the same for each collection.
  private func shuffled(_ items: [CollidingItem]) -> [CollidingItem] {
    var generator = SplitMix64(state: 1)
    return items.shuffled(using: &generator)
  }
}

private var outline: Container<SectionSnapshot<CollidingItem>> {
  Container(
    name: "Outline",
    make: { items in
      var snapshot = SectionSnapshot<CollidingItem>()
      try snapshot.append(items)
      return snapshot
    },
    contains: { $0.contains($1) },
    delete: { try $0.delete(CollectionOfOne($1)) })
}

private var dictionary: Container<[CollidingItem: Int]> {
  Container(
    name: "`Dictionary`",
    make: { Dictionary(uniqueKeysWithValues: zip($0, $0.indices)) },
    contains: { $0[$1] != nil },
    delete: { $0[$1] = nil })
}
