import Outline
import OutlineTestSupport
import Testing

@Suite struct EqualityTests {
  static func equalOutlines(_ layout: TestLayout) throws -> [SectionSnapshot<String>] {
    let direct = SectionSnapshot<String>(EditingTests.base, in: layout.empty())
    var reversed = layout.empty(of: String.self)
    try reversed.append(["b"])
    try reversed.insert(["a"], before: "b")
    try reversed.append(["a2"], to: "a")
    try reversed.insert(["a1"], before: "a2")
    try reversed.append(["a1x"], to: "a1")
    reversed.expand(["a1", "a"])
    var detour = direct
    try detour.append(["c", "d"], to: "b")
    detour.expandAll()
    detour.collapse(["a1x", "a2", "b", "d"])
    try detour.delete(["c", "d"])
    var moved = SectionSnapshot<String>("- b\n+ a1\n  - a1x\n+ a\n  - a2", in: layout.empty())
    try moved.move("b", after: "a")
    try moved.move("a1", to: "a", at: 0)
    var grafted = SectionSnapshot<String>("+ a\n- b", in: layout.empty())
    try grafted.append(direct.snapshot(of: "a"), to: "a")
    return [direct, reversed, detour, moved, grafted]
  }

  @Test func outlinesBuiltInDifferentWaysAreEqual() throws {
    let all = try TestLayout.allCases.flatMap(Self.equalOutlines)
    for left in all {
      for right in all {
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
      }
    }
    #expect(Set(all).count == 1)
  }

  @Test(
    arguments: [
      .expand(["b"]), .collapse(["a1"]), .move("a2", .before("a1")), .move("a2", .after("a")),
      .moveInto("a2", at: 0, item: "a1x"), .moveInto("a2", at: 0, item: "b"), .delete(["a1x"]),
      .append(["c"], to: nil), .sort(childrenOf: nil, recursively: false, by: .descending),
      .deleteAll,
    ] as [Operation<String>])
  func anyChangeMakesOutlinesUnequal(operation: Operation<String>) throws {
    for layout in TestLayout.allCases {
      for original in try Self.equalOutlines(layout) {
        var changed = original
        #expect(operation.apply(to: &changed) == .done)
        #expect(changed != original)
        #expect(original != changed)
      }
    }
  }

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

  @Test func emptyOutlinesAreEqual() throws {
    var emptied = SectionSnapshot<String>("+ a\n  + b")
    try emptied.delete(["a"])
    #expect(emptied == SectionSnapshot())
    #expect(emptied.hashValue == SectionSnapshot<String>().hashValue)
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
