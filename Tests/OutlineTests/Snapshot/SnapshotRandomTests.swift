import OutlineTestSupport
import Testing

@testable import OutlineCore

/// Long random sequences of operations on snapshots of several sections, compared with the model.
///
/// `OUTLINE_SEED` repeats a run of the same effort.
@Suite struct SnapshotRandomTests {
  static let seed = seedOfRun()
  static let operationCount = TestEffort.choose(quick: 2_500, full: 120_000, long: 5_000_000)
  static let announcement: Void = print(
    "OUTLINE_SEED=\(seed) OUTLINE_TEST_EFFORT=\(TestEffort.current)")
  static let sequenceLength = 400

  @Test(arguments: TestLayout.allCases)
  func fewItemsAgreeWithTheModel(layout: TestLayout) async {
    await check(share: 3, targetCount: 12, sectionCount: 5, layout) { (number: Int) in number }
  }

  @Test(arguments: TestLayout.allCases)
  func manyItemsAgreeWithTheModel(layout: TestLayout) async {
    await check(share: 20, targetCount: 150, sectionCount: 30, layout) { (number: Int) in number }
  }

  @Test(arguments: TestLayout.allCases)
  func collidingHashesAgreeWithTheModel(layout: TestLayout) async {
    await check(share: 30, targetCount: 20, sectionCount: 5, layout, ConstantHashItem.init)
  }

  @Test(arguments: TestLayout.allCases)
  func fewHashesAgreeWithTheModel(layout: TestLayout) async {
    await check(share: 30, targetCount: 30, sectionCount: 8, layout, FewHashesItem.init)
  }

  private func check<Item: Hashable & Comparable & Sendable>(
    share: Int, targetCount: Int, sectionCount: Int, _ layout: TestLayout,
    _ item: @escaping (Int) -> Item
  ) async {
    Self.announcement
    let snapshots = RandomSnapshots<Item>(
      empty: layout.emptySnapshot(), targetCount: targetCount, sectionCount: sectionCount,
      item: item
    ) { $0.checkInvariants() }
    for number in 0..<UInt64(Self.operationCount / share / Self.sequenceLength + 1) {
      let steps = snapshots.steps(ofSequence: Self.seed &+ number, count: Self.sequenceLength)
      guard snapshots.disagreement(after: steps, interval: 50) != nil else { continue }
      let shortest = await shrunk(steps) {
        snapshots.disagreement(after: $0, interval: 1) != nil
      }
      let disagreement = snapshots.disagreement(after: shortest, interval: 1)
      let lines = shortest.map(swiftSource(of:)).joined(separator: "\n")
      Issue.record(
        "seed \(Self.seed &+ number): \(disagreement?.description ?? "no longer fails")\n\(lines)")
      return
    }
  }
}
