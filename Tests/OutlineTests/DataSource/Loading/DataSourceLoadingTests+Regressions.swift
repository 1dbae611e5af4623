import OutlineTestSupport
import Testing

@testable import Outline

/// Pages that overlap, changed loaders, and cancellation.
extension DataSourceLoadingTests {
  @Test func overlappingPagesContinue() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "0", "1", "2", cursor: 1)
      await fixture.finish("a", "2", "3", "0", "4", cursor: 2, on: actor) {
        try await source.loadMoreChildren(of: "a")
      }
      #expect(Array(source.snapshot().children(of: "a")!) == ["0", "1", "2", "3", "4"])
      #expect(source.states("a") == "a loaded" && source.hasMoreChildren("a"))
      source.childLoader?.knownChildren = .fail
      await fixture.finish("a", "4", "5", on: actor) { try await source.loadMoreChildren(of: "a") }
      #expect(fixture.log.take() == #"there, The item "4" would be in the snapshot twice."#)
      #expect(source.hasMoreChildren("a") && !source.snapshot().contains("5"))
      source.beginReloadingChildren(of: "a")
      await fixture.finish("a", "2", "1")
      #expect(source.states("a") == "a loaded", "a strict loader can return the same children")
      source.beginReloadingChildren(of: "a")
      await fixture.finish("a", "b")
      #expect(source.states("a") == #"a failed: The item "b" would be in the snapshot twice."#)
    }
  }

  @Test func overlappingPagesUpdateValues() async throws {
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
    try await source.loadChildren(of: parent)
    try await source.loadMoreChildren(of: parent)
    let children = try #require(source.snapshot().children(of: parent)).map(\.value)
    #expect(children.map(\.id) == [1, 2, 3] && children.map(\.plays) == [5, 0, 0])
  }

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
      source.beginReloadingChildren(of: "a")
      #expect(source.states("a") == "a loading")
      await fixture.finish("a", "a1")
      #expect(source.states("a") == "a loaded" && source.snapshot().parent(of: "a1") == "a")
    }
  }

  @Test func anItemThatIsDeletedWhileItsLoadBeginsIsCancelled() {
    loading { actor, fixture, source in
      fixture.adapter.reaction = { [weak source] _ in
        source?.update { try? $0.deleteItems(["a"]) }
      }
      let task = Self.waiting(fixture.log, on: actor) { try await source.loadChildren(of: "a") }
      await task.value
      #expect(fixture.log.take() == "CancellationError()" && source.loads.states.isEmpty)
    }
  }

  /// Regression: the caller received no error if the loader had no children, and a reload began.
  @Test(arguments: [false, true], [false, true])
  func anItemThatItsLoaderDeletesIsCancelled(hasChildren: Bool, isReload: Bool) {
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
        if isReload {
          try await source.reloadChildren(of: "a")
        } else {
          try await source.loadChildren(of: "a")
        }
      }
      await task.value
      #expect(fixture.log.take() == "CancellationError()")
      #expect(source.loads.states.isEmpty && source.loads.areFinished)
    }
  }

  @Test func aLoadCanBeCancelled() {
    loading { actor, fixture, source in
      let task = Self.waiting(fixture.log, on: actor) { try await source.loadChildren(of: "a") }
      source.expand("a")
      await actor.settle()
      source.cancelLoading(of: "a")
      await task.value
      #expect(fixture.log.take() == "CancellationError()" && fixture.gate.cancelledCount == 1)
      #expect(source.states("a") == "a not loaded" && source.collapse("a") == .nothingToDo)
      source.cancelLoading(of: "a")
      source.cancelLoading(of: "x")
      #expect(fixture.adapter.events == ["reload", "[0, 0]~1", "[0, 0]~1"])
    }
  }

  @Test(arguments: ["", "expanded", "requested"])
  func theLastWaiterEndsALoadThatNothingElseNeeds(need: String) {
    loading { actor, fixture, source in
      let tasks = (1...2).map { _ in
        Self.waiting(fixture.log, on: actor) { try await source.loadChildren(of: "a") }
      }
      await actor.settle()
      if need == "expanded" { source.expand("a") }
      if need == "requested" { source.beginReloadingChildren(of: "a") }
      tasks[0].cancel()
      await tasks[0].value
      // A reload replaces the first load.
      let replaced = need == "requested" ? 1 : 0
      await actor.settle()
      #expect(source.states("a") == "a loading" && fixture.gate.cancelledCount == replaced)
      tasks[1].cancel()
      await tasks[1].value
      await actor.settle()
      #expect(source.states("a") == (need.isEmpty ? "a not loaded" : "a loading"))
      #expect(fixture.gate.cancelledCount == (need.isEmpty ? 1 : replaced))
      await fixture.finish("a", "a1")
      #expect(source.snapshot().isExpanded("a") == (need == "expanded"))
    }
  }

  @Test func aCancelledTaskStartsNoLoad() {
    loading { actor, fixture, source in
      let calls: [() async throws -> Void] = [
        { try await source.loadChildren(of: "a") }, { try await source.reloadChildren(of: "a") },
        { try await source.loadMoreChildren(of: "a") },
        { try await source.reveal("x") { _ in "a" } },
        { try await source.loadRoots(of: 1) },
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
      let task = Self.waiting(fixture.log, on: actor) { try await source.loadChildren(of: "a") }
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

  @Test func changingTheLoaderReconfiguresRowsWhoseDisclosureChanges() {
    simulated { actor in
      let source = Source("1\n  -* a\n  -* b\n  +* c\n    -* c1")
      let adapter = TestAdapter(drawing: { [weak source] item in
        source?.hasChildren(item) ?? false ? "▸" : ""
      })
      source.attach(adapter)
      source.childLoader = ChildLoader(hasChildren: { $0 != "b" }, children: { _ in [] })
      adapter.checkDrawing()
      source.childLoader = ChildLoader(hasChildren: { $0 == "b" }, children: { _ in [] })
      adapter.checkDrawing()
      source.childLoader?.slowAfter = .seconds(1)
      source.childLoader = nil
      adapter.checkDrawing()
      #expect(
        adapter.events == ["reload", "[0, 0]~1, [0, 3]~1", "[0, 0]~2, [0, 3]~1", "[0, 1]~1"])
    }
  }

  @Test func finishedLoadsKeepAtMostOneTimer() {
    loading("1\n  -* a", leafLength: .max) { actor, fixture, source in
      source.childLoader?.slowAfter = .seconds(3600)
      for number in 0..<100 {
        source.beginReloadingChildren(of: "a")
        await fixture.finish("a", "\(number)")
        fixture.clock.advance(by: .seconds(1))
      }
      #expect(
        fixture.clock.sleeperCount <= 1 && source.loads.areFinished
          && source.loads.states.isEmpty)
    }
  }

  /// Regression: each item whose load returned no children took half a kilobyte.
  @Test func anItemWithoutChildrenKeepsNoRecord() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a")
      #expect(source.states("a") == "a loaded" && source.loads.states.records.isEmpty)
      source.markStale("a")
      #expect(source.states("a") == "a stale")
      source.update { try? $0.deleteItems(["a"]) }
      #expect(source.loads.states.isEmpty)
    }
  }

  @Test func markingAnItemStaleThatItsLoaderDeletesLeavesNoRecord() {
    loading { actor, fixture, source in
      let deletions = EventLog()
      let box = SourceBox(source)
      source.childLoader?.hasChildren = { item in
        if deletions.take() == item { box.source?.update { try? $0.deleteItems([item]) } }
        return false
      }
      deletions.add("a")
      source.markStale("a")
      #expect(!source.snapshot().contains("a") && source.loads.states.isEmpty)
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

  @Test func revealingANewItemReloadsItsFolderOnce() {
    loading { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "a1")
      let task = Self.waiting(fixture.log, on: actor) {
        fixture.log.add("\(try await source.reveal("a2") { _ in "a" })")
      }
      await fixture.finish("a", "a1", "a2")
      await task.value
      #expect(fixture.log.take() == "true, there" && fixture.gate.calls == ["a", "a"])
      let other = Self.waiting(fixture.log, on: actor) {
        fixture.log.add("\(try await source.reveal("a3") { _ in "a" })")
      }
      await fixture.finish("a", "a1", "a2")
      await other.value
      #expect(fixture.log.take() == "false, there" && fixture.gate.calls == ["a", "a", "a"])
    }
  }
}

/// A data source for a closure that is called on its actor only.
private final class SourceBox: @unchecked Sendable {
  weak let source: Source?

  init(_ source: Source) { self.source = source }
}
