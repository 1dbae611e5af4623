import Testing

@testable import OutlineCore

/// Numbers that clients may use as hashes.
enum HashPattern: CaseIterable {
  case consecutive, negative, aligned, decimal, typed

  func hash(_ index: Int) -> Int {
    switch self {
    case .consecutive: index
    case .negative: -index
    case .aligned: index << 12
    case .decimal: index * 1_000
    // The high bits have the type of the item.
    case .typed: (index % 8) << 20 + index / 8
    }
  }
}

private struct NumberedItem: Hashable {
  let hashValue: Int

  func hash(into hasher: inout Hasher) { hasher.combine(hashValue) }
}

@Suite struct ItemTableTests {
  @Test(arguments: HashPattern.allCases)
  func regularHashesLeaveShortSearches(pattern: HashPattern) {
    let items = (0..<2_000).map { NumberedItem(hashValue: pattern.hash($0)) }
    let hashes = items.map { ItemTable.hash($0) }
    #expect(Set(hashes).count == items.count)
    var table = ItemTable<NumberedItem>(layout: .standard)
    _ = table.insert(items, hashes: hashes)
    #expect(totalSearchLength(for: hashes, in: table.handles) < 16 * items.count)
    table.remove(items[..<100].compactMap { table.handle(of: $0) })
    #expect(totalSearchLength(for: hashes, in: table.handles) < 16 * items.count)
    table.handles.checkInvariants()
    #expect(items.count { table.handle(of: $0) != nil } == 1_900)
  }

  @Test(arguments: HashPattern.allCases)
  func regularHashesLeaveShortSearchesForOwners(pattern: HashPattern) {
    let hashes = (0..<2_000).map { ItemTable.hash(NumberedItem(hashValue: pattern.hash($0))) }
    var table = OwnerTable(layout: .standard)
    table.insert(hashes, in: 0) { _, _ in true }
    let length = totalSearchLength(
      for: hashes, slotCount: table.slotCount, start: table.start, next: table.nextCandidate)
    #expect(length < 16 * hashes.count)
  }

  private func totalSearchLength(for hashes: [UInt32], in handles: HandleTable) -> Int {
    totalSearchLength(
      for: hashes, slotCount: handles.contiguousSlots.count, start: handles.start,
      next: handles.nextCandidate)
  }

  /// Returns the number of slots that searches read until they end at an empty slot.
  private func totalSearchLength(
    for hashes: [UInt32], slotCount: Int, start: (UInt32) -> Int,
    next: (UInt32, inout Int) -> Int32
  ) -> Int {
    hashes.reduce(0) { total, hash in
      let start = start(hash)
      var end = start
      while next(hash, &end) >= 0 {}
      return total + (end >= start ? end - start : end - start + slotCount)
    }
  }
}
