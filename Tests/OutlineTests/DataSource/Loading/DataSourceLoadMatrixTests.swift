import Outline
import OutlineTestSupport
import Testing

/// Every outcome of a load, combined with every event during it, ends like some sequential order.
@Suite struct DataSourceLoadMatrixTests {
  static let seedCount: UInt64 = TestEffort.choose(quick: 20, full: 1_000, long: 20_000)
  static let threadedSeedCount: UInt64 = TestEffort.choose(quick: 3, full: 30, long: 500)

  private func judge(_ load: LoadCase, _ result: LoadTrial.Result) -> Bool {
    let isRight = load.allowed.contains(result.end) && result.problems.isEmpty
    if !isRight {
      let log = result.log.joined(separator: "\n")
      let allowed = load.allowed.joined(separator: "\nor\n")
      Issue.record(
        "\(load)\n\(result.problems)\n\(result.end)\ninstead of\n\(allowed)\nafter\n\(log)")
    }
    return isRight
  }

  /// Runs a case on one thread, in an order that the seed decides.
  private static func simulate(_ load: LoadCase) -> LoadTrial.Result? {
    SimulatedActor.run(seed: load.seed) { actor in
      await LoadTrial(load).run(on: actor)
    }
  }

  @Test(arguments: LoadOutcome.allCases)
  func eachOrderOfJobs(outcome: LoadOutcome) throws {
    for interruption in Interruption.allCases {
      for seed in 0..<Self.seedCount {
        let load = LoadCase(outcome, interruption, seed: seed)
        let result = try #require(Self.simulate(load), "\(load) waits forever")
        guard judge(load, result) else { break }
        if seed.isMultiple(of: 10) {
          #expect(Self.simulate(load) == result, "\(load) is not repeated")
        }
      }
    }
  }

  private actor Worker {}

  @Test(arguments: LoadOutcome.allCases)
  func threads(outcome: LoadOutcome) async {
    for interruption in Interruption.allCases {
      for seed in 0..<Self.threadedSeedCount {
        let load = LoadCase(outcome, interruption, seed: seed)
        let result = await LoadTrial(load).run(on: Worker())
        guard judge(load, result) else { break }
      }
    }
  }
}
