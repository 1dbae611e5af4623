import Outline

/// Operations on 100,000 items, many of which share a hash, for each item.
func equalHashes() -> [Benchmark<Int>] {
  [
    benchmark("append all at once", { $0.appending($1) }, { $0.appending($1) }),
    benchmark("look up", { try $0.finding($1) }, { try $0.finding($1) }),
    benchmark("delete one by one", { $0.deleting($1) }, { $0.deleting($1) }),
  ]
}

/// A task that is measured with several numbers of items for each hash.
private func benchmark(
  _ title: String,
  _ task:
    @escaping (Container<SectionSnapshot<CollidingItem>>, [CollidingItem]) throws -> Contender,
  _ dictionaryTask: @escaping (Container<[CollidingItem: Int]>, [CollidingItem]) throws -> Contender
) -> Benchmark<Int> {
  Benchmark(title, hasGrowth: false) { workload in
    let count = workload.leaves.count / 10
    return try [10, 100, 1000].flatMap { group in
      let items = (0..<count).map {
        CollidingItem(number: $0, hashCount: max(1, count / group))
      }
      return [
        try task(.outline(group), items), try dictionaryTask(.dictionary(group), items),
      ]
    }
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

extension Container<SectionSnapshot<CollidingItem>> {
  fileprivate static func outline(_ group: Int) -> Container {
    Container(
      name: "Outline, \(grouped(group)) with each hash",
      make: { items in
        var snapshot = SectionSnapshot<CollidingItem>()
        try snapshot.append(items)
        return snapshot
      },
      contains: { $0.contains($1) },
      delete: { try $0.delete(CollectionOfOne($1)) })
  }
}

extension Container<[CollidingItem: Int]> {
  fileprivate static func dictionary(_ group: Int) -> Container {
    Container(
      name: "`Dictionary`, \(grouped(group))",
      make: { Dictionary(uniqueKeysWithValues: zip($0, $0.indices)) },
      contains: { $0[$1] != nil },
      delete: { $0[$1] = nil })
  }
}
