import Outline

/// Snapshots of several sections: many small ones, and few large ones.
func sections<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  tinySections() + smallSections() + middleSections() + largeSections()
}

private let listKit = "ListKit[^q]"
private let arrays = "arrays and a dictionary"

/// 100,000 sections of ten items.
private func tinySections<Item: BenchmarkItem>() -> [Benchmark<Item>] {
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

/// 10,000 sections of twenty items.
private func smallSections<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    Benchmark("10,000 sections of 20: copy, move an item, difference") { workload in
      let sections = Sections(workload, each: 20, count: workload.leaves.count / 100)
      let snapshot = try sections.makeSnapshot()
      return [
        editingCopies(of: snapshot, at: sections.randomIndices(1000)) { copy, index in
          let anchor = sections.items[sections.index(farFrom: index)]
          try copy.moveItem(sections.items[index], beforeItem: anchor)
          blackHole(copy.difference(from: snapshot))
        },
        // One array of all items.
        editingCopies(
          "`CollectionDifference`", of: sections.items, at: sections.randomIndices(2)
        ) { copy, index in
          let item = copy.remove(at: index)
          copy.insert(item, at: min(sections.index(farFrom: index), copy.endIndex))
          blackHole(copy.difference(from: sections.items).inferringMoves())
        },
      ]
    }
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
  [
    Benchmark("3 sections of 1,000,000: append the items of one, an item") { workload in
      let items = workload.items.prefix(workload.leaves.count)
      return [
        building(per: items.count) {
          var snapshot = Snapshot<Int, Item>()
          try snapshot.appendSections([0, 1, 2])
          try snapshot.appendItems(items, toSection: 1)
          return snapshot
        },
        building("`Set`", per: items.count) { Set(items) },
      ]
    },
    Benchmark("3 sections of 1,000,000: `sectionIdentifier(containingItem:)`") { workload in
      let large = try LargeSections(workload)
      let owners = large.sections.owners
      return [
        querying(for: large.sections.randomItems(100_000)) { item in
          large.snapshot.sectionIdentifier(containingItem: item) ?? 0
        },
        querying(arrays, for: large.sections.randomItems(100_000)) { owners[$0] ?? 0 },
      ]
    },
    Benchmark("3 sections of 1,000,000: copy, insert an item in `snapshot[section]`") { workload in
      let large = try LargeSections(workload)
      let sections = large.sections
      return [
        editingCopies(of: large.snapshot, at: sections.randomIndices(1000)) { copy, index in
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
    Benchmark("3 sections of 1,000,000: difference of an expanded root") { workload in
      let large = try LargeSections(workload)
      return [
        Contender(name: "Outline") {
          let pairs = large.expansions(1000)
          let total = seconds {
            for (old, new) in pairs {
              blackHole(new.difference(from: old))
            }
          }
          return total / Double(pairs.count)
        }
      ]
    },
    Benchmark("3 sections of 1,000,000: `batches` of this difference") { workload in
      let large = try LargeSections(workload)
      return [
        Contender(name: "Outline") {
          let pairs = large.expansions(1000)
          let differences = pairs.map { $0.new.difference(from: $0.old) }
          let total = seconds {
            for ((old, new), difference) in zip(pairs, differences) {
              blackHole(difference.batches(from: old, to: new))
            }
          }
          return total / Double(pairs.count)
        }
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

  /// Fills sections with the first items of a workload: one for each leaf, or fewer sections.
  ///
  /// There are at least two sections.
  init(_ workload: Workload<Item>, each size: Int, count: Int = .max) {
    let most = workload.leaves.count
    self.size = min(size, most / 2)
    items = Array(workload.items.prefix(max(2, min(count, most / self.size)) * self.size))
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

  /// Returns the index of an item of another section: always the same one for the same index.
  func index(farFrom index: Int) -> Int {
    (index + items.count / 2) % items.count
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

/// Three sections, each with one item for each leaf of a workload, and as many roots as that has.
private struct LargeSections<Item: BenchmarkItem> {
  let sections: Sections<Item>
  let snapshot: Snapshot<Int, Item>
  private let rowsPerRoot: Int

  init(_ workload: Workload<Item>) throws {
    let size = workload.leaves.count
    let rowsPerRoot = size / workload.roots.count
    sections = Sections(items: (0..<3 * size).map { Item(number: $0) }, each: size)
    self.rowsPerRoot = rowsPerRoot
    var snapshot = Snapshot<Int, Item>()
    for section in 0..<3 {
      let rows = sections.items(of: section).enumerated().lazy.map { row, item in
        (item: item, level: row % rowsPerRoot == 0 ? 0 : 1)
      }
      try snapshot.appendSection(section, SectionSnapshot(expanded: rows))
    }
    self.snapshot = snapshot
  }

  /// Pairs of snapshots between which a random root is expanded.
  func expansions(_ count: Int) -> [(old: Snapshot<Int, Item>, new: Snapshot<Int, Item>)] {
    sections.randomIndices(count).map { index in
      let root = CollectionOfOne(sections.items[index / rowsPerRoot * rowsPerRoot])
      var old = snapshot
      old.collapse(root)
      var new = old
      new.expand(root)
      return (old, new)
    }
  }
}
