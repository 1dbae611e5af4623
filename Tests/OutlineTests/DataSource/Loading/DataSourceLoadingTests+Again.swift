import Outline
import OutlineTestSupport
import Testing

/// Stale, failed and deleted children.
extension DataSourceLoadingTests {
  @Test func keptExpansionWithoutChildrenIsLoadedAgain() {
    let start = "1\n  -* a\n  -* b"
    loading(start) { actor, fixture, source in
      source.expand("a")
      source.expand("b")
      await fixture.finish("a", "a1")
      await fixture.finish("b")
      source.apply(Snapshot(SnapshotModel(start)), keepingExpansion: true)
      #expect(source.shape == "1\n  -* a\n  +* b", "there is nothing below b")
      #expect(source.states("a", "b") == "a not loaded, b loaded")
      source.update { $0.expand(["a"]) }
      source.toggle("a")
      #expect(source.states("a") == "a loading" && !source.snapshot().isExpanded("a"))
      await fixture.finish("a", "a2")
      #expect(source.shape == "1\n  +* a\n    -* a2\n  +* b")
      source.apply(SectionSnapshot("+* b\n+* a"), to: 1)
      source.expand("a")
      await fixture.finish("a", "a3")
      #expect(source.shape == "1\n  +* b\n  +* a\n    -* a3")
      source.apply(SectionSnapshot("-* a\n-* b"), to: 1, keepingExpansion: true)
      try? source.apply([1: SectionSnapshot("-* a\n-* b")], keepingExpansion: true)
      #expect(source.shape == "1\n  -* a\n  +* b")
    }
  }

  @Test func expandedDescendantsAreNotLoadedByAReload() {
    loading("1\n  +* a\n    +* a1\n      -* a11") { actor, fixture, source in
      source.beginReloadingChildren(of: "a")
      await actor.settle()
      fixture.gate.finish("a", with: .success(ChildPage(SectionSnapshot("-* a1"))))
      await actor.settle()
      #expect(source.shape == "1\n  +* a\n    -* a1" && source.states("a1") == "a1 not loaded")
    }
  }

  @Test func aFurtherPageKeepsTheStateOfTheOthers() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "a1", cursor: 1)
      source.markStale("a")
      await fixture.finish("a", "a2", cursor: 2, on: actor) {
        try await source.loadMoreChildren(of: "a")
      }
      #expect(source.states("a") == "a stale")
      source.beginReloadingChildren(of: "a")
      await fixture.fail("a")
      await fixture.finish("a", "a3", on: actor) { try await source.loadMoreChildren(of: "a") }
      #expect(source.states("a") == "a failed: boom" && fixture.log.take() == "there, there")
    }
  }

  @Test func cancellingALoadRestoresTheState() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a")
      source.collapse("a")
      source.markStale("a")
      source.expand("a")
      source.markStale("a")
      source.collapse("a")
      #expect(source.states("a") == "a stale")
      source.expand("a")
      await fixture.fail("a")
      source.expand("a")
      source.collapse("a")
      #expect(source.states("a") == "a failed: boom")
      source.expand("b")
      source.markStale("b")
      source.collapse("b")
      #expect(source.states("b") == "b not loaded")
    }
  }

  @Test func anEmptyItemCanBeExpandedToLoadAgain() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a")
      #expect(!source.hasChildren("a"))
      source.markStale("a")
      #expect(source.hasChildren("a"))
      source.expand("a")
      await fixture.fail("a")
      #expect(source.hasChildren("a"))
    }
  }

  @Test func aFailedPageKeepsThePagesBefore() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "a1", cursor: 1)
      for _ in 1...2 {
        let task = Self.waiting(fixture.log, on: actor) {
          try await source.loadMoreChildren(of: "a")
        }
        await fixture.fail("a")
        await task.value
      }
      source.collapse("a")
      source.expand("a")
      await actor.settle()
      #expect(source.states("a") == "a failed: boom")
      #expect(source.shape == "1\n  +* a\n    -* a1\n  -* b\n2\n  -* c")
      #expect(fixture.gate.calls == ["a", "a 1", "a 1"])
      source.markStale("a")
      #expect(source.states("a") == "a stale")
    }
  }

  @Test func aReloadCancelsAFurtherPage() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "a1", cursor: 1)
      let page = Self.waiting(fixture.log, on: actor) { try await source.loadMoreChildren(of: "a") }
      await actor.settle()
      source.beginReloadingChildren(of: "a")
      await page.value
      await actor.settle()
      #expect(fixture.log.take() == "CancellationError()" && fixture.gate.cancelledCount == 1)
      await fixture.finish("a", "a9")
      #expect(source.shape == "1\n  +* a\n    -* a9\n  -* b\n2\n  -* c")
      #expect(!source.hasMoreChildren("a") && fixture.gate.calls == ["a", "a 1", "a"])
    }
  }

  @Test func aReloadCanBeAwaited() {
    loading("1\n  +* a\n    -* a1") { actor, fixture, source in
      let task = Self.waiting(fixture.log, on: actor) {
        try await source.reloadChildren(of: "a")
        fixture.log.add(source.shape)
      }
      await actor.settle()
      #expect(fixture.log.take() == "" && source.states("a") == "a loading")
      await fixture.finish("a", "a2")
      await task.value
      #expect(fixture.log.take() == "1\n  +* a\n    -* a2, there")
      #expect(fixture.gate.calls == ["a"])
    }
  }

  @Test func anAwaitedReloadThrowsTheErrorOfTheLoader() {
    loading("1\n  +* a\n    -* a1") { actor, fixture, source in
      let failing = Self.waiting(fixture.log, on: actor) {
        try await source.reloadChildren(of: "a")
      }
      let unknown = Self.waiting(fixture.log, on: actor) {
        try await source.reloadChildren(of: "x")
      }
      await unknown.value
      #expect(fixture.log.take() == #"The item "x" is not in the snapshot."#)
      await fixture.fail("a")
      await failing.value
      #expect(fixture.log.take() == "boom")
      #expect(source.states("a") == "a failed: boom" && source.snapshot().contains("a1"))
    }
  }
}

// MARK: - One update

extension DataSourceLoadingTests {
  @Test func collapsingASubtreeWithLoadsIsOneUpdate() {
    loading("1\n  +* a\n    -* a1\n    -* a2") { actor, fixture, source in
      source.expand("a1")
      source.expand("a2")
      await actor.settle()
      let count = fixture.adapter.updates.count
      source.collapseSubtree(of: "a", animatingDifferences: false)
      #expect(source.states("a1", "a2") == "a1 not loaded, a2 not loaded")
      #expect(fixture.adapter.updates.count == count + 1)
      #expect(fixture.adapter.events.last == "[0, 1]-2 / [0, 0]~1, still")
    }
  }

  @Test func expandingAStaleItemIsOneUpdate() {
    loading("1\n  -* a\n    - a1") { actor, fixture, source in
      source.markStale("a")
      let count = fixture.adapter.updates.count
      source.expandSubtree(of: "a")
      #expect(source.states("a") == "a loading" && source.snapshot().isExpanded("a"))
      #expect(fixture.adapter.updates.count == count + 1)
      #expect(fixture.adapter.events.last == "[0, 1]+1 / [0, 0]~1")
    }
  }

  @Test func restoringCancelsPendingExpansions() {
    loading { actor, fixture, source in
      source.expand("a")
      source.expand("b")
      source.expand("c")
      await actor.settle()
      let count = fixture.adapter.updates.count
      source.restore(ViewState(expandedItems: ["b"]), collapsingOthers: true)
      #expect(source.states("a", "b", "c") == "a not loaded, b loading, c not loaded")
      #expect(fixture.adapter.updates.count == count + 1)
      await fixture.finish("b", "b1")
      #expect(source.snapshot().isExpanded("b"))
    }
  }

  @Test func aLoadFollowsTheCollapseRuleOfItsOwnLoader() {
    loading("1\n  -* a", whenCollapsed: .keepLoading) { actor, fixture, source in
      source.expand("a")
      await actor.settle()
      source.childLoader = nil
      source.collapse("a")
      #expect(source.states("a") == "a loading")
      await fixture.finish("a", "a1")
      #expect(source.states("a") == "a loaded" && !source.snapshot().isExpanded("a"))
    }
  }
}
