import Outline

/// Snapshots of several sections: many small ones, and few large ones.
func sectioning<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  manySections(type) + editingFewSections(type) + fillingFewSections(type)
}

private func manySections<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(
      title: "many sections, copy, move an item and difference", limit: .atMost(100e-6),
      growthLimit: 4
    ) { workload in
      let sections = try Sections<Item>(many: workload.shape)
      return [
        movingBetweenSections(sections),
        movingInArray(sections),
      ]
    },
    Benchmark(title: "memory of many sections, an item in all", unit: .bytes, limit: .atMost(150)) {
      workload in
      let sections = try Sections<Item>(many: workload.shape)
      return [
        allocating("Outline", per: sections.items.count) {
          try Sections.makeFlat(sections.items, each: sections.itemsPerSection)
        },
        allocating("Arrays and Dictionary", per: sections.items.count) {
          let count = sections.itemsPerSection
          let starts = stride(from: 0, to: sections.items.count, by: count)
          let arrays = starts.map { Array(sections.items[$0..<$0 + count]) }
          return (arrays, sections.sectionsByItem)
        },
      ]
    },
  ]
}

private func editingFewSections<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "few sections, `sectionIdentifier(containingItem:)`", growthLimit: 8) {
      workload in
      let sections = try Sections<Item>(few: workload.shape)
      let owners = sections.sectionsByItem
      return [
        querying("Outline", for: sections.randomItems(100_000)) { item in
          sections.snapshot.sectionIdentifier(containingItem: item) ?? 0
        },
        querying("Dictionary", for: sections.randomItems(100_000)) { item in owners[item] ?? 0 },
      ]
    },
    Benchmark(title: "few sections, copy, edit `snapshot[section]` and write back", growthLimit: 4)
    {
      workload in
      let sections = try Sections<Item>(few: workload.shape)
      let array = Array(sections.items.prefix(sections.itemsPerSection))
      return [
        editingCopies(of: sections.snapshot, at: sections.randomIndices(1000)) { copy, index in
          let section = index / sections.itemsPerSection
          var contents = copy[section]
          try contents.insert(CollectionOfOne(sections.newItem), before: sections.items[index])
          copy[section] = contents
        },
        editingCopies("Array", of: array, at: sections.randomIndices(4)) { copy, index in
          copy.insert(sections.newItem, at: index % sections.itemsPerSection)
        },
      ]
    },
  ]
}

private func fillingFewSections<Item: BenchmarkItem>(_ type: Item.Type) -> [Benchmark<Item>] {
  [
    Benchmark(title: "few sections, `appendItems`, an item", growthLimit: 4) { workload in
      let items = (0..<workload.shape.leafCount).map { Item(number: $0) }
      return [
        building("Outline", per: items.count) {
          var snapshot = Snapshot<Int, Item>()
          try snapshot.appendSections([0, 1, 2])
          try snapshot.appendItems(items, toSection: 1)
          return snapshot
        },
        building("Set", per: items.count) { Set(items) },
      ]
    },
    Benchmark(title: "few sections, batches of a root expanded", growthLimit: 4) { workload in
      let sections = try Sections<Item>(few: workload.shape)
      return [
        batchingExpansions(sections),
        differingByExpansions(sections),
      ]
    },
  ]
}

// MARK: - Contenders

/// Moves a random item of a copy to another section, and computes the difference from the original.
private func movingBetweenSections<Item: BenchmarkItem>(_ sections: Sections<Item>) -> Contender {
  editingCopies(of: sections.snapshot, at: sections.randomIndices(1000)) { copy, index in
    let anchor = sections.items[sections.index(farFrom: index)]
    try copy.moveItem(sections.items[index], beforeItem: anchor)
    blackHole(copy.difference(from: sections.snapshot))
  }
}

/// The same with one array of all items and `CollectionDifference`.
private func movingInArray<Item: BenchmarkItem>(_ sections: Sections<Item>) -> Contender {
  editingCopies("inferringMoves", of: sections.items, at: sections.randomIndices(2)) {
    copy, index in
    let item = copy.remove(at: index)
    copy.insert(item, at: min(sections.index(farFrom: index), copy.endIndex))
    blackHole(copy.difference(from: sections.items).inferringMoves())
  }
}

/// Computes the batches of differences, each of which expands one root.
private func batchingExpansions<Item: BenchmarkItem>(_ sections: Sections<Item>) -> Contender {
  Contender(name: "Outline") {
    let pairs = sections.expansions(1000)
    let differences = pairs.map { $0.new.difference(from: $0.old) }
    let total = seconds {
      for (pair, difference) in zip(pairs, differences) {
        blackHole(difference.batches(from: pair.old, to: pair.new))
      }
    }
    return total / Double(pairs.count)
  }
}

/// Computes the differences themselves.
private func differingByExpansions<Item: BenchmarkItem>(_ sections: Sections<Item>) -> Contender {
  Contender(name: "their difference") {
    let pairs = sections.expansions(1000)
    let total = seconds {
      for pair in pairs {
        blackHole(pair.new.difference(from: pair.old))
      }
    }
    return total / Double(pairs.count)
  }
}

// MARK: - Sections

/// The items of a snapshot whose sections have the same size.
struct Sections<Item: BenchmarkItem> {
  let items: [Item]
  let itemsPerSection: Int
  let snapshot: Snapshot<Int, Item>

  /// Creates a section of 20 items for each parent of leaves of a shape.
  init(many shape: Shape) throws {
    itemsPerSection = 20
    let count = shape.leafCount / shape.width * itemsPerSection
    items = (0..<count).map { Item(number: $0) }
    snapshot = try Self.makeFlat(items, each: itemsPerSection)
  }

  /// Creates three sections, each with one item for each leaf of a shape.
  ///
  /// The number of roots is the
  /// width of the shape, and all are expanded.
  init(few shape: Shape) throws {
    itemsPerSection = shape.leafCount
    items = (0..<3 * itemsPerSection).map { Item(number: $0) }
    let rowsPerRoot = itemsPerSection / shape.width
    var snapshot = Snapshot<Int, Item>()
    for section in 0..<3 {
      var outline = SectionSnapshot<Item>()
      let rows = items[section * itemsPerSection..<(section + 1) * itemsPerSection]
      try outline.append(
        preorder: rows.enumerated().lazy.map { row, item in
          (item: item, level: row % rowsPerRoot == 0 ? 0 : 1)
        })
      outline.expandAll()
      try snapshot.appendSection(section, outline)
    }
    self.snapshot = snapshot
  }

  /// Creates sections of roots without children.
  static func makeFlat(_ items: [Item], each count: Int) throws -> Snapshot<Int, Item> {
    var snapshot = Snapshot<Int, Item>()
    try snapshot.appendSections(Array(0..<items.count / count))
    for section in 0..<items.count / count {
      let rows = items[section * count..<(section + 1) * count]
      try snapshot.appendItems(Array(rows), toSection: section)
    }
    return snapshot
  }

  /// An item that no section has.
  var newItem: Item { Item(number: items.count) }

  /// The section of each item.
  var sectionsByItem: [Item: Int] {
    Dictionary(uniqueKeysWithValues: zip(items, items.indices.lazy.map { $0 / itemsPerSection }))
  }

  func randomIndices(_ count: Int) -> [Int] {
    (0..<count).map { _ in Int.random(in: items.indices) }
  }

  func randomItems(_ count: Int) -> [Item] {
    randomIndices(count).map { items[$0] }
  }

  /// Returns the index of an item of another section: always the same one for the same index.
  func index(farFrom index: Int) -> Int {
    (index + items.count / 2) % items.count
  }

  /// Pairs of snapshots between which a random root is expanded.
  func expansions(_ count: Int) -> [(old: Snapshot<Int, Item>, new: Snapshot<Int, Item>)] {
    let rowsPerRoot = itemsPerSection / rootsPerSection
    return randomIndices(count).map { index in
      let root = CollectionOfOne(items[index / rowsPerRoot * rowsPerRoot])
      var old = snapshot
      old.collapse(root)
      var new = old
      new.expand(root)
      return (old, new)
    }
  }

  private var rootsPerSection: Int { snapshot[0].rootItems.count }
}
