import CAllocation
import OrderedCollections
import Outline

/// The memory that values allocate.
func memory<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    // The stride of an item is subtracted.
    Benchmark("beyond the item, a row", unit: .bytes) { workload in
      func allocatingBeyondItems<Value>(
        _ name: String, _ build: @escaping () throws -> Value
      ) -> Contender {
        let whole = allocating(name, per: workload.items.count, build)
        return Contender(name: name) { try whole.run() - Double(MemoryLayout<Item>.stride) }
      }
      return [
        allocatingBeyondItems("Outline") { try SectionSnapshot(expanded: workload.rows) },
        allocatingBeyondItems("`Set`") { Set(workload.items) },
        allocatingBeyondItems("`OrderedSet`") { OrderedSet(workload.items.lazy.map { $0 }) },
        allocatingBeyondItems("dictionary outline") { DictionaryOutline(workload) },
        allocatingBeyondItems("node tree") { NodeTree(workload) },
      ]
    },
    Benchmark("a version with one insertion, in all", unit: .bytes) { workload in
      [
        keepingVersions("Outline", of: workload.snapshot, at: workload.randomRows(100)) {
          copy, row in
          try copy.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
        },
        keepingVersions("`Array`", of: workload.items, at: workload.randomRows(4)) { copy, row in
          copy.insert(workload.newItem, at: row)
        },
      ]
    },
    Benchmark(
      "100,000 sections of 10, an item in all", unit: .bytes, quoted: [("ListKit[^q]", "19 B")]
    ) { workload in
      let sections = Sections(workload, each: 10)
      return [
        allocating(per: sections.items.count) { try sections.makeSnapshot() },
        allocating("arrays and a dictionary", per: sections.items.count) {
          ArraySections(sections)
        },
      ]
    },
  ]
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
