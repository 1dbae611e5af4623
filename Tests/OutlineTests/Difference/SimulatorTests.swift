import OutlineTestSupport
import Testing

/// That the views of the tests take what is right, and name the rule that something wrong breaks.
@Suite struct SimulatorTests {
  /// Q1 and Q4 have tests of their own.
  @Test func everyRuleIsTested() {
    let batches = (Self.sectionCases + Self.cellCases + Self.contentCases).flatMap(\.rules)
    let tested = Set(
      batches + Self.treeCases.compactMap(\.rule) + Self.spliceCases.compactMap(\.rule)
        + Self.modelCases.compactMap(\.rule) + [.q1, .q4])
    #expect(ViewRule.allCases.filter { !tested.contains($0) } == [])
  }

  struct TreeCase {
    let before: String
    let changes: [TreeView.Change]
    let after: String
    var rule: ViewRule?
  }

  @Test func trees() {
    for tree in Self.treeCases {
      let target = [ViewRow](text: tree.after)
      var view = TreeView([ViewRow](text: tree.before), target: target)
      var violations = tree.changes.flatMap { view.perform($0) }
      if violations.isEmpty { violations = view.finish() }
      #expect(violations.map(\.rule) == [tree.rule].compactMap(\.self), "\(tree): \(violations)")
      if tree.rule == nil { #expect(view.rows == target) }
    }
  }

  static let treeCases: [TreeCase] = [
    TreeCase(before: "1 2", changes: [.insert([3], at: 0, in: nil)], after: "3 1 2"),
    TreeCase(before: "1 2", changes: [.insert([3, 4], at: 2, in: nil)], after: "1 2 3 4"),
    TreeCase(
      before: "1 2", changes: [.insert([4], at: 3, in: nil)], after: "1 2 3 4", rule: .a1),
    TreeCase(before: "1 .2 .3", changes: [.remove(1..<2, from: 1)], after: "1 .2"),
    TreeCase(before: "1 .2 3", changes: [.remove(1..<2, from: 1)], after: "1 .2", rule: .a1),
    TreeCase(
      before: "1 2 3", changes: [.move(0, of: nil, to: 2, in: nil)], after: "2 3 1"),
    TreeCase(
      before: "1 2 3", changes: [.move(0, of: nil, to: 3, in: nil)], after: "2 3 1", rule: .a1),
    TreeCase(
      before: "1 2 3", changes: [.move(3, of: nil, to: 0, in: nil)], after: "1 2 3", rule: .a1),
    TreeCase(before: "1 .2", changes: [.insert([3], at: 1, in: 1)], after: "1 .2 .3"),
    TreeCase(before: "1 2", changes: [.insert([3], at: 0, in: 1)], after: "1 .3 2", rule: .a2),
    TreeCase(before: "1 2", changes: [.remove(0..<1, from: 1)], after: "1 2", rule: .a2),
    TreeCase(
      before: "1 2", changes: [.insert([4], at: 0, in: 3)], after: "1 2 3 .4", rule: .a2),
    TreeCase(
      before: "1 2", changes: [.move(0, of: nil, to: 0, in: 2)], after: "2 .1", rule: .a2),
    TreeCase(
      before: "1 .2", changes: [.remove(0..<1, from: 1), .insert([3], at: 0, in: 1)],
      after: "1 .3"),
    TreeCase(
      before: "1 2 3", changes: [.remove(1..<2, from: nil), .insert([2], at: 0, in: nil)],
      after: "2 1 3"),
    TreeCase(before: "1 2", changes: [.insert([2], at: 0, in: nil)], after: "2 1", rule: .a3),
    TreeCase(before: "1 2", changes: [.expand(1)], after: "1 .2", rule: .a3),
    TreeCase(
      before: "1 .2 ..3 4 .5", changes: [.move(0, of: 1, to: 1, in: 4)], after: "1 4 .5 .2 ..3"),
    TreeCase(
      before: "1 .2 .3 4", changes: [.move(1, of: 1, to: 0, in: nil)], after: "3 1 .2 4"),
    TreeCase(
      before: "1 .2 ..3", changes: [.move(0, of: nil, to: 0, in: 2)], after: "2 ..3", rule: .a4),
    TreeCase(
      before: "1 .2", changes: [.move(0, of: nil, to: 0, in: 1)], after: "1 .2", rule: .a4),
    TreeCase(before: "1 .2 ..3", changes: [], after: "1 .2 .3", rule: .a5),
    TreeCase(before: "1", changes: [.insert([2, 1], at: 1, in: nil)], after: "1 2", rule: .a3),
    TreeCase(before: "1 .2", changes: [.insert([4], at: 1, in: 1)], after: "3", rule: .a5),
    TreeCase(before: "1 .2", changes: [.update(2)], after: "1 .2'"),
    TreeCase(before: "1 .2", changes: [], after: "1 .2'", rule: .a6),
    TreeCase(before: "1", changes: [.update(2)], after: "1", rule: .a6),
    TreeCase(
      before: "1 4", changes: [.expand(1, count: 2)], after: "1 .2 ..3 4"),
    TreeCase(before: "1 4", changes: [.expand(1, count: 1)], after: "1 .2 ..3 4", rule: .a7),
    TreeCase(before: "1 .2", changes: [.expand(1)], after: "1 .2", rule: .a7),
    TreeCase(before: "1", changes: [.expand(1)], after: "1", rule: .a7),
    TreeCase(before: "1 .2 ..3 4", changes: [.collapse(1, count: 2)], after: "1 4"),
    TreeCase(before: "1 .2 ..3 4", changes: [.collapse(1, count: 1)], after: "1 4", rule: .a7),
    TreeCase(before: "1", changes: [.collapse(1)], after: "1", rule: .a7),
  ]
}
