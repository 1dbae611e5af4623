import Outline
import OutlineTestSupport
import Testing

/// Versions of large outlines, compared with each other and with copies that share no storage.
///
/// `OUTLINE_SEED` repeats a run.
@Suite struct RandomDifferenceTests {
  static let seed = seedOfRun()
  static let announcement: Void = print("OUTLINE_SEED=\(seed)")
  static let sizes: [(rows: Int, edits: Int, runs: Int)] = TestEffort.choose(
    quick: [(10, 6, 200), (100, 20, 30), (500, 30, 3)],
    full: [
      (10, 6, 5_000), (100, 20, 1_000), (1_000, 100, 60), (10_000, 1_000, 4), (100_000, 1_000, 1),
    ],
    long: [
      (10, 6, 200_000), (100, 20, 30_000), (1_000, 100, 1_000), (10_000, 1_000, 100),
      (100_000, 1_000, 20),
    ])

  @Test(arguments: sizes.indices, TestLayout.allCases)
  func randomVersionsAreCorrect(size: Int, layout: TestLayout) throws {
    Self.announcement
    let (rowCount, editCount, runCount) = Self.sizes[size]
    for run in 0..<runCount {
      let seed = Self.seed &+ UInt64(size << 32 + run * 2 + (layout == .tiny ? 1 : 0))
      do {
        try checkVersions(seed, rowCount, editCount, layout)
      } catch {
        let shown = "\(error)".prefix(5_000)
        Issue.record("OUTLINE_SEED=\(Self.seed), run \(run), \(rowCount) rows: \(shown)")
        return
      }
    }
  }

  private func checkVersions(
    _ seed: UInt64, _ rowCount: Int, _ editCount: Int, _ layout: TestLayout
  ) throws {
    var edits = RandomEdits(seed: seed, rowCount: rowCount)
    let first = try edits.outline(rowCount: rowCount, in: layout.empty())
    var old = first
    var new = first
    edits.edit(&new, count: Int.random(in: 1...editCount, using: &edits.random))
    if Bool.random(using: &edits.random) {
      edits.edit(&old, count: Int.random(in: 1...editCount, using: &edits.random))
    }
    let oldRows = ShownOutline(old)
    let newRows = ShownOutline(new)
    var checker = DifferenceChecker()
    let shared = new.difference(from: old)
    try checker.check(from: oldRows, to: newRows, shared)
    try checker.check(from: newRows, to: oldRows, old.difference(from: new))
    let rebuilt = ShownOutline(try old.rebuilt(in: layout.empty()))
    let apart = new.difference(from: rebuilt.snapshot)
    try checker.check(from: rebuilt, to: newRows, apart)
    guard shared.counts == apart.counts else {
      throw Disagreement("\(shared) with shared storage, but \(apart) without")
    }
    guard new.difference(from: new).isEmpty, old.difference(from: rebuilt.snapshot).isEmpty else {
      throw Disagreement("a difference of equal snapshots")
    }
  }
}

extension SectionDifference {
  fileprivate var counts: [Int] {
    [removals, insertions, moves.map(\.source), reloads, reconfigures].map {
      $0.reduce(0) { $0 + $1.count }
    }
  }
}
