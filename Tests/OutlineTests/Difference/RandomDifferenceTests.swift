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
  func randomVersionsAreCorrect(size: Int, layout: TestLayout) {
    Self.announcement
    let (rowCount, editCount, runCount) = Self.sizes[size]
    for run in 0..<runCount {
      let seed = Self.seed &+ UInt64(size << 32 + run * 2 + (layout == .tiny ? 1 : 0))
      do {
        var checker = DifferenceChecker()
        try checker.checkRandomVersions(
          seed: seed, rowCount: rowCount, editCount: editCount, layout)
      } catch {
        let shown = "\(error)".prefix(5_000)
        Issue.record("OUTLINE_SEED=\(Self.seed), run \(run), \(rowCount) rows: \(shown)")
        return
      }
    }
  }
}
