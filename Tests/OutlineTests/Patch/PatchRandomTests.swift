import Foundation
import OutlineTestSupport
import Testing

@testable import OutlineCore

/// Long random sequences of edits of two versions: the patch of each edit obeys the laws, and
/// merges agree with a plain model.
///
/// `OUTLINE_SEED` repeats a run of the same effort.
@Suite struct PatchRandomTests {
  static let seed = seedOfRun()
  static let editCount = TestEffort.choose(quick: 4_000, full: 1_000_000, long: 20_000_000)
  static let announcement: Void = print(
    "OUTLINE_SEED=\(seed) OUTLINE_TEST_EFFORT=\(TestEffort.current)")
  static let sequenceLength = 400

  @Test(arguments: TestLayout.allCases)
  func editsOfFewItemsObeyTheLaws(layout: TestLayout) async {
    await checkOutlines(share: 4, targetCount: 5, layout) { (number: Int) in number }
  }

  @Test(arguments: TestLayout.allCases)
  func editsOfManyItemsObeyTheLaws(layout: TestLayout) async {
    await checkOutlines(share: 40, targetCount: 60, layout) { (number: Int) in number }
  }

  @Test(arguments: TestLayout.allCases)
  func editsOfCollidingItemsObeyTheLaws(layout: TestLayout) async {
    await checkOutlines(share: 40, targetCount: 12, layout, FewHashesItem.init)
  }

  @Test(arguments: TestLayout.allCases)
  func editsOfSectionsObeyTheLaws(layout: TestLayout) async {
    let trial = PatchTrial<Snapshot<Int, Int>, SnapshotOperation<Int>>(
      empty: layout.emptySnapshot(), apply: { _ = $0.apply(to: &$1) }, inspect: Self.checkCoding)
    await check(trial, share: 5) { seed in
      var generator = SnapshotStepGenerator<Int>(
        seed: seed, targetCount: 8, sectionCount: 4, item: { $0 })
      return { generator.operation(on: SnapshotModel($0)) }
    }
  }

  private func checkOutlines<Item: Hashable & Comparable & Codable & Sendable>(
    share: Int, targetCount: Int, _ layout: TestLayout, _ item: @escaping (Int) -> Item
  ) async {
    let trial = PatchTrial<SectionSnapshot<Item>, OutlineTestSupport.Operation<Item>>(
      empty: layout.empty(), apply: { _ = $0.apply(to: &$1) }, inspect: Self.checkCoding)
    await check(trial, share: share) { seed in
      var generator = StepGenerator(seed: seed, targetCount: targetCount, item: item)
      return { generator.operation(on: OutlineModel($0)) }
    }
  }

  private func check<Value, Edit>(
    _ trial: PatchTrial<Value, Edit>, share: Int, edits: (UInt64) -> (Value) -> Edit
  ) async {
    Self.announcement
    for number in 0..<UInt64(Self.editCount / share / Self.sequenceLength + 1) {
      let seed = Self.seed &+ number
      let steps = trial.steps(seed: seed, count: Self.sequenceLength, edit: edits(seed))
      guard trial.disagreement(after: steps) != nil else { continue }
      let shortest = await shrunk(steps) { trial.disagreement(after: $0) != nil }
      let disagreement = trial.disagreement(after: shortest)
      let lines = shortest.map(swiftSource(of:)).joined(separator: "\n")
      Issue.record("seed \(seed): \(disagreement?.description ?? "no longer fails")\n\(lines)")
      return
    }
  }

  private static func checkCoding<Patch: Codable & Equatable>(
    _ patch: Patch
  ) throws(Disagreement) {
    let json = (try? JSONEncoder().encode(patch)) ?? Data()
    if (try? JSONDecoder().decode(Patch.self, from: json)) != patch {
      throw Disagreement("JSON: \(String(decoding: json, as: UTF8.self))")
    }
  }
}
