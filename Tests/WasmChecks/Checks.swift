@testable import OutlineCore

/// Runs the random models, prints what they checked, and returns whether the library agrees.
///
/// `.ci/wasm` compiles this file as a part of `OutlineTestSupport`.
@_cdecl("runChecks")
func runChecks(seed: UInt64) -> Bool {
  var checks = Checks(seed: seed)
  do throws(Disagreement) {
    for layout in TestLayout.allCases {
      try checks.editOutlines(layout, itemCount: 10, sequenceCount: 8) { $0 }
      try checks.editOutlines(layout, itemCount: 50, sequenceCount: 2) { $0 }
      try checks.editOutlines(layout, itemCount: 40, sequenceCount: 1, FewHashesItem.init)
      try checks.editSnapshots(layout, itemCount: 12, sectionCount: 5, sequenceCount: 10)
      try checks.editSnapshots(layout, itemCount: 150, sectionCount: 30, sequenceCount: 1)
      try checks.compareOutlines(layout, rowCount: 10, editCount: 6, pairCount: 500)
      try checks.compareOutlines(layout, rowCount: 100, editCount: 20, pairCount: 50)
      try checks.compareOutlines(layout, rowCount: 1_000, editCount: 100, pairCount: 2)
      try checks.mergeVersions(layout, sequenceCount: 1)
    }
    try checks.compareSnapshots(pairCount: 1_000)
    try checks.editLargeOutline(rowCount: 1_000_000)
    print("\(checks.outlineEdits) edits of outlines, \(checks.snapshotEdits) edits of snapshots")
    print("\(checks.patchedEdits) edits of versions with their patches")
    print("\(checks.outlinePairs) pairs of outlines, \(checks.snapshotPairs) pairs of snapshots")
    return true
  } catch {
    print("OUTLINE_SEED=\(seed): \(error.description)")
    return false
  }
}

private struct Checks {
  let seed: UInt64
  var outlineEdits = 0
  var snapshotEdits = 0
  var outlinePairs = 0
  var snapshotPairs = 0
  var patchedEdits = 0

  init(seed: UInt64) {
    self.seed = seed
  }

  mutating func editOutlines<Item: Hashable & Comparable & Sendable>(
    _ layout: TestLayout, itemCount: Int, sequenceCount: Int, _ item: @escaping (Int) -> Item
  ) throws(Disagreement) {
    let run = RandomRun<Item>(
      empty: layout.empty(), targetCount: itemCount, checkInterval: itemCount, item: item
    ) { $0.checkInvariants() }
    for number in 0..<UInt64(sequenceCount) {
      if let failure = run.disagreement(inSequence: seed &+ number) { throw failure }
      outlineEdits += randomSequenceLength
    }
  }

  mutating func editSnapshots(
    _ layout: TestLayout, itemCount: Int, sectionCount: Int, sequenceCount: Int
  ) throws(Disagreement) {
    let snapshots = RandomSnapshots<Int>(
      empty: layout.emptySnapshot(), targetCount: itemCount, sectionCount: sectionCount,
      item: { $0 }, inspect: { $0.checkInvariants() })
    for number in 0..<UInt64(sequenceCount) {
      let steps = snapshots.steps(ofSequence: seed &+ number, count: 400)
      if let failure = snapshots.disagreement(after: steps, interval: 50) { throw failure }
      snapshotEdits += steps.count
    }
  }

  mutating func compareOutlines(
    _ layout: TestLayout, rowCount: Int, editCount: Int, pairCount: Int
  ) throws(Disagreement) {
    var checker = DifferenceChecker()
    for number in 0..<UInt64(pairCount) {
      try checker.checkRandomVersions(
        seed: seed &+ number, rowCount: rowCount, editCount: editCount, layout)
      outlinePairs += 1
    }
  }

  /// Edits two versions of outlines and of snapshots, and merges them.
  mutating func mergeVersions(_ layout: TestLayout, sequenceCount: Int) throws(Disagreement) {
    let outlines = PatchTrial<SectionSnapshot<Int>, Operation<Int>>(
      empty: layout.empty(), apply: { _ = $0.apply(to: &$1) }, inspect: { _ in })
    let snapshots = PatchTrial<Snapshot<Int, Int>, SnapshotOperation<Int>>(
      empty: layout.emptySnapshot(), apply: { _ = $0.apply(to: &$1) }, inspect: { _ in })
    for seed in seed..<seed &+ UInt64(sequenceCount) {
      var edits = StepGenerator<Int>(seed: seed, targetCount: 6) { $0 }
      let steps = outlines.steps(seed: seed, count: 150) { edits.operation(on: OutlineModel($0)) }
      if let failure = outlines.disagreement(after: steps) { throw failure }
      var snapshotEdits = SnapshotStepGenerator<Int>(
        seed: seed, targetCount: 8, sectionCount: 4, item: { $0 })
      let snapshotSteps = snapshots.steps(seed: seed, count: 150) {
        snapshotEdits.operation(on: SnapshotModel($0))
      }
      if let failure = snapshots.disagreement(after: snapshotSteps) { throw failure }
      patchedEdits += steps.count + snapshotSteps.count
    }
  }

  /// Edits an outline whose number of rows, multiplied by that of pages, has more than 32 bits.
  func editLargeOutline(rowCount: Int) throws(Disagreement) {
    var outline = SectionSnapshot<Int>()
    let moved: String
    do throws(SectionSnapshotError<Int>) {
      try outline.append(Array(0..<rowCount))
      let old = outline
      try outline.move(0, after: rowCount - 1)
      moved = outline.difference(from: old).description
    } catch {
      throw Disagreement(error.description)
    }
    try demand(moved == "0>\(rowCount - 1)", moved)
  }

  mutating func compareSnapshots(pairCount: Int) throws(Disagreement) {
    var checker = SnapshotDifferenceChecker()
    for number in 0..<pairCount {
      _ = try checker.checkRandomVersions(Int(seed % 1_000_000) + number)
      snapshotPairs += 1
    }
  }
}
