import Outline
import OutlineTestSupport
import Testing

@Suite struct EqualityTests {
  @Test func sameItemsInOtherShapesAreUnequal() {
    let states = OutlineModel<Int>.allStates(count: 4)
    let snapshots = states.map { SectionSnapshot($0) }
    let others = states.map { SectionSnapshot($0, in: TestLayout.tiny.empty()) }
    for (left, snapshot) in snapshots.enumerated() {
      for (right, other) in others.enumerated() where (snapshot == other) != (left == right) {
        Issue.record("equal: \(snapshot == other)\n\(states[left].shape)\n\(states[right].shape)")
        return
      }
    }
    #expect(Set(snapshots.map(\.hashValue)).count == 224)
  }

  /// The number of comparisons shows which rows are visited.
  @Test func comparingVersionsAfterAFarMoveVisitsFewRows() throws {
    let counter = ComparisonCounter()
    var outline = SectionSnapshot<CountedItem>()
    try outline.append((0..<20_000).map { counter.item($0) })
    for (moved, anchor) in [(100, 19_900), (19_900, 100)] {
      var changed = outline
      try changed.move(counter.item(moved), after: counter.item(anchor))
      counter.count = 0
      #expect(outline != changed)
      #expect(changed != outline)
      #expect(counter.count < 500)
      try changed.move(counter.item(moved), after: counter.item(moved - 1))
      counter.count = 0
      #expect(outline == changed)
      #expect(counter.count < 1_000)
    }
  }
}
