import OutlineTestSupport
import Testing

@testable import Outline

/// Items that a load removes and another one adds, and children that are above their parents.
extension ConsistentRefreshTests {
  /// Regression: the item came back collapsed, without its subtree.
  @Test func consecutiveReloadsKeepTheStateOfAMovedItem() {
    loading("1\n  +* a\n    +* x\n      -* y\n  +* b\n  -* c") { [self] actor, fixture, source in
      await refresh(fixture, ["a": []], arriving: ["a"], on: actor)
      #expect(source.shape == "1\n  +* a\n  +* b\n  -* c")
      source.collapse("b")
      await refresh(fixture, ["c": []], arriving: ["c"], on: actor)
      await refresh(fixture, ["b": ["x"]], arriving: ["b"], on: actor)
      source.expand("b")
      #expect(source.shape == "1\n  +* a\n  +* b\n    +* x\n      -* y\n  -* c")
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

  @Test func theNextChangeByTheProgramForgetsRemovedItems() {
    loading("1\n  +* a\n    +* x\n      -* y\n  +* b\n  -* c") { [self] actor, fixture, source in
      await refresh(fixture, ["a": []], arriving: ["a"], on: actor)
      source.update { try? $0.reconfigureItems(["b"]) }
      #expect(source.loads.inserter.removedItems.shape == "+* x\n  -* y")
      source.update { try? $0.deleteItems(["c"]) }
      #expect(source.loads.inserter.isEmpty)
      await refresh(fixture, ["b": ["x"]], arriving: ["b"], on: actor)
      #expect(source.shape == "1\n  +* a\n  +* b\n    -* x")
    }
  }

  /// Regression: all removed items were kept as long as any load was in progress.
  @Test func aPendingLoadDoesNotKeepAllRemovedItems() {
    loading("1\n  -* a\n  -* b") { [self] actor, fixture, source in
      source.beginReloadingChildren(of: "b")
      await actor.settle()
      for number in 0..<50 {
        await refresh(
          fixture, ["a": ["\(number)", "\(number)'"]], arriving: ["a"], on: actor)
        #expect(source.loads.inserter.removedItems.items.count <= 4, "\(number)")
      }
      await refresh(fixture, ["b": ["48"]], arriving: ["b"], on: actor)
      #expect(source.snapshot().parent(of: "48") == "b")
    }
  }

  /// Regression: each removal of an item was kept.
  @Test func anItemThatIsRemovedRepeatedlyIsKeptOnce() {
    loading("1\n  -* a\n  -* b\n  -* c") { [self] actor, fixture, source in
      source.beginReloadingChildren(of: "b")
      await actor.settle()
      for _ in 0..<20 {
        await refresh(fixture, ["a": ["x"]], arriving: ["a"], on: actor)
        await refresh(fixture, ["a": []], arriving: ["a"], on: actor)
        #expect(source.loads.inserter.removedItems.items.count <= 4)
      }
    }
  }

  /// Regression: an unrelated load moved the child to a parent that the user had freed.
  @Test func anUnrelatedLoadDoesNotMoveACyclicChild() {
    loading("1\n  +* a\n    -* b\n  -* c") { [self] actor, fixture, source in
      await refresh(fixture, ["b": ["a"]], arriving: ["b"], on: actor)
      #expect(source.loads.inserter.cyclicChildren.map(\.item) == ["a"])
      source.update { try? $0.reconfigureItems(["c"]) }
      #expect(source.loads.inserter.cyclicChildren.map(\.item) == ["a"])
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

  /// Regression: the new item below the cyclic child was lost.
  @Test(arguments: ["+* a\n  -* n", "+* k\n  +* a\n    -* n\n  -* l"])
  func aCyclicChildKeepsItsDescendantsInThePage(page: String) {
    loading("1\n  +* r\n    +* a\n      +* b\n        -* c") { [self] actor, fixture, source in
      source.beginReloadingChildren(of: "b")
      source.beginReloadingChildren(of: "r")
      await finish(fixture, "b", SectionSnapshot(page), on: actor)
      #expect(source.snapshot().parent(of: "b") == "a" && !source.snapshot().contains("n"))
      await fixture.finish("r", "b")
      let expected = SectionSnapshot<String>(page)
      let outline = source.snapshot().sectionSnapshot(containingItem: "b")
      #expect((try? outline?.snapshot(of: "b"))?.shape == expected.shape)
    }
  }

  /// Regression: the descendants of the child were lost.
  @Test func aChildOfAnEarlierPageReceivesItsDescendantsFromALaterOne() {
    loading("1\n  +* a\n  +* z\n    -* 22") { [self] actor, fixture, source in
      source.beginReloadingChildren(of: "a")
      await finish(fixture, "a", SectionSnapshot("-* 1\n+* 2\n+* 3\n  -* 31"), cursor: 1, on: actor)
      let more = DataSourceLoadingTests.waiting(fixture.log, on: actor) {
        try await source.loadMoreChildren(of: "a")
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
}
