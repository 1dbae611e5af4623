import Outline
import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct SnapshotStorageTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func ownersMatchADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = OwnerTable(layout: seed % 2 == 0 ? .standard : .tiny)
    // Few or many hashes, and hashes at the end of the table, where searches wrap around.
    let hashes: [UInt32] = (0..<(seed < 4 ? 10 : 2_000)).map { _ in
      let hash: UInt32 = .random(in: 0 ... .max, using: &random)
      return hash | (seed % 4 < 2 ? 0 : 0xFFFF_FF00)
    }
    var owners: [UInt32: Set<Int32>] = [:]
    for step in 0..<60 {
      let section = Int32.random(in: 0..<5, using: &random)
      let chosen = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
        hashes.randomElement(using: &random)
      }
      let old = table
      if Bool.random(using: &random) {
        for hash in chosen { owners[hash, default: []].insert(section) }
        let isCurrent = { [owners] hash, section in owners[hash]?.contains(section) ?? false }
        table.insert(chosen, in: section, isCurrent: isCurrent)
      } else {
        for hash in chosen { owners[hash]?.remove(section) }
      }
      if step.isMultiple(of: 20) {
        table.checkInvariants()
        old.checkInvariants()
      }
    }
    for hash in hashes {
      // Other sections may be outdated.
      let found = sections(of: hash, in: table)
      #expect(found.isSuperset(of: owners[hash] ?? []), "seed \(seed)")
      #expect(found.count <= 5)
    }
  }

  private func sections(of hash: UInt32, in table: OwnerTable) -> Set<Int32> {
    var sections: Set<Int32> = []
    var index = table.start(for: hash)
    while true {
      let section = table.nextCandidate(for: hash, at: &index)
      if section < 0 { return sections }
      sections.insert(section)
    }
  }

  /// An item that moves on and on leaves no trail of outdated slots.
  @Test func movesReuseOutdatedSlots() throws {
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections(Array(0..<100))
    try snapshot.appendItems([1, 2, 3], toSection: 0)
    for step in 0..<1_000 {
      try snapshot.appendItems([step % 3 + 1], toSection: step % 100)
    }
    #expect(snapshot.owners.count <= 6)
    for step in 0..<1_000 {
      try snapshot.deleteSections([step % 100])
      try snapshot.appendSections([step % 100])
      try snapshot.appendItems([1, 2, 3], toSection: step % 100)
    }
    #expect(snapshot.owners.count <= 6)
    snapshot.checkInvariants()
  }

  /// Items that come and go leave a table that fits those that remain.
  @Test func newItemsReplaceOutdatedSlots() throws {
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections([0])
    try snapshot.appendItems(0..<100, toSection: 0)
    for item in 100..<20_000 {
      try snapshot.appendItems([item], toSection: 0)
      try snapshot.deleteItems([item - 100])
    }
    #expect(snapshot.owners.slotCount <= 1_000)
    snapshot.checkInvariants()
  }

  @Test func deletionsShrinkTheOwners() throws {
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections([0, 1])
    try snapshot.appendItems(0..<6_000, toSection: 0)
    let pages = snapshot.owners.pageCount
    try snapshot.deleteItems(Array(20..<6_000))
    #expect(snapshot.owners.pageCount == 1)
    #expect(snapshot[0].table.handles.handleLimit == 20)
    try snapshot.appendItems(6_000..<12_000, toSection: 1)
    #expect(snapshot.owners.pageCount <= pages + 1)
    #expect(Array(snapshot.itemIdentifiers) == Array(0..<20) + Array(6_000..<12_000))
    snapshot[1] = SectionSnapshot()
    #expect(snapshot.owners.pageCount == 1)
    snapshot.checkInvariants()
  }

  private func snapshot() throws -> Snapshot<Int, Int> {
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections(0..<1_000)
    for section in 0..<1_000 {
      try snapshot.appendItems(section * 10..<section * 10 + 10, toSection: section)
    }
    return snapshot
  }

  @Test func editingOneSectionKeepsOtherPagesShared() throws {
    let original = try snapshot()
    var copy = original
    #expect(copy.sectionHandlesNotShared(with: original) == [])
    try copy.appendItems([20_000], toSection: 500)
    #expect(copy.sectionHandlesNotShared(with: original) == [500, 501, 502, 503])
    #expect(original.sectionHandlesNotShared(with: copy) == [500, 501, 502, 503])
    for handle in [501, 502, 503] as [Int32] {
      #expect(copy.contents[handle].tree.isIdentical(to: original.contents[handle].tree))
    }
    #expect(copy.locate(20_000)?.section == 500)
    #expect(original.locate(20_000) == nil)
    try copy.moveItem(7, beforeItem: 9_990)
    #expect(
      copy.sectionHandlesNotShared(with: original)
        == Array(0..<4) + Array(500..<504) + Array(996..<1_000))
    try copy.moveSection(3, beforeSection: 800)
    copy.expand([20, 9_000_000])
    #expect(copy.sectionHandlesNotShared(with: original).count == 12)
  }

  @Test func unsharedSectionsAreFoundInTablesOfDifferentSizes() throws {
    let original = try snapshot()
    let all = Array(0..<1_000 as Range<Int32>)
    #expect(original.sectionHandlesNotShared(with: Snapshot()) == all)
    #expect(Snapshot<Int, Int>().sectionHandlesNotShared(with: original) == [])
    #expect(try original.sectionHandlesNotShared(with: snapshot()) == all)
    var larger = original
    try larger.appendSections(1_000..<5_000)
    #expect(larger.sectionHandlesNotShared(with: original) == Array(1_000..<5_000))
    #expect(original.sectionHandlesNotShared(with: larger) == [])
    var smaller = larger
    try smaller.deleteSections(Array(8..<5_000))
    #expect(smaller.sectionHandlesNotShared(with: original) == [])
    #expect(original.sectionHandlesNotShared(with: smaller) == Array(8..<1_000))
    try smaller.appendSections([-1, -2])
    #expect(smaller.sectionHandlesNotShared(with: original).count == 2)
    #expect(smaller.sectionHandlesNotShared(with: larger).count == 2)
    #expect(smaller != larger)
  }

  @Test func editingTheOnlyVersionCopiesNoPage() throws {
    var own = try snapshot()
    let pages = addresses(own)
    try own.moveItem(7, beforeItem: 9_990)
    try own.insertItems([33], afterItem: 5_000)
    own.expand([20])
    try own.deleteItems([21])
    #expect(addresses(own) == pages)
    // Editing a section in place copies no other page.
    try own[8].append([50_000])
    #expect(addresses(own) == pages)
  }

  private func addresses(_ snapshot: Snapshot<Int, Int>) -> [UInt] {
    let pages = (0..<snapshot.contents.pages.count).map {
      unsafe UInt(bitPattern: snapshot.contents.pages.borrow($0).toOpaque())
    }
    let roots = snapshot.sectionHandles.filter { $0 != 8 }.map { handle in
      let tree = snapshot.contents[handle].tree
      return unsafe UInt(bitPattern: tree.pages.borrow(Int(tree.root)).toOpaque())
    }
    return pages + roots
  }
}
