import OutlineTestSupport
import Testing

@testable import Outline

/// Whether what takes more than a few minutes is tried.
let isThorough = RandomTests.number("OUTLINE_THOROUGH") != nil

/// All small pairs, judged by what a difference is to hold and through all views.
@Suite struct ExhaustiveDifferenceTests {
  #if DEBUG
    static let portion = 1_200
  #else
    static let portion = isThorough ? 1 : 20
  #endif
  static let shareCount = 4

  @Test func thereAreSoManyPairs() {
    let pairs = OutlinePairs(itemCount: 3)
    var count = 0
    for oldCount in 0...3 {
      pairs.forEachNew(besides: oldCount) { _ in count += pairs.states[oldCount].count }
    }
    #expect(count == 64_013)
    var counts: [Int] = []
    for itemCount in 0...3 {
      var count = 0
      SectionedPairs(itemCount: itemCount, sectionCount: 3).visit(prepare: \.self) { olds, _ in
        count += olds.count
      }
      counts.append(count)
    }
    #expect(counts == [45, 405, 3_233, 26_865])
  }

  /// Every pair of outlines of up to four items each, in every state of expansion: 11.9 million.
  ///
  /// All of them where `OUTLINE_THOROUGH` is set and the build is optimized, else a part of the
  /// larger ones.
  @Test(arguments: 0..<shareCount)
  func outlines(share: Int) throws {
    let pairs = OutlinePairs(itemCount: 4)
    var judge = DifferenceJudge()
    judge.interval = 20
    var number = 0
    for (oldCount, states) in pairs.states.enumerated() {
      let olds = states.map { ShownOutline(SectionSnapshot($0)) }
      try pairs.forEachNew(besides: oldCount) { model in
        number += 1
        guard number % Self.shareCount == share else { return }
        let isSmall = oldCount < 3 && model.items.count < 3
        let portion = isSmall ? 1 : Self.portion
        let chosen = Array(stride(from: number % portion, to: olds.count, by: portion))
        guard !chosen.isEmpty else { return }
        let new = ShownOutline(SectionSnapshot(model))
        for index in chosen {
          let old = olds[index]
          try judge.judge(from: old, to: new, new.snapshot.difference(from: old.snapshot))
        }
      }
    }
  }
}
