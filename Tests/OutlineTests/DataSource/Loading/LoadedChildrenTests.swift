import OutlineTestSupport
import Testing

@testable import Outline

/// What edits, applied outlines and refreshes leave of the children of a parent that loads.
@Suite struct LoadedChildrenTests {
  /// Finishes the load of an item with pages, one after the other.
  private func finish(
    _ fixture: DataSourceLoadingTests.Fixture, _ item: String, pages: [String]
  ) async {
    for (number, page) in pages.enumerated() {
      let cursor = number + 1 < pages.count ? number + 1 : nil
      await fixture.finish(item, with: ChildPage(page.map { "\($0)" }, cursor: cursor))
    }
  }

  private func children(_ source: Source, _ parent: Source.Parent) -> String {
    source.snapshot().listOfChildren(of: parent).joined()
  }

  // MARK: - Edits during a refresh

  /// Regression: the row was in no page, and vanished.
  @Test(arguments: [
    ("d", "a", "dabc", ["ab", "c"]), ("b", "a", "bacd", ["a", "cd"]),
    ("c", "a", "cabd", ["ab", "d"]), ("d", "b", "adbc", ["abc", ""]),
  ])
  func aRowThatMovesDuringARefreshOfSeveralPagesStays(
    row: String, next: String, order: String, pages: [String]
  ) {
    for isRoot in [false, true] {
      let text = isRoot ? "1\n  -* a\n  -* b\n  -* c\n  -* d" : "1\n  +* p"
      loading(text) { actor, fixture, source in
        source.rootLoader = ChildLoader(pages: { [gate = fixture.gate] in
          try await gate.load("p", $1)
        })
        let parent: Source.Parent = isRoot ? .section(1) : .item("p")
        source.beginReloadingChildren(of: parent)
        await fixture.finish("p", "a", "b", "c", "d")
        source.beginReloadingChildren(of: parent)
        await actor.settle()
        fixture.gate.finish(
          "p", with: .success(ChildPage(pages[0].map { "\($0)" }, cursor: 1)))
        await actor.settle()
        source.update { try? $0.moveItem(row, beforeItem: next) }
        fixture.gate.finish("p", with: .success(ChildPage(pages[1].map { "\($0)" })))
        await actor.settle()
        #expect(children(source, parent) == order)
        let isInPage = pages.joined().contains(row)
        #expect(source.loadingState(of: parent) == (isInPage ? .loaded : .stale))
      }
    }
  }

  /// Regression: the rows that were new in the answer followed the rows before the moved one, or all
  /// siblings of the moved row stayed.
  @Test(arguments: [
    ("a", "c", "abcde", "bcade"), ("b", "c", "abcde", "acbde"), ("c", "a", "abcde", "acbde"),
    ("c", "", "abcde", "cabde"), ("d", "", "ad", "da"),
  ])
  func anAnswerFollowsTheRowsThatMovedMeanwhile(
    row: String, previous: String, answer: String, order: String
  ) {
    loading("1\n  +* p\n    -* a\n    -* b\n    -* c\n    -* d") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await actor.settle()
      source.update { snapshot in
        if previous.isEmpty {
          try? snapshot.moveItem(row, beforeItem: "a")
        } else {
          try? snapshot.moveItem(row, afterItem: previous)
        }
      }
      await finish(fixture, "p", pages: [answer])
      #expect(children(source, .item("p")) == order)
      #expect(source.loadingState(of: .item("p")) == .loaded)
    }
  }

  /// Loads a first page, makes an edit, and loads the next page.
  private func loadPages(
    of text: String, _ first: ChildPage<String>, _ next: ChildPage<String>,
    edit: @escaping @Sendable (Source) -> Void = { _ in }, expecting shape: String
  ) {
    loading(text) { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", with: first)
      edit(source)
      await fixture.finish("p", with: next, on: actor) {
        try await source.loadMoreChildren(of: .item("p"))
      }
      #expect(source.shape == shape)
    }
  }

  /// Regression: the item came before those that precede it in the page.
  @Test(arguments: ["", "\n2"])
  func aFurtherPageKeepsItsOrderIfItNamesAnItemFromElsewhere(section: String) {
    loadPages(
      of: "1\n  +* p" + section + "\n  -* y", ChildPage(["a"], cursor: 1),
      ChildPage(["x", "y", "z"]),
      expecting: "1\n  +* p\n    -* a\n    -* x\n    -* y\n    -* z" + section)
  }

  /// Regression: the children went with the item.
  @Test func whatIsBelowTheItemThatLoadsMoreStays() {
    for isLast in [false, true] {
      loadPages(
        of: "1\n  +* p", ChildPage(["a"], cursor: 1, moreItem: "more"),
        isLast ? ChildPage(["x"]) : ChildPage(["x"], cursor: 2, moreItem: "more"),
        edit: { source in
          source.update { try? $0[1].append(["n"], to: "more") }
          source.update { $0.expand(["more"]) }
        },
        expecting: "1\n  +* p\n    -* a\n"
          + (isLast ? "    -* n\n    -* x" : "    -* x\n    +* more\n      -* n"))
    }
  }

  /// Regression: an edit below a child that the answer lacks was lost with it.
  @Test(arguments: ["append", "move", "rename", "later"])
  func anEditBelowAMissingChildMovesToItsPlace(edit: String) {
    loading(
      "1\n  +* p\n    -* a\n    +* f\n      +* g\n        -* h\n    -* b\n  +* q\n    -* x\n    -* y"
    ) {
      actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await actor.settle()
      if edit == "later" {
        source.beginReloadingChildren(of: .item("q"))
        await fixture.finish("p", "a", "b")
      }
      switch edit {
      case "append", "later":
        source.update { snapshot in
          try? snapshot[1].append(["n"], to: "g")
          try? snapshot[1].append(["m"], to: "n")
        }
      case "move": source.update { try? $0.moveItems(["x"], to: .into("g")) }
      default: source.update { try? $0.replaceItem("h", with: "n") }
      }
      if edit == "later" {
        await fixture.finish("q", "x", "y")
      } else {
        await fixture.finish("p", "a", "b")
      }
      #expect(children(source, .item("p")) == (edit == "move" ? "axb" : "anb"))
      #expect(["f", "g", "h"].allSatisfy { !source.snapshot().contains($0) })
      #expect(source.snapshot().contains("m") == (edit == "append" || edit == "later"))
    }
  }

  // MARK: - Applied outlines

  /// Regression: the outline removed the child that the user had added, and collapsed the folder.
  @Test(arguments: ["loads", "failed", "stale", "cancelled"])
  func anAppliedOutlineKeepsAnAddedChild(state: String) {
    loading("1\n  +* d\n    -* n\n  -* e") { actor, fixture, source in
      if state != "stale" { source.beginReloadingChildren(of: .item("d")) }
      await actor.settle()
      if state == "failed" { await fixture.fail("d") }
      if state == "cancelled" { source.cancelLoading(of: .item("d")) }
      let before = source.states("d")
      source.apply(SectionSnapshot("-* e\n-* d"), to: 1, keepingExpansion: true)
      #expect(source.shape == "1\n  -* e\n  +* d\n    -* n" && source.states("d") == before)
      source.apply(Source("1\n  -* d\n  -* e").snapshot(), keepingExpansion: true)
      #expect(source.shape == "1\n  +* d\n    -* n\n  -* e" && source.states("d") == before)
      source.apply(SectionSnapshot("-* n\n-* d"), to: 1, keepingExpansion: true)
      #expect(source.shape == "1\n  -* n\n  +* d")
    }
  }

  /// Regression: only the children of folders that were loaded themselves stayed.
  @Test(arguments: ["f", "not loadable"])
  func anAppliedOutlineKeepsChildrenFromTheAnswerOfTheirGrandparent(folder: String) {
    loading("1\n  -* a") { actor, fixture, source in
      source.expand("a")
      await actor.settle()
      var page = SectionSnapshot<String>()
      try? page.append([folder])
      try? page.append(["g"], to: folder)
      fixture.gate.finish("a", with: .success(ChildPage(page)))
      await actor.settle()
      var outline = SectionSnapshot<String>()
      try? outline.append(["a"])
      try? outline.append([folder], to: "a")
      source.apply(outline, to: 1, keepingExpansion: true)
      #expect(source.shape == "1\n  +* a\n    -* \(folder)\n      - g")
    }
  }

  // MARK: - Several pages

  /// Regression: the parent was loaded and had no disclosure control, or its last rows went.
  @Test(arguments: [
    (shown: "", pages: ["", "", "xy", "z"], result: "xy", count: 3),
    (shown: "abc", pages: ["a", "", "", "bc"], result: "abc", count: 4),
  ])
  func anEmptyPageIsFollowedByTheNextOne(
    shown: String, pages: [String], result: String, count: Int
  ) {
    let rows = shown.map { "\n    -* \($0)" }.joined()
    loading("1\n  +* p" + rows) { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await finish(fixture, "p", pages: pages)
      #expect(children(source, .item("p")) == result && source.states("p") == "p loaded")
      #expect(source.hasMoreChildren(of: .item("p")) == (count < pages.count))
      #expect(fixture.gate.calls.count == count)
    }
  }

  /// Regression: the rows of the further pages went, although the refresh had not found an end.
  @Test func aRefreshFailsIfACursorRepeatsWithoutNewItems() {
    loading("1\n  +* p") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", "a", "b", "c")
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", "a", cursor: 7)
      await fixture.finish("p", "b", cursor: 7)
      await fixture.finish("p", cursor: 7)
      #expect(children(source, .item("p")) == "abc")
      #expect(source.states("p").contains("again"))
    }
  }

  /// Regression: only the first page remained.
  @Test(arguments: ["filter", "rename"])
  func aParentThatIsNoLongerLoadedReloadsAllItsPages(change: String) {
    loading("1\n  +* p") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", "a", "b", "c", "d")
      let shown = source.snapshot()
      let name = change == "filter" ? "p" : "q"
      if change == "filter" {
        source.update { try? $0.deleteItems(["c", "d"]) }
        source.update { try? $0.deleteItems(["p"]) }
        source.apply(shown)
      } else {
        source.update { try? $0.replaceItem("p", with: "q") }
      }
      #expect(source.states(name) == "\(name) loading")
      await finish(fixture, name, pages: ["ab", "cd"])
      #expect(children(source, .item(name)) == "abcd" && source.states(name) == "\(name) loaded")
    }
  }

  // MARK: - The item that loads more

  /// Regression: an appended or dropped row came after it.
  @Test func theItemThatLoadsMoreStaysTheLastChild() {
    loading("1\n  +* p\n  -* x") { actor, fixture, source in
      source.reorderingHandlers.canReorderItem = { _ in true }
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", with: ChildPage(["a", "b"], cursor: 1, moreItem: "more"))
      source.update { try? $0[1].append(["n"], to: "p") }
      #expect(source.snapshot().children(of: "p").map(Array.init) == ["a", "b", "n", "more"])
      _ = try? source.drop(["x"], to: .after("more"))
      #expect(source.snapshot().children(of: "p").map(Array.init) == ["a", "b", "n", "x", "more"])
      fixture.adapter.checkDrawing()
      source.update { try? $0.moveItem("more", beforeItem: "a") }
      #expect(source.snapshot().children(of: "p")?.last == "more")
    }
  }

  /// Regression: the row stayed, loaded nothing and could be dragged.
  @Test(arguments: ["an older snapshot", "undo"])
  func theItemThatLoadsMoreDoesNotComeBackAfterTheLastPage(change: String) {
    loading("1\n  +* p") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", with: ChildPage(["aaa"], cursor: 1, moreItem: "more"))
      let old = source.snapshot()
      await fixture.finish("p", with: ChildPage(["bbb"], moreItem: "more"), on: actor) {
        try await source.loadMoreChildren(of: .item("p"))
      }
      #expect(source.shape == "1\n  +* p\n    -* aaa\n    -* bbb")
      if change == "undo" {
        let patch = source.snapshot().patch(from: old)
        source.update { $0.merge(patch.inverse) }
      } else {
        source.apply(old, keepingExpansion: true)
      }
      #expect(source.shape == "1\n  +* p\n    -* aaa")
    }
  }

  /// Regression: the row stayed, loaded nothing and could be dragged.
  @Test(arguments: [[], ["added"], ["added", "deleted"]])
  func theItemThatLoadsMoreDoesNotComeBackWithAParentThatHadOtherChildren(edits: [String]) {
    loading("1\n  +* p") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", with: ChildPage(["a", "b"], cursor: 1, moreItem: "more"))
      let old = source.snapshot()
      source.update { try? $0.deleteItems(["b"]) }
      source.update { try? $0.deleteItems(["p"]) }
      for edit in edits {
        source.update {
          if edit == "added" { try? $0[1].append(["p"]) } else { try? $0.deleteItems(["p"]) }
        }
      }
      source.apply(old)
      #expect(source.shape == "1\n  +* p\n    -* a\n    -* b")
      #expect(!source.hasMoreChildren(of: .item("p")))
    }
  }

  /// Regression: the row stayed, loaded nothing and could be dragged.
  @Test(arguments: [false, true])
  func theItemThatLoadsMoreDoesNotComeBackWithAParentThatAnAnswerRemoved(comesBack: Bool) {
    loading("1\n  +* g\n    +* p") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", with: ChildPage(["a", "b"], cursor: 1, moreItem: "more"))
      let old = source.snapshot()
      source.beginReloadingChildren(of: .item("g"))
      await fixture.finish("g", "x")
      if comesBack {
        source.beginReloadingChildren(of: .item("g"))
        await fixture.finish("g", "p")
      }
      source.apply(old)
      #expect(source.shape == "1\n  +* g\n    +* p\n      -* a\n      -* b")
    }
  }

  /// Regression: the second page was an error, because the item is known.
  @Test func theItemThatLoadsMoreIsNoKnownChild() {
    loading("1\n  +* p") { actor, fixture, source in
      source.childLoader?.movesKnownChildren = false
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", with: ChildPage(["a"], cursor: 1, moreItem: "more"))
      await fixture.finish("p", with: ChildPage(["b"], cursor: 2, moreItem: "more"), on: actor) {
        try await source.loadMoreChildren(of: .item("p"))
      }
      #expect(source.shape == "1\n  +* p\n    -* a\n    -* b\n    -* more")
    }
  }

  /// Regression: the second page was an error.
  @Test func pagesOverlapIfKnownChildrenDoNotMove() {
    loading("1\n  +* p") { actor, fixture, source in
      source.childLoader?.movesKnownChildren = false
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", with: ChildPage(["a", "b"], cursor: 1))
      await fixture.finish("p", with: ChildPage(["b", "c"]), on: actor) {
        try await source.loadMoreChildren(of: .item("p"))
      }
      #expect(source.shape == "1\n  +* p\n    -* a\n    -* b\n    -* c")
    }
  }

  /// Regression: the next edit removed an item of the last page that had the same name.
  @Test func theLastPageCanNameTheItemThatLoadedMore() {
    loading("1\n  +* p") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", with: ChildPage(["a"], cursor: 1, moreItem: "b"))
      await fixture.finish("p", with: ChildPage(["b", "c"]), on: actor) {
        try await source.loadMoreChildren(of: .item("p"))
      }
      source.update { try? $0[1].append(["x"]) }
      #expect(source.snapshot().children(of: "p").map(Array.init) == ["a", "b", "c"])
    }
  }

  // MARK: - Loaders, sections and expanded items

  /// Regression: the item looked open and loaded, and was stale.
  @Test(arguments: [false, true])
  func anExpandedItemThatMovesToASectionWithALoaderLoads(hasChildren: Bool) {
    loading("1\n  +* p" + (hasChildren ? "\n    -* n" : "") + "\n2\n  -* x") {
      actor, fixture, source in
      let loader = source.childLoader
      source.childLoader = nil
      // The data source learns its actor.
      source.expand("x")
      source.setChildLoader(loader, for: 2)
      source.update { try? $0.moveItems(["p"], to: .after("x")) }
      #expect(source.states("p") == "p loading")
    }
  }

  /// Regression: the row kept its old appearance.
  @Test(arguments: ["another section", "no loader"])
  func aRowIsUpdatedWhenItsLoaderChanges(change: String) {
    loading("1\n  -* a\n  -* b\n2\n  -* x") { actor, fixture, source in
      if change == "another section" {
        let loader = source.childLoader
        source.childLoader = nil
        source.setChildLoader(loader, for: 2)
        #expect(!source.hasChildren("a"))
        source.update { try? $0.moveItems(["a"], to: .after("x")) }
        #expect(source.hasChildren("a"))
      } else {
        source.expand("a")
        await fixture.fail("a")
        #expect(source.hasChildren("a"))
        source.childLoader = nil
        #expect(!source.hasChildren("a"))
      }
      fixture.adapter.checkDrawing()
    }
  }

  /// Regression: the section was loaded, and its roots were out of reach.
  @Test func aLoadedSectionThatIsReplacedByAnEmptyOneIsStale() {
    loading("1") { actor, fixture, source in
      let gate = fixture.gate
      source.rootLoader = ChildLoader(pages: { try await gate.load("\($0)", $1) })
      source.beginReloadingChildren(of: .section(1))
      await fixture.finish("1", "a", "b")
      source.apply(SectionSnapshot(), to: 1, keepingExpansion: true)
      #expect(source.loadingState(of: .section(1)) == .stale)
    }
  }

  /// Regression: these descendants were deleted.
  @Test func aMovedChildOfAHandlerBringsItsDescendantsAlong() {
    let source = Source(
      "1\n  -* p\n  +* x\n    +* x1\n      -* x2\n    -* y\n      - y1\n      - z")
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
      var children = SectionSnapshot<String>()
      try? children.append(["x", "y", "new"])
      try? children.append(["z"], to: "new")
      return children
    }
    source.expand("p")
    #expect(
      source.shape == """
        1
          +* p
            -* x
              + x1
                - x2
            -* y
              - y1
            -* new
              - z
        """)
  }

  /// Regression: the children were stale.
  @Test func aCancelledLoadKeepsTheChildrenOfAHandlerLoaded() {
    loading("1\n  -* p\n    - a") { actor, fixture, source in
      source.sectionSnapshotHandlers.snapshotForExpandingParent = { $1 }
      source.beginReloadingChildren(of: .item("p"))
      source.expand("p")
      source.cancelLoading(of: .item("p"))
      #expect(source.loadingState(of: .item("p")) == .loaded)
    }
  }

  /// Regression: the page followed the children of the handler.
  @Test func aHandlerThatListsTheChildrenEndsTheLoadOfAFurtherPage() {
    loading("1\n  +* p") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", "a", cursor: 1)
      source.collapse("p")
      source.sectionSnapshotHandlers.snapshotForExpandingParent = { $1 }
      let nextPage = DataSourceLoadingTests.waiting(fixture.log, on: actor) {
        _ = actor
        try await source.loadMoreChildren(of: .item("p"))
      }
      await actor.settle()
      source.expand("p")
      fixture.gate.finish("p", with: .success(ChildPage(["b"])))
      await nextPage.value
      #expect(children(source, .item("p")) == "a" && source.states("p") == "p loaded")
    }
  }

  // MARK: - Expanding a subtree

  /// Regression: the other call expanded nothing, or the load of a visible row was cancelled.
  @Test(arguments: ["another call", "a visible row"])
  func aCancelledExpansionOfASubtreeLeavesOtherLoadsAlone(other: String) {
    loading(other == "another call" ? "1\n  -* p" : "1\n  +* q\n    +* p") {
      actor, fixture, source in
      let expandSubtree = {
        _ = actor
        await source.loadAndExpandSubtree(of: "p", levels: 1)
      }
      if other == "a visible row" {
        source.collapse("q")
        source.expand("q")
      }
      let remaining =
        other == "another call"
        ? DataSourceLoadingTests.waiting(fixture.log, on: actor, expandSubtree) : nil
      await actor.settle()
      #expect(source.states("p") == "p loading")
      let cancelled = DataSourceLoadingTests.waiting(fixture.log, on: actor, expandSubtree)
      await actor.settle()
      cancelled.cancel()
      await cancelled.value
      await fixture.finish("p", "p1")
      await remaining?.value
      #expect(source.states("p") == "p loaded" && source.snapshot().isExpanded("p"))
    }
  }

  /// Regression: an expanded item was left out.
  @Test func expandingASubtreeLoadsStaleChildrenAgain() {
    loading("1\n  +* p\n    -* pp1") { actor, fixture, source in
      await fixture.finish("p", "pp1", "pp2", on: actor) {
        #expect(await source.loadAndExpandSubtree(of: "p"))
      }
      #expect(source.shape == "1\n  +* p\n    -* pp1\n    -* pp2")
      #expect(source.states("p") == "p loaded")
    }
  }

  // MARK: - Loading states

  /// Regression: the parent of the child was loaded, and empty.
  @Test func aParentWhoseCycleTheUserResolvesIsStale() {
    loading("1\n  +* a\n    +* b\n  -* c") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("b"))
      await fixture.finish("b", "a")
      source.loadsExpandedItems = false
      source.update { try? $0.moveItem("b", afterItem: "a") }
      #expect(source.states("b") == "b stale")
    }
  }

  /// Regression: a later answer moved the child away from where the user had put it.
  @Test func aCyclicChildThatTheUserMovesStaysThere() {
    loading("1\n  +* r\n    +* a\n      +* b\n  -* c") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("b"))
      await fixture.finish("b", "a")
      source.update { try? $0.moveItems(["a"], to: .into("c")) }
      source.beginReloadingChildren(of: .item("r"))
      await fixture.finish("r", "b")
      #expect(source.snapshot().parent(of: "a") == "c" && source.snapshot().parent(of: "b") == "r")
    }
  }

  /// Regression: the parent was loaded when it came back.
  @Test func aMarkDuringAReloadRemainsWhenTheParentComesBack() {
    loading("1\n  -* a\n  -* b") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("a"))
      await fixture.finish("a", "x")
      source.beginReloadingChildren(of: .item("a"))
      source.markStale(.item("a"))
      let shown = source.snapshot()
      source.update { try? $0.deleteItems(["a"]) }
      source.apply(shown)
      #expect(source.states("a") == "a stale")
    }
  }

  /// Regression: the parent was loaded, and the rest of its children was out of reach.
  @Test(arguments: [false, true])
  func aParentWhosePagesAnAppliedOutlineLacksIsStale(keepingExpansion: Bool) {
    loading("1\n  -* p") { actor, fixture, source in
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", "a", "b", cursor: 1)
      let older = source.snapshot()
      await fixture.finish("p", "c", on: actor) {
        try await source.loadMoreChildren(of: .item("p"))
      }
      source.update { try? $0.deleteItems(["b"]) }
      #expect(source.states("p") == "p loaded")
      source.apply(older, keepingExpansion: keepingExpansion)
      #expect(source.states("p") == "p stale")
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", "a", "b", cursor: 1)
      #expect(source.states("p") == "p loaded" && source.hasMoreChildren(of: .item("p")))
    }
  }

  /// Regression: the call ended when a reload replaced the page that it waited for.
  @Test(arguments: [false, true])
  func waitingForAnItemOfAFurtherPageSurvivesAReload(isRestoring: Bool) {
    loading("1\n  -* p") { actor, fixture, source in
      let task = DataSourceLoadingTests.waiting(fixture.log, on: actor) {
        if isRestoring {
          let state = ViewState(expandedItems: ["p"], selectedItems: ["d"])
          await source.loadAndRestore(state, pageLimit: 2)
        } else {
          try await source.reveal("d") { _ in "p" }
        }
      }
      await fixture.finish("p", "a", "b", cursor: 1)
      source.beginReloadingChildren(of: .item("p"))
      await fixture.finish("p", "a", "c", cursor: 1)
      await fixture.finish("p", "d")
      await task.value
      #expect(fixture.log.take() == "there")
      #expect(fixture.gate.calls == ["p", "p 1", "p", "p 1"])
      #expect(source.snapshot().isVisible("d"))
    }
  }

  /// Regression: the loop had no end.
  @MainActor @Test func revealingAnItemCanBeCancelled() async {
    let source = Source("1\n  -* a")
    let task = Task { @MainActor in
      var count = 0
      return try await source.reveal("0") { _ in
        count += 1
        if count > 1_000 { throw DataSourceLoadingTests.Boom() }
        return "\(count)"
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Swift evaluates the default value of a stored property without an actor.
  @MainActor private final class Owner {
    let source = OutlineDataSource<Int, String>()
  }

  /// Regression: the wait had no end, because the data source knew no actor.
  @MainActor @Test func aWaitForAReleasedAdapterEndsWithoutAnActor() async {
    let source = Owner().source
    var adapter: TestAdapter? = TestAdapter()
    adapter.map(source.attach)
    adapter?.animations = []
    source.update { try? $0.appendSections([1]) }
    let task = Task { @MainActor in await source.waitUntilShown() }
    await Task.yield()
    adapter = nil
    await task.value
  }

  /// Regression: the item looked open and empty.
  @MainActor @Test(arguments: ["a", "b"])
  func anExpandedItemWithoutAnActorFailsAndLoadsWithOne(toggled: String) async throws {
    let source = Owner().source
    source.childLoader = LoadingActorTests.loader
    source.apply(Source("1\n  +* a\n  -* b").snapshot())
    #expect(source.loadingState(of: .item("a")) == .failed(MissingActorError()))
    #expect(source.loadingState(of: .item("b")) == .notLoaded)
    #expect(source.toggle(toggled) == .waitingForChildren)
    #expect(source.states("a") == "a loading")
    try await source.loadChildren(of: .item("a"))
    #expect(source.snapshot().isVisible("a1"))
  }
}
