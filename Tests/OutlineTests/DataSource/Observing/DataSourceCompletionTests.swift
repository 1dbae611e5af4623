import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct DataSourceCompletionTests {
  static let start = "1\n  +* a\n    -* a1\n  -* b"

  /// A view that animates until the test finishes its updates.
  final class SlowAdapter: OutlineAdapter {
    var completions: [() -> Void] = []
    var shown: [String] = []
    var name = ""
    var reaction: (() -> Void)?

    func show(_ update: Source.Update, completion: @escaping () -> Void) {
      reaction?()
      completions.append(completion)
      shown.append(name)
    }

    func perform(_ batch: Snapshot<Int, String>.Batch, animatingDifferences: Bool) {}
    func reload(_ snapshot: Snapshot<Int, String>) {}
    func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Int, String>) {}
  }

  struct Fixture {
    let source = Source(DataSourceCompletionTests.start)
    let log = EventLog()

    func attachSlowAdapter() -> SlowAdapter {
      let adapter = SlowAdapter()
      source.attach(adapter)
      return adapter
    }

    func toggle(_ name: String) {
      source.toggle("a")
      source.whenShown { [log] in log.add(name) }
    }
  }

  let fixture = Fixture()

  @Test func completionsAreCalledInTheOrderOfTheChanges() {
    let (quick, slow) = (TestAdapter(), SlowAdapter())
    fixture.source.attach(quick)
    fixture.source.attach(slow)
    for name in ["1", "2", "3"] { fixture.toggle(name) }
    #expect(quick.updates.count == 3 && fixture.log.events.isEmpty)
    slow.completions[1]()
    slow.completions[1]()
    #expect(fixture.log.events.isEmpty, "the first change is not shown yet")
    slow.completions[0]()
    #expect(fixture.log.take() == "1, 2", "calling twice does not finish another change")
    slow.completions[2]()
    #expect(fixture.log.take() == "3")
    fixture.source.whenShown { fixture.log.add("at once") }
    #expect(fixture.log.take() == "at once")
  }

  @Test func detachedAndReleasedAdaptersDelayNoCompletions() {
    var adapters = (0..<3).map { _ in SlowAdapter() }
    for adapter in adapters { fixture.source.attach(adapter) }
    fixture.toggle("1")
    let kept = adapters[1].completions
    fixture.source.detach(adapters[0])
    adapters[1].completions = []
    #expect(fixture.log.events.isEmpty)
    adapters.removeLast()
    #expect(fixture.log.events.isEmpty, "the completion of the second adapter is alive")
    adapters.removeLast()
    fixture.toggle("2")
    #expect(fixture.log.take() == "1, 2")
    for completion in kept + adapters[0].completions { completion() }
    #expect(fixture.log.take() == "")
  }

  @Test func anAdapterThatReleasesItsCompletionHasFinished() {
    let adapter = fixture.attachSlowAdapter()
    fixture.toggle("1")
    adapter.completions = []
    fixture.toggle("2")
    #expect(fixture.log.take() == "1", "without an actor, the next change notices it")
  }

  @Test func anAdapterIsReleasedOnAnotherThread() {
    simulated { actor in
      let fixture = Fixture()
      fixture.source.rememberActor(actor)
      let adapter = fixture.attachSlowAdapter()
      fixture.toggle("1")
      adapter.completions = []
      #expect(fixture.log.take() == "")
      await actor.settle()
      #expect(fixture.log.take() == "1")
    }
  }

  @Test func aCompletionDuringAnUpdateWaitsForItsEnd() {
    let adapter = fixture.attachSlowAdapter()
    fixture.toggle("1")
    adapter.reaction = { [log = fixture.log] in
      adapter.completions[0]()
      log.add("shown")
    }
    fixture.toggle("2")
    #expect(fixture.log.take() == "shown, 1")
    adapter.reaction = nil
  }

  @Test func completionsOfReentrantChangesAreCalledInOrder() {
    let (source, log) = (fixture.source, fixture.log)
    let adapter = TestAdapter()
    source.attach(adapter)
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] item in
      log.add("will expand \(item)")
      source.apply(SectionSnapshot("-* x"), to: 2) { log.add("x") }
      source.whenShown { log.add("after x") }
    }
    adapter.reaction = { _ in
      adapter.reaction = nil
      source.whenShown { log.add("after the first change") }
      source.apply(SectionSnapshot("-* y"), to: 3) {
        log.add("y")
        source.apply(SectionSnapshot("-* z"), to: 4) { log.add("z") }
        #expect(source.snapshot().contains("z"), "a completion reads the latest snapshot")
      }
      log.add("shown")
    }
    source.update { $0.collapse(["a"]) }
    #expect(log.take() == "shown, after the first change, y, z")
    source.expand("a")
    source.whenShown { log.add("a") }
    #expect(log.take() == "will expand a, x, after x, a")
    #expect(adapter.shown == source.snapshot())
  }

  @Test func waitingInAHandlerDoesNotDivideTheUpdate() {
    let source = Source("1\n  -* a\n    - a1\n      - a11")
    let (adapter, log) = (TestAdapter(), EventLog())
    source.attach(adapter)
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] item in
      source.whenShown { log.add("before \(item): \(adapter.updates.count)") }
    }
    source.expandSubtree(of: "a")
    #expect(log.take() == "before a: 0, before a1: 1" && adapter.updates.count == 1)
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
      adapter.completions[0]()
      await actor.settle()
      #expect(fixture.log.take() == "0")
    }
  }

  @Test func completionsAreReleasedWithTheDataSource() {
    final class Token {}
    let (adapter, log) = (SlowAdapter(), EventLog())
    var source: Source? = Source(Self.start)
    var token: Token? = Token()
    weak let weakToken = token
    source?.attach(adapter)
    source?.apply(SectionSnapshot("-* x"), to: 2) { [token] in log.add("\(token != nil)") }
    (source, token) = (nil, nil)
    #expect(weakToken == nil)
    adapter.completions[0]()
    #expect(log.take() == "")
  }

  /// Adapters finish in any order, twice or never, and are attached and detached.
  @Test func randomCompletionsAreCalledInTheOrderOfTheChanges() {
    for seed in 0..<TestEffort.choose(quick: 50, full: 2_000, long: 20_000) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let fixture = Fixture()
      /// The changes whose completion is due, with the adapters that have not finished them.
      var due: [(change: String, adapters: Set<ObjectIdentifier>)] = []
      var adapters: [SlowAdapter] = []
      var kept: [() -> Void] = []
      for step in 0..<60 {
        let index = adapters.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<7, using: &random), index) {
        case (0, _):
          adapters.append(fixture.attachSlowAdapter())
        case (1, let index?):
          let adapter = adapters.remove(at: index)
          if Bool.random(using: &random) {
            fixture.source.detach(adapter)
            kept += adapter.completions
          }
          for change in due.indices { due[change].adapters.remove(ObjectIdentifier(adapter)) }
        case (2, let index?), (3, let index?):
          let adapter = adapters[index]
          guard let shown = adapter.shown.indices.randomElement(using: &random) else { continue }
          adapter.completions[shown]()
          for change in due.indices where due[change].change == adapter.shown[shown] {
            due[change].adapters.remove(ObjectIdentifier(adapter))
          }
        case (4, _):
          kept.randomElement(using: &random)?()
          fixture.source.whenShown { [log = fixture.log] in log.add("nothing \(step)") }
          due.append(("nothing \(step)", []))
        default:
          for adapter in adapters { adapter.name = "\(step)" }
          due.append(("\(step)", Set(adapters.map(ObjectIdentifier.init))))
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
