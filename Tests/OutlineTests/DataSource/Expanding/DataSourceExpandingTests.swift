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

    /// A data source that logs its handlers, which refuse the items in `vetoes`.
    init(vetoes: Set<String> = []) {
      source.attach(adapter)
      source.sectionSnapshotHandlers.shouldExpandItem = { [log] item in
        log.add("expand \(item)?")
        return !vetoes.contains(item)
      }
      source.sectionSnapshotHandlers.willExpandItem = { [log, unowned source] item in
        log.add("will expand \(item)")
        #expect(!source.snapshot().isExpanded(item))
      }
      source.sectionSnapshotHandlers.shouldCollapseItem = { [log] item in
        log.add("collapse \(item)?")
        return !vetoes.contains(item)
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

  @Test func handlersCanRefuse() {
    let fixture = Fixture(vetoes: ["a", "b"])
    #expect(fixture.source.expand("a") == .refused)
    #expect(fixture.source.collapse("b") == .refused)
    #expect(fixture.source.toggle("a") == .refused && fixture.source.toggle("b") == .refused)
    #expect(fixture.log.take() == "expand a?, collapse b?, expand a?, collapse b?")
    #expect(fixture.source.shape == Self.start && fixture.adapter.updates.isEmpty)
  }

  @Test func programmaticChangesCallNoHandlers() {
    let fixture = Fixture(vetoes: ["a"])
    fixture.source.update { $0.expand(["a"]) }
    fixture.source.apply(SectionSnapshot("+* c\n  -* c1"), to: 2)
    #expect(fixture.log.take() == "shown, shown")
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

  @Test func subtreesExpandAndCollapseInOneUpdate() {
    let fixture = Fixture(vetoes: ["a11"])
    let source = fixture.source
    #expect(source.expandSubtree(of: "a") == .done)
    #expect(
      fixture.log.take()
        == "expand a?, will expand a, expand a1?, will expand a1, expand a11?, shown")
    #expect(fixture.adapter.events.last == "[0, 1]+3 / [0, 0]~1")
    #expect(source.expandSubtree(of: "a") == .refused, "a11 refuses again")
    #expect(fixture.log.take() == "expand a11?")
    #expect(source.collapseSubtree(of: "a") == .done)
    #expect(
      fixture.log.take() == "collapse a?, will collapse a, collapse a1?, will collapse a1, shown")
    #expect(source.shape == Self.start)
    #expect(source.expandSubtree(of: "a", levels: 2) == .done)
    #expect(source.expandSubtree(of: "a", levels: 2) == .nothingToDo)
    #expect(source.expandSubtree(of: "a", levels: 0) == .nothingToDo)
    #expect(source.snapshot().isExpanded("a1") && !source.snapshot().isExpanded("a11"))
    #expect(source.collapseSubtree(of: "c") == .nothingToDo)
    #expect(source.expandSubtree(of: "x") == .nothingToDo)
  }

  @Test func subtreesCollapseBelowALevel() {
    let opened = "+* a\n  +* a1\n    +* a11\n      -* a111\n  -* a2\n+* b\n  -* b1"
    let shapes = [
      "-* a\n  - a1\n    - a11\n      - a111\n  - a2\n+* b\n  -* b1",
      "+* a\n  -* a1\n    - a11\n      - a111\n  -* a2\n+* b\n  -* b1",
      "+* a\n  +* a1\n    -* a11\n      - a111\n  -* a2\n+* b\n  -* b1", opened, opened,
    ]
    for (levels, shape) in zip([-1, 1, 2, 3, .max], shapes) {
      let fixture = Fixture()
      let source = fixture.source
      source.expandSubtree(of: "a")
      #expect(source.snapshot(for: 1).shape == opened)
      _ = fixture.log.take()
      #expect(
        source.collapseSubtree(of: "a", keepingLevels: levels)
          == (levels < 3 ? .done : .nothingToDo))
      #expect(source.snapshot(for: 1).shape == shape, "levels: \(levels)")
      #expect(fixture.log.take().contains("collapse a?") == (levels < 1))
    }
  }

  @Test func singleChildChainsExpand() {
    source.expansionBehavior = .expandsSingleChildChains
    #expect(source.expand("a1") == .done)
    #expect(
      fixture.log.take() == "expand a1?, will expand a1, expand a11?, will expand a11, shown")
    #expect(!source.snapshot().isExpanded("a111"), "it has no children")
    source.expand("a")
    #expect(fixture.log.take() == "expand a?, will expand a, shown", "it has two children")
  }

  @Test func expandingCollapsesSiblings() {
    source.expansionBehavior = .collapsesSiblings
    #expect(source.expand("a") == .done)
    #expect(
      fixture.log.take() == "expand a?, will expand a, collapse b?, will collapse b, shown")
    #expect(!source.snapshot().isExpanded("b"))
    let other = Fixture(vetoes: ["b"])
    other.source.expansionBehavior = .collapsesSiblings
    #expect(other.source.expand("a") == .done)
    #expect(other.source.snapshot().isExpanded("b"))
  }

  @Test func childrenThatAreItemsElsewhereMoveUnlessTheyAreAncestors() {
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in SectionSnapshot("-* a") }
    #expect(source.expand("a") == .refused)
    #expect(source.shape == Self.start)
    let failure = SectionSnapshotError.moveIntoItself(["a"], destination: "a")
    #expect(source.loadingState(of: "a") == .failed(failure))
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
      SectionSnapshot("-* b1\n-* c1")
    }
    #expect(source.expand("a") == .done)
    #expect(source.shape == "1\n  +* a\n    -* b1\n    -* c1\n  +* b\n2\n  -* c")
    #expect(source.states("a") == "a loaded")
  }

  @Test func anOutlineOfAHandlerReplacesTheDescendantsAndTheExpansionOfKnownItems() {
    let source = Source(
      "1\n  -* a\n  +* b\n    +* b1\n      -* b11\n      -* b12\n    -* b2\n      - b21")
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
      SectionSnapshot("-* b1\n  - b12\n+* b2\n  -* new")
    }
    #expect(source.expand("a") == .done)
    #expect(
      source.shape == "1\n  +* a\n    -* b1\n      - b12\n    +* b2\n      -* new\n  +* b")
  }
}
