import HashTreeCollections
import Outline

/// Edits of a copy and edits in place, each at a random position.
func editing<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  expanding(type) + editingRows(type) + editingInPlace(type)
}

private func expanding<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "copy, collapse a root", limit: .atMost(10e-6), growthLimit: 4) { workload in
      [
        editingCopies(of: workload.snapshot, at: workload.randomRoots(1000)) { copy, root in
          copy.collapse(CollectionOfOne(workload.items[root]))
        },
        editingCopies("Array", of: workload.items, at: workload.randomRoots(4)) { copy, root in
          copy.removeSubrange(root + 1..<root + workload.rowsPerRoot)
        },
      ]
    },
    Benchmark(title: "copy, expand a root", limit: .atMost(10e-6), growthLimit: 4) { workload in
      var collapsed = workload.snapshot
      collapsed.collapse(workload.roots.map { workload.items[$0] })
      return [
        editingCopies(of: collapsed, at: workload.randomRoots(1000)) { copy, root in
          copy.expand(CollectionOfOne(workload.items[root]))
        },
        editingCopies("Array", of: workload.items, at: workload.randomRoots(4)) { copy, root in
          copy.insert(contentsOf: workload.items.prefix(workload.rowsPerRoot - 1), at: root + 1)
        },
      ]
    },
  ]
}

private func editingRows<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "copy, insert a row", limit: .atMost(15e-6), growthLimit: 4) { workload in
      [
        editingCopies(of: workload.snapshot, at: workload.randomRows(1000)) { copy, row in
          try copy.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
        },
        editingCopies("Array", of: workload.items, at: workload.randomRows(4)) { copy, row in
          copy.insert(workload.newItem, at: row)
        },
        editingCopies("TreeSet", of: TreeSet(workload.items), at: workload.randomRows(1000)) {
          copy, _ in
          copy.insert(workload.newItem)
        },
      ]
    },
    Benchmark(title: "copy, delete a row", limit: .atMost(15e-6), growthLimit: 4) { workload in
      [
        editingCopies(of: workload.snapshot, at: workload.randomLeaves(1000)) { copy, row in
          try copy.delete(CollectionOfOne(workload.items[row]))
        },
        editingCopies("Array", of: workload.items, at: workload.randomLeaves(4)) { copy, row in
          copy.remove(at: row)
        },
        editingCopies("TreeSet", of: TreeSet(workload.items), at: workload.randomRows(1000)) {
          copy, row in
          copy.remove(workload.items[row])
        },
      ]
    },
    Benchmark(title: "copy, move a row", limit: .atMost(15e-6), growthLimit: 4) { workload in
      [
        editingCopies(of: workload.snapshot, at: workload.randomLeaves(1000)) { copy, row in
          let anchor = workload.items[workload.row(farFrom: row)]
          try copy.move(workload.items[row], before: anchor)
        },
        editingCopies("Array", of: workload.items, at: workload.randomLeaves(4)) { copy, row in
          let item = copy.remove(at: row)
          copy.insert(item, at: min(workload.row(farFrom: row), copy.endIndex))
        },
      ]
    },
  ]
}

private func editingInPlace<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "in place, collapse and expand a root") { workload in
      [
        editing(inPlace: try workload.makeSnapshot(), at: workload.randomRoots(1000)) {
          snapshot, root in
          snapshot.collapse(CollectionOfOne(workload.items[root]))
          snapshot.expand(CollectionOfOne(workload.items[root]))
        },
        editing("Array", inPlace: workload.items, at: workload.randomRoots(4)) { items, root in
          let hidden = root + 1..<root + workload.rowsPerRoot
          items.removeSubrange(hidden)
          items.insert(contentsOf: workload.items[hidden], at: root + 1)
        },
      ]
    },
    Benchmark(title: "in place, insert and delete a row") { workload in
      [
        editing(inPlace: try workload.makeSnapshot(), at: workload.randomRows(1000)) {
          snapshot, row in
          try snapshot.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
          try snapshot.delete(CollectionOfOne(workload.newItem))
        },
        editing("Array", inPlace: workload.items, at: workload.randomRows(20)) { items, row in
          items.insert(workload.newItem, at: row)
          items.remove(at: row)
        },
      ]
    },
    Benchmark(title: "in place, move a row") { workload in
      [
        editing(inPlace: try workload.makeSnapshot(), at: workload.randomLeaves(1000)) {
          snapshot, row in
          let anchor = workload.items[workload.row(farFrom: row)]
          try snapshot.move(workload.items[row], before: anchor)
        },
        editing("Array", inPlace: workload.items, at: workload.randomLeaves(20)) { items, row in
          let item = items.remove(at: row)
          items.insert(item, at: min(workload.row(farFrom: row), items.endIndex))
        },
      ]
    },
  ]
}

/// A contender that copies the original, edits the copy and releases it, once for each position.
func editingCopies<Value>(
  _ name: String = "Outline", of original: Value, at positions: @autoclosure @escaping () -> [Int],
  _ edit: @escaping (inout Value, Int) throws -> Void
) -> Contender {
  Contender(name: name) {
    let positions = positions()
    let total = try seconds {
      for position in positions {
        var copy = original
        try edit(&copy, position)
        blackHole(copy)
      }
    }
    return total / Double(positions.count)
  }
}

/// A contender that edits one value in place, once for each position.
private func editing<Value>(
  _ name: String = "Outline", inPlace value: Value,
  at positions: @autoclosure @escaping () -> [Int],
  _ edit: @escaping (inout Value, Int) throws -> Void
) -> Contender {
  var value = value
  return Contender(name: name) {
    let positions = positions()
    let total = try seconds {
      for position in positions {
        try edit(&value, position)
      }
    }
    blackHole(value)
    return total / Double(positions.count)
  }
}
