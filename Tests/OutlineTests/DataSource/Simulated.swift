import OutlineTestSupport
import Testing

@testable import Outline

/// Runs a test in ten orders of its jobs; in half of them, tasks wait as on older systems.
func simulated(_ body: @escaping @Sendable (isolated SimulatedActor) async -> Void) {
  for seed in 0..<10 as Range<UInt64> {
    let isDone: Void? = SimulatedActor.run(seed: seed) { actor in
      await Platform.isOld.withValue(seed % 2 == 1) { await body(actor) }
    }
    #expect(isDone != nil, "it waits forever, seed \(seed)")
  }
}
