import Outline
import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct ItemUpdatingTests {
  typealias Item = Identified<Song>
  typealias Failure = SnapshotError<Int, Item>

  private func items(_ ids: some Sequence<Int>, plays: Int = 0) -> [Item] {
    ids.map { Item(Song($0, plays: plays)) }
  }

  private func outline(_ layout: TestLayout) throws -> SectionSnapshot<Item> {
    var outline = layout.empty(of: Item.self)
    try outline.append(items(0..<30))
    try outline.append(items(30..<40), to: items([0])[0])
    return outline
  }

  private func snapshot(_ layout: TestLayout) throws -> Snapshot<Int, Item> {
    var snapshot: Snapshot<Int, Item> = layout.emptySnapshot()
    try snapshot.appendSections([0, 1])
    snapshot[0] = try outline(layout)
    try snapshot.appendItems(items(100..<120), toSection: 1)
    return snapshot
  }

  @Test(arguments: TestLayout.allCases)
  func sectionSnapshotTakesTheNewItems(layout: TestLayout) throws {
    var outline = try outline(layout)
    let old = outline
    try outline.updateItems(items([7, 35, 0], plays: 3))
    let plays = outline.items.map(\.plays)
    #expect(plays[outline.index(of: items([7])[0]) ?? -1] == 3)
    #expect(plays[outline.index(of: items([35])[0]) ?? -1] == 3)
    #expect(plays.count { $0 == 3 } == 3)
    #expect(outline.parent(of: items([35])[0])?.plays == 3)
    #expect(old.items.allSatisfy { $0.plays == 0 })
    #expect(outline == old)
    #expect(outline.hashValue == old.hashValue)
    #expect(outline.difference(from: old).isEmpty)
    #expect(outline.difference(from: old) { $0.value == $1.value }.description == "0~1 7~1")
    let reloads = outline.difference(from: old, updating: .reload) { $0.plays == $1.plays }
    #expect(reloads.description == "0!1 7!1")
    try outline.updateItems([])
    outline.checkInvariants()
    old.checkInvariants()
  }

  @Test(arguments: TestLayout.allCases)
  func snapshotTakesTheNewItems(layout: TestLayout) throws {
    var snapshot = try snapshot(layout)
    let old = snapshot
    try snapshot.reloadItems(items([7]))
    try snapshot.updateItems(items([119, 35, 7], plays: 3))
    #expect(snapshot.itemIdentifiers.filter { $0.plays == 3 }.map(\.id) == [35, 7, 119])
    #expect(old.itemIdentifiers.allSatisfy { $0.plays == 0 })
    #expect(snapshot == old)
    #expect(snapshot.reloadedItemIdentifiers == items([7]))
    snapshot.removeAllMarks()
    #expect(snapshot.difference(from: old).isEmpty)
    let difference = snapshot.difference(from: old) { $0.plays == $1.plays }
    #expect(difference.description == "0: 7~1, 1: 19~1")
    try snapshot[1].updateItems(items([100], plays: 4))
    #expect(snapshot[1].items.first?.plays == 4)
    snapshot.checkInvariants()
    old.checkInvariants()
  }

  @Test(arguments: TestLayout.allCases)
  func updatingUnknownItemsIsAnError(layout: TestLayout) throws {
    var outline = try outline(layout)
    #expect(throws: SectionSnapshotError<Item>.unknownItems(items([50, -1]))) {
      try outline.updateItems(items([50, 3, -1], plays: 1))
    }
    #expect(throws: SectionSnapshotError<Item>.duplicateItems(items([50, 3]))) {
      try outline.updateItems(items([50, 3, 60, 50, 3, 3], plays: 1))
    }
    #expect(outline.items.allSatisfy { $0.plays == 0 })
    var snapshot = try snapshot(layout)
    #expect(throws: Failure.items(.unknownItems(items([50, -1])))) {
      try snapshot.updateItems(items([50, 3, -1, 100], plays: 1))
    }
    #expect(throws: Failure.items(.duplicateItems(items([50, 3])))) {
      try snapshot.updateItems(items([50, 3, 60, 50, 3, 3], plays: 1))
    }
    #expect(snapshot.itemIdentifiers.allSatisfy { $0.plays == 0 })
  }

  @Test(arguments: TestLayout.allCases)
  func replacedItemsAreReleased(layout: TestLayout) throws {
    let tracker = LifetimeTracker()
    var outline = layout.empty(of: TrackedItem.self)
    try outline.append((0..<50).map(tracker.item))
    var copy: SectionSnapshot<TrackedItem>? = outline
    try outline.updateItems((10..<30).map(tracker.item))
    #expect(tracker.liveCount == 70)
    #expect(copy?.items.contains { $0.identity == outline.items[10].identity } == false)
    copy = nil
    #expect(tracker.liveCount == 50)
    try outline.updateItems((0..<50).map(tracker.item))
    #expect(tracker.liveCount == 50)
  }

  static let sequenceCount = TestEffort.choose(quick: 8, full: 400, long: 10_000)

  @Test(arguments: TestLayout.allCases)
  func randomUpdatesKeepTheLatestItems(layout: TestLayout) throws {
    for seed in 0..<UInt64(Self.sequenceCount) {
      var random = SeededGenerator(seed: seed)
      var versions = [(snapshot: try snapshot(layout), plays: [Int: Int]())]
      for step in 1...60 {
        let index = Int.random(in: 0..<versions.count, using: &random)
        var (snapshot, plays) = versions[index]
        let ids = Set((0..<3).map { _ in Int.random(in: 0..<130, using: &random) })
        edit(&snapshot, &plays, ids.sorted(), to: step, &random)
        snapshot.checkInvariants()
        if versions.count < 5 || random.next() % 2 == 0 {
          versions.append((snapshot, plays))
        } else {
          versions[index] = (snapshot, plays)
        }
        for (snapshot, plays) in versions.suffix(6) {
          for item in snapshot.itemIdentifiers where item.plays != plays[item.id] ?? 0 {
            Issue.record("seed \(seed), step \(step): \(item), not \(plays[item.id] ?? 0)")
            return
          }
        }
      }
    }
  }

  private func edit(
    _ snapshot: inout Snapshot<Int, Item>, _ plays: inout [Int: Int], _ ids: [Int], to step: Int,
    _ random: inout SeededGenerator
  ) {
    let old = snapshot
    let items = items(ids, plays: step)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      try? snapshot.deleteItems(items)
    case 1:
      guard (try? snapshot.appendItems(items, toSection: step % 2)) != nil else { return }
      for id in ids where !old.contains(Item(Song(id))) { plays[id] = step }
    case 2:
      try? snapshot.moveItem(items[0], beforeItem: items[items.count - 1])
    default:
      guard (try? snapshot.updateItems(items)) != nil else { return }
      for id in ids { plays[id] = step }
    }
  }
}
