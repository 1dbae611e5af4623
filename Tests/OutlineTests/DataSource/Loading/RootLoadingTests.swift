import Outline
import OutlineTestSupport
import Testing

/// Loading the roots of sections.
@Suite struct RootLoadingTests {
  struct Fixture {
    let actor: SimulatedActor
    let source: Source
    let adapter = TestAdapter()
    let gate = LoadGate<String>()
    let clock = ManualClock()
    /// The states of the roots when the handler was called.
    let stateLog = EventLog()
    let log = EventLog()

    init(
      _ text: String, on actor: SimulatedActor, hasChildren: @escaping @Sendable (Int) -> Bool
    ) {
      self.actor = actor
      source = Source(text)
      source.attach(adapter)
      source.rootLoader = ChildLoader(
        hasChildren: hasChildren, clock: clock,
        pages: { [gate] section, cursor in try await gate.load("\(section)", cursor) })
      source.rootLoadingStateHandler = { [weak source, stateLog] section in
        let state = source?.loadingState(ofRoots: section)
        stateLog.add("\(section) " + (state.map { "\($0)" } ?? "gone"))
      }
    }

    /// Finishes the load of a section's roots when it has begun.
    func finish(_ section: Int, _ roots: String..., cursor: Int? = nil) async {
      await finish(section, with: .success(ChildPage(roots, cursor: cursor)))
    }

    /// Starts a call that logs its end, and finishes the load that it waits for.
    func finish(
      _ section: Int, _ roots: String..., on actor: isolated SimulatedActor,
      _ call: @escaping () async throws -> Void
    ) async {
      let task = waiting(on: actor, call)
      await finish(section, with: .success(ChildPage(roots)))
      await task.value
    }

    private func finish(
      _ section: Int, with result: Result<ChildPage<String>, any Error>
    ) async {
      await actor.settle()
      gate.finish("\(section)", with: result)
      await actor.settle()
    }

    /// Starts a task that logs its end.
    func waiting(
      on actor: isolated SimulatedActor, _ body: @escaping () async throws -> Void
    ) -> Task<Void, Never> {
      DataSourceLoadingTests.waiting(log, on: actor, body)
    }
  }

  private static func loading(
    _ text: String = "1\n2\n  -* b", loadable: ClosedRange<Int> = 1...9,
    _ body: @escaping @Sendable (isolated SimulatedActor, Fixture, Source) async -> Void
  ) {
    simulated { actor in
      let fixture = Fixture(text, on: actor, hasChildren: { loadable.contains($0) })
      await body(actor, fixture, fixture.source)
    }
  }

  @Test func rootsAreLoadedOnce() {
    Self.loading { actor, fixture, source in
      #expect(source.loadingState(ofRoots: 1) == .notLoaded)
      #expect(source.loadingState(ofRoots: 2) == .loaded && source.loadingState(ofRoots: 3) == nil)
      let tasks = [1, 1, 2, 3].map { section in
        fixture.waiting(on: actor) { try await source.loadRoots(of: section) }
      }
      await actor.settle()
      #expect(source.loadingState(ofRoots: 1) == .loading)
      await fixture.finish(1, "a", "c")
      for task in tasks { await task.value }
      #expect(source.shape == "1\n  -* a\n  -* c\n2\n  -* b")
      #expect(fixture.gate.calls == ["1"] && source.loadingState(ofRoots: 1) == .loaded)
      #expect(fixture.stateLog.take() == "1 loading, 1 loaded")
      #expect(
        fixture.log.take().split(separator: ", ").sorted()
          == [#"The section "3" is not in the snapshot."#, "there", "there", "there"])
    }
  }

  /// Regression: nobody learned of a new loader.
  @Test func aNewRootLoaderUpdatesTheStatesOfSections() {
    Self.loading("1\n2\n  -* b\n3") { actor, fixture, source in
      source.rootLoader?.hasChildren = { $0 == 1 }
      #expect(fixture.stateLog.take() == "3 loaded")
      source.rootLoader = nil
      #expect(fixture.stateLog.take() == "1 loaded")
      source.rootLoader = ChildLoader { _ in [] }
      #expect(fixture.stateLog.take() == "1 not loaded, 3 not loaded")
    }
  }

  @Test func pagesOfRootsAreAppended() {
    Self.loading { actor, fixture, source in
      source.beginReloadingRoots(of: 1)
      await fixture.finish(1, "a", "c", cursor: 1)
      #expect(source.hasMoreRoots(in: 1) && !source.hasMoreRoots(in: 2))
      await fixture.finish(1, "c", "d", on: actor) { try await source.loadMoreRoots(of: 1) }
      #expect(source.shape == "1\n  -* a\n  -* c\n  -* d\n2\n  -* b" && !source.hasMoreRoots(in: 1))
      let none = fixture.waiting(on: actor) { try await source.loadMoreRoots(of: 1) }
      await none.value
      #expect(fixture.gate.calls == ["1", "1 1"] && fixture.log.take() == "there, there")
    }
  }

  @Test func reloadedRootsKeepTheirDescendants() {
    Self.loading("1\n  +* a\n    -* a1\n  -* x\n2\n  +* b\n    -* b1") { actor, fixture, source in
      let task = fixture.waiting(on: actor) { try await source.reloadRoots(of: 1) }
      await actor.settle()
      #expect(source.loadingState(ofRoots: 1) == .loading && source.snapshot().contains("x"))
      await fixture.finish(1, "b", "new", "a")
      await task.value
      #expect(source.shape == "1\n  +* b\n    -* b1\n  -* new\n  +* a\n    -* a1\n2")
      source.markRootsStale(of: 1)
      source.markRootsStale(of: 3)
      #expect(source.loadingState(ofRoots: 1) == .stale)
      await fixture.finish(1, "a", on: actor) { try await source.loadRoots(of: 1) }
      #expect(source.shape == "1\n  +* a\n    -* a1\n2")
      #expect(source.loadingState(ofRoots: 1) == .loaded)
      #expect(fixture.stateLog.take() == "1 loading, 1 loaded, 1 stale, 1 loading, 1 loaded")
    }
  }

  @Test func aFailureKeepsTheRoots() {
    Self.loading { actor, fixture, source in
      for section in [1, 2] {
        let task = fixture.waiting(on: actor) { try await source.reloadRoots(of: section) }
        await actor.settle()
        fixture.gate.finish("\(section)", with: .failure(DataSourceLoadingTests.Boom()))
        await task.value
        #expect(fixture.log.take() == "boom")
        #expect(source.loadingState(ofRoots: section) == .failed(DataSourceLoadingTests.Boom()))
      }
      #expect(source.shape == "1\n2\n  -* b")
      await fixture.finish(1, on: actor) { try await source.loadRoots(of: 1) }
      #expect(source.loadingState(ofRoots: 1) == .loaded && fixture.log.take() == "there")
    }
  }

  @Test func loadsOfRootsCanBeCancelled() {
    Self.loading { actor, fixture, source in
      let cancelled = fixture.waiting(on: actor) { try await source.loadRoots(of: 1) }
      await actor.settle()
      cancelled.cancel()
      await cancelled.value
      await actor.settle()
      #expect(source.loadingState(ofRoots: 1) == .notLoaded && fixture.gate.cancelledCount == 1)
      let other = fixture.waiting(on: actor) { try await source.loadRoots(of: 1) }
      await actor.settle()
      source.cancelLoadingRoots(of: 1)
      await other.value
      await actor.settle()
      #expect(fixture.gate.cancelledCount == 2)
      let deleted = fixture.waiting(on: actor) { try await source.loadRoots(of: 1) }
      await actor.settle()
      source.update { try? $0.deleteSections([1]) }
      await deleted.value
      await actor.settle()
      #expect(fixture.gate.cancelledCount == 3 && source.loadingState(ofRoots: 1) == nil)
      #expect(
        fixture.log.take() == "CancellationError(), CancellationError(), CancellationError()")
      source.update { try? $0.appendSections([1]) }
      #expect(source.loadingState(ofRoots: 1) == .notLoaded)
    }
  }

  @Test func aSlowLoadOfRootsIsReported() {
    Self.loading(loadable: 1...1) { actor, fixture, source in
      #expect(source.loadingState(ofRoots: 1) == .notLoaded)
      source.beginReloadingRoots(of: 1)
      source.beginReloadingRoots(of: 3)
      await actor.settle()
      fixture.clock.advance(by: .milliseconds(300))
      await actor.settle()
      #expect(source.isLoadingRootsSlowly(of: 1) && !source.isLoadingRootsSlowly(of: 2))
      await fixture.finish(1, "a")
      #expect(!source.isLoadingRootsSlowly(of: 1))
      #expect(fixture.stateLog.take() == "1 loading, 1 loading, 1 loaded")
    }
  }
}
