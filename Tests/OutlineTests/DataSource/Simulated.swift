import OutlineTestSupport
import Testing

/// Runs a test in ten orders of its jobs.
func simulated(_ body: @escaping @Sendable (isolated SimulatedActor) async -> Void) {
  for seed in 0..<10 as Range<UInt64> {
    let isDone: Void? = SimulatedActor.run(seed: seed, body)
    #expect(isDone != nil, "it waits forever, seed \(seed)")
  }
}
