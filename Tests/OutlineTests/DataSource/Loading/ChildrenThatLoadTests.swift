import OutlineTestSupport
import Testing

@testable import Outline

/// What is known about children, and what happens to edits between a request and its answer.
///
/// The table *Children that load* in the article *Loading children* has the rules.
@Suite struct ChildrenThatLoadTests {
  // MARK: - Edits between a request and its answer

  /// Regression: the answer replaced the edit.
  @Test(arguments: [
    ("drop in", "1\n  +* d\n    -* a\n    -* x\n    -* n\n  -* e"),
    ("append", "1\n  +* d\n    -* a\n    -* y\n    -* n\n  -* e\n  -* x"),
    ("drop out", "1\n  +* d\n    -* n\n  -* e\n  -* x\n  -* a"),
    ("delete", "1\n  +* d\n    -* n\n  -* e\n  -* x"),
    ("rename", "1\n  +* d\n    -* n\n    -* z\n  -* e\n  -* x"),
    ("pass through", "1\n  +* d\n    -* a\n    -* n\n  -* e\n    - x"),
    ("create and delete", "1\n  +* d\n    -* a\n    -* n\n  -* e\n  -* x"),
  ])
  func anEditDuringALoadStays(edit: String, shape: String) {
    loading("1\n  +* d\n    -* a\n  -* e\n  -* x") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("d"))
      await actor.settle()
      switch edit {
      case "drop in": source.update { try? $0.moveItems(["x"], to: .into("d")) }
      case "append": source.update { try? $0[1].append(["y"], to: "d") }
      case "drop out": source.update { try? $0.moveItems(["a"], to: .end(of: 1)) }
      case "delete": source.update { try? $0.deleteItems(["a"]) }
      case "rename": source.update { try? $0.replaceItem("a", with: "z") }
      case "pass through":
        source.update { try? $0.moveItems(["x"], to: .into("d")) }
        source.update { try? $0.moveItems(["x"], to: .into("e")) }
      default:
        source.update { try? $0[1].append(["y"], to: "d") }
        source.update { try? $0.deleteItems(["y"]) }
      }
      // The server has answered before or in the middle of the edits.
      let isInTheMiddle = edit == "pass through" || edit == "create and delete"
      let extra = edit == "pass through" ? ["x"] : isInTheMiddle ? ["y"] : []
      await fixture.finish("d", with: ChildPage(["a"] + extra + ["n"]))
      #expect(source.shape == shape)
      #expect(source.states("d") == "d loaded")
    }
  }

  /// Regression: the title of the answer replaced the new one.
  @Test func aNewTitleDuringALoadStays() {
    simulated { actor in
      let gate = LoadGate<Identified<Song>>()
      let song = { (id: Int, plays: Int) in Identified(Song(id, plays: plays)) }
      let source = OutlineDataSource<Int, Identified<Song>>()
      source.childLoader = ChildLoader(pages: { try await gate.load($0, $1) })
      source.update { snapshot in
        try? snapshot.appendSections([1])
        try? snapshot[1].append([song(0, 0)])
        try? snapshot[1].append([song(1, 0), song(2, 0)], to: song(0, 0))
      }
      source.beginReloadingChildren(of: .item(song(0, 0)))
      await actor.settle()
      source.update { try? $0.updateItems([song(1, 7)]) }
      gate.finish(song(0, 0), with: .success(ChildPage([song(1, 3), song(2, 3)])))
      await actor.settle()
      #expect(source.snapshot().children(of: song(0, 0))?.map(\.plays) == [7, 3])
    }
  }

  /// Regression: strings on the heap counted as edited, and stayed.
  @Test func anEqualOutlineThatIsAppliedDuringALoadIsNoEdit() {
    let (a, b) = (String(repeating: "a", count: 40), String(repeating: "b", count: 40))
    let shape = "1\n  +* p\n    -* \(a)\n    -* \(b)"
    loading(shape) { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await actor.settle()
      source.apply(Source(shape).snapshot(), keepingExpansion: true)
      await fixture.finish("p", a)
      #expect(source.snapshot().children(of: "p").map(Array.init) == [a])
    }
  }

  /// Regression: the answer expanded the item again.
  @Test(arguments: ["collapse", "apply", "undo"])
  func anItemThatAnEditCollapsesDuringALoadStaysCollapsed(edit: String) {
    loading("1\n  -* d\n  -* x") { actor, fixture, source in
      let collapsed = source.snapshot()
      source.expand("d")
      source.update { $0.expand(["d"]) }
      #expect(source.states("d") == "d loading")
      switch edit {
      case "collapse": source.update { $0.collapse(["d"]) }
      case "apply": source.apply(collapsed)
      default: try? source.apply(collapsed.patch(from: source.snapshot()))
      }
      #expect(source.states("d") == "d not loaded")
      await fixture.finish("d", "a")
      #expect(source.shape == "1\n  -* d\n  -* x")
    }
  }

  /// Regression: the item collapsed, and expanded when its children arrived.
  @Test func anItemKeepsItsExpansionDuringALoad() {
    loading("1\n  -* d\n  -* x") { actor, fixture, source in
      source.expand("d")
      source.update { $0.expand(["d"]) }
      source.apply(Source("1\n  -* d\n  -* y").snapshot(), keepingExpansion: true)
      #expect(source.shape == "1\n  +* d\n  -* y" && source.states("d") == "d loading")
      await fixture.finish("d", "a")
      #expect(source.shape == "1\n  +* d\n    -* a\n  -* y")
    }
  }

  // MARK: - What is known

  /// Regression: the child counted as all children.
  @Test func aChildOfAParentThatHasNotLoadedMakesItStale() throws {
    loading("1\n  -* d\n  -* x") { actor, fixture, source in
      source.update { try? $0[1].append(["n"], to: "d") }
      #expect(source.states("d") == "d stale")
      source.expand("d")
      #expect(source.snapshot().isVisible("n") && source.states("d") == "d loading")
      await fixture.finish("d", "a", "n")
      #expect(source.snapshot().children(of: "d").map(Array.init) == ["a", "n"])
      #expect(source.states("d") == "d loaded")
    }
  }

  /// Regression: the further pages were out of reach.
  @Test func aParentThatComesBackHasItsFurtherPages() {
    loading("1\n  -* a\n  -* b") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("a"))
      await fixture.finish("a", "p0", cursor: 1)
      let shown = source.snapshot()
      source.update { try? $0.deleteItems(["a"]) }
      source.apply(shown, keepingExpansion: true)
      #expect(source.hasMoreChildren(of: .item("a")) && source.states("a") == "a loaded")
      source.update { try? $0.deleteItems(["a"]) }
      source.update { try? $0[1].append(["a"]) }
      #expect(!source.hasMoreChildren(of: .item("a")) && source.states("a") == "a not loaded")
    }
  }

  /// Regression: loaded folders were empty and collapsed.
  @Test func anAppliedOutlineWithoutTheirChildrenKeepsThem() throws {
    loading("1\n  -* a\n  -* b") { actor, fixture, source in
      source.expand("a")
      await fixture.finish("a", "a1", "a2")
      source.apply(SectionSnapshot("-* n\n-* a"), to: 1, keepingExpansion: true)
      #expect(source.shape == "1\n  -* n\n  +* a\n    -* a1\n    -* a2")
      #expect(source.states("a") == "a loaded")
      source.apply(SectionSnapshot("-* a1\n-* a"), to: 1, keepingExpansion: true)
      #expect(source.shape == "1\n  -* a1\n  +* a\n    -* a2")
      source.apply(SectionSnapshot("-* a\n  - x"), to: 1, keepingExpansion: true)
      #expect(source.shape == "1\n  +* a\n    -* x")
      source.apply(SectionSnapshot("-* a"), to: 1)
      #expect(source.shape == "1\n  -* a" && source.states("a") == "a stale")
    }
  }

  // MARK: - Expanded items

  /// Regression: the item looked open and empty.
  @Test(arguments: [true, false])
  func anExpandedItemLoadsWhenItBecomesVisible(loadsExpandedItems: Bool) {
    loading("1\n  -* a", leafLength: 4) { actor, fixture, source in
      source.loadsExpandedItems = loadsExpandedItems
      source.expand("a")
      await fixture.finish("a", with: ChildPage(SectionSnapshot("+* as")))
      #expect(source.states("as") == "as \(loadsExpandedItems ? "loading" : "not loaded")")
      await fixture.finish("as", "leaf")
      #expect(source.snapshot().isVisible("leaf") == loadsExpandedItems)
    }
  }

  @Test func anExpandedItemBelowACollapsedOneLoadsWhenThatExpands() {
    loading("1\n  -* a\n    + b\n  -* c") { actor, fixture, source in
      await actor.settle()
      #expect(fixture.gate.calls.isEmpty)
      source.expand("a")
      await actor.settle()
      #expect(Set(fixture.gate.calls) == ["a", "b"])
      source.cancelLoading(of: .item("b"))
      source.update { $0.expand(["c"]) }
      await actor.settle()
      #expect(Set(fixture.gate.calls) == ["a", "b", "c"], "a cancelled load is not repeated")
    }
  }

  /// Regression: the chain had no end, and collapsing its first item did not stop it.
  @Test func aChainOfSingleChildrenEnds() {
    loading("1\n  -* a", leafLength: .max) { actor, fixture, source in
      source.expansionBehavior = .expandsSingleChildChains
      source.expansionChainLimit = 4
      source.expand("a")
      var item = "a"
      while fixture.gate.openCount > 0 || item == "a" {
        await fixture.finish(item, item + "/")
        item += "/"
      }
      #expect(fixture.gate.calls.count == 5)
      #expect(source.snapshot().expandedItems.count == 5)
    }
  }

  /// Regression: an answer with several expanded items counted as one item of the chain.
  @Test func aChainCountsAllExpandedItemsOfAnAnswer() {
    loading("1\n  -* a") { actor, fixture, source in
      source.expansionChainLimit = 4
      source.expand("a")
      await fixture.finish("a", with: ChildPage(SectionSnapshot("+* b\n  +* c\n    +* d")))
      await fixture.finish("d", with: ChildPage(SectionSnapshot("+* e\n  +* f")))
      await actor.settle()
      #expect(Set(fixture.gate.calls) == ["a", "b", "c", "d", "e"])
    }
  }

  @Test func collapsingAnAncestorEndsAChain() {
    loading("1\n  -* a", leafLength: .max) { actor, fixture, source in
      source.expansionBehavior = .expandsSingleChildChains
      source.expand("a")
      await fixture.finish("a", "b")
      source.collapse("a")
      await fixture.finish("b", "c")
      #expect(fixture.gate.calls == ["a", "b"])
      #expect(source.shape == "1\n  -* a\n    - b\n      - c")
    }
  }

  // MARK: - Pages

  /// Regression: only the first page remained.
  @Test func aReloadOfSeveralPagesFetchesThemAll() {
    loading("1\n  +* a") { actor, fixture, source in
      for page in 0..<3 {
        let cursor = page < 2 ? page + 1 : nil
        await fixture.finish("a", "\(page)a", "\(page)b", cursor: cursor, on: actor) {
          if page == 0 {
            try await source.loadChildren(of: .item("a"))
          } else {
            try await source.loadMoreChildren(of: .item("a"))
          }
        }
      }
      source.beginReloadingChildren(of: .item("a"))
      await fixture.finish("a", "0b", "0c", cursor: 1)
      #expect(source.snapshot().children(of: "a")?.count == 6 && source.states("a") == "a loading")
      await fixture.finish("a", "1a", "1b", cursor: 2)
      await fixture.finish("a", "2a", "2b", cursor: 3)
      #expect(
        source.snapshot().children(of: "a").map(Array.init) == ["0b", "0c", "1a", "1b", "2a", "2b"])
      #expect(source.hasMoreChildren(of: .item("a")))
    }
  }

  @Test func theItemThatLoadsMoreIsLastWhileThereAreMorePages() {
    loading("1\n  +* a") { actor, fixture, source in
      for page in 0..<3 {
        let result = ChildPage(["\(page)"], cursor: page < 2 ? page + 1 : nil, moreItem: "more")
        await fixture.finish("a", with: result, on: actor) {
          if page == 0 {
            try await source.reloadChildren(of: .item("a"))
          } else {
            try await source.loadMoreChildren(of: .item("a"))
          }
        }
        let children = (0...page).map { "\($0)" } + (page < 2 ? ["more"] : [])
        #expect(source.snapshot().children(of: "a").map(Array.init) == children)
        #expect(fixture.adapter.updates.count == 2 * page + 2, "each page is one update")
      }
    }
  }

  /// Regression: the item counted as edited, and went or stayed.
  @Test func theItemThatLoadsMoreIsLastAfterAMove() {
    loading("1\n  -* p") { actor, fixture, source in
      func finish(_ names: String, cursor: Int?) {
        let page = ChildPage(names.map { "\($0)" }, cursor: cursor, moreItem: "more")
        fixture.gate.finish("p", with: .success(page))
      }
      source.expand("p")
      await actor.settle()
      finish("ab", cursor: 1)
      await actor.settle()
      let next = DataSourceLoadingTests.waiting(fixture.log, on: actor) {
        try await source.loadMoreChildren(of: .item("p"))
      }
      await actor.settle()
      source.update { try? $0.moveItem("b", beforeItem: "a") }
      finish("cd", cursor: 2)
      await next.value
      let children = { source.snapshot().children(of: "p").map(Array.init) }
      #expect(children() == ["b", "a", "c", "d", "more"])
      source.beginReloadingChildren(of: .item("p"))
      await actor.settle()
      source.update { try? $0.moveItem("more", beforeItem: "b") }
      finish("bacd", cursor: nil)
      await actor.settle()
      #expect(children() == ["b", "a", "c", "d"])
    }
  }

  @Test(arguments: ["p", nil])
  func theUserCannotMoveTheItemThatLoadsMore(parent: String?) {
    loading("1\n  -* p\n  -* x", leafLength: 2) { actor, fixture, source in
      source.rootLoader = ChildLoader(pages: { [gate = fixture.gate] in try await gate.load("/", $1)
      })
      let page = ChildPage(["p", "x"], cursor: 1, moreItem: "more")
      source.beginReloadingChildren(of: parent.map { .item($0) } ?? .section(1))
      await fixture.finish(
        parent ?? "/", with: parent == nil ? page : ChildPage(["a"], cursor: 1, moreItem: "more"))
      let log = EventLog()
      source.reorderingHandlers.canReorderItem = { item in
        log.add(item)
        return true
      }
      let shape = source.shape
      #expect(!source.canReorder("more") && source.canReorder("x"))
      for destination in [Snapshot<Int, String>.Destination.before("p"), .into("x")] {
        #expect(!source.canDrop(["more"], to: destination))
        #expect(!source.canDrop(["x", "more"], to: destination))
        #expect((try? source.drop(["more"], to: destination)) == nil)
      }
      #expect(!source.canDrop(["x"], to: .into("more")))
      #expect(!source.canDrop([], to: .into("more")) && source.canDrop([], to: .into("x")))
      #expect((try? source.drop(["x"], to: .into("more"))) == nil)
      #expect(source.shape == shape && !log.take().contains("more"))
      // Items that are dropped after it are before it.
      #expect(source.canDrop(["x"], to: .after("more")))
      _ = try? source.drop(["x"], to: .after("more"))
      let children = parent.flatMap(source.snapshot().children) ?? source.snapshot(for: 1).rootItems
      #expect(children.suffix(2).elementsEqual(["x", "more"]))
    }
  }

  /// Regression: each reload fetched a further page.
  @MainActor @Test func aReloadFetchesAsManyPagesAsBefore() async throws {
    let source = Source("1\n  -* p")
    source.childLoader = ChildLoader(
      hasChildren: { $0 == "p" },
      pages: { (_, page: Int?) in
        let page = page ?? 0
        return ChildPage(["\(page)a", "\(page)b"], cursor: page + 1, moreItem: "more")
      })
    try await source.loadChildren(of: .item("p"))
    try await source.loadMoreChildren(of: .item("p"))
    for _ in 0..<3 {
      try await source.reloadChildren(of: .item("p"))
      #expect(
        source.snapshot().children(of: "p").map(Array.init) == ["0a", "0b", "1a", "1b", "more"])
    }
  }

  /// Regression: the item looked open and empty.
  @Test func anAppliedOutlineWithoutChildrenLoadsThemAgain() {
    loading("1\n  -* p") { actor, fixture, source in
      source.expand("p")
      await fixture.finish("p", "a")
      source.apply(Source("1\n  +* p").snapshot())
      #expect(source.states("p") == "p loading")
      await fixture.finish("p", "a", "b")
      #expect(source.snapshot().children(of: "p").map(Array.init) == ["a", "b"])
    }
  }

  /// Regression: the item looked open and empty, and later only items without children began to load.
  @Test(arguments: [(0, "p not loaded, s stale"), (1, "p loading, s loading")])
  func aLoaderThatComesAfterAnExpandedOutlineLoads(chainLimit: Int, states: String) {
    loading { actor, fixture, source in
      let loader = source.childLoader
      source.childLoader = nil
      source.expansionChainLimit = chainLimit
      // The data source learns its actor.
      source.expand("a")
      source.apply(Source("1\n  +* p\n  +* s\n    -* n\n  -* q\n    - m").snapshot())
      source.childLoader = loader
      #expect(source.states("p", "s") == states && source.states("q") == "q stale")
    }
  }

  /// Regression: the item kept its content of the first page.
  @MainActor @Test func laterPagesOfARefreshHaveLaterContent() async throws {
    let source = OutlineDataSource<Int, Identified<Song>>()
    let parent = Identified(Song(0))
    source.childLoader = ChildLoader(
      hasChildren: { $0.id == 0 },
      pages: { (_, page: Int?) in
        let page = page ?? 0
        // A song that moves down the list while the pages are requested.
        let songs = [Song(1, plays: page), Song(page + 2, plays: page)]
        return ChildPage(songs.map { Identified($0) }, cursor: page < 2 ? page + 1 : nil)
      })
    source.update { snapshot in
      try? snapshot.appendSections([1])
      try? snapshot[1].append([parent])
    }
    try await source.loadChildren(of: .item(parent))
    try await source.loadMoreChildren(of: .item(parent))
    try await source.loadMoreChildren(of: .item(parent))
    try await source.reloadChildren(of: .item(parent))
    #expect(source.snapshot().children(of: parent)?.map(\.plays) == [2, 0, 1, 2])
  }

  @MainActor @Test func cursorsHaveAType() async throws {
    let source = Source("1\n  -* a")
    source.childLoader = ChildLoader { (item, page: Int?) in
      ChildPage(["\(item)\(page ?? 0)"], cursor: (page ?? 0) < 2 ? (page ?? 0) + 1 : nil)
    }
    try await source.loadChildren(of: .item("a"))
    while source.hasMoreChildren(of: .item("a")) {
      try await source.loadMoreChildren(of: .item("a"))
    }
    #expect(source.snapshot().children(of: "a").map(Array.init) == ["a0", "a1", "a2"])
  }

  // MARK: - Missing children

  /// An answer that does not contain a child waits for those that were requested with it.
  @Test func aMissingChildGoesWithTheLastAnswer() {
    loading("1\n  +* a\n    +* x\n      -* y\n  +* b\n  -* c") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("a"))
      source.beginReloadingChildren(of: .item("b"))
      await fixture.finish("a")
      #expect(source.snapshot().parent(of: "x") == "a" && source.states("a") == "a loaded")
      source.beginReloadingChildren(of: .item("c"))
      await fixture.fail("b")
      #expect(!source.snapshot().contains("x"), "a later request does not matter")
      source.cancelLoading(of: .item("c"))
    }
  }

  @Test func aMissingChildThatTheUserMovesStays() {
    loading("1\n  +* a\n    -* x\n  +* b\n  -* c") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("a"))
      source.beginReloadingChildren(of: .item("b"))
      await fixture.finish("a")
      source.update { try? $0.moveItems(["x"], to: .into("c")) }
      await fixture.finish("b")
      #expect(source.snapshot().parent(of: "x") == "c")
    }
  }

  /// Regression: b had no children, counted as loaded, and could not load.
  @Test func aParentBelowItsOwnChildIsReloadedInAnyOrder() {
    loading("1\n  +* a\n    +* b") { actor, fixture, source in
      source.rootLoader = ChildLoader { _ in ["b"] }
      source.beginReloadingChildren(of: .item("b"))
      await fixture.finish("b", "a")
      try? await source.reloadChildren(of: .section(1))
      #expect(source.shape == "1\n  +* b\n    +* a")
      source.beginReloadingChildren(of: .item("a"))
      await fixture.finish("a")
      #expect(source.shape == "1\n  +* b\n    +* a")
      #expect(source.states("a", "b") == "a loaded, b loaded")
    }
  }

  // MARK: - Callbacks, and observers

  @Test func anUpdateThatFailsIsNotDelivered() throws {
    let source = Source("1\n  -* a")
    let adapter = TestAdapter()
    source.attach(adapter)
    source.update { snapshot in
      try? snapshot.appendItems(["x"], toSection: 9)
      try? snapshot[1].append(["a"])
      try? snapshot[1].append(["b"])
      try? snapshot.deleteItems(["b"])
    }
    #expect(adapter.events == ["reload"])
  }

  @Test func anEditThatChangesTheStateOfRootsReconfiguresTheHeader() {
    let source = Source("1\n2")
    let log = EventLog()
    source.rootLoader = ChildLoader { _ in [] }
    let adapter = TestAdapter()
    source.attach(adapter)
    source.sectionReconfigureHandler = { [unowned source] section, _ in
      log.add("\(section) \(source.loadingState(of: .section(section)), default: "gone")")
    }
    source.update { try? $0[1].append(["a"]) }
    source.update { try? $0[1].append(["b"]) }
    source.update { $0[1].deleteAll() }
    #expect(log.take() == "1 stale, 1 not loaded")
    #expect(
      adapter.events == ["reload", "[0, 0]+1 / (0~1)", "[0, 1]+1", "[0, 0]-2 / (0~1)"])
  }

  @Test(arguments: [0, 1, 2], [["x"], ["t"]])
  func aDropIsRefusedIfAHandlerDeletesAnItemOrTheDestination(handler: Int, deleted: [String]) throws
  {
    for destination in [Snapshot<Int, String>.Destination.before("t"), .after("t"), .into("t")] {
      let source = Source("1\n  -* x\n  -* y\n2\n  -* t")
      let delete = { [unowned source] (number: Int) in
        if number == handler { source.update { try? $0.deleteItems(deleted) } }
      }
      source.reorderingHandlers.canReorderItem = { _ in
        delete(0)
        return true
      }
      source.reorderingHandlers.canDropItems = { _, _ in
        delete(1)
        return true
      }
      source.reorderingHandlers.willReorder = { _ in delete(2) }
      let transaction = try source.drop(["x"], to: destination)
      #expect(transaction == nil, "\(destination)")
      #expect(source.snapshot().contains("x") == (deleted != ["x"]))
    }
  }

  @Test func aDropIsRefusedIfAHandlerDeletesTheSection() throws {
    let source = Source("1\n  -* x\n2\n  -* t")
    source.reorderingHandlers.canReorderItem = { [unowned source] _ in
      source.update { try? $0.deleteSections([2]) }
      return true
    }
    var isAsked = false
    source.reorderingHandlers.canDropItems = { _, _ in
      isAsked = true
      return true
    }
    #expect(try source.drop(["x"], to: .end(of: 2)) == nil && !isAsked)
  }
}
