import OutlineTestSupport
import Testing

/// Random operations, compared with a plain model.
///
/// `OUTLINE_SEED` repeats a run.
@Suite struct DataSourceModelTests {
  static let seed = seedOfRun()
  static let operationCount = TestEffort.choose(quick: 5_000, full: 1_000_000, long: 20_000_000)

  @Test func everyOperationDoesWhatTheModelDoes() async {
    let steps = 0..<60 as Range<UInt64>
    var (seed, operationCount) = (Self.seed, 0)
    while operationCount < Self.operationCount {
      var trial = SourceTrial(seed: seed)
      if trial.disagreement(in: steps) != nil {
        let short = await shrunk(Array(steps)) { steps in
          var trial = SourceTrial(seed: seed)
          return trial.disagreement(in: steps) != nil
        }
        let problem = trial.disagreement(in: short) ?? "not repeated"
        Issue.record("OUTLINE_SEED=\(seed), steps \(short): \(problem)")
        return
      }
      operationCount += trial.operationCount
      seed += 1
    }
    print("\(operationCount) operations like those of the model, OUTLINE_SEED=\(Self.seed)")
  }
}
