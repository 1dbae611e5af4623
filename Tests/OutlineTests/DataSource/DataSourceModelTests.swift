import OutlineTestSupport
import Testing

/// Random operations, compared with a plain model.
///
/// `OUTLINE_SEED` repeats a run.
@Suite struct DataSourceModelTests {
  static let seed = seedOfRun()
  static let operationCount = TestEffort.choose(quick: 5_000, full: 1_000_000, long: 20_000_000)
  static let loadCount = TestEffort.choose(quick: 2_000, full: 20_000, long: 10_000_000)

  @Test func everyOperationDoesWhatTheModelDoes() async {
    await run(from: Self.seed, hasLoads: false, count: Self.operationCount)
  }

  /// Loads have fixed seeds, except in a long run.
  @Test func everyLoadEndsAsInTheModel() async {
    let seed = TestEffort.choose(quick: 1, full: 1, long: Self.seed)
    await run(from: seed, hasLoads: true, count: Self.loadCount)
  }

  private func run(from first: UInt64, hasLoads: Bool, count: Int) async {
    let steps = Array(0..<60 as Range<UInt64>)
    var (seed, operationCount) = (first, 0)
    while operationCount < count {
      let trial = SourceTrial(seed: seed, hasLoads: hasLoads)
      let result = trial.run(steps)
      if result.problem != nil {
        let short = await shrunk(steps) { trial.run($0).problem != nil }
        let problem = trial.run(short).problem ?? "not repeated"
        Issue.record("OUTLINE_SEED=\(seed), steps \(short): \(problem)")
        return
      }
      operationCount += result.operationCount
      seed += 1
    }
    print("\(operationCount) operations like those of the model, OUTLINE_SEED=\(first)")
  }
}
