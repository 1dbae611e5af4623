import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct DataSourceReentrancyTests {
  let fixture = DataSourceExpandingTests.Fixture()
  var source: Source { fixture.source }

  @Test func changesByAHandlerAreDeliveredFirst() {
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] item in
      source.update { try? $0.appendItems(["x"], toSection: 1) }
      source.collapse("b")
      #expect(!source.snapshot().isExpanded("a") && source.snapshot().contains("x"))
    }
    #expect(source.expand("a") == .done)
    #expect(
      fixture.adapter.events == [
        "reload", "[0, 3]+1", "[0, 2]-1 / [0, 1]~1", "[0, 1]+2 / [0, 0]~1",
      ])
    #expect(fixture.adapter.shown == source.snapshot())
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

  @Test func aHandlerCanDeleteItsItem() {
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] in
      let item = $0
      source.update { try? $0.deleteItems([item]) }
    }
    #expect(source.expand("a") == .refused)
    #expect(source.shape == "1\n  +* b\n    -* b1\n2\n  -* c\n    - c1")
    source.sectionSnapshotHandlers.willCollapseItem = source.sectionSnapshotHandlers.willExpandItem
    #expect(source.collapse("b") == .refused)
    #expect(source.shape == "1\n2\n  -* c\n    - c1")
  }

  @Test func noHandlerIsCalledForAnItemThatTheFirstOneDeletes() {
    source.sectionSnapshotHandlers.shouldExpandItem = { [unowned source] item in
      source.update { try? $0.deleteItems([item]) }
      return true
    }
    source.sectionSnapshotHandlers.shouldCollapseItem =
      source.sectionSnapshotHandlers.shouldExpandItem
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { [log = fixture.log] in
      log.add("children of \($0)")
      return $1
    }
    #expect(source.expand("a") == .refused && source.collapse("b") == .refused)
    #expect(fixture.log.take() == "shown, shown", "no handler will expand or collapse")
    #expect(source.shape == "1\n2\n  -* c\n    - c1")
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

  /// Otherwise the handler would call itself forever.
  @Test func aHandlerCannotExpandItsItem() {
    var answers: [ExpansionResult] = []
    source.sectionSnapshotHandlers.shouldExpandItem = { [unowned source] in
      answers += [source.expand($0), source.toggle($0), source.expandSubtree(of: $0)]
      return true
    }
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { [unowned source] in
      answers.append(source.expand($0))
      return $1
    }
    source.sectionSnapshotHandlers.shouldCollapseItem = { [unowned source] in
      answers += [source.collapse($0), source.toggle($0), source.collapseSubtree(of: $0)]
      return true
    }
    #expect(source.expand("a") == .done && source.collapse("a") == .done)
    #expect(answers == Array(repeating: .refused, count: 7))
    #expect(source.queue.itemsWithRunningHandlers.isEmpty)
    #expect(source.shape == DataSourceExpandingTests.start)
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

  @Test func changesByAHandlerInAChainSplitTheUpdate() {
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] item in
      if item == "a1" { source.update { try? $0.deleteItems(["a11"]) } }
    }
    source.expandSubtree(of: "a")
    #expect(
      source.snapshot(for: 1).shape == "+* a\n  +* a1\n  -* a2\n+* b\n  -* b1")
    #expect(fixture.adapter.updates.count == 3)
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

  @Test func anItemThatIsDeletedWhileItsChildrenAreMadeIsNotExpanded() {
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { [unowned source] in
      let item = $0
      source.update { try? $0.deleteItems([item]) }
      return $1
    }
    #expect(source.expand("a") == .refused)
  }

  @Test func handlersAreCalledForItemsThatCanStillChange() {
    source.update { try? $0[1].append(["a21"], to: "a2") }
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] item in
      if item == "a1" { source.update { try? $0.deleteItems(["a2"]) } }
    }
    source.expandSubtree(of: "a")
    #expect(fixture.log.take() == "shown, expand a?, expand a1?, expand a11?, shown, shown, shown")
    source.sectionSnapshotHandlers.willCollapseItem = { [unowned source] item in
      if item == "a" {
        source.update { snapshot in
          snapshot.collapse(["a1"])
          try? snapshot.deleteItems(["a11"])
        }
      }
    }
    source.collapseSubtree(of: "a")
    #expect(fixture.log.take() == "collapse a?, shown, shown")
  }

  @Test func closuresAreCalledInTheOrderOfTheChanges() {
    let (adapter, log) = (fixture.adapter, EventLog())
    adapter.animations = []
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] _ in
      source.update { try? $0.appendItems(["x"], toSection: 1) }
      source.whenShown { [unowned source] in
        log.add("1")
        source.update { $0.expand(["c"]) }
      }
      source.whenShown { log.add("2") }
    }
    source.expand("a")
    source.whenShown { log.add("3") }
    adapter.animations?.removeLast()()
    #expect(log.take() == "")
    adapter.animations?.removeFirst()()
    #expect(log.take() == "1, 2, 3")
  }
}
