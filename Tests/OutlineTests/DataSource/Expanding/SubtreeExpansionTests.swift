import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct SubtreeExpansionTests {
  /// Handlers, which decide whether items are expanded one by one, do not change the outcome.
  @Test func subtreeExpansionDoesNotDependOnHandlers() {
    var random = SeededGenerator(seed: seedOfRun())
    for _ in 0..<TestEffort.choose(quick: 100, full: 2_000, long: 50_000) {
      let start = Self.randomOutline(using: &random)
      let (plain, handled) = (Source(start), Source(start))
      handled.sectionSnapshotHandlers.willExpandItem = { _ in }
      handled.sectionSnapshotHandlers.willCollapseItem = { _ in }
      for _ in 0..<8 {
        let item = "\(Int.random(in: 0..<14, using: &random))"
        let levels = Bool.random(using: &random) ? nil : Int.random(in: -1..<4, using: &random)
        let results = [plain, handled].map { source in
          levels.map { $0 % 2 == 0 } ?? false
            ? source.collapseSubtree(of: item, keepingLevels: levels ?? 0)
            : source.expandSubtree(of: item, levels: levels)
        }
        #expect(results[0] == results[1], "\(item), levels: \(levels ?? .max)\n\(start)")
        #expect(plain.shape == handled.shape, "\(item), levels: \(levels ?? .max)\n\(start)")
      }
    }
  }

  private static func randomOutline(using random: inout SeededGenerator) -> Snapshot<Int, String> {
    var snapshot = Snapshot<Int, String>()
    try? snapshot.appendSections([1, 2])
    for item in 0..<12 {
      let section = Int.random(in: 1...2, using: &random)
      let parent = snapshot[section].items.randomElement(using: &random)
      try? snapshot[section].append(
        ["\(item)"], to: item.isMultiple(of: 4) ? nil : parent)
      if Bool.random(using: &random) { snapshot.expand(["\(item)"]) }
    }
    return snapshot
  }

  /// Regression: it looked up each item, and took 40 times as long.
  @Test func subtreesWithoutHandlersExpandLikeSnapshots() {
    let counter = ComparisonCounter()
    let (source, _) = Self.chain(counter)
    source.childLoader = ChildLoader(hasChildren: { $0.number > 200 }, children: { _ in [] })
    // A build with internal checks compares all items.
    let limit = 3 * counter.count + 20
    counter.count = 0
    #expect(source.expandSubtree(of: counter.item(0)) == .done)
    #expect(counter.count < limit)
    #expect(source.snapshot().numberOfRows == 201)
  }

  /// Returns a data source with a chain of 201 items, and its snapshot with all of them expanded;
  /// the counter has the comparisons of that expansion.
  static func chain(
    _ counter: ComparisonCounter
  ) -> (OutlineDataSource<Int, CountedItem>, expanded: Snapshot<Int, CountedItem>) {
    let source = OutlineDataSource<Int, CountedItem>()
    source.update { snapshot in
      try? snapshot.appendSections([1])
      try? snapshot[1].append([counter.item(0)])
      for parent in 0..<200 {
        try? snapshot[1].append([counter.item(parent + 1)], to: counter.item(parent))
      }
    }
    var snapshot = source.snapshot()
    counter.count = 0
    snapshot.withOutline(of: counter.item(0)) { $0.expandAll(in: counter.item(0)) }
    return (source, snapshot)
  }

  @Test func aFailureInASubtreeUpdatesTheRow() {
    let source = Source("1\n  +* r\n    -* a\n      - a1\n    -* b\n      - b1")
    let adapter = TestAdapter(drawing: { [weak source] in source?.states($0) ?? "" })
    source.attach(adapter)
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { item, children in
      item == "a" ? SectionSnapshot("-* r") : children
    }
    #expect(source.expandSubtree(of: "r") == .done)
    let failure = SectionSnapshotError.moveIntoItself(["r"], destination: "a")
    #expect(source.loadingState(of: "a") == .failed(failure))
    adapter.checkDrawing()
  }

  // MARK: - Loading

  private static func loader(_ failing: String = "") -> ChildLoader<String, String> {
    ChildLoader(
      hasChildren: { $0.count < 5 },
      children: { item in
        if item == failing { throw DataSourceLoadingTests.Boom() }
        return [item + "1", item + "2"]
      })
  }

  @Test func subtreesExpandWhileTheyLoad() async {
    let source = Source("1\n  -* a\n  -* b")
    let (adapter, log) = (TestAdapter(), EventLog())
    source.attach(adapter)
    source.childLoader = Self.loader()
    source.sectionSnapshotHandlers.shouldExpandItem = { [log] item in
      log.add(item)
      return item != "a2"
    }
    #expect(await source.loadAndExpandSubtree(of: "a", levels: 3) == false, "a2 refuses")
    #expect(
      source.snapshot(for: 1).shape == """
        +* a
          +* a1
            +* a11
              -* a111
              -* a112
            +* a12
              -* a121
              -* a122
          -* a2
        -* b
        """)
    #expect(log.take() == "a, a1, a2, a11, a12")
    #expect(source.states("a2", "a111") == "a2 not loaded, a111 not loaded")
    source.sectionSnapshotHandlers = .init()
    #expect(await source.loadAndExpandSubtree(of: "a", levels: 3))
    #expect(await source.loadAndExpandSubtree(of: "b"))
    #expect(source.snapshot().numberOfItems == 15 + 31)
    #expect(await source.loadAndExpandSubtree(of: "x") == false)
    #expect(await source.loadAndExpandSubtree(of: "a", levels: 0))
  }

  @Test func loadingASubtreeStopsAtALimitOfItems() async {
    for limit in [0, 1, 2, 3, 6, 7, 100] {
      let source = Source("1\n  -* a")
      source.childLoader = Self.loader()
      let isComplete = await source.loadAndExpandSubtree(of: "a", itemLimit: limit)
      let count = source.snapshot().numberOfItems - 1
      #expect(isComplete == (limit == 100))
      #expect(count >= min(limit, 30) && count < max(1, 3 * limit), "\(limit): \(count)")
    }
  }

  @Test func aFailedLoadDoesNotAffectSiblings() async {
    let source = Source("1\n  -* a\n  -* b")
    source.expansionBehavior = [.collapsesSiblings, .expandsSingleChildChains]
    source.childLoader = Self.loader("a2")
    #expect(await source.loadAndExpandSubtree(of: "a", levels: 2) == false)
    #expect(source.states("a1", "a2") == "a1 loaded, a2 failed: boom")
    #expect(source.snapshot().isExpanded("a1") && !source.snapshot().isExpanded("a2"))
  }

  @Test func cancellingTheLoadOfASubtreeKeepsItsItems() {
    loading { actor, fixture, source in
      let task = DataSourceLoadingTests.waiting(fixture.log, on: actor) {
        fixture.log.add("\(await source.loadAndExpandSubtree(of: "a"))")
      }
      await fixture.finish("a", "a1", "a2")
      await fixture.finish("a1", "a11x")
      #expect(source.states("a1", "a2") == "a1 loaded, a2 loading")
      task.cancel()
      await task.value
      await actor.settle()
      #expect(fixture.log.take() == "false, there" && fixture.gate.cancelledCount == 1)
      #expect(source.snapshot(for: 1).shape == "+* a\n  +* a1\n    -* a11x\n  -* a2\n-* b")
      #expect(source.states("a1", "a2") == "a1 loaded, a2 not loaded")
    }
  }

  @Test func eachLoadedItemExpandsInTheUpdateOfItsChildren() {
    loading(leafLength: 2) { actor, fixture, source in
      source.expansionBehavior = [.collapsesSiblings, .expandsSingleChildChains]
      let task = DataSourceLoadingTests.waiting(fixture.log, on: actor) {
        fixture.log.add("\(await source.loadAndExpandSubtree(of: "a"))")
      }
      await actor.settle()
      let count = fixture.adapter.updates.count
      await fixture.finish("a", "a1", "a2")
      await task.value
      #expect(fixture.log.take() == "true, there" && source.snapshot().isExpanded("a"))
      #expect(fixture.adapter.updates.count == count + 1)
    }
  }

  @Test func anItemThatTheUserCollapsesStaysCollapsed() {
    loading(whenCollapsed: .keepLoading) { actor, fixture, source in
      let task = DataSourceLoadingTests.waiting(fixture.log, on: actor) {
        fixture.log.add("\(await source.loadAndExpandSubtree(of: "a"))")
      }
      await actor.settle()
      #expect(source.collapse("a") == .stoppedWaiting)
      await fixture.finish("a", "a1")
      await task.value
      #expect(fixture.log.take() == "false, there" && !source.snapshot().isExpanded("a"))
      #expect(source.states("a", "a1") == "a loaded, a1 not loaded")
    }
  }

  @Test func subtreesExpandAtOnceAfterLoads() {
    simulated { _ in
      let source = Source("1\n  -* a\n    - b\n      - c\n        - d\n2\n  -* e")
      let asked = EventLog()
      source.childLoader = ChildLoader(
        hasChildren: { item in
          asked.add(item)
          return true
        }, children: { _ in [] })
      try? await source.loadChildren(of: "e")
      _ = asked.take()
      #expect(source.expandSubtree(of: "a") == .done && source.snapshot().isVisible("d"))
      #expect(Set(asked.events) == ["a"])
      source.collapseSubtree(of: "a")
      source.markStale("c")
      #expect(source.expandSubtree(of: "a") == .done && source.states("c") == "c loading")
    }
  }
}
