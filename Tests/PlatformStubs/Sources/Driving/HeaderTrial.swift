import Outline
import Testing
import ViewSimulation

/// Changes one of several sections, and expects that the adapter looks for no other header.
@MainActor public func expectFewLookupsOfHeaders(
  _ makeScreen: @escaping @MainActor (Program) -> any Screen
) async {
  await expectNoViolations { program in
    let source = program.source
    source.update { snapshot in
      try? snapshot.appendSections(0..<Program.sectionCount)
      try? snapshot.appendItems([0], toSection: 2)
      try? snapshot[2].append([1], to: 0)
    }
    let screen = makeScreen(program)
    screen.attach()
    screen.layOut()
    Simulation.forgetEvents()
    source.expand(0)
    screen.select([1])
    #expect(screen.rowCounts == [0, 0, 2, 0])
    #expect(Simulation.events["lookup of a header", default: 0] <= 1)
    screen.detach()
  }
}
