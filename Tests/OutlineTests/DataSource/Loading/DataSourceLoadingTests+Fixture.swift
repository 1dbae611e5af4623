import Outline
import OutlineTestSupport
import Testing

extension DataSourceLoadingTests {
  /// A data source on an actor, with items that may have children, and their loader.
  struct Fixture {
    let actor: SimulatedActor
    let source: Source
    let adapter: TestAdapter
    let gate = LoadGate<String>()
    let clock = ManualClock()
    let log = EventLog()

    init(
      _ text: String, on actor: SimulatedActor, whenCollapsed: CollapsePolicy = .cancel,
      hasChildren: @escaping @Sendable (String) -> Bool = { $0.count < 3 }
    ) {
      self.actor = actor
      source = Source(text)
      adapter = TestAdapter(drawing: { [weak source] item in
        guard let source else { return "" }
        return source.states(item) + (source.isLoadingSlowly(item) ? " slowly" : "")
      })
      source.childLoader = ChildLoader(
        hasChildren: hasChildren, whenCollapsed: whenCollapsed, clock: clock,
        pages: { [gate] in try await gate.load($0, $1) })
      source.attach(adapter)
    }

    /// Finishes the load of an item when it has begun.
    func finish(_ item: String, _ children: String..., cursor: Int? = nil) async {
      await finish(item, with: .success(ChildPage(children, cursor: cursor)))
    }

    /// Starts a call that logs its end, and finishes the load that it waits for.
    func finish(
      _ item: String, _ children: String..., cursor: Int? = nil,
      on actor: isolated SimulatedActor, _ call: @escaping () async throws -> Void
    ) async {
      let task = DataSourceLoadingTests.waiting(log, on: actor, call)
      await finish(item, with: .success(ChildPage(children, cursor: cursor)))
      await task.value
    }

    func fail(_ item: String) async {
      await finish(item, with: .failure(Boom()))
    }

    private func finish(
      _ item: String, with result: Result<ChildPage<String>, any Error>
    ) async {
      await actor.settle()
      gate.finish(item, with: result)
      await actor.settle()
      adapter.checkDrawing()
    }
  }

  struct Boom: Error, Equatable, CustomStringConvertible {
    var description: String { "boom" }
  }

  /// Starts a task on the actor that waits and logs the outcome.
  static func waiting(
    _ log: EventLog, on actor: isolated SimulatedActor,
    _ body: @escaping () async throws -> Void
  ) -> Task<Void, Never> {
    Task {
      _ = actor
      do {
        try await body()
        log.add("there")
      } catch {
        log.add("\(error)")
      }
    }
  }
}

/// Runs a test of a data source and its loader in ten orders of the jobs.
///
/// Items of `leafLength` or more characters have no children.
func loading(
  _ text: String = "1\n  -* a\n  -* b\n2\n  -* c", whenCollapsed: CollapsePolicy = .cancel,
  leafLength: Int = 3,
  _ body:
    @escaping @Sendable (
      isolated SimulatedActor, DataSourceLoadingTests.Fixture, Source
    ) async -> Void
) {
  simulated { actor in
    let fixture = DataSourceLoadingTests.Fixture(
      text, on: actor, whenCollapsed: whenCollapsed, hasChildren: { $0.count < leafLength })
    await body(actor, fixture, fixture.source)
  }
}
