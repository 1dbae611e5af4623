import Outline
import Testing

/// A screen whose adapter scrolls if rows above the displayed ones change.
@MainActor public protocol ScrollingScreen: Screen {
  /// Returns the number of rows between the top of the view and the row of an item.
  func distance(of item: Int) -> Int?
}

/// Changes rows above displayed rows, which must stay where they are.
@MainActor public func expectScrollPosition(
  _ makeScreen: @escaping @MainActor (Program) -> any ScrollingScreen
) async {
  await expectNoViolations { program in
    ScrollTrial(program.source, makeScreen(program)).run()
  }
}

@MainActor private struct ScrollTrial {
  private let source: OutlineDataSource<Int, Int>
  private let screen: any ScrollingScreen

  init(_ source: OutlineDataSource<Int, Int>, _ screen: any ScrollingScreen) {
    (self.source, self.screen) = (source, screen)
  }

  func run() {
    source.update { snapshot in
      try? snapshot.appendSections([0, 1])
      try? snapshot.appendItems([0, 1, 2], toSection: 0)
      try? snapshot.appendItems(Array(3..<12), toSection: 1)
    }
    screen.attach()
    screen.layOut()
    let top = screen.distance(of: 0)
    source.update { try? $0.insertItems([12], beforeItem: 0) }
    #expect(screen.distance(of: 12) == top, "a view at the top shows new rows")
    screen.scroll(to: 5)
    expectHeld("rows are inserted") { try? $0.insertItems([13, 14], beforeItem: 1) }
    expectHeld("rows are removed") { try? $0.deleteItems([12, 14, 2]) }
    expectHeld("rows are inserted without animation", isAnimated: false) {
      try? $0.insertItems([12, 2], afterItem: 1)
    }
    expectHeld("a section is inserted") { snapshot in
      try? snapshot.insertSections([2], beforeSection: 1)
      try? snapshot.appendItems([14, 15], toSection: 2)
    }
    let first = displayedItems[0]
    expectHeld("the first displayed row is removed", row: 1) { try? $0.deleteItems([0, first]) }
    let next = displayedItems[0]
    expectHeld("the first displayed row is moved", row: 1) { snapshot in
      try? snapshot.moveItem(next, afterItem: 11)
      try? snapshot.deleteItems([1])
    }
    let item = displayedItems[0]
    let distance = screen.distance(of: item)
    var snapshot = source.snapshot()
    try? snapshot.insertItems([0, 1], afterItem: 13)
    source.applySnapshotUsingReloadData(snapshot)
    #expect(screen.distance(of: item) == distance, "the view is reloaded")
    source.update { snapshot in
      try? snapshot.deleteItems(snapshot.itemIdentifiers.filter { ![item, 10, 11].contains($0) })
    }
    #expect(screen.distance(of: item).map { $0 >= 0 } == true, "most rows are removed")
    source.update { snapshot in
      snapshot.deleteAllItems()
      try? snapshot.appendSections([0, 1, 2, 3])
      for (section, items) in [0..<5, 5..<7, 7..<12, 12..<16].enumerated() {
        try? snapshot.appendItems(Array(items), toSection: section)
      }
    }
    screen.scroll(to: 0)
    screen.scroll(to: screen.distance(of: 5) ?? 0)
    expectHeld("the first displayed section is moved", row: 2) {
      try? $0.moveSection(1, afterSection: 3)
    }
    screen.scroll(to: 6)
    // The view cannot show the first row there: it would be scrolled beyond the end.
    source.update { try? $0.deleteItems([0, 5, 6] + Array(10..<16)) }
  }

  private var displayedItems: [Int] {
    let items = source.snapshot().sectionIdentifiers.flatMap {
      Array(source.snapshot(for: $0).visibleItems)
    }
    return Array(items[screen.displayedRows.clamped(to: items.indices)])
  }

  /// Expects that a displayed row stays where it is.
  private func expectHeld(
    _ change: String, row: Int = 0, isAnimated: Bool = true,
    _ edit: (inout Snapshot<Int, Int>) -> Void
  ) {
    let item = displayedItems[row]
    let distance = screen.distance(of: item)
    source.update(animatingDifferences: isAnimated, edit)
    #expect(screen.distance(of: item) == distance, "\(change)")
  }
}
