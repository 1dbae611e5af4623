import OutlineTestSupport
import Testing

@testable import Outline

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

/// Lazy loading of children.
///
/// `DataSourceModelTests` compares all loads with a model. These tests have what that model lacks:
/// callers, clocks, loaders that make changes, and the number of calls.
@Suite struct DataSourceLoadingTests {
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
        return source.states(item) + (source.isLoadingSlowly(of: .item(item)) ? " slowly" : "")
      })
      // The data source learns its actor later: expanded items do not load until a test begins.
      source.loadsExpandedItems = false
      defer { source.loadsExpandedItems = true }
      source.childLoader = ChildLoader(
        hasChildren: hasChildren, whenCollapsed: whenCollapsed, clock: clock,
        pages: { [gate] in try await gate.load($0, $1) })
      source.attach(adapter)
    }

    /// Finishes the load of an item when it has begun.
    func finish(_ item: String, _ children: String..., cursor: Int? = nil) async {
      await finish(item, with: ChildPage(children, cursor: cursor))
    }

    func finish(_ item: String, with page: ChildPage<String>) async {
      await end(item, with: .success(page))
    }

    /// Starts a call that logs its end, and finishes the load that it waits for.
    func finish(
      _ item: String, _ children: String..., cursor: Int? = nil,
      on actor: isolated SimulatedActor, _ call: @escaping () async throws -> Void
    ) async {
      await finish(item, with: ChildPage(children, cursor: cursor), on: actor, call)
    }

    func finish(
      _ item: String, with page: ChildPage<String>, on actor: isolated SimulatedActor,
      _ call: @escaping () async throws -> Void
    ) async {
      let task = DataSourceLoadingTests.waiting(log, on: actor, call)
      await finish(item, with: page)
      await task.value
    }

    func fail(_ item: String) async {
      await end(item, with: .failure(Boom()))
    }

    private func end(_ item: String, with result: Result<ChildPage<String>, any Error>) async {
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

  @Test func expandingLoadsChildren() {
    loading { actor, fixture, source in
      #expect(source.states("a", "x") == "a not loaded, x gone")
      #expect(source.hasChildren("a") && !source.hasChildren("x"))
      source.expand("a")
      #expect(source.states("a") == "a loading" && !source.snapshot().isExpanded("a"))
      #expect(source.expand("a") == .waitingForChildren, "it joins")
      await fixture.finish("a", "a1", "a2")
      #expect(source.shape == "1\n  +* a\n    -* a1\n    -* a2\n  -* b\n2\n  -* c")
      #expect(source.states("a", "a1") == "a loaded, a1 not loaded")
      #expect(fixture.adapter.events == ["reload", "[0, 0]~1", "[0, 1]+2 / [0, 0]~1"])
      source.collapse("a")
      source.expand("a")
      #expect(fixture.gate.calls == ["a"])
    }
  }

  @Test func aSlowLoadIsReported() {
    loading { actor, fixture, source in
      source.expand("a")
      await actor.settle()
      fixture.clock.advance(by: .milliseconds(299))
      await actor.settle()
      #expect(!source.isLoadingSlowly(of: .item("a")))
      fixture.clock.advance(by: .milliseconds(1))
      await actor.settle()
      #expect(source.isLoadingSlowly(of: .item("a")) && fixture.adapter.events.last == "[0, 0]~1")
      await fixture.finish("a", "a1")
      #expect(!source.isLoadingSlowly(of: .item("a")))
      source.expand("b")
      await fixture.finish("b", "b1")
      #expect(fixture.clock.sleeperCount == 0)
    }
  }

  @MainActor @Test func overlappingPagesUpdateValues() async throws {
    typealias Item = Identified<Song>
    let source = OutlineDataSource<Int, Item>()
    let parent = Item(Song(0))
    try source.update { snapshot in
      try snapshot.appendSections([1])
      try snapshot[1].append([parent])
    }
    source.childLoader = ChildLoader(pages: { _, cursor in
      cursor == nil
        ? ChildPage([Item(Song(1)), Item(Song(2))], cursor: 1)
        : ChildPage([Item(Song(3)), Item(Song(1, plays: 5))])
    })
    try await source.loadChildren(of: .item(parent))
    try await source.loadMoreChildren(of: .item(parent))
    let children = try #require(source.snapshot().children(of: parent)).map(\.value)
    #expect(children.map(\.id) == [1, 2, 3] && children.map(\.plays) == [5, 0, 0])
  }

  // MARK: - Loaders that make changes

  @Test func aLoaderThatRemovesItselfDuringAReloadLoadsOnceMore() {
    loading { _, fixture, source in
      nonisolated(unsafe) let owner = source
      let questions = ComparisonCounter()
      source.childLoader?.hasChildren = { _ in
        questions.count -= 1
        if questions.count == 0 { unsafe owner.childLoader = nil }
        return true
      }
      questions.count = 1
      source.beginReloadingChildren(of: .item("a"))
      #expect(source.states("a") == "a loading")
      await fixture.finish("a", "a1")
      #expect(source.states("a") == "a loaded" && source.snapshot().parent(of: "a1") == "a")
    }
  }

  /// Regression: the caller received no error if the loader had no children.
  @Test(arguments: [false, true])
  func anItemThatItsLoaderDeletesIsCancelled(hasChildren: Bool) {
    loading { actor, fixture, source in
      nonisolated(unsafe) let owner = source
      let questions = ComparisonCounter()
      source.childLoader?.hasChildren = { item in
        questions.count -= 1
        if questions.count == 0 { unsafe owner.update { try? $0.deleteItems([item]) } }
        return hasChildren
      }
      questions.count = 1
      let task = Self.waiting(fixture.log, on: actor) {
        try await source.loadChildren(of: .item("a"))
      }
      await task.value
      #expect(fixture.log.take() == "CancellationError()")
      #expect(source.loads.states.isEmpty && source.loads.areFinished)
    }
  }

  /// Regression: each toggle expanded the item again.
  @Test func anItemForWhichAHandlerMakesNoChildrenCanCollapse() {
    loading { actor, fixture, source in
      source.sectionSnapshotHandlers.snapshotForExpandingParent = { $1 }
      for isExpanded in [true, false, true] {
        #expect(source.toggle("a") == .done && source.snapshot().isExpanded("a") == isExpanded)
      }
      #expect(source.expand("a") == .nothingToDo && fixture.gate.calls.isEmpty)
    }
  }

  /// Regression: the compiler found the closure ambiguous.
  @Test func aLoaderThatOnlyThrowsNeedsNoLabel() {
    loading { actor, fixture, source in
      source.childLoader = ChildLoader { _ in throw Boom() }
      source.expand("a")
      await actor.settle()
      #expect(source.states("a") == "a failed: boom")
    }
  }

  // MARK: - Callers

  @Test func aCancelledTaskStartsNoLoad() {
    loading { actor, fixture, source in
      let calls: [() async throws -> Void] = [
        { try await source.loadChildren(of: .item("a")) },
        { try await source.reloadChildren(of: .item("a")) },
        { try await source.loadMoreChildren(of: .item("a")) },
        { try await source.reveal("x") { _ in "a" } },
        { try await source.loadChildren(of: .section(1)) },
      ]
      for call in calls {
        let task = Self.waiting(fixture.log, on: actor, call)
        task.cancel()
        await task.value
        #expect(fixture.log.take() == "CancellationError()")
      }
      let state = ViewState(expandedItems: ["a"])
      let restoring = Self.waiting(fixture.log, on: actor) { await source.loadAndRestore(state) }
      restoring.cancel()
      await restoring.value
      #expect(fixture.gate.calls.isEmpty)
    }
  }

  /// Regression: the caller received a `CancellationError`, although the load had ended.
  @Test(arguments: [false, true], [false, true])
  func theEndOfALoadReachesACancelledCaller(fails: Bool, isCancelledBefore: Bool) {
    loading { actor, fixture, source in
      let task = Self.waiting(fixture.log, on: actor) {
        try await source.loadChildren(of: .item("a"))
      }
      await actor.settle()
      fixture.adapter.reaction = { _ in task.cancel() }
      if isCancelledBefore { task.cancel() }
      fixture.gate.finish("a", with: fails ? .failure(Boom()) : .success(ChildPage(["a1"])))
      await task.value
      let isCancelled = source.states("a") == "a not loaded"
      #expect(isCancelledBefore || !isCancelled)
      let end = isCancelled ? "CancellationError()" : fails ? "boom" : "there"
      #expect(fixture.log.take() == end)
    }
  }

  /// Regression: items expanded after the slowest load of their level, although the user had
  /// collapsed them.
  @Test func restoredItemsExpandUnlessTheUserCollapsesThem() {
    loading { actor, fixture, source in
      let state = ViewState(expandedItems: ["a", "b"])
      let restoring = Self.waiting(fixture.log, on: actor) {
        fixture.log.add("\(await source.loadAndRestore(state).isEmpty)")
      }
      await actor.settle()
      #expect(source.toggle("a") == .stoppedWaiting)
      await fixture.finish("b", "b1")
      #expect(source.snapshot(for: 1).shape == "-* a\n+* b\n  -* b1")
      source.collapse("b")
      await fixture.finish("a", "a1")
      await restoring.value
      #expect(fixture.log.take() == "true, there")
      #expect(source.snapshot(for: 1).shape == "-* a\n  - a1\n-* b\n  - b1")
    }
  }

  /// Regression: handlers of newly loaded children were not called.
  @Test func singleChildChainsContinueWhenChildrenArrive() {
    loading { actor, fixture, source in
      source.expansionBehavior = .expandsSingleChildChains
      var asked: [String] = []
      var handlers = SectionSnapshotHandlers<String>()
      handlers.shouldExpandItem = { item in
        asked.append(item)
        return true
      }
      source.setSectionSnapshotHandlers(handlers, for: 1)
      source.expand("a")
      await fixture.finish("a", "a1")
      #expect(source.states("a", "a1") == "a loaded, a1 loading")
      await fixture.finish("a1", "a11")
      #expect(source.snapshot(for: 1).shape == "+* a\n  +* a1\n    -* a11\n-* b")
      #expect(asked == ["a", "a1"] && fixture.gate.calls == ["a", "a1"])
    }
  }

  /// Regression: an item that was newer than the load in progress was not found.
  @Test func revealingReloadsAfterAnEarlierLoad() {
    loading { actor, fixture, source in
      source.expand("a")
      await actor.settle()
      let task = Self.waiting(fixture.log, on: actor) {
        fixture.log.add("\(try await source.reveal("new") { _ in "a" })")
      }
      await actor.settle()
      await fixture.finish("a", "a1")
      await fixture.finish("a", "a1", "new")
      await task.value
      #expect(fixture.log.take() == "true, there" && fixture.gate.calls == ["a", "a"])
    }
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

  /// Regression: `reveal` requested pages forever without a loader.
  @Test func removingTheLoaderEndsPaging() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "a1", cursor: 1)
      let loader = source.childLoader
      source.childLoader = nil
      #expect(!source.hasMoreChildren(of: .item("a")))
      let revealing = Self.waiting(fixture.log, on: actor) {
        fixture.log.add("\(try await source.reveal("x") { _ in "a" })")
      }
      await revealing.value
      #expect(fixture.log.take() == "false, there")
      let state = ViewState(expandedItems: ["a"], selectedItems: ["x"])
      let restoring = Self.waiting(fixture.log, on: actor) { await source.loadAndRestore(state) }
      await restoring.value
      #expect(fixture.log.take() == "there")
      source.childLoader = loader
      source.childLoader?.slowAfter = .seconds(1)
      #expect(source.hasMoreChildren(of: .item("a")))
      source.childLoader = ChildLoader(pages: { _, _ in ChildPage([]) })
      #expect(
        !source.hasMoreChildren(of: .item("a")), "the cursor means nothing to another loader")
    }
  }

  // MARK: - Reloads

  /// Regression: the reload joined the load, whose children were older than the request.
  @Test func aReloadReplacesTheLoadInProgress() {
    loading("1\n  -* a") { actor, fixture, source in
      source.expand("a")
      let first = Self.waiting(fixture.log, on: actor) {
        try await source.loadChildren(of: .item("a"))
        #expect(source.shape == "1\n  +* a\n    -* new")
      }
      await actor.settle()
      let second = Self.waiting(fixture.log, on: actor) {
        try await source.reloadChildren(of: .item("a"))
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
      source.beginReloadingChildren(of: .item("a"))
      await actor.settle()
      source.beginReloadingChildren(of: .item("a"))
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
      for _ in 0..<5 { source.beginReloadingChildren(of: .item("a")) }
      await actor.settle()
      #expect(fixture.gate.openCount == 1)
      await fixture.finish("a", "a1")
      #expect(source.shape == "1\n  -* a\n    - a1")
    }
  }

  @MainActor @Test func callersOfAReplacedLoadReceiveTheNewChildren() async throws {
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
    try await source.waitForLoad(of: .item("a"), first)
    try await source.waitForLoad(of: .item("a"), second)
    #expect(source.shape == "1\n  -* a\n    - new")
  }

  // MARK: - Pages

  /// Regression: a loader that repeated a cursor was called forever.
  @Test(arguments: [[1], [1, 2], [1, 2, 3, 4, 5], [9, 8, 1, 2]])
  @MainActor func repeatedCursorsEndPaging(cursors: [Int]) async throws {
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
  @MainActor @Test func aServerCanReturnOneCursorWithAllPages() async throws {
    let source = Source("1\n  -* a")
    let position = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
    }
    source.childLoader = ChildLoader(pages: { _, _ in
      var numbers = position.makeAsyncIterator()
      let number = await numbers.next() ?? 0
      return ChildPage(["a\(number)"], cursor: number < 3 ? "token" : nil)
    })
    try await source.loadChildren(of: .item("a"))
    try await source.loadMoreChildren(of: .item("a"))
    try await source.loadMoreChildren(of: .item("a"))
    #expect(source.snapshot().children(of: "a").map(Array.init) == ["a1", "a2", "a3"])
  }

  // MARK: - Roots

  /// Regression: nobody learned of a new loader.
  @MainActor @Test func aNewRootLoaderUpdatesTheStatesOfSections() {
    let source = Source("1\n2\n  -* b\n3")
    let log = EventLog()
    let adapter = TestAdapter()
    source.attach(adapter)
    logHeaders(of: source, log)
    source.rootLoader = ChildLoader { _ in [] }
    #expect(log.take() == "1 not loaded, 2 stale, 3 not loaded")
    source.rootLoader?.hasChildren = { $0 == 1 }
    #expect(log.take() == "2 loaded, 3 loaded")
    source.rootLoader = nil
    #expect(log.take() == "1 loaded")
    #expect(adapter.events == ["reload", "(0~1 1~1 2~1)", "(1~1 2~1)", "(0~1)"])
  }

  private func logHeaders(of source: Source, _ log: EventLog) {
    source.sectionReconfigureHandler = { [unowned source] section, _ in
      log.add("\(section) \(source.loadingState(of: .section(section)), default: "gone")")
    }
  }

  @Test func aLoadOfRootsReconfiguresTheHeaderOnceForEachChangeOfItsState() {
    simulated { actor in
      let fixture = Fixture("1\n2", on: actor)
      let source = fixture.source
      source.rootLoader = ChildLoader(
        clock: fixture.clock, pages: { [gate = fixture.gate] in try await gate.load("\($0)", $1) })
      let adapter = TestAdapter(drawingHeader: { [unowned source] section in
        let parent = Source.Parent.section(section)
        let state = source.loadingState(of: parent)
        return "\(state, default: "gone") \(source.isLoadingSlowly(of: parent))"
      })
      source.attach(adapter)
      logHeaders(of: source, fixture.log)
      source.beginReloadingChildren(of: .section(1))
      // The new load takes the place of the old one.
      source.beginReloadingChildren(of: .section(1))
      await fixture.fail("1")
      source.beginReloadingChildren(of: .section(1))
      await actor.settle()
      fixture.clock.advance(by: .milliseconds(300))
      await actor.settle()
      await fixture.finish("1", "a")
      source.update { try? $0[1].append(["b"]) }
      #expect(
        adapter.takeEvents()
          == ["reload", "(0~1)", "(0~1)", "(0~1)", "(0~1)", "[0, 0]+1 / (0~1)", "[0, 1]+1"])
      #expect(fixture.log.take() == "1 loading, 1 failed: boom, 1 loading, 1 loading, 1 loaded")
      let merged = adapter.updates.dropFirst().reduce(adapter.updates[0]) { $0.merging($1) }
      #expect(merged.difference.sections.reconfigures == [0..<1])
    }
  }

  /// Regression: the header of a section that came back in the same update was not updated.
  @Test func aSectionThatComesBackIsReconfiguredByTheMergedUpdate() {
    let source = Source("1\n2\n  -* b")
    let adapter = TestAdapter()
    source.attach(adapter)
    source.update { try? $0.deleteSections([1]) }
    source.update { try? $0.insertSections([1], beforeSection: 2) }
    let merged = adapter.updates[0].merging(adapter.updates[1])
    #expect(merged.difference.sections.reconfigures == [0..<1])
  }

  // MARK: - Timers and memory

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
      #expect(fixture.log.take() == "sleep, sleep" && !source.isLoadingSlowly(of: .item("a")))
      await fixture.finish("a", "a1")
      #expect(source.snapshot().isExpanded("a"))
    }
  }

  @Test func eachLoadHasItsOwnTimer() {
    loading { actor, fixture, source in
      source.childLoader?.slowAfter = .seconds(2)
      source.expand("a")
      source.childLoader?.slowAfter = .seconds(1)
      source.expand("b")
      await actor.settle()
      fixture.clock.advance(by: .milliseconds(1_500))
      await actor.settle()
      #expect(source.isLoadingSlowly(of: .item("b")) && !source.isLoadingSlowly(of: .item("a")))
    }
  }

  @Test func finishedLoadsKeepNoTimer() {
    loading("1\n  -* a", leafLength: .max) { actor, fixture, source in
      source.childLoader?.slowAfter = .seconds(3600)
      for number in 0..<100 {
        source.beginReloadingChildren(of: .item("a"))
        await fixture.finish("a", "\(number)")
      }
      #expect(
        fixture.clock.sleeperCount == 0 && source.loads.areFinished
          && source.loads.states.records.isEmpty)
    }
  }

  /// Regression: each item whose load returned no children took half a kilobyte.
  @Test func anItemWithoutChildrenKeepsNoRecord() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a")
      #expect(source.states("a") == "a loaded" && source.loads.states.records.isEmpty)
      source.markStale(.item("a"))
      #expect(source.states("a") == "a stale")
      source.update { try? $0.deleteItems(["a"]) }
      #expect(source.loads.states.records.isEmpty)
    }
  }
}
