import OutlineTestSupport
import Testing

@testable import Outline

/// Reloads of several parents while items move on the server lose nothing, in any order.
@Suite struct ConsistentRefreshTests {
  typealias Fixture = DataSourceLoadingTests.Fixture

  /// All orders of some items.
  func orders(of items: [String]) -> [[String]] {
    guard items.count > 1 else { return [items] }
    return items.flatMap { first in
      orders(of: items.filter { $0 != first }).map { [first] + $0 }
    }
  }

  /// Reloads parents together, and has the children on the server arrive in an order.
  func refresh(
    _ fixture: Fixture, _ server: [String: [String]], arriving order: [String],
    on actor: isolated SimulatedActor
  ) async {
    for parent in server.keys.sorted() {
      fixture.source.beginReloadingChildren(of: .item(parent))
    }
    await actor.settle()
    // Loads that others interrupt begin again.
    for parent in order + order + order {
      fixture.gate.finish(parent, with: .success(ChildPage(server[parent] ?? [])))
      await actor.settle()
      fixture.adapter.checkDrawing()
    }
  }

  /// Regression: the item was lost, and its new parent failed to load.
  @Test(arguments: ["\n  +* b", "\n2\n  +* b"])
  func anItemThatMovesOnTheServerMovesWithItsSubtree(end: String) {
    simulated { [self] actor in
      for order in orders(of: ["a", "b"]) {
        let subtree = "\n    +* x\n      -* y"
        let fixture = Fixture("1\n  +* a" + subtree + end, on: actor)
        await refresh(fixture, ["a": [], "b": ["x"]], arriving: order, on: actor)
        let source = fixture.source
        #expect(source.shape == "1\n  +* a" + end + subtree, "order: \(order)")
        #expect(source.states("a", "b") == "a loaded, b loaded")
      }
    }
  }

  /// Regression: the item received a child of its deleted predecessor.
  @Test func anItemThatIsAddedAgainReceivesNoEarlierChildren() {
    loading("1\n  +* a\n    -* b\n  -* c") { [self] actor, fixture, source in
      await refresh(fixture, ["b": ["a"]], arriving: ["b"], on: actor)
      source.update { try? $0.deleteItems(["b"]) }
      source.update { try? $0.appendItems(["b"], toSection: 1) }
      await refresh(fixture, ["c": []], arriving: ["c"], on: actor)
      #expect(source.shape == "1\n  +* a\n  -* c\n  -* b")
    }
  }

  /// Regression: the child moved to the end, although the user had moved it to another position.
  @Test func aCyclicChildThatTheUserMovesKeepsItsPosition() {
    loading("1\n  +* a\n    -* b\n  -* c") { [self] actor, fixture, source in
      await refresh(fixture, ["b": ["a", "x"]], arriving: ["b"], on: actor)
      source.update { snapshot in
        try? snapshot.moveItem("b", afterItem: "a")
        try? snapshot.moveItem("a", beforeItem: "x")
      }
      await refresh(fixture, ["c": []], arriving: ["c"], on: actor)
      #expect(source.shape == "1\n  -* b\n    + a\n    - x\n  -* c")
    }
  }

  @Test func reloadsInAnyOrderReproduceTheServer() {
    let seed = seedOfRun()
    for number in 0..<TestEffort.choose(quick: 12 as UInt64, full: 1_000, long: 30_000) {
      let isDone: Void? = SimulatedActor.run(seed: seed &+ number) { [self] actor in
        await reproduceServer(seed: seed &+ number, on: actor)
      }
      #expect(isDone != nil)
    }
  }

  /// Moves items between five parents on the server, reloads the parents, and compares.
  private func reproduceServer(seed: UInt64, on actor: isolated SimulatedActor) async {
    var random = SeededGenerator(seed: seed)
    let parents = ["p", "q", "r", "s", "t"]
    let fixture = Fixture("1\n  +* p\n  +* q\n  +* r\n2\n  +* s\n  -* t", on: actor)
    var server: [String: [String]] = [:]
    for item in 0..<12 {
      server[parents[item % 5], default: []].append("\(item)")
    }
    await refresh(fixture, server, arriving: parents, on: actor)
    for item in 0..<12 {
      fixture.source.update { snapshot in
        let section = item % 5 < 3 ? 1 : 2
        try? snapshot[section].append(["\(item)'"], to: "\(item)")
        snapshot.expand(["\(item)"])
      }
    }
    for _ in 0..<5 {
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let from = parents[Int.random(in: 0..<5, using: &random)]
        let to = parents[Int.random(in: 0..<5, using: &random)]
        guard let item = server[from]?.randomElement(using: &random) else { continue }
        server[from]?.removeAll { $0 == item }
        let index = Int.random(in: 0...(server[to]?.count ?? 0), using: &random)
        server[to, default: []].insert(item, at: index)
      }
      await refresh(fixture, server, arriving: parents.shuffled(using: &random), on: actor)
      let source = fixture.source
      for parent in parents {
        #expect(
          source.snapshot().children(of: parent).map(Array.init) == server[parent] ?? [],
          "seed: \(seed), parent: \(parent)")
        #expect(source.loadingState(of: .item(parent)) == .loaded, "seed: \(seed)")
      }
      for item in 0..<12 {
        #expect(source.snapshot().parent(of: "\(item)'") == "\(item)", "seed: \(seed)")
        #expect(source.snapshot().isExpanded("\(item)"), "seed: \(seed)")
      }
    }
  }

  @Test func randomServersWithMovingFoldersAreReproduced() {
    let seed = seedOfRun()
    for number in 0..<TestEffort.choose(quick: 12 as UInt64, full: 1_000, long: 30_000) {
      let isDone: Void? = SimulatedActor.run(seed: seed &+ number) { [self] actor in
        await reproduceFolders(seed: seed &+ number, on: actor)
      }
      #expect(isDone != nil)
    }
  }

  /// Moves folders and files between folders on the server, reloads all folders, and compares.
  private func reproduceFolders(seed: UInt64, on actor: isolated SimulatedActor) async {
    var random = SeededGenerator(seed: seed)
    let fixture = Fixture("1\n  +* a", on: actor, hasChildren: { "abcde".contains($0) })
    var server = ["a": ["b", "1"], "b": ["c", "2"], "c": ["3"], "d": ["e", "4"], "e": ["5"]]
    server["a"]?.append("d")
    await refresh(fixture, ["a": server["a"] ?? []], arriving: ["a"], on: actor)
    await refresh(fixture, server, arriving: ["b", "d", "c", "e"], on: actor)
    for _ in 0..<4 {
      for _ in 0..<3 {
        let item =
          ["b", "c", "d", "e", "1", "2", "3", "4", "5"].randomElement(using: &random) ?? ""
        let folder = ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? ""
        var ancestor: String? = folder
        while let next = ancestor, next != item {
          ancestor = server.first { $0.value.contains(next) }?.key
        }
        if ancestor != nil { continue }
        for key in server.keys { server[key]?.removeAll { $0 == item } }
        let index = Int.random(in: 0...(server[folder]?.count ?? 0), using: &random)
        server[folder]?.insert(item, at: index)
      }
      await refresh(
        fixture, server, arriving: server.keys.sorted().shuffled(using: &random), on: actor)
      for (folder, children) in server {
        #expect(
          fixture.source.snapshot().children(of: folder).map(Array.init) == children,
          "seed: \(seed), folder: \(folder)")
        #expect(fixture.source.loadingState(of: .item(folder)) == .loaded, "seed: \(seed)")
      }
    }
  }

  // MARK: - Items that one load removes and another adds, and children above their parents

  /// Regression: the item came back with its old children, which counted as loaded.
  @Test func anItemThatAnEarlierReloadHasRemovedComesBackAsANewOne() {
    loading("1\n  +* a\n    +* x\n      -* y\n  +* b\n  -* c") { [self] actor, fixture, source in
      await refresh(fixture, ["a": ["x"], "x": ["y"]], arriving: ["a", "x"], on: actor)
      await refresh(fixture, ["a": []], arriving: ["a"], on: actor)
      await refresh(fixture, ["b": ["x"]], arriving: ["b"], on: actor)
      #expect(source.shape == "1\n  +* a\n  +* b\n    -* x\n  -* c")
      #expect(source.states("x") == "x not loaded")
    }
  }

  /// Regression: the item came back below its earlier parent, whose own load then removed it.
  @Test func removedItemsComeBackBelowTheirLastParent() {
    simulated { [self] actor in
      let fixture = Fixture(
        "1\n  +* a\n    +* b\n      +* c\n        +* x\n          -* y\n  -* d", on: actor)
      await refresh(
        fixture, ["a": [], "b": ["x"], "c": [], "d": ["c", "b"]], arriving: ["b", "a", "d", "c"],
        on: actor)
      fixture.source.expand("d")
      #expect(
        fixture.source.shape == "1\n  +* a\n  +* d\n    +* c\n    +* b\n      +* x\n        -* y")
    }
  }

  /// Regression: an unrelated load moved the child to a parent that the user had freed.
  @Test func anUnrelatedLoadDoesNotMoveACyclicChild() {
    loading("1\n  +* a\n    -* b\n  -* c") { [self] actor, fixture, source in
      await refresh(fixture, ["b": ["a"]], arriving: ["b"], on: actor)
      #expect(source.loads.answers.cyclicChildren.map(\.item) == ["a"])
      source.update { try? $0.reconfigureItems(["c"]) }
      #expect(source.loads.answers.cyclicChildren.map(\.item) == ["a"])
      source.update { try? $0.moveItem("b", afterItem: "a") }
      await refresh(fixture, ["c": []], arriving: ["c"], on: actor)
      #expect(source.shape == "1\n  +* a\n  -* b\n  -* c")
    }
  }

  // MARK: - Pages with subtrees

  private func finish(
    _ fixture: Fixture, _ parent: String, _ outline: SectionSnapshot<String>,
    cursor: Int? = nil, on actor: isolated SimulatedActor
  ) async {
    await actor.settle()
    fixture.gate.finish(parent, with: .success(ChildPage(outline, cursor: cursor)))
    await actor.settle()
    fixture.adapter.checkDrawing()
  }

  /// Regression: the new item below the cyclic child was lost, or replaced by later answers.
  @Test(arguments: ["+* a\n  -* n", "+* k\n  +* a\n    -* n\n  -* l"])
  func aCyclicChildLoadsWhatThePageHasBelowIt(page: String) {
    loading("1\n  +* r\n    +* a\n      +* b\n        -* c") { [self] actor, fixture, source in
      source.beginReloadingChildren(of: .item("b"))
      source.beginReloadingChildren(of: .item("r"))
      await finish(fixture, "b", SectionSnapshot(page), on: actor)
      #expect(source.snapshot().parent(of: "b") == "a" && !source.snapshot().contains("n"))
      #expect(source.states("a") == "a loading")
      await fixture.finish("r", "b")
      await fixture.finish("a", "n")
      let expected = SectionSnapshot<String>(page)
      #expect(
        (try? source.snapshot().sectionSnapshot(containingItem: "b")?.snapshot(of: "b"))?.shape
          == expected.shape)
    }
  }

  /// Regression: the cyclic child came back to the parent, which has other children now.
  @Test(arguments: ["handler", "answer"])
  func aCyclicChildDoesNotReplaceALaterList(source kind: String) {
    loading("1\n  +* r\n    +* a\n      -* e") { [self] actor, fixture, source in
      await refresh(fixture, ["e": ["a"]], arriving: ["e"], on: actor)
      #expect(source.loads.answers.cyclicChildren.map(\.item) == ["a"])
      source.beginReloadingChildren(of: .item("r"))
      if kind == "handler" {
        source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
          SectionSnapshot("-* x")
        }
        source.expand("e")
        await fixture.finish("r", "e")
      } else {
        await finish(fixture, "r", SectionSnapshot("+* e\n  -* x"), on: actor)
      }
      #expect(source.snapshot().children(of: "r").map(Array.init) == ["e"])
      #expect(source.snapshot().children(of: "e").map(Array.init) == ["x"])
    }
  }

  /// Regression: the parent counted as loaded, without the child.
  @Test func aParentIsStaleWhoseCyclicChildIsRenamed() {
    loading("1\n  +* a\n    -* e") { [self] actor, fixture, source in
      await refresh(fixture, ["e": ["a"]], arriving: ["e"], on: actor)
      source.update { try? $0.replaceItem("a", with: "z") }
      #expect(source.states("e") == "e stale")
    }
  }

  /// Regression: the descendants of the child were lost.
  @Test func aChildOfAnEarlierPageReceivesItsDescendantsFromALaterOne() {
    loading("1\n  +* a\n  +* z\n    -* 22") { [self] actor, fixture, source in
      source.beginReloadingChildren(of: .item("a"))
      await finish(fixture, "a", SectionSnapshot("-* 1\n+* 2\n+* 3\n  -* 31"), cursor: 1, on: actor)
      let more = DataSourceLoadingTests.waiting(fixture.log, on: actor) {
        try await source.loadMoreChildren(of: .item("a"))
      }
      await finish(
        fixture, "a", SectionSnapshot("-* 3\n+* 2\n  -* 21\n  -* 22\n+* 4\n  -* 41"), on: actor)
      await more.value
      #expect(
        source.shape == """
          1
            +* a
              -* 1
              +* 2
                -* 21
                -* 22
              +* 3
                -* 31
              +* 4
                -* 41
            +* z
          """)
    }
  }

  /// Regression: all descendants of each missing child were visited.
  @Test func missingChildrenOfADeepOutlineAreDeletedInLinearTime() throws {
    var questions = 0
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections([0])
    try snapshot[0].append(preorder: (0..<200).map { (item: $0, level: $0) })
    var answers = PendingAnswers<Int, Int>()
    for parent in 0..<199 {
      let answer = ChildAnswer<Int, Int>(
        parent: .item(parent), page: ChildPage([]), isNextPage: false, movesKnownChildren: true,
        moreItem: nil, request: 0
      ) { edit in
        questions += 1
        return edit == .place(199)
      }
      try answers.insert(answer, into: &snapshot)
    }
    let missing = answers.takeMissingChildren(of: snapshot, oldestLoad: nil)
    #expect(missing.count == 198)
    questions = 0
    try snapshot.deleteMissingChildren(missing, placedItems: [199])
    #expect(questions < 1_000)
    #expect(Array(snapshot.itemIdentifiers) == [0, 199])
  }

  /// Regression: all ancestors of each parent with reordered children were visited.
  @MainActor @Test func reorderingADeepOutlineDuringALoadTakesLinearTime() throws {
    func comparisons(depth: Int) throws -> Int {
      let counter = ComparisonCounter()
      let items = (0..<3 * depth).map(counter.item)
      var snapshot = Snapshot<Int, CountedItem>()
      try snapshot.appendSections([0])
      // Each parent has two leaves and the next parent.
      let levels = (0..<depth).flatMap { [$0, $0 + 1, $0 + 1] }
      try snapshot[0].append(preorder: zip(items, levels).map { (item: $0, level: $1) })
      let source = OutlineDataSource(snapshot)
      source.childLoader = ChildLoader(children: { _ in
        try await Task.sleep(for: .seconds(1_000))
        return []
      })
      source.beginReloadingChildren(of: .item(items[3 * depth - 1]))
      for parent in 0..<depth {
        try snapshot.moveItem(items[3 * parent + 2], beforeItem: items[3 * parent + 1])
      }
      counter.count = 0
      source.apply(snapshot)
      return counter.count
    }
    #expect(try comparisons(depth: 400) < 3 * comparisons(depth: 200))
  }
}
