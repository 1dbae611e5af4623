import Driving
import Outline
import Testing
import ViewSimulation

@MainActor @Suite(.serialized) struct AppKitTests {
  @Test func outlineViewShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem(
      events: [
        "batch", "expand", "reload", "drop", "refused drag", "edit during a drag",
        "detached during a drag",
        "drop after an edit", "drop of several rows", "load", "spinner", "row before a page",
        "spinner in a header", "selection", "key that selects", "key that expands or collapses",
      ]
    ) { OutlineScreen($0) }
  }

  @Test func outlineViewLoadsPagesThatItDisplays() async {
    await expectPages { OutlineScreen($0) }
  }

  @Test func outlineViewHoldsItsScrollPosition() async {
    await expectScrollPosition { OutlineScreen($0) }
  }

  @Test func outlineViewAcceptsDropsFromElsewhere() async {
    await expectDropsFromElsewhere { OutlineScreen($0) }
  }

  @Test func outlineViewPerformsKeysOfTheSelectedItem() async {
    await expectNoViolations { program in
      let source = program.source
      source.update { snapshot in
        try? snapshot.appendSections([0])
        try? snapshot[0].append([0, 1] + Array(4..<16))
        try? snapshot[0].append([2], to: 0)
        try? snapshot[0].append([3], to: 1)
      }
      let screen = OutlineScreen(program)
      screen.attach()
      screen.layOut()
      screen.select([0, 1])
      #expect(!screen.pressesAsterisk(), "the view performs keys of several rows")
      screen.select([0])
      #expect(!screen.pressesAsterisk(withCommand: true), "a command of the app")
      #expect(!screen.pressesMouse(), "no key")
      #expect(screen.pressesAsterisk())
      #expect(screen.rowCounts == [16])
      screen.setRightToLeft()
      screen.press(.left)
      #expect(screen.selection == [2])
      screen.scroll(to: 9)
      screen.press(.right)
      #expect(screen.selection == [0])
      #expect(screen.displayedRows.contains(0), "scrolls up")
      screen.press(.right)
      #expect(screen.rowCounts == [15])
      screen.detach()
    }
  }

  @Test func outlineViewFindsItemsByTheirTitles() async {
    await expectNoViolations { program in
      program.source.update { snapshot in
        try? snapshot.appendSections([0])
        try? snapshot[0].append([1, 2])
      }
      let screen = OutlineScreen(program)
      screen.attach()
      #expect(screen.typeSelectStrings == [nil, nil, nil])
      screen.setTitle { "item \($0)" }
      #expect(screen.typeSelectStrings == [nil, "item 1", "item 2"])
      screen.detach()
    }
  }

  @Test func outlineViewShowsTheSnapshotAfterTwoClicksAtOnce() async {
    await withSimulation {
      let program = Program()
      #expect(throws: Never.self) {
        try program.source.update { snapshot in
          try snapshot.appendSections([0])
          try snapshot[0].append([1])
          try snapshot[0].append([2], to: 1)
        }
      }
      let screen = OutlineScreen(program)
      screen.attach()
      for isExpanded in [true, false] {
        for _ in 0..<2 { screen.tapDisclosure(at: ListPosition(0, 0)) }
        for _ in 0..<4 { await Task.yield() }
        #expect(program.source.snapshot(for: 0).isExpanded(1) == isExpanded)
      }
    }
  }

  @Test func outlineViewHoldsUpdatesBackUntilTheUserExpandsARowOrEndsTheDrag() async {
    await withSimulation {
      Simulation.reset()
      let program = Program()
      let source = program.source
      source.reorderingHandlers.canReorderItem = { _ in true }
      source.update { snapshot in
        try? snapshot.appendSections([0])
        try? snapshot[0].append([1, 3])
        try? snapshot[0].append([2], to: 1)
      }
      let screen = OutlineScreen(program)
      screen.attach()
      screen.layOut()
      screen.beginDrag(of: ListPosition(0, 1))
      source.update { try? $0[0].append([4]) }
      #expect(screen.rowCounts == [2])
      screen.tapDisclosure(at: ListPosition(0, 0))
      for _ in 0..<4 { await Task.yield() }
      #expect(screen.rowCounts == [4])
      source.update { try? $0[0].append([5]) }
      #expect(screen.rowCounts == [4])
      screen.endDrag()
      #expect(screen.rowCounts == [5])
      Simulation.finishAnimations()
      #expect(Simulation.violations == [])
    }
  }

  @Test func outlineViewExpandsAnItemAfterADragWhileAHandlerRemovesItsChildren() async {
    await withSimulation {
      Simulation.reset()
      let program = Program()
      let source = program.source
      source.reorderingHandlers.canReorderItem = { _ in true }
      source.update { snapshot in
        try? snapshot.appendSections([0])
        try? snapshot[0].append([1, 3])
      }
      let screen = OutlineScreen(program)
      screen.attach()
      screen.layOut()
      screen.select([3])
      // The handler is called before the view has shown the held update, which changes the selection.
      program.selectionHandler = { source.update { try? $0.deleteItems([2]) } }
      screen.beginDrag(of: ListPosition(0, 0))
      source.update { snapshot in
        try? snapshot[0].append([2], to: 1)
        snapshot.expand([1])
        try? snapshot.deleteItems([3])
      }
      screen.endDrag()
      Simulation.finishAnimations()
      #expect(screen.rowCounts == [1])
      #expect(Simulation.violations == [])
    }
  }
}
