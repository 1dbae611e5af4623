import Outline
import OutlineTestSupport
import Testing

/// Runs a test in equal shares, on all cores, and returns the sum of their results.
func sum(
  ofShares count: Int, _ body: @escaping @Sendable (_ share: Int) throws -> Int
) async throws -> Int {
  try await withThrowingTaskGroup(of: Int.self) { group in
    for share in 0..<count {
      group.addTask { try body(share) }
    }
    return try await group.reduce(0, +)
  }
}

@Suite struct ExhaustiveDifferenceTests {
  // Up to two items each, all pairs are checked, and beyond one pair in `portion`.
  static let portion = TestEffort.choose(quick: 6_000, full: 1, long: 1)
  static let shareCount = 8

  @Test func allPairsOfUpToThreeItemsAreGenerated() {
    let pairs = OutlinePairs(itemCount: 3)
    var count = 0
    for oldCount in 0...3 {
      pairs.forEachNew(excluding: oldCount) { _, _ in count += pairs.states[oldCount].count }
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

  @Test func allSmallPairsAreCorrect() async throws {
    let count = try await sum(ofShares: Self.shareCount) { try Self.checkOutlines(share: $0) }
    #expect(count == 11_939_149)
  }

  private static func checkOutlines(share: Int) throws -> Int {
    let pairs = OutlinePairs(itemCount: 4)
    var checker = DifferenceChecker()
    checker.interval = 20
    var number = 0
    var count = 0
    for (oldCount, states) in pairs.states.enumerated() {
      let olds = states.map { ShownOutline(SectionSnapshot($0)) }
      try pairs.forEachNew(excluding: oldCount) { newCount, makeNew in
        number += 1
        guard number % shareCount == share else { return }
        count += olds.count
        let isSmall = oldCount < 3 && newCount < 3
        let portion = isSmall ? 1 : portion
        guard number % portion < olds.count else { return }
        let new = ShownOutline(SectionSnapshot(makeNew()))
        for index in stride(from: number % portion, to: olds.count, by: portion) {
          let old = olds[index]
          try checker.check(from: old, to: new, new.snapshot.difference(from: old.snapshot))
        }
      }
    }
    return count
  }
}

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
