import Outline

/// An item whose hash equals those of many others: a table finds it only by comparisons.
struct CollidingItem: Hashable, Sendable {
  private let number: Int

  init(number: Int, bucket: Int = 0) {
    self.number = bucket << 32 | number
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(number >> 32)
  }
}

/// Operations on items in one bucket of a hash table, for each item.
func colliding() -> [Comparison<[CollidingItem]>] {
  colliding("equal hashes, one outline", .outline)
    + colliding("equal hashes, two sections", .sections)
}

/// Operations on items in several buckets of a hash table, for each item.
func collidingInBuckets() -> [Comparison<[CollidingItem]>] {
  colliding("several equal hashes", .outline)
}

private func colliding<Value>(
  _ subject: String, _ outline: Table<Value>
) -> [Comparison<[CollidingItem]>] {
  let limit = Limit.timesAlternative(1)
  let dictionary: Table<[CollidingItem: Int]> = .dictionary
  return [
    Comparison(title: "\(subject), append all, an item", limit: limit) { items in
      [outline.appending(items), dictionary.appending(items)]
    },
    Comparison(title: "\(subject), look up each item", limit: limit) { items in
      [try outline.finding(items), try dictionary.finding(items)]
    },
    Comparison(title: "\(subject), delete each item", limit: limit) { items in
      [outline.deleting(items), dictionary.deleting(items)]
    },
  ]
}

/// A collection of items with equal hashes.
private struct Table<Value> {
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

extension Table<SectionSnapshot<CollidingItem>> {
  fileprivate static var outline: Table {
    Table(
      name: "Outline",
      make: { items in
        var snapshot = SectionSnapshot<CollidingItem>()
        try snapshot.append(items)
        return snapshot
      },
      contains: { $0.contains($1) },
      delete: { try $0.delete(CollectionOfOne($1)) })
  }
}

extension Table<Snapshot<Int, CollidingItem>> {
  fileprivate static var sections: Table {
    Table(
      name: "Outline",
      make: { items in
        var snapshot = Snapshot<Int, CollidingItem>()
        try snapshot.appendSections([0, 1])
        try snapshot.appendItems(Array(items.prefix(items.count / 2)), toSection: 0)
        try snapshot.appendItems(Array(items.dropFirst(items.count / 2)), toSection: 1)
        return snapshot
      },
      contains: { $0.contains($1) },
      delete: { try $0.deleteItems(CollectionOfOne($1)) })
  }
}

extension Table<[CollidingItem: Int]> {
  fileprivate static var dictionary: Table {
    Table(
      name: "Dictionary",
      make: { Dictionary(uniqueKeysWithValues: zip($0, $0.indices)) },
      contains: { $0[$1] != nil },
      delete: { $0[$1] = nil })
  }
}
