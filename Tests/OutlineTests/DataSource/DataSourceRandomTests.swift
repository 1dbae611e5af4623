import OutlineTestSupport
import Testing

@testable import Outline

/// Random operations of all kinds, with handlers, adapters and loaders that call the data source.
///
/// `OUTLINE_SEED` repeats a run.
@Suite struct DataSourceRandomTests {
  static let seed = seedOfRun()
  static let runCount: UInt64 = TestEffort.choose(quick: 60, full: 2_000, long: 50_000)

  /// The state that the handlers and adapters of a run share.
  private final class Stage {
    let source = OutlineDataSource<Int, Int>()
    let operations: RandomOperations
    /// The remaining depth of operations within operations.
    var depth = 3
    var problems: [String] = []

    init(seed: UInt64) {
      operations = RandomOperations(seed: seed)
    }

    /// Sometimes performs another operation in a handler.
    func joinIn() {
      guard depth > 0, operations.once(in: 6) else { return }
      depth -= 1
      operations.perform(on: source)
      depth += 1
    }

    func allows() -> Bool {
      joinIn()
      return !operations.once(in: 5)
    }
  }

  /// Sets handlers that forbid changes, perform operations, and create children.
  private static func prepare(_ stage: Stage) {
    var handlers = SectionSnapshotHandlers<Int>()
    handlers.shouldExpandItem = { [unowned stage] _ in stage.allows() }
    handlers.willExpandItem = { [unowned stage] _ in stage.joinIn() }
    handlers.shouldCollapseItem = { [unowned stage] _ in stage.allows() }
    handlers.willCollapseItem = { [unowned stage] _ in stage.joinIn() }
    stage.source.sectionSnapshotHandlers = handlers
    handlers.snapshotForExpandingParent = { [unowned stage] _, old in
      stage.joinIn()
      return stage.operations.once(in: 2) ? old : stage.operations.children()
    }
    stage.source.setSectionSnapshotHandlers(handlers, for: 2)
    stage.source.reorderingHandlers.canReorderItem = { [unowned stage] _ in stage.allows() }
    stage.source.reorderingHandlers.willReorder = { [unowned stage] _ in stage.joinIn() }
    stage.source.reorderingHandlers.didReorder = { [unowned stage] _ in stage.joinIn() }
    stage.source.setContent { [unowned stage] item in
      stage.joinIn()
      return stage.operations.content[item] ?? 0
    }
  }

  private static func run(seed: UInt64, on actor: isolated SimulatedActor) async -> [String] {
    let stage = Stage(seed: seed)
    let gate = LoadGate<Int>()
    stage.source.childLoader = ChildLoader(
      hasChildren: { $0.isMultiple(of: 3) }, clock: ManualClock(),
      pages: { try await gate.load($0, $1) })
    prepare(stage)
    let adapters = attachAdapters(to: stage)
    let updates = stage.source.updates
    let reader = Task {
      _ = actor
      let view = RecordingAdapter<Int, Int> { stage.problems.append("slow: \($0)") }
      view.reload(Snapshot())
      for await update in updates {
        view.show(update)
        for _ in 0..<8 { await Task.yield() }
      }
      return view.shown
    }
    for _ in 0..<40 {
      stage.operations.perform(on: stage.source)
      if stage.operations.once(in: 3) { await Task.yield() }
      if stage.operations.once(in: 3) {
        let item = stage.operations.item()
        gate.finish(
          item,
          with: stage.operations.once(in: 4)
            ? .failure(CancellationError()) : .success(ChildPage(stage.operations.children())))
      }
    }
    stage.source.childLoader = nil
    gate.finishAll()
    await actor.settle()
    reader.cancel()
    let shown = await reader.value
    check(stage, adapters, shown)
    return stage.problems
  }

  /// Attaches two adapters, of which the first displays its rows.
  private static func attachAdapters(to stage: Stage) -> [RecordingAdapter<Int, Int>] {
    let adapters = (1...2).map { number in
      RecordingAdapter<Int, Int>(
        drawing: { [unowned stage] item in
          number == 1 ? "\(stage.operations.content[item] ?? 0)" : ""
        }, report: { [unowned stage] in stage.problems.append($0.description) })
    }
    stage.operations.adapters = adapters
    for adapter in adapters {
      adapter.reaction = { [unowned stage] _ in stage.joinIn() }
      stage.source.attach(adapter)
    }
    stage.source.setDisplayedRows(0..<100, for: adapters[0])
    return adapters
  }

  /// Compares all views with the data source at the end of a run.
  private static func check(
    _ stage: Stage, _ adapters: [RecordingAdapter<Int, Int>], _ shown: Snapshot<Int, Int>
  ) {
    stage.depth = 0
    stage.source.checkContent()
    adapters[0].checkDrawing()
    let final = stage.source.snapshot()
    for (name, snapshot) in [
      ("first", adapters[0].shown), ("second", adapters[1].shown), ("slow", shown),
    ]
    where snapshot != final {
      stage.problems.append("\(name) shows\n\(snapshot.shape)\ninstead of\n\(final.shape)")
    }
    if !stage.source.queue.isEmpty { stage.problems.append("pending changes") }
    let known = stage.source.loads.parents.allSatisfy { parent in
      if case .item(let item) = parent { final.contains(item) } else { true }
    }
    if !known { stage.problems.append("records of deleted items") }
  }

  @Test func adaptersAlwaysMirrorTheDataSource() {
    for number in 0..<Self.runCount {
      let seed = Self.seed &+ number
      let problems = SimulatedActor.run(seed: seed) { actor in
        await Self.run(seed: seed, on: actor)
      }
      guard problems == [] else {
        Issue.record(
          "OUTLINE_SEED=\(seed): \(problems?.joined(separator: "\n") ?? "waits forever")")
        return
      }
    }
  }
}
