import Outline
import OutlineTestSupport
import Testing

/// All pairs of small lists of sections, through a strict view that takes batches.
@Suite struct SectionedDifferenceTests {
  // All pairs take too long but where `OUTLINE_THOROUGH=1` asks for them; builds that are not
  // optimized judge still fewer.
  #if DEBUG
    static let (itemCount, fullCount, portion, pairCount) = (5, 3, 120, 2_361_247)
  #else
    static let (itemCount, fullCount, pairCount) = (6, 5, 25_158_625)
    static let portion = number(inEnvironment: "OUTLINE_THOROUGH") == 1 ? 1 : 30
  #endif
  static let shareCount = 32

  /// With three sections, empty ones included: all pairs of up to five items where the build is
  /// optimized, else of up to three, and a part of the larger ones.
  @Test func pairs() async throws {
    let count = try await sum(ofShares: Self.shareCount) { try Self.judgePairs(share: $0) }
    #expect(count == Self.pairCount)
  }

  /// Judges the pairs of a share, and returns how many there are.
  private static func judgePairs(share: Int) throws -> Int {
    var judge = SnapshotJudge()
    judge.areFlat = true
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
        try judge.judge(from: old, to: new, new.snapshot.difference(from: old.snapshot))
      }
    }
    return count
  }
}
