import Outline
import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct EqualHashTests {
  @Test(arguments: [Layout.standard, .tiny])
  func itemsWithEqualHashesAreFound(layout: Layout) {
    checkFinding(ConstantHashItem.self, layout)
    checkFinding(FewHashesItem.self, layout)
  }

  private func checkFinding<Item: NumberedItem>(_: Item.Type, _ layout: Layout) {
    let items = (0..<300).map { Item(number: $0) }
    var table = ItemTable<Item>(layout: layout)
    // The parts are inserted along all pages of slots, and the last ones along a few.
    for part in [0..<200, 200..<290, 290..<297, 297..<298, 298..<300] {
      insert(Array(items[part]), in: &table)
    }
    expect(table, has: items, without: [600])

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

  @Test(arguments: [Layout.standard, .tiny])
  func duplicatesWithEqualHashesAreReported(layout: Layout) {
    checkDuplicates(ConstantHashItem.self, layout)
    checkDuplicates(FewHashesItem.self, layout)
  }

  private func checkDuplicates<Item: NumberedItem>(_: Item.Type, _ layout: Layout) {
    let items = (0..<600).map { Item(number: $0) }
    var table = ItemTable<Item>(layout: layout)
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

  /// Items with one hash among many others.
  @Test(arguments: [Layout.standard, .tiny])
  func itemsWithEqualHashesAmongManyOthersAreFound(layout: Layout) {
    let items = (0..<3_000).map { RareHashItem(number: $0) }
    var table = ItemTable<RareHashItem>(layout: layout)
    insert(items, in: &table)
    expect(table, has: items, without: [RareHashItem(number: 6_000)])
    #expect(insertDuplicates(items[...], in: &table) == items)
    var random = SeededGenerator(seed: 1)
    let shuffled = items.shuffled(using: &random)
    for part in [shuffled[..<20], shuffled[20..<2_000]] {
      table.remove(part.compactMap { table.handle(of: $0) })
    }
    expect(table, has: Array(shuffled[2_000...]), without: Array(shuffled[..<2_000]))
    for item in shuffled[..<100] {
      insert([item], in: &table)
      #expect(insertDuplicates([item], in: &table) == [item])
    }
    insert(Array(shuffled[100..<2_000]), in: &table)
    expect(table, has: items, without: [])
  }

  @Test(arguments: TestLayout.allCases)
  func itemsWithEqualHashesMoveBetweenSections(layout: TestLayout) throws {
    let items = (0..<300).map { ConstantHashItem(number: $0) }
    var snapshot: Snapshot<Int, ConstantHashItem> = layout.emptySnapshot()
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
    #expect(!snapshot.contains(300))
    snapshot.checkInvariants()
  }

  private func insert<Item>(_ items: [Item], in table: inout ItemTable<Item>) {
    let hashes = items.map { ItemTable<Item>.hash($0) }
    #expect(table.insert(items, hashes: hashes).duplicates.isEmpty)
    table.checkInvariants()
  }

  /// Returns the duplicates, for which an insertion changes nothing.
  private func insertDuplicates<Item>(
    _ items: some Sequence<Item>, in table: inout ItemTable<Item>
  ) -> [Item] {
    let (items, count) = (Array(items), table.count)
    let (handles, duplicates) = table.insert(items, hashes: items.map { ItemTable<Item>.hash($0) })
    #expect(handles.isEmpty && table.count == count)
    table.checkInvariants()
    return duplicates
  }

  private func expect<Item>(
    _ table: ItemTable<Item>, has items: [Item], without others: [Item],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    table.checkInvariants()
    let found = items.filter { item in table.handle(of: item).map { table[$0] } == item }
    #expect(found.count == items.count, sourceLocation: sourceLocation)
    #expect(!others.contains { table.handle(of: $0) != nil }, sourceLocation: sourceLocation)
  }
}

/// Every 75th item has the same hash, and each other item has a different one.
private struct RareHashItem: NumberedItem {
  let number: Int
  func hash(into hasher: inout Hasher) {
    hasher.combine(number % 75 == 0 ? 0 : number)
  }
}
