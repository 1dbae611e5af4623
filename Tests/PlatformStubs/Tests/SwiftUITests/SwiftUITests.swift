import Adapters
import Driving
@_spi(Simulation) import SwiftUI
import Testing
import UniformTypeIdentifiers
import ViewSimulation

@MainActor @Suite(.serialized) struct SwiftUITests {
  @Test func outlineListShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem(
      events: [
        "drawing", "kept row", "drop", "refused drag", "load", "spinner", "row before a page",
        "spinner in a header", "selection", "key that selects",
      ]
    ) { ListScreen($0) }
  }

  @Test func outlineListLoadsPagesThatItDisplays() async {
    await expectPages { ListScreen($0) }
  }

  /// Regression: a move of rows that were drawn before the newest change ended the program.
  @Test func movesRowsOfAnEarlierDrawing() async {
    await withSimulation {
      Simulation.reset()
      Simulation.laysOutAtOnce = false
      let source = OutlineDataSource<Int, Int>()
      let host = SimulatedHost(OutlineList(source) { row in Text(verbatim: "\(row.item)") })
      source.reorderingHandlers.canReorderItem = { _ in true }
      host.setOnScreen(true)
      #expect(throws: Never.self) {
        try source.update { snapshot in
          try snapshot.appendSections([0])
          try snapshot.appendItems([1, 2, 3, 4], toSection: 0)
        }
        host.layOut()
        try source.update { try $0.deleteItems([2]) }
        host.userMoves(3, to: 1, inSection: 0)
        #expect(Array(source.snapshot().itemIdentifiers) == [1, 4, 3])
        try source.update { try $0.deleteItems([4, 3]) }
        host.userMoves(2, to: 4, inSection: 0)
        #expect(Array(source.snapshot().itemIdentifiers) == [1])
        try source.update { try $0.deleteSections([0]) }
        host.userMoves(0, to: 2, inSection: 0)
        host.layOut()
        #expect(host.drawing.rows.isEmpty)
      }
      Simulation.finishAnimations()
    }
  }

  @Test func keysExpandAndCollapseTheSelectedItem() async {
    await expectNoViolations { program in
      let source = program.source
      source.update { snapshot in
        try? snapshot.appendSections([0])
        try? snapshot[0].append([1, 3])
        try? snapshot[0].append([2], to: 1)
      }
      let chosen = ListScreen.Selection()
      let host = SimulatedHost(
        OutlineList(
          source, selection: Binding(get: { chosen.items }, set: { chosen.items = $0 }),
          label: { row in Text(verbatim: "\(row.item)") }))
      host.setOnScreen(true)
      host.layOut()
      #expect(!host.userPresses(.rightArrow), "no item is selected")
      chosen.items = [1]
      #expect(host.userPresses(.rightArrow))
      #expect(source.snapshot(for: 0).isExpanded(1))
      #expect(host.userPresses(.rightArrow))
      #expect(chosen.items == [2])
      #expect(!host.userPresses(.rightArrow))
      #expect(host.userPresses(.leftArrow))
      #expect(chosen.items == [1])
      #expect(host.userPresses(.leftArrow))
      #expect(!source.snapshot(for: 0).isExpanded(1))
      #expect(!host.userPresses(.leftArrow))
      chosen.items = [1, 2]
      #expect(!host.userPresses(.rightArrow), "two items are selected")
      #expect(!host.userTypes("*"), "two items are selected")
      chosen.items = [3]
      #expect(host.userTypes("*"))
      #expect(source.snapshot(for: 0).isExpanded(1), "a sibling")
      #expect(!host.userTypes("*"))
      host.setOnScreen(false)
    }
  }

  @Test func lettersSelectTheNextMatchingTitle() async {
    await expectNoViolations { program in
      program.source.update { snapshot in
        try? snapshot.appendSections([0])
        try? snapshot[0].append([1, 2, 3])
      }
      let chosen = ListScreen.Selection()
      let list = OutlineList(
        program.source, selection: Binding(get: { chosen.items }, set: { chosen.items = $0 }),
        label: { row in Text(verbatim: "\(row.item)") })
      let titles = [1: "pear", 2: "apple", 3: "peach"]
      let plain = SimulatedHost(list)
      plain.setOnScreen(true)
      plain.layOut()
      #expect(!plain.userTypes("p"))
      plain.setOnScreen(false)
      let host = SimulatedHost(list.typeAhead { titles[$0] ?? "" })
      host.setOnScreen(true)
      host.layOut()
      #expect(!host.userTypes("p", .command), "another command of the app")
      #expect(!host.userTypes("x"))
      #expect(!host.userPresses(.leftArrow), "no item is selected")
      #expect(!host.userTypes(" "))
      chosen.items = [1]
      #expect(!host.userPresses(.rightArrow))
      #expect(host.userTypes("p"))
      #expect(chosen.items == [3])
      host.setOnScreen(false)
    }
  }

  @Test func acceptsDropsFromElsewhere() async {
    await expectNoViolations { program in
      let source = program.source
      source.update { snapshot in
        try? snapshot.appendSections([0])
        try? snapshot[0].append([1, 2])
      }
      let list = OutlineList(source) { row in Text(verbatim: "\(row.item)") }
      for accepts in [false, true] {
        let host = SimulatedHost(
          list.onInsert(of: accepts ? [.plainText] : []) { destination, _ in
            source.update { snapshot in
              try? snapshot.appendItems([3], toSection: 0)
              try? snapshot.moveItems([3], to: destination)
            }
          })
        host.setOnScreen(true)
        host.layOut()
        #expect(host.userDropsFromElsewhere(at: 1, inSection: 0) == accepts)
        host.setOnScreen(false)
      }
      #expect(Array(source.snapshot(for: 0).rootItems) == [1, 3, 2])
      source.reorderingHandlers.canDropItems = { items, _ in !items.isEmpty }
      let host = SimulatedHost(
        list.onInsert(of: [.plainText]) { _, _ in
          Simulation.report("a drop that a handler refuses")
        })
      host.setOnScreen(true)
      host.layOut()
      _ = host.userDropsFromElsewhere(at: 1, inSection: 0)
      host.setOnScreen(false)
    }
  }

  @Test func showsAnotherDataSource() async {
    await withSimulation {
      Simulation.reset()
      let sources = [1, 2].map { item in
        var snapshot = Snapshot<Int, Int>()
        try? snapshot.appendSections([0])
        try? snapshot.appendItems([item], toSection: 0)
        return OutlineDataSource(snapshot)
      }
      let lists = sources.map { OutlineList($0) { row in Text(verbatim: "\(row.item)") } }
      let host = SimulatedHost(lists[0])
      host.setOnScreen(true)
      host.layOut()
      #expect(host.drawing.rows.map(\.id) == [1])
      host.content = lists[1]
      host.layOut()
      #expect(host.drawing.rows.map(\.id) == [2])
      // A list that is not on screen is not attached.
      sources[0].update { try? $0.appendItems([3], toSection: 0) }
      host.setOnScreen(false)
      sources[1].update { try? $0.appendItems([4], toSection: 0) }
      #expect(Simulation.animationCount == 0)
    }
  }

  @Test func selectsRowsWithoutABinding() async {
    await withSimulation {
      Simulation.reset()
      let source = OutlineDataSource<Int, Int>()
      let host = SimulatedHost(OutlineList(source) { row in Text(verbatim: "\(row.item)") })
      host.setOnScreen(true)
      #expect(throws: Never.self) {
        try source.update(animatingDifferences: false) { snapshot in
          try snapshot.appendSections([0])
          try snapshot.appendItems([1, 2], toSection: 0)
        }
        host.layOut()
        host.userSelects(1)
        host.layOut()
        try source.update(animatingDifferences: false) { try $0.deleteItems([1]) }
        host.layOut()
      }
      #expect(host.drawing.selection() == [2])
    }
  }
}
