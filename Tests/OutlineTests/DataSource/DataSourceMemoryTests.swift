import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct DataSourceMemoryTests {
  @Test func releasingTheDataSourceCancelsItsLoads() {
    simulated { actor in
      let gate = LoadGate<String>()
      let clock = ManualClock()
      var source: Source? = Source("1\n  -* a\n  -* b")
      weak let weakSource = source
      source?.childLoader = ChildLoader(clock: clock) { try await gate.load($0, $1) }
      source?.expand("a")
      source?.beginReloadingChildren(of: .item("b"))
      await actor.settle()
      #expect(gate.openCount == 2 && clock.sleeperCount == 2)
      source = nil
      #expect(weakSource == nil, "neither loads nor timers hold it")
      await actor.settle()
      #expect(gate.cancelledCount == 2 && gate.openCount == 0 && clock.sleeperCount == 0)
    }
  }

  /// A loader that ignores cancellation continues, and its result is dropped.
  @Test func resultsForAReleasedDataSourceAreIgnored() {
    simulated { actor in
      let gate = LoadGate<String>(heedsCancellation: false)
      var source: Source? = Source("1\n  -* a")
      weak let weakSource = source
      source?.childLoader = ChildLoader(clock: ManualClock()) { try await gate.load($0, $1) }
      source?.expand("a")
      await actor.settle()
      source = nil
      #expect(weakSource == nil)
      gate.finish("a", with: .success(ChildPage(["a1"])))
      await actor.settle()
      #expect(gate.openCount == 0)
    }
  }

  @Test func handlersAndObserversDoNotRetainTheDataSource() {
    simulated { actor in
      let adapter = TestAdapter()
      var source: Source? = Source("1\n  -* a")
      weak let weakSource = source
      source?.sectionSnapshotHandlers.willExpandItem = { [weak source] _ in _ = source?.shape }
      source?.attach(adapter)
      let updates = source?.updates
      source?.expand("a")
      source = nil
      #expect(weakSource == nil)
      var iterator = updates?.makeAsyncIterator()
      let last = await iterator?.next()
      #expect(last?.finalSnapshot == adapter.shown, "earlier updates are still delivered")
      let end = await iterator?.next()
      #expect(end == nil)
    }
  }

  @Test func unusedSequencesAreReleased() {
    let source = Source("1\n  -* a")
    for _ in 0..<10 { _ = source.updates }
    source.expand("a")
    #expect(source.observers.producers.isEmpty)
  }

  /// The view is released during the delivery of an update.
  @Test func anObserverCanReleaseTheDataSource() {
    var source: Source? = Source("1\n  -* a")
    let adapter = TestAdapter()
    source?.attach(adapter)
    adapter.reaction = { _ in source = nil }
    source?.expand("a")
    #expect(source == nil && adapter.shown.isExpanded("a"))
  }

  /// Regression: each removed item kept the version of the outline that contained it.
  @Test func aPendingLoadDoesNotKeepOldVersions() {
    simulated { actor in
      let gate = LoadGate<TrackedItem>()
      let tracker = LifetimeTracker()
      let source = OutlineDataSource<Int, TrackedItem>()
      source.childLoader = ChildLoader(clock: ManualClock()) { try await gate.load($0, $1) }
      source.update { snapshot in
        try? snapshot.appendSections([1])
        try? snapshot[1].append((0..<100).map(tracker.item))
      }
      source.beginReloadingChildren(of: .item(tracker.item(0)))
      await actor.settle()
      for number in 100..<150 {
        source.update { snapshot in
          try? snapshot.updateItems([tracker.item(1)])
          try? snapshot.deleteItems([tracker.item(number - 1)])
          try? snapshot[1].append([tracker.item(number)])
        }
      }
      #expect(tracker.liveCount == 151)
    }
  }

  @Test func aChildThatWaitsForItsParentDoesNotRetainTheLoads() {
    simulated { actor in
      let gate = LoadGate<String>()
      var source: Source? = Source("1\n  +* a\n    -* b")
      source?.childLoader = ChildLoader(pages: { try await gate.load($0, $1) })
      source?.beginReloadingChildren(of: .item("b"))
      await actor.settle()
      gate.finish("b", with: .success(ChildPage(["a"])))
      await actor.settle()
      weak let loads = source?.loads
      #expect(loads?.answers.isEmpty == false)
      source = nil
      #expect(loads == nil)
    }
  }
}
