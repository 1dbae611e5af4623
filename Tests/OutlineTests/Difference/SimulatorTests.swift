import OutlineTestSupport
import Testing

/// Simulated views accept correct changes, and name the rule that a wrong change breaks.
@Suite struct SimulatorTests {
  /// Q1 and Q4 have separate tests.
  @Test func everyRuleIsTested() {
    let batches = (Self.sectionCases + Self.cellCases + Self.contentCases).flatMap(\.rules)
    let tested = Set(
      batches + Self.treeCases.compactMap(\.rule) + Self.spliceCases.compactMap(\.rule)
        + Self.modelCases.compactMap(\.rule) + [.q1, .q4])
    #expect(ViewRule.allCases.filter { !tested.contains($0) } == [])
  }

  struct TreeCase {
    let before: String
    var block: [TreeView.Change] = []
    /// The changes after the update block.
    var rest: [TreeView.Change] = []
    let after: String
    var memory = TreeView.Memory.forgets
    var rule: ViewRule?
  }

  @Test func treeViewsNameTheBrokenRule() {
    for tree in Self.treeCases {
      let target = ViewTree(text: tree.after)
      var view = TreeView(ViewTree(text: tree.before), target: target, memory: tree.memory)
      view.beginUpdates()
      var violations = tree.block.flatMap { view.perform($0) }
      if violations.isEmpty { violations = view.endUpdates() }
      if violations.isEmpty { violations = tree.rest.flatMap { view.perform($0) } }
      if violations.isEmpty { violations = view.finish() }
      #expect(violations.map(\.rule) == [tree.rule].compactMap(\.self), "\(tree): \(violations)")
      if tree.rule == nil { #expect(view.rows == target.visibleRows) }
    }
  }

  static let treeCases: [TreeCase] = structuralCases + expansionCases

  private static let structuralCases: [TreeCase] = [
    TreeCase(before: "1 2", block: [.insert([3], at: 0, in: nil)], after: "3 1 2"),
    TreeCase(before: "1 2", block: [.insert([3, 4], at: 2, in: nil)], after: "1 2 3 4"),
    TreeCase(before: "1 2", block: [.insert([4], at: 3, in: nil)], after: "1 2 3 4", rule: .a1),
    TreeCase(before: "1 .2 .3", block: [.remove(1..<2, from: 1)], after: "1 .2"),
    TreeCase(before: "1 .2 3", block: [.remove(1..<2, from: 1)], after: "1 .2", rule: .a1),
    TreeCase(before: "1 2 3", block: [.move(0, of: nil, to: 2, in: nil)], after: "2 3 1"),
    TreeCase(
      before: "1 2 3", block: [.move(0, of: nil, to: 3, in: nil)], after: "2 3 1", rule: .a1),
    TreeCase(
      before: "1 2 3", block: [.move(3, of: nil, to: 0, in: nil)], after: "1 2 3", rule: .a1),
    TreeCase(before: "1 .2", block: [.insert([3], at: 1, in: 1)], after: "1 .2 .3"),
    TreeCase(before: "1 2", block: [.insert([3], at: 0, in: 1)], after: "1 .3 2", rule: .a2),
    TreeCase(before: "1 (.2)", block: [.insert([3], at: 0, in: 1)], after: "1 .3 .2", rule: .a2),
    TreeCase(before: "1 2", block: [.remove(0..<1, from: 1)], after: "1 2", rule: .a2),
    TreeCase(before: "1 2", block: [.insert([4], at: 0, in: 3)], after: "1 2 3 .4", rule: .a2),
    TreeCase(before: "1 2", block: [.move(0, of: nil, to: 0, in: 2)], after: "2 .1", rule: .a2),
    TreeCase(
      before: "1 .2", block: [.remove(0..<1, from: 1), .insert([3], at: 0, in: 1)],
      after: "1 .3"),
    TreeCase(
      before: "1 2 3", block: [.remove(1..<2, from: nil), .insert([2], at: 0, in: nil)],
      after: "2 1 3"),
    TreeCase(before: "1 2", block: [.insert([2], at: 0, in: nil)], after: "2 1", rule: .a3),
    TreeCase(before: "1", block: [.insert([2, 1], at: 1, in: nil)], after: "1 2", rule: .a3),
    TreeCase(before: "1", block: [.insert([4], at: 1, in: nil)], after: "1 3", rule: .a3),
    TreeCase(
      before: "1 .2 ..3 4 .5", block: [.move(0, of: 1, to: 1, in: 4)], after: "1 4 .5 .2 ..3",
      rule: .a7),
    TreeCase(
      before: "1 .2 ..3 .6 4 .5", block: [.move(0, of: 1, to: 1, in: 4)],
      after: "1 .6 4 .5 .2 ..3"),
    TreeCase(before: "1 .2 .3 4", block: [.move(1, of: 1, to: 0, in: nil)], after: "3 1 .2 4"),
    TreeCase(
      before: "1 .2 ..3", block: [.move(0, of: nil, to: 0, in: 2)], after: "2 ..3", rule: .a4),
    TreeCase(before: "1 .2", block: [.move(0, of: nil, to: 0, in: 1)], after: "1 .2", rule: .a4),
    TreeCase(
      before: "1", block: [.insert([2], at: 1, in: nil), .insert([3], at: 0, in: 2)],
      after: "1 2 .3", rule: .a5),
    TreeCase(
      before: "1", block: [.insert([2], at: 1, in: nil), .update(2)], after: "1 2", rule: .a5),
    TreeCase(
      before: "1", block: [.insert([2], at: 1, in: nil), .collapse(2)], after: "1 2 (.3)",
      rule: .a5),
    TreeCase(before: "1 (.2)", block: [.expand(1)], after: "1 .2", rule: .a5),
    TreeCase(before: "1 .2 .3", after: "1 .3 .2", rule: .a9),
    TreeCase(before: "1 .2 .3", after: "1 .2 (.3)", rule: .a9),
    TreeCase(before: "1 .2", rest: [.update(2)], after: "1 .2'"),
    TreeCase(before: "1 .2", after: "1 .2'", rule: .a9),
    TreeCase(before: "1", rest: [.update(2)], after: "1", rule: .a6),
  ]

  private static let expansionCases: [TreeCase] = [
    TreeCase(before: "1 (.2) 4", rest: [.expand(1)], after: "1 .2 4"),
    TreeCase(before: "1 (.2 ..3) 4", rest: [.expand(1)], after: "1 .2 (..3) 4"),
    TreeCase(before: "1 (.2 ..3) 4", rest: [.expand(1)], after: "1 .2 ..3 4", rule: .a9),
    TreeCase(before: "1 (.2 ..3) 4", rest: [.expand(1), .expand(2)], after: "1 .2 ..3 4"),
    TreeCase(
      before: "1 (.2 ..3) 4", rest: [.expand(2), .expand(1)], after: "1 .2 ..3 4", rule: .a6),
    TreeCase(
      before: "1 (.2 ..3)", rest: [.expand(1)], after: "1 .2 (..3)", memory: .remembers,
      rule: .a9),
    TreeCase(
      before: "1 (.2 ..3)", rest: [.expand(1), .collapse(2)], after: "1 .2 (..3)",
      memory: .remembers),
    TreeCase(
      before: "1 (.2 ..3)", rest: [.expand(1), .expand(2)], after: "1 .2 ..3",
      memory: .remembers),
    TreeCase(
      before: "1 (.2 ..3)", block: [.insert([2], at: 1, in: nil)],
      rest: [.update(1), .collapse(2)], after: "1 2 (.3)", memory: .remembers),
    TreeCase(before: "1 .2", rest: [.expand(1), .expand(1)], after: "1 .2"),
    TreeCase(before: "1 (.2)", rest: [.collapse(1)], after: "1 (.2)"),
    TreeCase(before: "1", rest: [.expand(1)], after: "1 .2", rule: .a7),
    TreeCase(before: "1", rest: [.update(1), .expand(1)], after: "1 .2"),
    TreeCase(before: "1", after: "1 (.2)", rule: .a7),
    TreeCase(before: "1", rest: [.update(1)], after: "1 (.2)"),
    TreeCase(before: "1 .2", block: [.collapse(1)], after: "1", rule: .a7),
    TreeCase(before: "1 .2", block: [.collapse(1)], rest: [.update(1)], after: "1"),
    TreeCase(before: "1 .2", block: [.update(1)], after: "1", rule: .a7),
    TreeCase(before: "1 2 .3", rest: [.expand(1)], after: "1 .3 2", rule: .a9),
    TreeCase(before: "1 (.2) 3", rest: [.expand(1)], after: "1 .3", rule: .a9),
    TreeCase(before: "1 .2 ..3 4", block: [.collapse(1)], after: "1 (.2 ..3) 4"),
    TreeCase(
      before: "1 .2 .3 4", block: [.remove(0..<2, from: 1), .collapse(1)], rest: [.update(1)],
      after: "1 4", rule: .a8),
    TreeCase(before: "1 (.2)", rest: [.expand(1), .expand(2)], after: "1 .2", rule: .a7),
  ]
}
