import Outline

/// Runs a `LoadCase` with a data source on any actor.
public struct LoadTrial: Sendable {
  /// The result of a trial.
  public struct Result: Equatable, Sendable {
    public var end: String
    public var log: [String]
    public var problems: [String]
  }

  /// The state that the tasks of a trial share.
  private final class Stage {
    var source: OutlineDataSource<Int, String>?
    var log: [String] = []
    var problems: [String] = []

    init(_ source: OutlineDataSource<Int, String>) {
      self.source = source
    }
  }

  private struct Boom: Error, CustomStringConvertible {
    var description: String { "boom" }
  }

  private static let start = Snapshot(
    SnapshotModel<Int, String>("1\n  -* a\n  +* b\n    -* b1\n2\n  -* d"))
  private static let replacement = Snapshot(
    SnapshotModel<Int, String>("1\n  -* a\n  -* z\n2\n  -* d"))

  let load: LoadCase
  let gate: LoadGate<String>
  let clock = ManualClock()

  public init(_ load: LoadCase) {
    self.load = load
    gate = LoadGate(heedsCancellation: load.heedsCancellation)
  }

  public func run(on actor: isolated any Actor) async -> Result {
    let stage = Stage(OutlineDataSource(Self.start))
    weak let source = stage.source
    let adapter = prepare(stage)
    stage.source?.expand("a")
    let waiter = load.isAwaited ? awaitChildren(stage, on: actor) : nil
    await wait(on: actor) { gate.calls.count == 1 }
    if load.isSlow { clock.advance(by: .seconds(1)) }
    let tasks = startEvents(stage, on: actor)
    let allowed = load.allowed
    for task in tasks { await task.value }
    await wait(on: actor) { allowed.contains(Self.end(stage, adapter)) }
    let end = Self.end(stage, adapter)
    if stage.source != nil { adapter.checkDrawing() }
    if stage.source?.loadingState(of: "a").map({ "\($0)" }) != "loading", waiter != nil {
      await wait(on: actor) { stage.log.contains { $0.hasPrefix("awaited") } }
      if !stage.log.contains(where: { $0.hasPrefix("awaited") }) {
        stage.problems.append("a task waits for a load that has ended")
      }
    }
    waiter?.cancel()
    await waiter?.value
    stage.source = nil
    await wait(on: actor) { source == nil }
    gate.finishAll()
    await wait(on: actor) { gate.openCount == 0 && clock.sleeperCount == 0 }
    if source != nil { stage.problems.append("the data source is still alive") }
    if gate.openCount != 0 || clock.sleeperCount != 0 { stage.problems.append("tasks are left") }
    return Result(end: end, log: stage.log + adapter.events, problems: stage.problems)
  }

  /// Starts the steps of the load, and the event that happens beside it.
  private func startEvents(_ stage: Stage, on actor: isolated any Actor) -> [Task<Void, Never>] {
    [
      Task {
        _ = actor
        for step in load.steps {
          await Task.yield()
          perform(step, stage)
        }
      },
      Task {
        _ = actor
        await Task.yield()
        perform(.interruption, stage)
      },
    ]
  }

  /// Waits until no job is left on a simulated actor, and until `isOver` elsewhere.
  private func wait(on actor: isolated any Actor, until isOver: () -> Bool) async {
    if let actor = actor as? SimulatedActor { return await actor.settle() }
    for round in 0..<5_000 {
      if isOver() { return }
      if round < 100 {
        await Task.yield()
      } else {
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  private func prepare(_ stage: Stage) -> RecordingAdapter<Int, String> {
    weak let source = stage.source
    let adapter = RecordingAdapter<Int, String>(
      drawing: { item in
        guard let source else { return "" }
        let state = source.loadingState(of: item).map { "\($0)" } ?? "gone"
        return source.isLoadingSlowly(item) ? state + " slowly" : state
      }, report: { [weak stage] in stage?.problems.append($0.description) })
    source?.childLoader = ChildLoader(
      hasChildren: { $0 == "a" }, whenCollapsed: load.finishesUnseen ? .finishesUnseen : .cancels,
      clock: clock, pages: { [gate] in try await gate.load($0, $1) })
    source?.sectionSnapshotHandlers.willExpandItem = { [weak stage] in
      stage?.log.append("will expand \($0)")
    }
    source?.sectionSnapshotHandlers.willCollapseItem = { [weak stage] item in
      stage?.log.append("will collapse \(item)")
    }
    source?.reorderingHandlers.canReorderItem = { _ in true }
    source?.reorderingHandlers.willReorder = { _ in
      source?.update { try? $0.deleteItems(["b1"]) }
    }
    if load.outcome == .reentrantApply {
      adapter.reaction = { update in
        let final = update.finalSnapshot
        guard final.contains("a1"), source?.snapshot().contains("x") == false else { return }
        source?.update { try? $0.appendItems(["x"], toSection: 2) }
      }
    }
    source?.attach(adapter)
    return adapter
  }

  private func awaitChildren(_ stage: Stage, on actor: isolated any Actor) -> Task<Void, Never> {
    Task {
      _ = actor
      guard let source = stage.source else { return }
      do {
        try await source.loadChildren(of: "a")
        stage.log.append("awaited: there")
      } catch {
        stage.log.append("awaited: \(error)")
      }
    }
  }

  private func perform(_ event: LoadModel.Event, _ stage: Stage) {
    switch event {
    case .collapse: stage.source?.collapse("a")
    case .delete: stage.source?.update { try? $0.deleteItems(["a"]) }
    case .finish: finish()
    case .interruption: performInterruption(stage)
    }
  }

  private func finish() {
    switch load.outcome {
    case .error: gate.finish(call: 1, with: .failure(Boom()))
    case .cancelled: gate.finish(call: 1, with: .failure(CancellationError()))
    default: gate.finish(call: 1, with: .success(ChildPage(load.children)))
    }
    if load.outcome == .resumedTwice { gate.finish(call: 1, with: .failure(Boom())) }
  }

  private func performInterruption(_ stage: Stage) {
    switch load.interruption {
    case .expandAgain: stage.source?.expand("a")
    case .collapse: stage.source?.collapse("a")
    case .delete: stage.source?.update { try? $0.deleteItems(["a"]) }
    case .move: stage.source?.update { try? $0.moveItem("a", afterItem: "d") }
    case .replaceSnapshot: stage.source?.apply(Self.replacement)
    case .openTransaction:
      let (item, destination): (String, DropDestination<Int, String>) =
        switch load.drop {
        case .ofTheItem: ("a", .after("d"))
        case .intoIt: ("d", .into("a"))
        case .outOfIt: ("a1", .after("d"))
        }
      _ = try? stage.source?.drop([item], at: destination)
    case .dataSourceGone: stage.source = nil
    }
  }

  private static func end(_ stage: Stage, _ adapter: RecordingAdapter<Int, String>) -> String {
    guard let source = stage.source else { return adapter.shown.shape + "\ngone" }
    let state = source.loadingState(of: "a").map { "\($0)" } ?? "not there"
    let shape = source.snapshot().shape
    return (adapter.shown.shape == shape ? "" : "not shown: ") + shape + "\na: \(state)"
  }
}
