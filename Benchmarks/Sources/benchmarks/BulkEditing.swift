import Foundation
import Outline

/// Operations on whole outlines that edit, convert or walk them.
func bulkEditing<Item: BenchmarkItem>(_ type: Item.Type) -> [Comparison<Tree<Item>>] {
  [differingSlightly(type), sorting(type), converting(type), walkingAged(type)]
    + filling(type) + coding(type)
}

/// One percent of the leaves is removed, and as many are added elsewhere.
private func differingSlightly<Item: BenchmarkItem>(
  _ type: Item.Type
) -> Comparison<Tree<Item>> {
  Comparison(
    title: "difference, rebuilt, 1 % changed, an item", limit: .timesAlternative(1.2),
    growthLimit: linear
  ) { tree in
    let changed = try tree.withChanges()
    return [
      building("Outline", per: tree.items.count) { changed.difference(from: tree.snapshot) },
      building("Set", per: tree.items.count) { Set(tree.items) },
    ]
  }
}

/// The roots are 20 copies of the tree, and change to the reverse order.
private func sorting<Item: BenchmarkItem>(_ type: Item.Type) -> Comparison<Tree<Item>> {
  Comparison(title: "sort 20 roots with large subtrees", limit: .atMost(1e-3), growthLimit: 4) {
    tree in
    let levels = tree.levels.prefix(tree.items.count / 20)
    let forest = try Tree<Item>(levels: Array(repeatElement(levels, count: 20).joined()))
    let positions = Dictionary(uniqueKeysWithValues: zip(forest.roots, 0...))
    let byHand = DictionaryOutline(forest)
    return [
      building("Outline", per: 1) {
        var copy = forest.snapshot
        try copy.sortChildren { positions[$0, default: 0] > positions[$1, default: 0] }
        return copy
      },
      building("dictionary outline", per: 1) {
        var copy = byHand
        copy.sortRoots { positions[$0, default: 0] > positions[$1, default: 0] }
        return copy.visibleItems
      },
    ]
  }
}

private func converting<Item: BenchmarkItem>(_ type: Item.Type) -> Comparison<Tree<Item>> {
  Comparison(
    title: "`collectionDifference`, all replaced, a row", limit: .timesAlternative(1.3),
    growthLimit: linear
  ) { tree in
    let new = try Tree<Item>(levels: tree.levels, from: tree.items.count)
    let difference = new.snapshot.difference(from: tree.snapshot)
    return [
      building("Outline", per: 2 * tree.items.count) {
        difference.collectionDifference(from: tree.snapshot, to: new.snapshot)
      },
      building("`CollectionDifference.init`", per: 2 * tree.items.count) {
        var changes: [CollectionDifference<Item>.Change] = []
        for (row, item) in tree.items.enumerated() {
          changes.append(.remove(offset: row, element: item, associatedWith: nil))
        }
        for (row, item) in new.items.enumerated() {
          changes.append(.insert(offset: row, element: item, associatedWith: nil))
        }
        return CollectionDifference(changes)
      },
    ]
  }
}

private func walkingAged<Item: BenchmarkItem>(_ type: Item.Type) -> Comparison<Tree<Item>> {
  Comparison(
    title: "walk items after 200,000 random edits, an item", limit: .atMost(20e-9),
    growthLimit: linear
  ) { tree in
    var aged = tree.snapshot
    for _ in 0..<min(200_000, tree.items.count) {
      let (item, anchor) = (tree.items.randomElement(), tree.items.randomElement())
      guard let item, let anchor, item != anchor, !aged.isDescendant(anchor, of: item) else {
        continue
      }
      try aged.move(item, after: anchor)
    }
    let restored = try aged.compactMapItems { $0 }
    return [
      walking("Outline", over: aged.items) { $0.trace },
      walking("`compactMapItems`", over: restored.items) { $0.trace },
      walking("fresh", over: tree.snapshot.items) { $0.trace },
    ]
  }
}

/// The items of the tree as roots of 1,000 sections.
private func filling<Item: BenchmarkItem>(_ type: Item.Type) -> [Comparison<Tree<Item>>] {
  func makeSections(_ items: [Item]) throws -> Snapshot<Int, Item> {
    var snapshot = Snapshot<Int, Item>()
    let size = max(1, items.count / 1000)
    try snapshot.appendSections(0..<1000)
    for section in 0..<1000 {
      try snapshot.appendItems(items.dropFirst(section * size).prefix(size), toSection: section)
    }
    return snapshot
  }
  return [
    Comparison(
      title: "append items to 1,000 sections, an item", limit: .timesAlternative(1.5),
      growthLimit: linear
    ) { tree in
      [
        building("Outline", per: tree.items.count) { try makeSections(tree.items) },
        building("Set", per: tree.items.count) { Set(tree.items) },
      ]
    },
    Comparison(
      title: "difference, 1,000 sections rebuilt, equal", limit: .atMost(4e-3), growthLimit: 10
    ) { tree in
      let (old, new) = try (makeSections(tree.items), makeSections(tree.makeItems()))
      return [building("Outline", per: 1) { new.difference(from: old) }]
    },
  ]
}

private func coding<Item: BenchmarkItem>(_ type: Item.Type) -> [Comparison<Tree<Item>>] {
  [
    Comparison(
      title: "encode as JSON, an item", limit: .atMost(500e-9), growthLimit: linear
    ) { tree in
      [
        building("Outline", per: tree.items.count) { try JSONEncoder().encode(tree.snapshot) },
        building("Array", per: tree.items.count) { try JSONEncoder().encode(tree.items) },
      ]
    },
    Comparison(
      title: "decode from JSON, an item", limit: .atMost(500e-9), growthLimit: linear
    ) { tree in
      let (data, items) = try (
        JSONEncoder().encode(tree.snapshot), JSONEncoder().encode(tree.items)
      )
      return [
        building("Outline", per: tree.items.count) {
          try JSONDecoder().decode(SectionSnapshot<Item>.self, from: data)
        },
        building("Array", per: tree.items.count) {
          try JSONDecoder().decode([Item].self, from: items)
        },
      ]
    },
  ]
}
