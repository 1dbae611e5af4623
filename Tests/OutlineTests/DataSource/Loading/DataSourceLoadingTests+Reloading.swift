import OutlineTestSupport
import Testing

@testable import Outline

/// Reloads while a load of the same children is in progress, and cursors that repeat.
extension DataSourceLoadingTests {
  /// Regression: the reload joined the load, whose children were older than the request.
  @Test func aReloadReplacesTheLoadInProgress() {
    loading("1\n  -* a") { actor, fixture, source in
      source.expand("a")
      let first = Self.waiting(fixture.log, on: actor) {
        try await source.loadChildren(of: "a")
        #expect(source.shape == "1\n  +* a\n    -* new")
      }
      await actor.settle()
      let second = Self.waiting(fixture.log, on: actor) {
        try await source.reloadChildren(of: "a")
        #expect(source.shape == "1\n  +* a\n    -* new")
      }
      await actor.settle()
      #expect(fixture.gate.calls == ["a", "a"] && fixture.gate.cancelledCount == 1)
      #expect(source.states("a") == "a loading" && fixture.log.take() == "")
      await fixture.finish("a", "new")
      await first.value
      await second.value
      #expect(fixture.log.take() == "there, there" && source.states("a") == "a loaded")
    }
  }

  /// Regression: a loader that ignores cancellation delivered older children.
  @Test func theResultOfAReplacedLoadIsIgnored() {
    simulated { actor in
      let gate = LoadGate<String>(heedsCancellation: false)
      let source = Source("1\n  -* a")
      source.childLoader = ChildLoader { try await gate.load($0, $1) }
      source.beginReloadingChildren(of: "a")
      await actor.settle()
      source.beginReloadingChildren(of: "a")
      await actor.settle()
      gate.finish(call: 1, with: .success(ChildPage(["old"])))
      await actor.settle()
      #expect(source.states("a") == "a loading")
      gate.finish(call: 2, with: .success(ChildPage(["new"])))
      await actor.settle()
      #expect(source.shape == "1\n  -* a\n    - new" && source.states("a") == "a loaded")
    }
  }

  @Test func reloadsThatBeginTogetherCallTheLoaderOnce() {
    loading("1\n  -* a") { actor, fixture, source in
      for _ in 0..<5 { source.beginReloadingChildren(of: "a") }
      await actor.settle()
      #expect(fixture.gate.openCount == 1)
      await fixture.finish("a", "a1")
      #expect(source.shape == "1\n  -* a\n    - a1")
    }
  }

  /// The callers of the replaced load receive the result of the new one, also without an actor.
  @Test func aReloadWithoutAnActorReplacesTheLoadInProgress() async throws {
    let gate = LoadGate<String>()
    let source = Source("1\n  -* a")
    source.childLoader = ChildLoader { try await gate.load($0, $1) }
    let first = source.beginAwaitedLoad(of: .item("a"), .firstPage)
    while gate.openCount < 1 { await Task.yield() }
    let second = source.beginAwaitedLoad(of: .item("a"), .reload)
    while gate.calls.count < 2 || gate.openCount < 1 { await Task.yield() }
    source.beginLoad(of: .item("a"), for: .program, .reload)
    while gate.calls.count < 3 || gate.openCount < 1 { await Task.yield() }
    gate.finish(call: 3, with: .success(ChildPage(["new"])))
    try await source.waitForLoad(of: .item("a"), first, isolation: nil)
    try await source.waitForLoad(of: .item("a"), second, isolation: nil)
    #expect(source.shape == "1\n  -* a\n    - new")
  }

  @Test func aLoadThatIsReplacedAtOnceDoesNotCallTheLoader() {
    loading { actor, fixture, source in
      source.beginReloadingChildren(of: "a")
      source.beginReloadingChildren(of: "a")
      await actor.settle()
      #expect(fixture.gate.calls == ["a"])
    }
  }

  @Test func cancellingAReloadRestoresTheStateBeforeTheFirstLoad() {
    loading("1\n  +* a\n    -* a1") { actor, fixture, source in
      source.beginReloadingChildren(of: "a")
      source.markStale("a")
      source.beginReloadingChildren(of: "a")
      source.cancelLoading(of: "a")
      #expect(source.states("a") == "a stale", "the mark is newer than the children")
    }
  }

  /// Regression: a loader that repeated a cursor was called forever.
  @Test(arguments: [[1], [1, 2], [1, 2, 3, 4, 5], [9, 8, 1, 2]])
  func repeatedCursorsEndPaging(cursors: [Int]) async throws {
    let source = Source("1\n  -* a")
    source.childLoader = ChildLoader(pages: { _, cursor in
      guard let cursor = cursor as? Int, let index = cursors.firstIndex(of: cursor) else {
        return ChildPage([], cursor: cursors.first)
      }
      return ChildPage([], cursor: index + 1 < cursors.count ? cursors[index + 1] : 1)
    })
    do {
      _ = try await source.reveal("x") { _ in "a" }
      Issue.record("no error")
    } catch let error as RepeatedCursorError {
      #expect(error.parent as? String == "a" && cursors.contains(error.cursor as? Int ?? 0))
      #expect("\(error)".hasPrefix(#"The loader of "a" returned the cursor "#))
    }
    #expect(source.states("a").hasPrefix("a failed: The loader of"))
  }

  /// Regression: the second page failed.
  @Test func aServerCanReturnOneCursorWithAllPages() async throws {
    let source = Source("1\n  -* a")
    let position = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
    }
    source.childLoader = ChildLoader(pages: { _, _ in
      var numbers = position.makeAsyncIterator()
      let number = await numbers.next() ?? 0
      return ChildPage(["a\(number)"], cursor: number < 3 ? "token" : nil)
    })
    try await source.loadChildren(of: "a")
    try await source.loadMoreChildren(of: "a")
    try await source.loadMoreChildren(of: "a")
    #expect(source.snapshot().children(of: "a").map(Array.init) == ["a1", "a2", "a3"])
  }

  /// Regression: the folder loaded again only if all of its pages were loaded.
  @Test func revealingANewItemReloadsAPagedFolderOnce() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "a1", cursor: 1)
      let task = Self.waiting(fixture.log, on: actor) {
        fixture.log.add("\(try await source.reveal("a0") { _ in "a" })")
      }
      await fixture.finish("a", "a2")
      await fixture.finish("a", "a0", "a1", cursor: 1)
      await task.value
      #expect(fixture.log.take() == "true, there" && fixture.gate.calls == ["a", "a 1", "a"])
    }
  }

  /// A clock that cannot sleep.
  private struct BrokenClock: Clock {
    struct Broken: Error {}

    let log: EventLog
    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      log.add("sleep")
      throw Broken()
    }
  }

  /// Regression: the timer of slow loads began again and again.
  @Test func aClockThatThrowsIsCalledOnceForEachLoad() {
    loading { actor, fixture, source in
      source.childLoader?.clock = BrokenClock(log: fixture.log)
      source.expand("a")
      await actor.settle()
      source.expand("b")
      await actor.settle()
      #expect(fixture.log.take() == "sleep, sleep" && !source.isLoadingSlowly("a"))
      await fixture.finish("a", "a1")
      #expect(source.snapshot().isExpanded("a"))
    }
  }

  /// Regression: no other load in progress became slow.
  @Test func aClockThatThrowsAffectsNoOtherLoad() {
    loading { actor, fixture, source in
      source.childLoader?.clock = BrokenClock(log: fixture.log)
      source.expand("a")
      source.childLoader?.clock = fixture.clock
      source.expand("b")
      await actor.settle()
      fixture.clock.advance(by: .milliseconds(300))
      await actor.settle()
      #expect(fixture.log.take() == "sleep" && !source.isLoadingSlowly("a"))
      #expect(source.isLoadingSlowly("b"))
    }
  }

  /// A clock whose time also passes while it is read, less and less at each read.
  private struct TickingClock: Clock {
    let clock: ManualClock
    let log: EventLog
    let reads = ComparisonCounter()

    var now: ManualClock.Instant {
      reads.count += 1
      clock.advance(by: .microseconds(max(1, 1_000 - 10 * reads.count)))
      return clock.now
    }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      log.add("sleep")
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }

  /// Regression: a second timer began, and releasing the data source did not cancel the first one.
  @Test func aLoadHasOneTimer() {
    loading { actor, fixture, source in
      source.childLoader?.clock = TickingClock(clock: fixture.clock, log: fixture.log)
      source.childLoader?.slowAfter = .seconds(2)
      source.expand("a")
      source.childLoader?.slowAfter = .seconds(1)
      source.expand("b")
      await actor.settle()
      fixture.clock.advance(by: .milliseconds(1_500))
      await actor.settle()
      #expect(source.isLoadingSlowly("b") && !source.isLoadingSlowly("a"))
      #expect(fixture.log.take() == "sleep, sleep")
    }
  }

  @Test func aPageOfSubtreesReplacesTheDescendantsOfKnownItems() {
    let shape = "1\n  -* a\n  +* b\n    +* b1\n      -* b11\n      -* b12\n    -* b2\n      - b21"
    loading(shape) { actor, fixture, source in
      source.beginReloadingChildren(of: "a")
      await actor.settle()
      let page = ChildPage<String>(SectionSnapshot("-* b1\n  - b12\n+* b2\n  -* new"))
      fixture.gate.finish("a", with: .success(page))
      await actor.settle()
      #expect(
        source.shape == "1\n  -* a\n    + b1\n      - b12\n    - b2\n      - new\n  +* b")
    }
  }
}
