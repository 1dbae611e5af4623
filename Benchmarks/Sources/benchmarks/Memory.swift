import CAllocation
import OrderedCollections
import Outline

/// The memory that a value allocates beyond its items, for each item.
func memory<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "memory beyond the item, a row", unit: .bytes, limit: .atMost(64)) {
      workload in
      [
        allocating("Outline", beyondItemsOf: workload) { try workload.makeSnapshot() },
        allocating("Set", beyondItemsOf: workload) { Set(workload.items) },
        allocating("OrderedSet", beyondItemsOf: workload) {
          OrderedSet(workload.items.lazy.map { $0 })
        },
      ]
    },
    Benchmark(title: "memory of a version, one insertion", unit: .bytes, growthLimit: 4) {
      workload in
      [
        keepingVersions("Outline", of: workload.snapshot, at: workload.randomRows(100)) {
          copy, row in
          try copy.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
        },
        keepingVersions("Array", of: workload.items, at: workload.randomRows(4)) { copy, row in
          copy.insert(workload.newItem, at: row)
        },
      ]
    },
  ]
}

/// A contender that counts the memory that a value allocates beyond its items.
private func allocating<Item: BenchmarkItem, Value>(
  _ name: String, beyondItemsOf workload: Workload<Item>, _ build: @escaping () throws -> Value
) -> Contender {
  let whole = allocating(name, per: workload.items.count, build)
  return Contender(name: name) { try whole.run() - Double(MemoryLayout<Item>.stride) }
}

/// A contender that builds a value of existing items, and counts the memory that it allocates.
func allocating<Value>(
  _ name: String, per count: Int, _ build: @escaping () throws -> Value
) -> Contender {
  Contender(name: name) {
    let before = allocated_bytes()
    let value = try build()
    let bytes = Double(allocated_bytes()) - Double(before)
    blackHole(value)
    return bytes / Double(count)
  }
}

/// A contender that keeps versions of a value, each with one edit, and counts the memory of one.
private func keepingVersions<Value>(
  _ name: String, of original: Value, at positions: @autoclosure @escaping () -> [Int],
  _ edit: @escaping (inout Value, Int) throws -> Void
) -> Contender {
  Contender(name: name) {
    let positions = positions()
    var versions = Array(repeating: original, count: positions.count)
    let before = allocated_bytes()
    for (index, position) in positions.enumerated() {
      try edit(&versions[index], position)
    }
    let bytes = Double(allocated_bytes()) - Double(before)
    blackHole(versions)
    return bytes / Double(positions.count)
  }
}
