import Outline

/// Snapshots of several sections: many small ones, and few large ones.
func sections<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  smallSections() + middleSections() + largeSections()
}

private let listKit = "ListKit[^q]"
private let arrays = "arrays and a dictionary"

/// 100,000 sections of ten items.
private func smallSections<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("100,000 sections of 10: append the items, an item") { workload in
      filling(Sections(workload, each: 10))
    },
    Benchmark(
      "100,000 sections of 10: difference of rebuilt and equal ones",
      quoted: [(listKit, "42 / 71 ms")]
    ) { workload in
      [try differingFromRebuilt(Sections(workload, each: 10))]
    },
    Benchmark(
      "100,000 sections of 10: copy, insert an item, difference and its batches",
      quoted: [(listKit, "129 / 454 ms")]
    ) { workload in
      let sections = Sections(workload, each: 10)
      let snapshot = try sections.makeSnapshot()
      return [
        editingCopies(of: snapshot, at: sections.randomIndices(1000)) { copy, index in
          try copy.insertItems(
            CollectionOfOne(sections.newItem), beforeItem: sections.items[index])
          blackHole(copy.difference(from: snapshot).batches(from: snapshot, to: copy))
        }
      ]
    },
  ]
}

/// 1,000 sections of 1,000 items.
private func middleSections<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark(
      "1,000 sections of 1,000: append the items, an item", quoted: [(listKit, "2.1 / 38 ns")]
    ) { workload in
      filling(Sections(workload, each: 1000))
    },
    Benchmark(
      "1,000 sections of 1,000: difference of rebuilt and equal ones",
      quoted: [(listKit, "1.9 / 22 ms")]
    ) { workload in
      [try differingFromRebuilt(Sections(workload, each: 1000))]
    },
    Benchmark("1,000 sections of 1,000: delete a section in place") { workload in
      let sections = Sections(workload, each: 1000)
      return [
        deleting("Outline", of: sections, from: sections.makeSnapshot) {
          try $0.deleteSections(CollectionOfOne($1))
        },
        deleting(arrays, of: sections, from: { ArraySections(sections) }) { $0.delete($1) },
      ]
    },
    Benchmark("1,000 sections of 1,000: copy, delete a section") { workload in
      let sections = Sections(workload, each: 1000)
      return [
        editingCopies(of: try sections.makeSnapshot(), at: sections.randomSections(10)) {
          try $0.deleteSections(CollectionOfOne($1))
        },
        editingCopies(arrays, of: ArraySections(sections), at: sections.randomSections(2)) {
          $0.delete($1)
        },
      ]
    },
  ]
}

/// Three sections of 1,000,000 items.
private func largeSections<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  func sections(_ workload: Workload<Item>) -> Sections<Item> {
    let size = workload.leaves.count
    return Sections(items: (0..<3 * size).map { Item(number: $0) }, each: size)
  }
  return [
    Benchmark("3 sections of 1,000,000: `sectionIdentifier(containingItem:)`") { workload in
      let sections = sections(workload)
      let snapshot = try sections.makeSnapshot()
      let owners = sections.owners
      return [
        querying(for: sections.randomItems(100_000)) { item in
          snapshot.sectionIdentifier(containingItem: item) ?? 0
        },
        querying(arrays, for: sections.randomItems(100_000)) { owners[$0] ?? 0 },
      ]
    },
    Benchmark("3 sections of 1,000,000: copy, insert an item in `snapshot[section]`") { workload in
      let sections = sections(workload)
      return [
        editingCopies(of: try sections.makeSnapshot(), at: sections.randomIndices(1000)) {
          copy, index in
          let section = index / sections.size
          var contents = copy[section]
          try contents.insert(CollectionOfOne(sections.newItem), before: sections.items[index])
          copy[section] = contents
        },
        // The array of one section.
        editingCopies(
          arrays, of: Array(sections.items(of: 0)), at: sections.randomIndices(4)
        ) { copy, index in
          copy.insert(sections.newItem, at: index % sections.size)
        },
      ]
    },
  ]
}

// MARK: - Contenders

private func filling<Item: BenchmarkItem>(_ sections: Sections<Item>) -> [Contender] {
  [
    building(per: sections.items.count) { try sections.makeSnapshot() },
    building("`Set`", per: sections.items.count) { Set(sections.items) },
  ]
}

private func differingFromRebuilt<Item: BenchmarkItem>(
  _ sections: Sections<Item>
) throws -> Contender {
  let (old, new) = try (sections.makeSnapshot(), sections.rebuilt().makeSnapshot())
  return building(per: 1) { new.difference(from: old) }
}

/// Deletes ten random sections of a new value.
private func deleting<Item: BenchmarkItem, Value>(
  _ name: String, of sections: Sections<Item>, from make: @escaping () throws -> Value,
  _ delete: @escaping (inout Value, Int) throws -> Void
) -> Contender {
  Contender(name: name) {
    var value = try make()
    let deleted = (0..<sections.count).shuffled().prefix(min(10, sections.count / 2))
    let total = try seconds {
      for section in deleted {
        try delete(&value, section)
      }
    }
    blackHole(value)
    return total / Double(deleted.count)
  }
}

// MARK: - Sections

/// Sections of the same size, whose items are roots without children.
struct Sections<Item: BenchmarkItem> {
  let items: [Item]
  let size: Int

  var count: Int { items.count / size }

  /// Fills at least two sections with as many items as a workload has leaves.
  init(_ workload: Workload<Item>, each size: Int) {
    let count = workload.leaves.count
    self.size = min(size, count / 2)
    items = Array(workload.items.prefix(count / self.size * self.size))
  }

  init(items: [Item], each size: Int) {
    self.items = items
    self.size = size
  }

  /// The same sections with items that share no storage, not even that of strings.
  func rebuilt() -> Sections {
    Sections(items: items.indices.map { Item(number: $0) }, each: size)
  }

  func makeSnapshot() throws -> Snapshot<Int, Item> {
    var snapshot = Snapshot<Int, Item>()
    try snapshot.appendSections(0..<count)
    for section in 0..<count {
      try snapshot.appendItems(items(of: section), toSection: section)
    }
    return snapshot
  }

  func items(of section: Int) -> ArraySlice<Item> {
    items[section * size..<(section + 1) * size]
  }

  /// The section of each item.
  var owners: [Item: Int] {
    Dictionary(uniqueKeysWithValues: zip(items, items.indices.lazy.map { $0 / size }))
  }

  /// An item that no section contains.
  var newItem: Item { Item(number: items.count) }

  func randomIndices(_ count: Int) -> [Int] {
    (0..<count).map { _ in Int.random(in: items.indices) }
  }

  func randomItems(_ count: Int) -> [Item] {
    randomIndices(count).map { items[$0] }
  }

  func randomSections(_ count: Int) -> [Int] {
    randomIndices(count).map { $0 / size }
  }
}

/// The sections that an application writes by hand: the items of each, and the section of each item.
struct ArraySections<Item: BenchmarkItem> {
  private var identifiers: [Int]
  private var items: [[Item]]
  private var owners: [Item: Int]

  init(_ sections: Sections<Item>) {
    identifiers = Array(0..<sections.count)
    items = identifiers.map { Array(sections.items(of: $0)) }
    owners = sections.owners
  }

  mutating func delete(_ section: Int) {
    guard let index = identifiers.firstIndex(of: section) else { return }
    identifiers.remove(at: index)
    for item in items.remove(at: index) {
      owners[item] = nil
    }
  }
}
