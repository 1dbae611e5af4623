import Foundation
import OutlineTestSupport
import Testing

@testable import Outline

/// All pairs of small lists of sections, through a strict view that takes batches.
@Suite struct SectionedDifferenceTests {
  // Builds that are not optimized, or check themselves besides, are too slow for all pairs.
  #if OUTLINE_INTERNAL_CHECKS
    static let (itemCount, fullCount, portion, pairCount) = (5, 3, 400, 2_361_247)
  #elseif DEBUG
    static let (itemCount, fullCount, portion, pairCount) = (5, 3, 60, 2_361_247)
  #else
    static let (itemCount, fullCount, pairCount) = (6, 4, 25_158_625)
    static let portion = ProcessInfo.processInfo.environment["OUTLINE_THOROUGH"] == nil ? 60 : 1
  #endif
  static let shareCount = 32

  /// With three sections, empty ones included: all pairs of up to four items where the build is
  /// optimized, else of up to three, and a part of the larger ones.
  @Test func pairs() async throws {
    let count = try await sum(ofShares: Self.shareCount) { try Self.judgePairs(share: $0) }
    #expect(count == Self.pairCount)
  }

  /// Judges the pairs of a share, and returns how many there are.
  private static func judgePairs(share: Int) throws -> Int {
    var judge = SnapshotJudge()
    judge.areFlat = true
    judge.interval = 20
    var count = 0
    let pairs = SectionedPairs(itemCount: itemCount, sectionCount: 3)
    try pairs.visit(share: share, of: shareCount) { list in
      (list, ShownSnapshot(try Snapshot(list), isFlat: true))
    } _: { olds, list in
      let itemCount = max((list.items.max() ?? -1) + 1, olds[0].0.items.count)
      let portion = itemCount <= fullCount ? 1 : portion
      let first = (portion - count % portion) % portion
      count += olds.count
      guard first < olds.count else { return }
      let new = ShownSnapshot(try Snapshot(list), isFlat: true)
      for index in stride(from: first, to: olds.count, by: portion) {
        let (oldList, old) = olds[index]
        let difference = new.snapshot.difference(from: old.snapshot)
        try judge.judge(from: old, to: new, difference)
        let fewest = FewestMoves.counts(from: oldList, to: list)
        guard difference.sections.movedRowCount == fewest.sections,
          difference.movedRowCount == fewest.items
        else {
          throw Disagreement("\(difference), fewest: \(fewest)\n\(oldList)\n\(list)")
        }
      }
    }
    return count
  }
}

extension SectionDifference {
  fileprivate var movedRowCount: Int { moves.reduce(0) { $0 + $1.source.count } }
}

extension SnapshotDifference {
  fileprivate var movedRowCount: Int {
    changes.reduce(0) { $0 + $1.difference.movedRowCount }
      + moves.reduce(0) { $0 + $1.source.count }
  }
}
