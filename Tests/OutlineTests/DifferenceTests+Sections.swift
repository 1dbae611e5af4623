import OutlineTestSupport
import Testing

@testable import Outline

/// All pairs of small lists of sections, through a strict view that takes batches.
@Suite struct SectionedDifferenceTests {
  #if DEBUG
    static let itemCount = 4
    static let portion = 8
  #else
    static let itemCount = 6
    static let portion = 1
  #endif
  static let shareCount = 8

  /// With three sections, empty ones included: 25,158,625 pairs of up to six items.
  @Test(arguments: 0..<shareCount)
  func pairs(share: Int) throws {
    var judge = SnapshotJudge()
    judge.areFlat = true
    var number = 0
    let pairs = SectionedPairs(itemCount: Self.itemCount, sectionCount: 3)
    try pairs.visit(share: share, of: Self.shareCount) { list in
      (list, ShownSnapshot(try Snapshot(list), isFlat: true))
    } _: { olds, list in
      number += 1
      let new = ShownSnapshot(try Snapshot(list), isFlat: true)
      for index in stride(from: number % Self.portion, to: olds.count, by: Self.portion) {
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
