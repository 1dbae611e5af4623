import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct DataSourceCompletionTests {
  static let start = "1\n  +* a\n    -* a1\n  -* b"

  struct Fixture {
    let source = Source(DataSourceCompletionTests.start)
    let log = EventLog()

    /// Attaches a view that animates each update until the test finishes it.
    func attachSlowAdapter() -> TestAdapter {
      let adapter = TestAdapter()
      source.attach(adapter)
      adapter.animations = []
      return adapter
    }

    func toggle(_ name: String) {
      source.toggle("a")
      source.whenShown { [log] in log.add(name) }
    }
  }

  @Test func waitingTasksContinueWhenTheChangesAreShown() {
    simulated { actor in
      let fixture = Fixture()
      let adapter = fixture.attachSlowAdapter()
      fixture.source.toggle("a")
      let tasks = (0..<2).map { number in
        Task {
          _ = actor
          await fixture.source.waitUntilShown()
          fixture.log.add("\(number)")
        }
      }
      await actor.settle()
      #expect(fixture.log.events.isEmpty)
      tasks[1].cancel()
      await actor.settle()
      #expect(fixture.log.take() == "1", "a cancelled task does not wait")
      adapter.animations?[0]()
      await actor.settle()
      #expect(fixture.log.take() == "0")
    }
  }

  @Test func completionsAreReleasedWithTheDataSource() {
    final class Token {}
    let adapter = TestAdapter()
    let log = EventLog()
    adapter.animations = []
    var source: Source? = Source(Self.start)
    var token: Token? = Token()
    weak let weakToken = token
    source?.attach(adapter)
    source?.apply(SectionSnapshot("-* x"), to: 2) { [token] in log.add("\(token != nil)") }
    source = nil
    token = nil
    #expect(weakToken == nil)
    adapter.animations?[0]()
    #expect(log.take() == "")
  }

  /// Adapters finish in any order, twice or never, and are attached and detached.
  @Test func randomCompletionsAreCalledInTheOrderOfTheChanges() {
    for seed in 0..<TestEffort.choose(quick: 50, full: 2_000, long: 20_000) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let fixture = Fixture()
      /// The changes whose completion is due, with the adapters that have not finished them.
      var due: [(change: String, adapters: Set<ObjectIdentifier>)] = []
      /// The attached views, and the changes that each has shown.
      var adapters: [(view: TestAdapter, changes: [String])] = []
      var kept: [() -> Void] = []
      for step in 0..<60 {
        let index = adapters.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<7, using: &random), index) {
        case (0, _):
          adapters.append((fixture.attachSlowAdapter(), []))
        case (1, let index?):
          let adapter = adapters.remove(at: index).view
          if Bool.random(using: &random) {
            fixture.source.detach(adapter)
            kept += adapter.animations ?? []
          }
          for change in due.indices { due[change].adapters.remove(ObjectIdentifier(adapter)) }
        case (2, let index?), (3, let index?):
          let (adapter, changes) = adapters[index]
          guard let shown = changes.indices.randomElement(using: &random) else { continue }
          adapter.animations?[shown]()
          for change in due.indices where due[change].change == changes[shown] {
            due[change].adapters.remove(ObjectIdentifier(adapter))
          }
        case (4, _):
          kept.randomElement(using: &random)?()
          fixture.source.whenShown { [log = fixture.log] in log.add("nothing \(step)") }
          due.append(("nothing \(step)", []))
        default:
          for index in adapters.indices { adapters[index].changes.append("\(step)") }
          due.append(("\(step)", Set(adapters.map { ObjectIdentifier($0.view) })))
          fixture.toggle("\(step)")
        }
        fixture.source.deferringDelivery {}  // notices released adapters
        let count = due.firstIndex { !$0.adapters.isEmpty } ?? due.count
        let expected = due.prefix(count).map(\.change).joined(separator: ", ")
        #expect(fixture.log.take() == expected, "seed \(seed), step \(step)")
        due.removeFirst(count)
      }
    }
  }
}
