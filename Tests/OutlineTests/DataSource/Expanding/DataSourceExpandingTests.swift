import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct DataSourceExpandingTests {
  static let start = """
    1
      -* a
        - a1
          - a11
            - a111
        - a2
      +* b
        -* b1
    2
      -* c
        - c1
    """

  struct Fixture {
    let source = Source(DataSourceExpandingTests.start)
    let adapter = TestAdapter()
    let log = EventLog()

    /// A data source that logs its handlers, which allow everything.
    init() {
      source.attach(adapter)
      source.sectionSnapshotHandlers.shouldExpandItem = { [log] item in
        log.add("expand \(item)?")
        return true
      }
      source.sectionSnapshotHandlers.willExpandItem = { [log, unowned source] item in
        log.add("will expand \(item)")
        #expect(!source.snapshot().isExpanded(item))
      }
      source.sectionSnapshotHandlers.shouldCollapseItem = { [log] item in
        log.add("collapse \(item)?")
        return true
      }
      source.sectionSnapshotHandlers.willCollapseItem = { [log, unowned source] item in
        log.add("will collapse \(item)")
        #expect(source.snapshot().isExpanded(item))
      }
      adapter.reaction = { [log] _ in log.add("shown") }
    }
  }

  let fixture = Fixture()
  var source: Source { fixture.source }

  @Test func handlersAreCalledInOrder() {
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { [log = fixture.log] item, old in
      log.add("children of \(item): \(Array(old.items))")
      return SectionSnapshot("+* new\n  -* a1")
    }
    #expect(source.expand("a") == .done)
    #expect(
      fixture.log.take()
        == #"expand a?, will expand a, children of a: ["a1", "a11", "a111", "a2"], shown"#)
    #expect(
      source.snapshot(for: 1).shape == "+* a\n  +* new\n    -* a1\n+* b\n  -* b1")
    #expect(fixture.adapter.events.last == "[0, 1]+2 / [0, 0]~1")
    #expect(source.expand("a") == .nothingToDo && source.expand("x") == .nothingToDo)
    #expect(fixture.log.take() == "")
    #expect(source.collapse("a") == .done)
    #expect(fixture.log.take() == "collapse a?, will collapse a, shown")
    #expect(source.collapse("a") == .nothingToDo && source.collapse("x") == .nothingToDo)
    #expect(source.toggle("b") == .done && source.toggle("x") == .nothingToDo)
    #expect(fixture.log.take() == "collapse b?, will collapse b, shown")
    source.sectionSnapshotHandlers.snapshotForExpandingParent = nil
    #expect(source.toggle("b", animatingDifferences: false) == .done)
    #expect(fixture.adapter.updates.last?.presentation == .immediate)
  }

  @Test func aSectionCanHaveItsOwnHandlers() {
    var handlers = SectionSnapshotHandlers<String>()
    handlers.shouldExpandItem = { [log = fixture.log] item in
      log.add("\(item) of 2?")
      return false
    }
    source.setSectionSnapshotHandlers(handlers, for: 2)
    #expect(source.expand("c") == .refused)
    #expect(fixture.log.take() == "c of 2?")
    source.setSectionSnapshotHandlers(nil, for: 2)
    #expect(source.expand("c") == .done)
    #expect(fixture.log.take() == "expand c?, will expand c, shown")
  }

  @Test func changesByARefusingHandlerAreDelivered() {
    source.sectionSnapshotHandlers.shouldExpandItem = { [unowned source] _ in
      source.update { try? $0.appendItems(["x"], toSection: 1) }
      return false
    }
    source.sectionSnapshotHandlers.shouldCollapseItem = { [unowned source] _ in
      source.update { try? $0.appendItems(["y"], toSection: 1) }
      return false
    }
    #expect(source.expand("a") == .refused)
    #expect(source.snapshot().contains("x") && fixture.adapter.shown.contains("x"))
    #expect(source.collapse("b") == .refused)
    #expect(source.snapshot().contains("y") && fixture.adapter.shown.contains("y"))
  }

  @Test func anItemThatAHandlerMovesKeepsTheHandlersOfItsOldSection() {
    let log = fixture.log
    var others = SectionSnapshotHandlers<String>()
    others.willExpandItem = { log.add("2 will expand \($0)") }
    others.willCollapseItem = { log.add("2 will collapse \($0)") }
    source.setSectionSnapshotHandlers(others, for: 2)
    for expands in [true, false] {
      let move = { [unowned source] (item: String) in
        source.update { try? $0.moveItems([item], to: .end(of: 2)) }
        return true
      }
      source.sectionSnapshotHandlers.shouldExpandItem = move
      source.sectionSnapshotHandlers.shouldCollapseItem = move
      #expect(source.toggle("a") == .done && source.snapshot().isExpanded("a") == expands)
      #expect(log.take() == "will \(expands ? "expand" : "collapse") a, shown, shown")
      #expect(source.snapshot().sectionIdentifier(containingItem: "a") == 2)
      source.update { try? $0.moveItems(["a"], to: .end(of: 1)) }
      #expect(log.take() == "shown")
    }
  }

  @Test func anItemThatIsMovedBeforeItLoadsKeepsTheHandlersOfItsOldSection() {
    loading { actor, fixture, source in
      let log = fixture.log
      var others = SectionSnapshotHandlers<String>()
      others.willExpandItem = { log.add("2 will expand \($0)") }
      source.setSectionSnapshotHandlers(others, for: 2)
      source.sectionSnapshotHandlers.shouldExpandItem = { [unowned source] item in
        source.update { try? $0.moveItems([item], to: .end(of: 2)) }
        return true
      }
      source.sectionSnapshotHandlers.willExpandItem = { log.add("will expand \($0)") }
      await fixture.finish("a", "a11", on: actor) {
        _ = await source.loadAndExpandSubtree(of: "a")
      }
      #expect(log.take() == "will expand a, there" && source.snapshot().isExpanded("a"))
      #expect(source.snapshot().sectionIdentifier(containingItem: "a11") == 2)
    }
  }

  @Test func handlersCanReplaceThemselves() {
    source.sectionSnapshotHandlers.shouldExpandItem = { [unowned source, log = fixture.log] _ in
      source.sectionSnapshotHandlers = SectionSnapshotHandlers()
      source.setSectionSnapshotHandlers(nil, for: 1)
      source.expansionBehavior = .collapsesSiblings
      log.add("replaced")
      return true
    }
    #expect(source.expand("a") == .done)
    // The handlers in progress do not change; the new behavior applies afterward.
    #expect(fixture.log.take() == "replaced, will expand a, shown")
    #expect(!source.snapshot().isExpanded("b"))
  }

  @Test func queriesInHandlersReturnTheLatestState() {
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] _ in
      source.update { snapshot in
        try? snapshot.deleteItems(["b"])
        try? snapshot.appendItems(["x"], toSection: 1)
      }
      #expect(source.states("b", "x") == "b gone, x loaded" && !source.hasChildren("b"))
      #expect(source.rowPath(of: "b") != nil, "the view still shows it")
    }
    source.expand("a")
    #expect(source.states("b", "x") == "b gone, x loaded" && !source.hasChildren("b"))
  }
}
