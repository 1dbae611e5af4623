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
    let told = EventLog()
    let log = EventLog()

    init(
      _ text: String = "1\n2\n  -* b", on actor: SimulatedActor,
      hasChildren: @escaping @Sendable (Int) -> Bool = { _ in true }
    ) {
      self.actor = actor
      source = Source(text)
      source.attach(adapter)
      source.rootLoader = ChildLoader(
        hasChildren: hasChildren, clock: clock,
        pages: { [gate] section, cursor in try await gate.load("\(section)", cursor) })
      source.rootsHandler = { [weak source, told] section in
        let state = source?.loadingState(ofRoots: section)
        told.add("\(section) " + (state.map { "\($0)" } ?? "gone"))
      }
    }

    func finish(_ section: Int, _ roots: String..., cursor: Int? = nil) async {
      gate.finish("\(section)", with: .success(ChildPage(roots, cursor: cursor)))
      await actor.settle()
    }

    /// Starts a task that logs its end.
    func waiting(
      on actor: isolated SimulatedActor, _ body: @escaping () async throws -> Void
    ) -> Task<Void, Never> {
      DataSourceLoadingTests.waiting(log, on: actor, body)
    }
  }

  @Test func rootsAreLoadedOnce() {
    simulated { actor in
      let fixture = Fixture(on: actor)
      let source = fixture.source
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
      #expect(fixture.told.take() == "1 loading, 1 loaded")
      #expect(
        fixture.log.take().split(separator: ", ").sorted()
          == [#"The section "3" is not in the snapshot."#, "there", "there", "there"])
    }
  }

  /// Regression: nobody learned of a new loader.
  @Test func aNewRootLoaderUpdatesTheStatesOfSections() {
    simulated { actor in
      let fixture = Fixture("1\n2\n  -* b\n3", on: actor)
      fixture.source.rootLoader?.hasChildren = { $0 == 1 }
      #expect(fixture.told.take() == "3 loaded")
      fixture.source.rootLoader = nil
      #expect(fixture.told.take() == "1 loaded")
      fixture.source.rootLoader = ChildLoader { _ in [] }
      #expect(fixture.told.take() == "1 not loaded, 3 not loaded")
    }
  }

  @Test func pagesOfRootsAreAppended() {
    simulated { actor in
      let fixture = Fixture(on: actor)
      let source = fixture.source
      source.beginReloadingRoots(of: 1)
      await actor.settle()
      await fixture.finish(1, "a", "c", cursor: 1)
      #expect(source.hasMoreRoots(in: 1) && !source.hasMoreRoots(in: 2))
      let task = fixture.waiting(on: actor) { try await source.loadMoreRoots(of: 1) }
      await actor.settle()
      await fixture.finish(1, "c", "d")
      await task.value
      #expect(source.shape == "1\n  -* a\n  -* c\n  -* d\n2\n  -* b" && !source.hasMoreRoots(in: 1))
      let none = fixture.waiting(on: actor) { try await source.loadMoreRoots(of: 1) }
      await none.value
      #expect(fixture.gate.calls == ["1", "1 1"] && fixture.log.take() == "there, there")
    }
  }

  @Test func reloadedRootsKeepTheirDescendants() {
    simulated { actor in
      let fixture = Fixture("1\n  +* a\n    -* a1\n  -* x\n2\n  +* b\n    -* b1", on: actor)
      let source = fixture.source
      let task = fixture.waiting(on: actor) { try await source.reloadRoots(of: 1) }
      await actor.settle()
      #expect(source.loadingState(ofRoots: 1) == .loading && source.snapshot().contains("x"))
      await fixture.finish(1, "b", "new", "a")
      await task.value
      #expect(source.shape == "1\n  +* b\n    -* b1\n  -* new\n  +* a\n    -* a1\n2")
      source.markRootsStale(of: 1)
      source.markRootsStale(of: 3)
      #expect(source.loadingState(ofRoots: 1) == .stale)
      let again = fixture.waiting(on: actor) { try await source.loadRoots(of: 1) }
      await actor.settle()
      await fixture.finish(1, "a")
      await again.value
      #expect(source.shape == "1\n  +* a\n    -* a1\n2")
      #expect(source.loadingState(ofRoots: 1) == .loaded)
      #expect(fixture.told.take() == "1 loading, 1 loaded, 1 stale, 1 loading, 1 loaded")
    }
  }

  @Test func aFailureKeepsTheRoots() {
    simulated { actor in
      let fixture = Fixture(on: actor)
      let source = fixture.source
      for section in [1, 2] {
        let task = fixture.waiting(on: actor) { try await source.reloadRoots(of: section) }
        await actor.settle()
        fixture.gate.finish("\(section)", with: .failure(DataSourceLoadingTests.Boom()))
        await task.value
        #expect(fixture.log.take() == "boom")
        #expect(source.loadingState(ofRoots: section) == .failed(DataSourceLoadingTests.Boom()))
      }
      #expect(source.shape == "1\n2\n  -* b")
      let again = fixture.waiting(on: actor) { try await source.loadRoots(of: 1) }
      await actor.settle()
      await fixture.finish(1)
      await again.value
      #expect(source.loadingState(ofRoots: 1) == .loaded && fixture.log.take() == "there")
    }
  }

  @Test func loadsOfRootsCanBeCancelled() {
    simulated { actor in
      let fixture = Fixture(on: actor)
      let source = fixture.source
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
    simulated { actor in
      let fixture = Fixture(on: actor, hasChildren: { $0 == 1 })
      let source = fixture.source
      #expect(source.loadingState(ofRoots: 1) == .notLoaded)
      source.beginReloadingRoots(of: 1)
      source.beginReloadingRoots(of: 3)
      await actor.settle()
      fixture.clock.advance(by: .milliseconds(300))
      await actor.settle()
      #expect(source.isLoadingRootsSlowly(of: 1) && !source.isLoadingRootsSlowly(of: 2))
      await fixture.finish(1, "a")
      #expect(!source.isLoadingRootsSlowly(of: 1))
      #expect(fixture.told.take() == "1 loading, 1 loading, 1 loaded")
    }
  }
}
