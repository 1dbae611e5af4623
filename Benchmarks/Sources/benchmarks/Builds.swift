import Foundation
import OrderedCollections
import Outline

/// Outlines that are built, merged, filtered and decoded, for each item.
func builds<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  newOutlines() + derivedOutlines() + encodedOutlines()
}

private func newOutlines<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("append all at once as roots") { workload in
      [
        building(per: workload.items.count) {
          var snapshot = SectionSnapshot<Item>()
          try snapshot.append(workload.items)
          return snapshot
        },
        building("`Set`", per: workload.items.count) { Set(workload.items) },
        building("`OrderedSet`", per: workload.items.count) { OrderedSet(workload.items) },
      ]
    },
    Benchmark("`append(preorder:)` as a tree") { workload in
      [
        building(per: workload.items.count) {
          var snapshot = SectionSnapshot<Item>()
          try snapshot.append(preorder: workload.rows)
          return snapshot
        },
        building("`Set`", per: workload.items.count) { Set(workload.items) },
        building("`OrderedSet`", per: workload.items.count) { OrderedSet(workload.items) },
      ]
    },
    Benchmark("append one by one") { workload in
      let parents = workload.items.indices.map { workload.parent(ofRow: $0) }
      return [
        building(per: workload.items.count) {
          var snapshot = SectionSnapshot<Item>()
          for (item, parent) in zip(workload.items, parents) {
            try snapshot.append(CollectionOfOne(item), to: parent)
          }
          return snapshot
        },
        building("`Set`", per: workload.items.count) {
          var set: Set<Item> = []
          for item in workload.items {
            set.insert(item)
          }
          return set
        },
        building("`OrderedSet`", per: workload.items.count) {
          var set: OrderedSet<Item> = []
          for item in workload.items {
            set.append(item)
          }
          return set
        },
        building("dictionary outline", per: workload.items.count) {
          var outline = DictionaryOutline<Item>()
          for (item, parent) in zip(workload.items, parents) {
            outline.append(CollectionOfOne(item), to: parent)
          }
          return outline
        },
        building("node tree", per: workload.items.count) {
          let tree = NodeTree<Item>()
          for (item, parent) in zip(workload.items, parents) {
            tree.append(item, to: parent)
          }
          return tree
        },
      ]
    },
    Benchmark("append the children of each parent", dependsOnForm: true) { workload in
      let siblings = workload.siblings
      return [
        building(per: workload.items.count) {
          var snapshot = SectionSnapshot<Item>()
          for (parent, children) in siblings {
            try snapshot.append(children, to: parent)
          }
          return snapshot
        },
        building("`Set`", per: workload.items.count) {
          var items: Set<Item> = []
          for (_, children) in siblings {
            items.formUnion(children)
          }
          return items
        },
        building("dictionary outline", per: workload.items.count) {
          var outline = DictionaryOutline<Item>()
          for (parent, children) in siblings {
            outline.append(children, to: parent)
          }
          return outline
        },
      ]
    },
    Benchmark("`init(roots:children:)`", dependsOnForm: true) { workload in
      let roots = workload.roots.map { workload.items[$0] }
      let children = workload.children
      return [
        building(per: workload.items.count) {
          try SectionSnapshot(roots: roots) { children[$0] ?? [] }
        }
      ]
    },
  ]
}

/// Outlines that are made of others.
private func derivedOutlines<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("`append(snapshot)` to an outline of the same size") { workload in
      let added = try Workload<Item>(levels: workload.levels, from: workload.items.count)
      return [
        building(per: workload.items.count) {
          var copy = workload.snapshot
          try copy.append(added.snapshot, to: workload.items[0])
          return copy
        }
      ]
    },
    Benchmark("`filtered` by one item of four") { workload in
      [
        building(per: workload.items.count) {
          var number = 0
          return workload.snapshot.filtered { _ in
            number += 1
            return number % 4 == 0
          }
        },
        building("`Array`", per: workload.items.count) {
          var number = 0
          return filtered(workload.rows) { _ in
            number += 1
            return number % 4 == 0
          }
        },
      ]
    },
    Benchmark("`keepExpansion(of:)` of a rebuilt outline") { workload in
      var rebuilt = try workload.makeSnapshot()
      rebuilt.collapseAll()
      return [
        editing(rebuilt, per: workload.items.count) { $0.keepExpansion(of: workload.snapshot) }
      ]
    },
    Benchmark("`keepExpansion(of:)` of a rebuilt snapshot of two sections") { workload in
      var rebuilt = try inTwoSections(workload.makeSnapshot())
      for section in rebuilt.sectionIdentifiers {
        rebuilt[section].collapseAll()
      }
      let old = try inTwoSections(workload.snapshot)
      return [editing(rebuilt, per: workload.items.count) { $0.keepExpansion(of: old) }]
    },
    Benchmark("`keepExpansion(of:)` after an edit of 1% of the items") { workload in
      var edited = workload.snapshot
      edited.collapse(workload.randomInnerRows(100).map { workload.items[$0] })
      for (index, row) in workload.randomLeaves(workload.items.count / 100).enumerated() {
        let item = Item(number: workload.items.count + index)
        try edited.insert(CollectionOfOne(item), after: workload.items[row])
      }
      return [
        editing(edited, per: workload.items.count) { $0.keepExpansion(of: workload.snapshot) }
      ]
    },
  ]
}

/// A contender that edits a copy of a value with several items.
private func editing<Value>(
  _ original: Value, per count: Int, _ edit: @escaping (inout Value) -> Void
) -> Contender {
  building(per: count) {
    var copy = original
    edit(&copy)
    return copy
  }
}

/// A snapshot with the first half of the roots in one section, and the others in another.
private func inTwoSections<Item>(
  _ outline: SectionSnapshot<Item>
) throws -> Snapshot<Int, Item> {
  var (first, second) = (outline, outline)
  let roots = Array(outline.rootItems)
  try first.delete(roots.dropFirst(roots.count / 2))
  try second.delete(roots.prefix(roots.count / 2))
  var snapshot = Snapshot<Int, Item>()
  try snapshot.replace([0: first, 1: second] as KeyValuePairs)
  return snapshot
}

/// Returns the matching rows and their ancestors.
private func filtered<Item>(
  _ rows: [(item: Item, level: Int)], _ isMatch: (Item) -> Bool
) -> [(item: Item, level: Int)] {
  var kept: [(item: Item, level: Int)] = []
  // The level above which a row is an ancestor of the last one that was kept.
  var needed = 0
  for row in rows.reversed() {
    if row.level < needed || isMatch(row.item) {
      kept.append(row)
      needed = row.level
    }
  }
  kept.reverse()
  return kept
}

private func encodedOutlines<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("encode as JSON") { workload in
      [
        building(per: workload.items.count) { try JSONEncoder().encode(workload.snapshot) },
        building("`Array`", per: workload.items.count) { try JSONEncoder().encode(workload.items) },
      ]
    },
    Benchmark("decode from JSON") { workload in
      let outline = try JSONEncoder().encode(workload.snapshot)
      let items = try JSONEncoder().encode(workload.items)
      return [
        building(per: workload.items.count) {
          try JSONDecoder().decode(SectionSnapshot<Item>.self, from: outline)
        },
        building("`Array`", per: workload.items.count) {
          try JSONDecoder().decode([Item].self, from: items)
        },
      ]
    },
  ]
}
