import OutlineTestSupport
import Testing

/// Random operations, compared with a plain model: a million in an optimized run.
@Suite struct DataSourceModelTests {
  static let seed = seedOfRun()

  @Test func everyOperationAgreesWithTheModel() async {
    let count = TestEffort.choose(quick: 5_000, full: 500_000, long: 10_000_000)
    await run(hasLoads: false, count: count)
  }

  @Test func everyLoadAgreesWithTheModel() async {
    let count = TestEffort.choose(quick: 5_000, full: 500_000, long: 10_000_000)
    await run(hasLoads: true, count: count)
  }

  private func run(hasLoads: Bool, count: Int) async {
    let steps = Array(0..<60 as Range<UInt64>)
    var seed = Self.seed
    var operationCount = 0
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
    print("\(operationCount) operations like those of the model, OUTLINE_SEED=\(Self.seed)")
  }
}
