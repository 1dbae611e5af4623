import OutlineTestSupport
import Testing

@testable import Outline

/// Loads that cause further loads: single-child chains, accordions and `reveal`.
@Suite struct DataSourceRevealingTests {
  typealias Fixture = DataSourceLoadingTests.Fixture

  private func waiting(
    _ log: EventLog, on actor: isolated SimulatedActor,
    _ body: @escaping () async throws -> Bool
  ) -> Task<Void, Never> {
    DataSourceLoadingTests.waiting(log, on: actor) { log.add("\(try await body())") }
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

  @Test func theLatestRequestExpandsInAnAccordion() {
    loading { actor, fixture, source in
      source.expansionBehavior = .collapsesSiblings
      source.expand("a")
      source.expand("b")
      await actor.settle()
      #expect(source.states("a", "b") == "a not loaded, b loading")
      await fixture.finish("b", "b1")
      #expect(source.snapshot().isExpanded("b") && !source.snapshot().isExpanded("a"))
      source.expand("a")
      await actor.settle()
      #expect(source.snapshot().isExpanded("b"), "until the other can open")
      await fixture.finish("a", "a1")
      #expect(!source.snapshot().isExpanded("b") && source.snapshot().isExpanded("a"))
    }
  }

  @Test func revealingLoadsAndExpandsAncestors() {
    loading(leafLength: 4) { actor, fixture, source in
      let parents = ["a12x": "a12", "a12": "a1", "a1": "a"]
      let task = waiting(fixture.log, on: actor) {
        try await source.reveal("a12x") { parents[$0] }
      }
      await fixture.finish("a", "a1", "a2")
      await fixture.finish("a1", "a11", cursor: 1)
      await fixture.finish("a1", "a12", cursor: 2)
      await fixture.finish("a12", "a12x")
      await task.value
      #expect(fixture.log.take() == "true, there")
      #expect(
        source.snapshot(for: 1).shape == """
          +* a
            +* a1
              -* a11
              +* a12
                -* a12x
            -* a2
          -* b
          """)
      #expect(fixture.gate.calls == ["a", "a1", "a1 1", "a12"])
      let again = waiting(fixture.log, on: actor) { try await source.reveal("a12x") }
      await again.value
      #expect(fixture.log.take() == "true, there" && fixture.gate.calls.count == 4)
    }
  }

  /// Regression: an item that was newer than the load in progress was not found.
  @Test func revealingReloadsAfterAnEarlierLoad() {
    loading { actor, fixture, source in
      source.expand("a")
      await actor.settle()
      let task = waiting(fixture.log, on: actor) { try await source.reveal("new") { _ in "a" } }
      await actor.settle()
      await fixture.finish("a", "a1")
      await fixture.finish("a", "a1", "new")
      await task.value
      #expect(fixture.log.take() == "true, there" && fixture.gate.calls == ["a", "a"])
    }
  }

  @Test func revealingFailsWithoutAPathToTheItem() {
    loading { actor, fixture, source in
      let noParent = waiting(fixture.log, on: actor) { try await source.reveal("x") }
      await noParent.value
      let cycle = waiting(fixture.log, on: actor) {
        try await source.reveal("x") { $0 == "x" ? "y" : "x" }
      }
      await cycle.value
      let itself = waiting(fixture.log, on: actor) { try await source.reveal("x") { $0 } }
      await itself.value
      #expect(fixture.log.take() == "false, there, false, there, false, there")
      let missing = waiting(fixture.log, on: actor) { try await source.reveal("x") { _ in "a" } }
      await fixture.finish("a", "a1")
      await missing.value
      #expect(fixture.log.take() == "false, there")
      let failing = waiting(fixture.log, on: actor) { try await source.reveal("x") { _ in "b" } }
      await fixture.fail("b")
      await failing.value
      #expect(fixture.log.take() == "boom")
      #expect(!source.snapshot().isExpanded("a") && !source.snapshot().isExpanded("b"))
    }
  }

  /// Without an actor, awaiting the children inserts them, and nothing else loads.
  @Test func loadsWithoutAnActorFinishWhenAwaited() async throws {
    let source = Source("1\n  -* a\n  -* b")
    let adapter = TestAdapter(drawing: { [weak source] in source?.states($0) ?? "" })
    source.attach(adapter)
    source.childLoader = ChildLoader(
      hasChildren: { $0.count < 2 },
      children: { item in
        if item == "b" { throw DataSourceLoadingTests.Boom() }
        return [item + "1"]
      })
    #expect(source.expand("a") == .refused)
    #expect(source.loadingState(of: "a") == .failed(MissingActorError()))
    try await source.loadChildren(of: "a")
    #expect(source.expand("a") == .done)
    #expect(source.shape == "1\n  +* a\n    -* a1\n  -* b")
    await #expect(throws: DataSourceLoadingTests.Boom.self) {
      try await source.loadChildren(of: "b")
    }
    #expect(source.states("b") == "b failed: boom")
    adapter.checkDrawing()
  }

  /// Regression: `reveal` requested pages forever without a loader.
  @Test func removingTheLoaderEndsPaging() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "a1", cursor: 1)
      let loader = source.childLoader
      source.childLoader = nil
      #expect(!source.hasMoreChildren("a"))
      let revealing = waiting(fixture.log, on: actor) {
        try await source.reveal("x") { _ in "a" }
      }
      await revealing.value
      let restoring = waiting(fixture.log, on: actor) {
        let state = ViewState(expandedItems: ["a"], selectedItems: ["x"])
        return await source.loadAndRestore(state).isEmpty
      }
      await restoring.value
      #expect(fixture.log.take() == "false, there, false, there")
      source.childLoader = loader
      source.childLoader?.slowAfter = .seconds(1)
      #expect(source.hasMoreChildren("a"))
      source.childLoader = ChildLoader(pages: { _, _ in ChildPage([]) })
      #expect(!source.hasMoreChildren("a"), "the cursor means nothing to another loader")
    }
  }

  @Test func aCancelledTaskDoesNotWait() {
    loading("1\n  -* a\n    - a1") { actor, fixture, source in
      let task = waiting(fixture.log, on: actor) {
        try await source.loadChildren(of: "a")
        return true
      }
      task.cancel()
      await task.value
      #expect(fixture.log.take() == "CancellationError()")
    }
  }
}
