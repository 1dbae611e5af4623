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
      _ text: String = "1\n  -* a\n  -* b\n2\n  -* c", on actor: SimulatedActor,
      whenCollapsed: CollapsedLoad = .cancels,
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

    func finish(_ item: String, _ children: String..., cursor: Int? = nil) async {
      gate.finish(item, with: .success(ChildPage(children, cursor: cursor)))
      await actor.settle()
      adapter.checkDrawing()
    }

    func fail(_ item: String) async {
      gate.finish(item, with: .failure(Boom()))
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
