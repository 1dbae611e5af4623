import OutlineTestSupport
import Testing

@testable import Outline

/// An item of one of a few chains: all items of a chain have the same hash.
private struct ChainItem: Hashable {
  let number: Int
  var chains = 1

  func hash(into hasher: inout Hasher) { hasher.combine(number % chains) }
}

@Suite struct EqualHashTests {
  @Test(arguments: [Layout.standard, .tiny], [1, 3])
  func itemsWithEqualHashesAreFound(layout: Layout, chains: Int) {
    let items = (0..<300).map { ChainItem(number: $0, chains: chains) }
    var table = ItemTable<ChainItem>(layout: layout)
    // The parts are inserted along all pages of slots, and the last ones along a few.
    for part in [0..<200, 200..<290, 290..<297, 297..<298, 298..<300] {
      insert(Array(items[part]), in: &table)
    }
    expect(table, has: items, without: [ChainItem(number: 600, chains: chains)])

    // The handles of removed items are given out again, in another order.
    var random = SeededGenerator(seed: 1)
    let shuffled = items.shuffled(using: &random)
    for part in [shuffled[..<1], shuffled[1..<9], shuffled[9..<200]] {
      table.remove(part.compactMap { table.handle(of: $0) })
    }
    expect(table, has: Array(shuffled[200...]), without: Array(shuffled[..<200]))
    insert(Array(shuffled[..<150]), in: &table)
    for item in shuffled[150..<200] {
      insert([item], in: &table)
    }
    expect(table, has: items, without: [])
  }

  @Test(arguments: [Layout.standard, .tiny], [1, 3])
  func duplicatesWithEqualHashesAreReported(layout: Layout, chains: Int) {
    let items = (0..<600).map { ChainItem(number: $0, chains: chains) }
    var table = ItemTable<ChainItem>(layout: layout)
    let twice = insertDuplicates(items[..<300] + [items[299], items[7], items[150]], in: &table)
    #expect(twice == [items[299], items[7], items[150]])
    insert(Array(items[..<400]), in: &table)
    for new in [[], items[400..<401], items[400..<404], items[400..<420], items[400...]] {
      for known in [0, 7, 399] {
        let duplicates = insertDuplicates(new + [items[known]], in: &table)
        #expect(duplicates == [items[known]], "\(new.count) new items")
        guard let last = new.last else { continue }
        #expect(insertDuplicates(new + [last], in: &table) == [last], "\(new.count) new items")
      }
    }
    expect(table, has: Array(items[..<400]), without: Array(items[400...]))
  }

  @Test(arguments: TestLayout.allCases)
  func itemsWithEqualHashesMoveBetweenSections(layout: TestLayout) throws {
    let items = (0..<300).map { ChainItem(number: $0) }
    var snapshot: Snapshot<Int, ChainItem> = layout.emptySnapshot()
    try snapshot.appendSections(Array(0..<4))
    try snapshot.appendItems(items[..<100], toSection: 0)
    try snapshot.appendItems(items[100..<200], toSection: 1)
    for start in stride(from: 200, to: 300, by: 20) {
      try snapshot.appendItems(items[start..<start + 20], toSection: 2)
    }
    var sections = items.map { $0.number / 100 }
    var random = SeededGenerator(seed: 1)
    for item in items.shuffled(using: &random)[..<20] {
      let section = Int.random(in: 0..<4, using: &random)
      try snapshot.appendItems([item], toSection: section)
      sections[item.number] = section
    }
    #expect(items.map { snapshot.sectionIdentifier(containingItem: $0) } == sections)

    let moved = items[50..<250]
    try snapshot.appendItems(moved, toSection: 3)
    try snapshot.deleteItems(items[..<50])
    #expect(moved.allSatisfy { snapshot.sectionIdentifier(containingItem: $0) == 3 })
    #expect(!items[..<50].contains { snapshot.contains($0) })
    #expect(!snapshot.contains(ChainItem(number: 300)))
    snapshot.checkInvariants()
  }

  private func insert(_ items: [ChainItem], in table: inout ItemTable<ChainItem>) {
    let hashes = items.map { ItemTable.hash($0) }
    #expect(table.insert(items, hashes: hashes).duplicates.isEmpty)
    table.handles.checkInvariants()
  }

  /// Returns the duplicates, for which an insertion changes nothing.
  private func insertDuplicates(
    _ items: some Sequence<ChainItem>, in table: inout ItemTable<ChainItem>
  ) -> [ChainItem] {
    let (items, count) = (Array(items), table.count)
    let (handles, duplicates) = table.insert(items, hashes: items.map { ItemTable.hash($0) })
    #expect(handles.isEmpty && table.count == count)
    table.handles.checkInvariants()
    return duplicates
  }

  private func expect(
    _ table: ItemTable<ChainItem>, has items: [ChainItem], without others: [ChainItem],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    table.handles.checkInvariants()
    let found = items.filter { item in table.handle(of: item).map { table[$0] } == item }
    #expect(found.count == items.count, sourceLocation: sourceLocation)
    #expect(!others.contains { table.handle(of: $0) != nil }, sourceLocation: sourceLocation)
  }
}
