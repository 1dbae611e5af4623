import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct SubtreeExpansionTests {
  /// Handlers, which decide whether items are expanded one by one, do not change the outcome.
  @Test func subtreeExpansionDoesNotDependOnHandlers() {
    var random = SeededGenerator(seed: seedOfRun())
    for _ in 0..<TestEffort.choose(quick: 100, full: 2_000, long: 50_000) {
      let start = Self.randomOutline(using: &random)
      let plain = Source(start)
      let handled = Source(start)
      handled.sectionSnapshotHandlers.willExpandItem = { _ in }
      handled.sectionSnapshotHandlers.willCollapseItem = { _ in }
      for _ in 0..<8 {
        let item = "\(Int.random(in: 0..<14, using: &random))"
        let levels = Self.levels.randomElement(using: &random) ?? nil
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

  private static let levels: [Int?] = [nil, .min, -1, 0, 1, 2, 3, .max]

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
  @MainActor @Test func subtreesWithoutHandlersExpandLikeSnapshots() {
    let counter = ComparisonCounter()
    let (source, _) = Self.chain(counter)
    source.childLoader = ChildLoader(hasChildren: { $0.number > 200 }, children: { _ in [] })
    // A build with internal checks compares all items.
    let limit = 3 * max(counter.count, 201) + 20
    counter.count = 0
    #expect(source.expandSubtree(of: counter.item(0)) == .done)
    #expect(counter.count < limit)
    #expect(source.snapshot().numberOfRows == 201)
  }

  /// Returns a data source with a chain of 201 items, and its snapshot with all of them expanded;
  /// the counter has the comparisons of that expansion.
  static func chain(
    _ counter: ComparisonCounter, isolation: isolated (any Actor)? = #isolation
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
    snapshot[1].expandAll(in: counter.item(0))
    return (source, snapshot)
  }

  @Test func subtreesExpandAtOnceAfterLoads() {
    simulated { _ in
      let source = Source("1\n  -* a\n    - b\n      - c\n        - d\n2\n  -* e")
      let asked = EventLog()
      source.childLoader = ChildLoader(
        hasChildren: { item in
          asked.add(item)
          return true
        }, children: { ["a": ["b"], "b": ["c"], "c": ["d"]][$0] ?? [] })
      for item in ["a", "b", "c", "e"] { try? await source.loadChildren(of: .item(item)) }
      _ = asked.take()
      #expect(source.expandSubtree(of: "a") == .done && source.snapshot().isVisible("d"))
      #expect(Set(asked.events) == ["a"])
      source.collapseSubtree(of: "a")
      source.markStale(.item("c"))
      #expect(source.expandSubtree(of: "a") == .done && source.states("c") == "c loading")
    }
  }

  /// Regression: the collapse of each item was an edit.
  @Test func collapsingASubtreeWithHandlersIsOneEdit() {
    let counter = ComparisonCounter()
    let (source, snapshot) = Self.chain(counter)
    // A build with internal checks compares all items after each edit.
    let limit = 3 * counter.count + 20 * 200
    source.apply(snapshot)
    source.sectionSnapshotHandlers.shouldCollapseItem = { _ in true }
    counter.count = 0
    #expect(source.collapseSubtree(of: counter.item(0)) == .done)
    #expect(counter.count < limit)
    #expect(source.snapshot().expandedItems.isEmpty)
  }
}
