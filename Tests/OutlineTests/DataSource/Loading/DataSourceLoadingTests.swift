import OutlineTestSupport
import Testing

@testable import Outline

/// Lazy loading of children.
@Suite struct DataSourceLoadingTests {
  // `#expect` evaluates its expression without an actor; a load begun there must be awaited.

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

  @Test func anItemCanTurnOutToHaveNoChildren() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a")
      #expect(source.states("a") == "a loaded" && !source.hasChildren("a"))
      source.collapse("a")
      #expect(source.expand("a") == .done)
      #expect(fixture.gate.calls == ["a"])
    }
  }

  @Test func expandingAfterAFailureLoadsAgain() {
    loading { actor, fixture, source in
      let task = Self.waiting(fixture.log, on: actor) { try await source.loadChildren(of: "a") }
      source.expand("a")
      await fixture.fail("a")
      await task.value
      #expect(fixture.log.take() == "boom")
      #expect(source.states("a") == "a failed: boom" && !source.snapshot().isExpanded("a"))
      source.expand("a")
      #expect(source.states("a") == "a loading")
      await fixture.finish("a", "a1")
      #expect(source.states("a") == "a loaded" && source.snapshot().isExpanded("a"))
      #expect(fixture.gate.calls == ["a", "a"])
    }
  }

  @Test func expandingJoinsAPrefetch() {
    loading { actor, fixture, source in
      let tasks = (1...2).map { _ in
        Self.waiting(fixture.log, on: actor) { try await source.loadChildren(of: "a") }
      }
      await actor.settle()
      source.expand("a")
      #expect(!source.snapshot().isExpanded("a"))
      // Other tasks still need the load.
      #expect(source.collapse("a") == .stoppedWaiting && source.states("a") == "a loading")
      source.expand("a")
      await fixture.finish("a", "a1")
      for task in tasks { await task.value }
      #expect(fixture.log.take() == "there, there")
      #expect(source.snapshot().isExpanded("a") && fixture.gate.calls == ["a"])
      let unknown = Self.waiting(fixture.log, on: actor) { try await source.loadChildren(of: "x") }
      await unknown.value
      #expect(fixture.log.take() == #"The item "x" is not in the snapshot."#)
    }
  }

  @Test func collapsingCancelsOrKeepsTheLoad() {
    for whenCollapsed in [CollapsePolicy.cancel, .keepLoading] {
      loading(whenCollapsed: whenCollapsed) { actor, fixture, source in
        source.expand("a")
        await actor.settle()
        #expect(source.toggle("a") == .stoppedWaiting && source.collapse("a") == .nothingToDo)
        await actor.settle()
        let isCancelled = whenCollapsed == .cancel
        #expect(fixture.gate.cancelledCount == (isCancelled ? 1 : 0))
        await fixture.finish("a", "a1")
        #expect(source.states("a") == (isCancelled ? "a not loaded" : "a loaded"))
        #expect(!source.snapshot().isExpanded("a"))
      }
    }
  }

  @Test func collapsingASubtreeCancelsTheLoadsInIt() {
    loading("1\n  +* a\n    -* a1\n    -* a2") { actor, fixture, source in
      source.expand("a1")
      await actor.settle()
      #expect(source.collapseSubtree(of: "a") == .done)
      #expect(source.states("a1") == "a1 not loaded")
    }
  }

  @Test func cancellingATaskOrALoadThrows() {
    loading { actor, fixture, source in
      let task = Self.waiting(fixture.log, on: actor) { try await source.loadChildren(of: "a") }
      await actor.settle()
      task.cancel()
      await task.value
      #expect(fixture.log.take() == "CancellationError()")
      #expect(source.states("a") == "a not loaded" && fixture.gate.cancelledCount == 1)
      let other = Self.waiting(fixture.log, on: actor) { try await source.loadChildren(of: "a") }
      await actor.settle()
      source.update { try? $0.deleteItems(["a"]) }
      await other.value
      #expect(fixture.log.take() == "CancellationError()" && fixture.gate.openCount == 0)
      #expect(source.loads.states.isEmpty)
    }
  }

  @Test func reloadingKeepsDescendants() {
    loading(
      "1\n  +* a\n    +* a1\n      -* a11\n    +* a2\n      +* a3\n        -* a31\n    -* a4"
    ) { actor, fixture, source in
      source.beginReloadingChildren(of: "a")
      source.beginReloadingChildren(of: "x")
      #expect(source.states("a", "x") == "a loading, x gone")
      await fixture.finish("a", "a3", "new", "a2", "a1")
      #expect(
        source.shape == """
          1
            +* a
              +* a3
                -* a31
              -* new
              +* a2
              +* a1
                -* a11
          """)
      source.beginReloadingChildren(of: "a")
      await actor.settle()
      let page = ChildPage<String>(SectionSnapshot("-* a1\n  - q\n+* p\n  -* p1"))
      fixture.gate.finish("a", with: .success(page))
      await actor.settle()
      #expect(source.shape == "1\n  +* a\n    +* a1\n      -* q\n    +* p\n      -* p1")
    }
  }

  @Test func staleChildrenAreLoadedAgain() {
    loading("1\n  -* a\n    - a1\n  -* b") { actor, fixture, source in
      source.markStale("b")
      source.markStale("x")
      #expect(source.states("b", "x") == "b not loaded, x gone", "there is nothing to be stale")
      source.markStale("a")
      #expect(source.states("a") == "a stale")
      source.expand("a")
      #expect(source.snapshot().isExpanded("a") && source.states("a") == "a loading")
      source.markStale("a")
      await fixture.finish("a", "a2")
      #expect(source.states("a") == "a stale", "it was marked during the load")
      source.collapse("a")
      source.expand("a")
      await fixture.finish("a")
      source.markStale("a")
      source.collapse("a")
      #expect(source.states("a") == "a stale")
      source.expand("a")
      // Cancelling the load restores the mark.
      #expect(source.collapse("a") == .stoppedWaiting && source.states("a") == "a stale")
    }
  }

  @Test func pagesAreAppendedUntilTheLast() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "a1", cursor: 1)
      #expect(source.hasMoreChildren("a") && !source.hasMoreChildren("b"))
      let tasks = (1...2).map { _ in
        Self.waiting(fixture.log, on: actor) { try await source.loadMoreChildren(of: "a") }
      }
      await fixture.finish("a", "a2", "a3", cursor: 2)
      for task in tasks { await task.value }
      #expect(source.snapshot(for: 1).shape == "+* a\n  -* a1\n  -* a2\n  -* a3\n-* b")
      await fixture.finish("a", "a4", "a4", on: actor) {
        try await source.loadMoreChildren(of: "a")
      }
      let duplicate = #"The item "a4" would be in the snapshot twice."#
      #expect(fixture.log.take() == "there, there, \(duplicate)")
      #expect(source.states("a") == "a failed: \(duplicate)" && source.hasMoreChildren("a"))
      await fixture.finish("a", "a4", on: actor) { try await source.loadMoreChildren(of: "a") }
      #expect(!source.hasMoreChildren("a") && source.states("a") == "a loaded")
      #expect(fixture.gate.calls == ["a", "a 1", "a 2", "a 2"])
      let none = Self.waiting(fixture.log, on: actor) { try await source.loadMoreChildren(of: "a") }
      await none.value
      #expect(fixture.log.take() == "there, there" && fixture.gate.calls.count == 4)
    }
  }

  /// The first page is empty; children that the program adds during the load are kept.
  @Test func expandingDuringAPageLoadKeepsTheChildren() {
    loading { actor, fixture, source in
      source.beginReloadingChildren(of: "a")
      await fixture.finish("a", cursor: 1)
      let task = Self.waiting(fixture.log, on: actor) { try await source.loadMoreChildren(of: "a") }
      await actor.settle()
      #expect(source.expand("a") == .done)
      source.update { try? $0[1].append(["a0"], to: "a") }
      await fixture.finish("a", "a1")
      await task.value
      #expect(source.snapshot(for: 1).shape == "+* a\n  -* a0\n  -* a1\n-* b")
    }
  }

  @Test func aSlowLoadIsReported() {
    loading { actor, fixture, source in
      source.expand("a")
      await actor.settle()
      fixture.clock.advance(by: .milliseconds(299))
      await actor.settle()
      #expect(!source.isLoadingSlowly("a"))
      fixture.clock.advance(by: .milliseconds(1))
      await actor.settle()
      #expect(source.isLoadingSlowly("a") && fixture.adapter.events.last == "[0, 0]~1")
      await fixture.finish("a", "a1")
      #expect(!source.isLoadingSlowly("a"))
      source.expand("b")
      await fixture.finish("b", "b1")
      #expect(fixture.clock.sleeperCount == 1)
      source.expand("c")
      #expect(fixture.clock.sleeperCount == 1, "one timer serves all loads")
    }
  }
}
