import OutlineTestSupport
import Testing

@testable import Outline

/// Loaders that make changes when they are asked whether an item has children.
@Suite struct LoaderEditTests {
  /// What a loader does when it is asked.
  ///
  /// Unchecked: all jobs of a test run on one thread.
  private final class Reaction: @unchecked Sendable {
    var perform: ((_ item: String) -> Void)?

    /// Performs something once.
    func once(_ body: @escaping () -> Void) {
      perform = { [unowned self] _ in
        perform = nil
        body()
      }
    }
  }

  private let reaction = Reaction()

  /// A data source in which all items without children may have some.
  private func source(_ text: String, hasChildren: Bool = true) -> Source {
    let source = Source(text)
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.childLoader = ChildLoader(
      hasChildren: { [reaction] item in
        reaction.perform?(item)
        return hasChildren
      }, children: { _ in [] })
    return source
  }

  @Test func aLoaderThatMakesAChangeAtEachCallIsAskedOnceForEachItem() throws {
    let source = source("1\n  +* a\n  +* b\n2\n  -* x\n  +* y\n    -* z")
    var count = 0
    reaction.perform = { _ in
      count += 1
      source.update { try? $0[2].append(["added \(count)"]) }
    }
    try source.apply([(1, SectionSnapshot("-* a\n-* b"))], keepingExpansion: true)
    try source.drop(["z"], to: .into("x"))
    #expect(count == 4 && source.snapshot(for: 2).items.count == 7)
    #expect(source.snapshot().parent(of: "z") == "x")
  }

  @Test func anAppliedSnapshotKeepsTheExpansionThatTheLoaderChanges() {
    let source = source("1\n  +* a\n  +* b\n    -* c", hasChildren: false)
    reaction.once { source.update { $0.collapse(["b"]) } }
    source.apply(Snapshot(SnapshotModel("1\n  -* a\n  -* b\n    - c")), keepingExpansion: true)
    #expect(source.shape == "1\n  +* a\n  -* b\n    - c")
  }

  @Test func aDropAndItsRepetitionKeepTheChangesOfTheLoader() throws {
    let source = source("1\n  +* p\n    -* A\n    -* B\n  +* q\n    -* X")
    reaction.once { source.update { try? $0[1].append(["Y"]) } }
    let transaction = try #require(try source.drop(["X"], to: .before("B")))
    try source.apply(transaction.inverse)
    source.update { try? $0.deleteItems(["A", "B"]) }
    reaction.once { source.update { try? $0[1].append(["A", "B"], to: "p") } }
    try source.apply(transaction)
    #expect(source.shape == "1\n  +* p\n    -* A\n    -* X\n    -* B\n  +* q\n  -* Y")
  }

  @Test func restoringConsidersTheChangesOfTheLoader() {
    let source = source("1\n  -* a\n  +* b")
    reaction.once { source.update { try? $0[1].append(["a1"], to: "a") } }
    #expect(source.restore(ViewState(expandedItems: ["a"])).isEmpty)
    #expect(source.snapshot().isExpanded("a"))
    let childless = self.source("1\n  +* a\n  -* b", hasChildren: false)
    reaction.once {
      childless.update { snapshot in
        snapshot.collapse(["a"])
        try? snapshot.deleteItems(["b"])
      }
    }
    let missing = childless.restore(ViewState(expandedItems: ["a", "b"]))
    #expect(missing.expandedItems == ["b"] && childless.snapshot().isExpanded("a"))
  }

  @Test func anItemThatTheLoaderDeletesIsNotExpanded() {
    let source = source("1\n  -* a", hasChildren: false)
    source.expansionBehavior = .collapsesSiblings
    reaction.once { source.update { try? $0.deleteItems(["a"]) } }
    #expect(source.expand("a") == .refused)
  }

  @Test func childrenThatTheLoaderAddsCanBecomeStale() {
    let source = source("1\n  -* a")
    reaction.once { source.update { try? $0[1].append(["a1"], to: "a") } }
    source.markStale("a")
    #expect(source.states("a") == "a stale")
  }

  @Test func aNewLoaderThatDeletesAnItemReconfiguresTheOtherRows() {
    let source = Source("1\n  -* a\n  -* b")
    let adapter = TestAdapter(drawing: { [weak source] item in
      source?.hasChildren(item) ?? false ? "▸" : ""
    })
    source.attach(adapter)
    let loader = self.source("1").childLoader
    reaction.perform = { [unowned source] item in
      if item == "b" { source.update { try? $0.deleteItems(["b"]) } }
    }
    source.childLoader = loader
    adapter.checkDrawing()
    #expect(source.hasChildren("a") && !source.snapshot().contains("b"))
  }

  @Test func aSectionThatTheLoaderDeletesHasNoLoadingState() {
    let source = Source("1\n2")
    let log = EventLog()
    source.rootLoadingStateHandler = { log.add("\($0)") }
    reaction.perform = { [unowned source] section in
      if section == "1" { source.update { try? $0.deleteSections([1]) } }
    }
    source.rootLoader = ChildLoader(
      hasChildren: { [reaction] section in
        reaction.perform?("\(section)")
        return true
      }, children: { _ in [] })
    #expect(log.take() == "2")
  }

  @Test func aPageOfALoadThatALoaderReplacesIsNotInserted() {
    loading("1\n  -* a\n    + b", leafLength: 2) { actor, fixture, source in
      let reaction = Reaction()
      source.childLoader?.hasChildren = { item in
        if item == "b" { reaction.perform?(item) }
        return true
      }
      source.beginReloadingChildren(of: "a")
      await actor.settle()
      reaction.once { source.beginReloadingChildren(of: "a") }
      fixture.gate.finish("a", with: .success(ChildPage(SectionSnapshot("-* b\n-* c"))))
      await actor.settle()
      #expect(source.states("a") == "a loading" && !source.snapshot().contains("c"))
      await fixture.finish("a", "d")
      #expect(source.states("a") == "a loaded" && source.snapshot().contains("d"))
    }
  }

  /// A clock of the client can also make changes.
  private struct EditingClock: Clock {
    let base = ManualClock()
    let reaction: Reaction

    var now: ManualClock.Instant {
      reaction.perform?("")
      return base.now
    }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      try await base.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func aLoadThatItsClockCancelsLeavesNothing() {
    loading("1\n  +* a\n    -* b") { actor, fixture, source in
      let reaction = Reaction()
      source.childLoader?.clock = EditingClock(reaction: reaction)
      reaction.once { source.cancelLoading(of: "a") }
      source.beginReloadingChildren(of: "a")
      await actor.settle()
      #expect(source.states("a") == "a loaded" && source.loads.areFinished)
      #expect(fixture.gate.calls.isEmpty)
    }
  }

  @Test func noChangeOfALoaderIsLost() {
    let seed = seedOfRun()
    for number in 0..<TestEffort.choose(quick: 30 as UInt64, full: 2_000, long: 30_000) {
      let problem = SimulatedActor.run(seed: seed &+ number) { actor in
        await EditingLoaderTrial(seed: seed &+ number).run(on: actor)
      }
      #expect(problem == "", "OUTLINE_SEED=\(seed &+ number)")
    }
  }
}
