import Outline
import Testing
import ViewSimulation

/// A screen that accepts drops from other apps.
@MainActor public protocol DropScreen: Screen {
  func setDropHandler(_ handler: @escaping (Snapshot<Int, Int>.Destination) -> (() -> Void)?)
  /// Drops something of another app between rows or onto a row.
  ///
  /// - Returns: A Boolean value that indicates whether the drop was accepted.
  func dropFromElsewhere(at position: ListPosition, isInto: Bool) -> Bool
}

/// Drops something of another app between two rows and onto a row, without and with a handler.
@MainActor public func expectDropsFromElsewhere(
  _ makeScreen: @escaping @MainActor (Program) -> any DropScreen
) async {
  await expectNoViolations { program in
    let source = program.source
    source.update { snapshot in
      try? snapshot.appendSections([0])
      try? snapshot[0].append([1, 2])
    }
    let screen = makeScreen(program)
    screen.attach()
    screen.layOut()
    #expect(!screen.dropFromElsewhere(at: ListPosition(0, 1), isInto: false), "no handler")

    screen.setDropHandler { _ in nil }
    #expect(!screen.dropFromElsewhere(at: ListPosition(0, 1), isInto: false), "refused")

    var newItem = 3
    screen.setDropHandler { destination in
      {
        source.update { snapshot in
          try? snapshot.appendItems([newItem], toSection: 0)
          try? snapshot.moveItems([newItem], to: destination)
        }
        newItem += 1
      }
    }
    #expect(screen.dropFromElsewhere(at: ListPosition(0, 1), isInto: false))
    #expect(Array(source.snapshot(for: 0).rootItems) == [1, 3, 2])
    #expect(screen.rowCounts == [3])
    #expect(screen.dropFromElsewhere(at: ListPosition(0, 0), isInto: true))
    #expect(source.snapshot().children(of: 1).map(Array.init) == [4])

    source.reorderingHandlers.canDropItems = { items, destination in
      !items.isEmpty || destination != .into(2)
    }
    _ = screen.dropFromElsewhere(at: ListPosition(0, 2), isInto: true)
    #expect(!source.snapshot().hasChildren(2), "refused by a handler")
    await expectNoDropIntoMoreItem(source, screen)
    screen.detach()
  }
}

/// Drops something of another app onto the row that loads more.
@MainActor private func expectNoDropIntoMoreItem(
  _ source: OutlineDataSource<Int, Int>, _ screen: any DropScreen
) async {
  struct Unreachable: Error {}
  source.rootLoader = ChildLoader { (_, number: Int?) in
    if number != nil { throw Unreachable() }
    return ChildPage([1, 2, 3, 5, 6], cursor: 1, moreItem: 15)
  }
  try? await source.reloadChildren(of: .section(0))
  screen.layOut()
  #expect(source.snapshot(for: 0).rootItems.last == 15)
  _ = screen.dropFromElsewhere(at: ListPosition(0, screen.rowCounts[0] - 1), isInto: true)
  #expect(!source.snapshot().hasChildren(15), "the row that loads more")
}

/// Drags a row during another drag, and expects that the view changes when both have ended.
@MainActor public func expectTwoDrags(
  _ makeScreen: @escaping @MainActor (Program) -> any Screen
) async {
  await expectNoViolations { program in
    let source = program.source
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.update { snapshot in
      try? snapshot.appendSections([0])
      try? snapshot[0].append(0..<6)
    }
    let screen = makeScreen(program)
    screen.attach()
    screen.layOut()
    program.pauseHandler = {
      program.pauseHandler = { false }
      screen.drag(ListPosition(0, 5), to: ListPosition(0, 1))
      source.update { try? $0[0].append([6]) }
      #expect(screen.rowCounts == [6])
      return true
    }
    screen.drag(ListPosition(0, 0), to: ListPosition(0, 4))
    #expect(screen.rowCounts == [7])
    screen.detach()
  }
}
