import Testing
import ViewSimulation

/// The latest trial; trials run one after another, because they share the simulation.
@MainActor private var lastTrial: Task<Void, Never>?

/// Drives new screens with random operations, and expects that each shows the snapshot and that
/// these events occur.
@MainActor public func expectNoProblem(
  events: [String] = [
    "batch", "batch of updates", "reload", "drop", "refused drag", "load", "spinner", "selection",
    "spinner in a header", "completion before other animations",
  ],
  _ makeScreen: @escaping @MainActor (Program) -> any Screen
) async {
  await withSimulation { await drive(makeScreen, events) }
}

/// Runs a trial after all earlier ones.
@MainActor public func withSimulation(_ body: @escaping @MainActor () async -> Void) async {
  let previous = lastTrial
  let trial = Task {
    await previous?.value
    await body()
  }
  lastTrial = trial
  await trial.value
}

@MainActor private func drive(
  _ makeScreen: @MainActor (Program) -> any Screen, _ events: [String]
) async {
  let runs = TestEffort.choose(quick: 10, full: 200, long: 4_000)
  let seed = seedOfRun()
  Simulation.forgetEvents()
  for run in 0..<UInt64(runs) {
    if let problem = await Driver(seed: seed + run, makeScreen).run(count: 500) {
      Issue.record("OUTLINE_SEED=\(seed + run): \(problem)")
      return
    }
  }
  for event in events {
    #expect(Simulation.events[event, default: 0] > runs / 2, "\(event) in \(Simulation.events)")
  }
}

/// Runs a trial, which must not violate the rules of the simulated views.
@MainActor
public func expectNoViolations(_ trial: @escaping @MainActor (Program) async -> Void) async {
  await withSimulation {
    Simulation.reset()
    Simulation.laysOutAtOnce = true
    await trial(Program())
    Simulation.finishAnimations()
    #expect(Simulation.violations == [])
  }
}
