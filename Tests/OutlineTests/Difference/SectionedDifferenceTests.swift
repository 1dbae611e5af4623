import Outline
import OutlineTestSupport
import Testing

@Suite struct SectionedDifferenceTests {
  // Up to `fullCount` items, all pairs are checked, and beyond one pair in `portion`.
  static let (itemCount, fullCount, portion, pairCount) = TestEffort.choose(
    quick: (5, 2, 4_800, 2_361_247), full: (6, 5, 30, 25_158_625), long: (6, 6, 1, 25_158_625))
  static let shareCount = 8

  @Test func allSmallPairsOfSectionsAreCorrect() async throws {
    let count = try await sum(ofShares: Self.shareCount) { try Self.checkPairs(share: $0) }
    #expect(count == Self.pairCount)
  }

  private static func checkPairs(share: Int) throws -> Int {
    var checker = SnapshotDifferenceChecker()
    checker.areFlat = true
    var count = 0
    let pairs = SectionedPairs(itemCount: itemCount, sectionCount: 3)
    try pairs.visit(share: share, of: shareCount) { list in
      (list.items.count, ShownSnapshot(try Snapshot(list), isFlat: true))
    } _: { olds, list in
      let itemCount = max((list.items.max() ?? -1) + 1, olds[0].0)
      let portion = itemCount <= fullCount ? 1 : portion
      let first = (portion - count % portion) % portion
      count += olds.count
      guard first < olds.count else { return }
      let new = ShownSnapshot(try Snapshot(list), isFlat: true)
      for index in stride(from: first, to: olds.count, by: portion) {
        let old = olds[index].1
        try checker.check(from: old, to: new, new.snapshot.difference(from: old.snapshot))
      }
    }
    return count
  }
}
