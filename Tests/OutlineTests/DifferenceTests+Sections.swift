import OutlineTestSupport
import Testing

@testable import Outline

/// All pairs of small lists of sections, through a strict view that takes batches.
@Suite struct SectionedDifferenceTests {
  #if DEBUG
    static let (itemCount, fullCount, portion) = (5, 3, 400)
  #else
    static let (itemCount, fullCount, portion) = (6, 5, isThorough ? 1 : 30)
  #endif
  static let shareCount = 8

  /// With three sections, empty ones included: 25,158,625 pairs of up to six items.
  ///
  /// All of them where `OUTLINE_THOROUGH` is set and the build is optimized, else all pairs of up
  /// to five items and a part of the others; three where it is not optimized.
  @Test(arguments: 0..<shareCount)
  func pairs(share: Int) throws {
    var judge = SnapshotJudge()
    judge.areFlat = true
    judge.interval = 20
    var number = 0
    let pairs = SectionedPairs(itemCount: Self.itemCount, sectionCount: 3)
    try pairs.visit(share: share, of: Self.shareCount) { list in
      (list, ShownSnapshot(try Snapshot(list), isFlat: true))
    } _: { olds, list in
      let itemCount = max((list.items.max() ?? -1) + 1, olds[0].0.items.count)
      let portion = itemCount <= Self.fullCount ? 1 : Self.portion
      let chosen = olds.indices.filter { (number + $0) % portion == 0 }
      number += olds.count
      guard !chosen.isEmpty else { return }
      let new = ShownSnapshot(try Snapshot(list), isFlat: true)
      for (oldList, old) in chosen.map({ olds[$0] }) {
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
