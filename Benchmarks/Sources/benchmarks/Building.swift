import OrderedCollections
import Outline

/// Outlines that are built from scratch, for each item.
func building<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  let limit = Limit.timesAlternative(type == Int.self ? 2.5 : 1.5)
  return [
    Benchmark(title: "append all at once as roots, an item", limit: limit, growthLimit: 4) {
      workload in
      [
        building("Outline", per: workload.items.count) {
          var snapshot = SectionSnapshot<Item>()
          try snapshot.append(workload.items)
          return snapshot
        },
        building("Set", per: workload.items.count) { Set(workload.items) },
        building("OrderedSet", per: workload.items.count) { OrderedSet(workload.items) },
      ]
    },
    Benchmark(title: "append all at once as a tree, an item", limit: limit, growthLimit: 4) {
      workload in
      [
        building("Outline", per: workload.items.count) {
          var snapshot = SectionSnapshot<Item>()
          try snapshot.append(preorder: workload.rows)
          return snapshot
        },
        building("Set", per: workload.items.count) { Set(workload.items) },
        building("OrderedSet", per: workload.items.count) { OrderedSet(workload.items) },
      ]
    },
    Benchmark(title: "append one by one, an item", growthLimit: 4) { workload in
      let parents = workload.parents
      return [
        building("Outline", per: workload.items.count) {
          var snapshot = SectionSnapshot<Item>()
          for (item, parent) in zip(workload.items, parents) {
            try snapshot.append(CollectionOfOne(item), to: parent)
          }
          return snapshot
        },
        building("Set", per: workload.items.count) {
          var set: Set<Item> = []
          for item in workload.items {
            set.insert(item)
          }
          return set
        },
      ]
    },
  ]
}

/// A contender that builds a value of several items.
///
/// Releasing the value is not timed.
func building<Value>(
  _ name: String, per count: Int, _ build: @escaping () throws -> Value
) -> Contender {
  Contender(name: name) {
    var value: Value?
    let total = try seconds { value = try build() }
    blackHole(value)
    return total / Double(count)
  }
}
