import Adapters
import Driving
import Testing
import ViewSimulation

@MainActor @Suite(.serialized) struct ScrollPositionTests {
  @Test func collectionViewHoldsItsScrollPosition() async {
    await withSimulation { check { CollectionScreen($0) } }
  }

  @Test func tableViewHoldsItsScrollPosition() async {
    await withSimulation { check { TableScreen($0) } }
  }

  /// Changes rows above the first displayed row, which must stay where it is.
  private func check(_ makeScreen: (Program) -> any Screen) {
    Simulation.reset()
    Simulation.laysOutAtOnce = true
    let program = Program()
    let (source, screen) = (program.source, makeScreen(program))
    source.update { snapshot in
      try? snapshot.appendSections([0, 1])
      try? snapshot.appendItems([0, 1, 2], toSection: 0)
      try? snapshot.appendItems(Array(3..<12), toSection: 1)
    }
    screen.attach()
    screen.layOut()
    func expect(_ item: Int, atDisplayedRow row: Int = 0, _ change: String) {
      let items = source.snapshot().sectionIdentifiers.flatMap {
        Array(source.snapshot(for: $0).visibleItems)
      }
      #expect(items[screen.displayedRows.lowerBound + row] == item, "\(change)")
    }
    source.update { try? $0.insertItems([12], beforeItem: 0) }
    expect(12, "the view is scrolled to the top")
    screen.scroll(to: 5)
    source.update { try? $0.insertItems([13, 14], beforeItem: 1) }
    expect(4, "rows are inserted")
    source.update { try? $0.deleteItems([12, 14, 2]) }
    expect(4, "rows are removed")
    source.update(animatingDifferences: false) { try? $0.insertItems([12], beforeItem: 4) }
    expect(4, "a row is inserted without animation")
    source.update { snapshot in
      try? snapshot.insertSections([2], beforeSection: 1)
      try? snapshot.appendItems([14, 15], toSection: 2)
    }
    expect(4, "a section is inserted")
    source.update { try? $0.deleteItems([0, 4]) }
    expect(5, atDisplayedRow: 1, "the first displayed row is removed")
    screen.scroll(to: screen.displayedRows.lowerBound + 1)
    source.update { snapshot in
      try? snapshot.moveItem(5, afterItem: 11)
      try? snapshot.deleteItems([1])
    }
    expect(6, atDisplayedRow: 1, "the first displayed row is moved")
    var snapshot = source.snapshot()
    try? snapshot.insertItems([0, 1, 2], beforeItem: 3)
    source.applySnapshotUsingReloadData(snapshot)
    expect(6, atDisplayedRow: 1, "the view is reloaded")
    source.update { try? $0.deleteSections([0, 2]) }
    source.update { try? $0.deleteItems([0, 1, 2, 3, 12]) }
    expect(6, "the view is scrolled to the top again")
    Simulation.finishAnimations()
    #expect(Simulation.violations == [])
  }
}
