import Outline
import OutlineTestSupport
import Testing

@Suite struct DropLevelTests {
  typealias Destination = Snapshot<Int, String>.Destination

  static let shape = """
    1
      +* a
        +* a1
          -* a1x
        -* a2
          - a2x
      -* b
      +* c
    2
    """

  let snapshot = Snapshot(SnapshotModel<Int, String>(shape))

  private func choices(
    _ section: Int, _ row: Int, moving items: [String] = []
  ) -> [Int: Destination]? {
    let gap = RowPath(section: section, row: row)
    return snapshot.dropLevels(at: gap, moving: items).map { levels in
      Dictionary(
        uniqueKeysWithValues: levels.map { level in
          (level, snapshot.dropDestination(at: gap, level: level, moving: items) ?? .into("?"))
        })
    }
  }

  @Test func eachGapOffersItsLevels() {
    #expect(choices(0, 0) == [0: .before("a")])
    #expect(choices(0, 1) == [1: .before("a1")])
    #expect(choices(0, 2) == [2: .before("a1x")])
    #expect(choices(0, 3) == [1: .after("a1"), 2: .after("a1x"), 3: .into("a1x")])
    // a2 is collapsed and has children, so a row dropped into it would be hidden.
    #expect(choices(0, 4) == [0: .after("a"), 1: .after("a2")])
    #expect(choices(0, 5) == [0: .after("b"), 1: .into("b")])
    #expect(choices(0, 6) == [0: .after("c"), 1: .into("c")])
    #expect(choices(1, 0) == [0: .end(of: 2)])
  }

  @Test func draggedRowsAreIgnored() {
    #expect(choices(0, 4, moving: ["a2"]) == choices(0, 3, moving: ["a2", "a2x"]))
    #expect(
      choices(0, 4, moving: ["a2"]) == [
        0: .after("a"), 1: .after("a1"), 2: .after("a1x"), 3: .into("a1x"),
      ])
    // Gaps in the middle of the dragged rows, between dragged siblings, and above their children.
    let levels: [Int: Destination] = [0: .after("a"), 1: .into("a")]
    for row in 1...4 {
      #expect(choices(0, row, moving: ["a1x", "a1", "a2"]) == levels, "row \(row)")
    }
    #expect(choices(0, 0, moving: ["a"]) == [0: .before("b")])
    #expect(choices(0, 0, moving: ["a", "b", "c"]) == [0: .end(of: 1)])
    #expect(choices(0, 6, moving: ["a", "b", "c"]) == [0: .end(of: 1)])
    #expect(choices(0, 5, moving: ["a2x", "unknown"]) == choices(0, 5))
  }

  @Test func levelsOutOfRangeMeanTheNearestLevel() {
    let gap = RowPath(section: 0, row: 3)
    let destination = { snapshot.dropDestination(at: gap, level: $0, moving: []) }
    #expect(destination(-1) == .after("a1"))
    #expect(destination(.max) == .into("a1x"))
    #expect(destination(.min) == .after("a1"))
  }

  @Test func positionsWithoutAGapHaveNoLevels() {
    for path in [(0, 7), (0, -1), (2, 0), (-1, 0), (1, 1)] {
      #expect(choices(path.0, path.1) == nil)
      let gap = RowPath(section: path.0, row: path.1)
      #expect(snapshot.dropDestination(at: gap, level: 0, moving: []) == nil)
    }
  }

  /// At each gap and level, the dropped item gets a row in the gap at that level.
  @Test func droppedItemsMoveIntoTheGap() throws {
    var edits = RandomSnapshotEdits(seed: 1, sectionCount: 3, itemCount: 25)
    for round in 0..<20 {
      var snapshot = Snapshot<Int, Int>()
      edits.edit(&snapshot, count: 150)
      guard snapshot.numberOfItems > 3 else { continue }
      for section in 0..<snapshot.numberOfSections {
        let identifier = snapshot.sectionIdentifiers[section]
        for row in 0...snapshot[identifier].visibleItems.count {
          let items = (0..<3).map { _ in Int.random(in: 0..<25, using: &edits.random) }
            .filter(snapshot.contains)
          try checkDrops(
            of: items, at: RowPath(section: section, row: row), of: snapshot, "round \(round)")
        }
      }
    }
  }

  private func checkDrops(
    of items: [Int], at gap: RowPath, of snapshot: Snapshot<Int, Int>, _ round: String
  ) throws {
    let section = snapshot.sectionIdentifiers[gap.section]
    var rest = snapshot
    try rest.deleteItems(Array(Set(items)))
    // The rows above the gap that stay.
    let above = snapshot[section].visibleItems.prefix(gap.row).filter(rest.contains)
    let levels = try #require(snapshot.dropLevels(at: gap, moving: items))
    for level in levels {
      var label: String { "\(round), \(items) to \(gap), level \(level) in\n\(snapshot.shape)" }
      var moved = snapshot
      let destination = try #require(snapshot.dropDestination(at: gap, level: level, moving: items))
      try moved.moveItems(items, to: destination)
      let first = items.min { moved.indexOfItem($0) ?? 0 < moved.indexOfItem($1) ?? 0 }
      guard let first else { continue }
      var shown = moved[section]
      shown.reveal(first)
      #expect(shown.level(of: first) == level, "\(label)")
      let row = try #require(shown.row(of: first), "\(label)")
      #expect(Array(shown.visibleItems.prefix(row)) == above, "\(label)")
    }
  }
}
