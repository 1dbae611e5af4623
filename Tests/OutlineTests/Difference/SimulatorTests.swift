import Outline
import OutlineTestSupport
import Testing

struct ViewCase<Change: Sendable>: Sendable, CustomTestStringConvertible {
  let before: String
  let change: Change
  let after: String
  let rules: [ViewRule]

  init(_ before: String, _ change: Change, _ after: String, _ rules: ViewRule...) {
    self.before = before
    self.change = change
    self.after = after
    self.rules = rules
  }

  var testDescription: String { "\(before) [\(change)] \(after)" }
}

@Suite struct SimulatorTests {
  /// Q1 and Q4 have separate tests.
  @Test func everyRuleIsTested() {
    let batches = (Self.sectionCases + Self.cellCases + Self.contentCases).flatMap(\.rules)
    let tested = Set(
      batches + Self.treeCases.flatMap(\.rules) + Self.spliceCases.flatMap(\.rules)
        + Self.modelCases.flatMap(\.rules) + [.q1, .q4])
    #expect(ViewRule.allCases.filter { !tested.contains($0) } == [])
  }

  struct TreeUpdate: Sendable {
    var block: [TreeView.Change] = []
    var rest: [TreeView.Change] = []
    var memory = TreeView.Memory.forgets

    static func block(
      _ block: TreeView.Change..., then rest: [TreeView.Change] = [],
      memory: TreeView.Memory = .forgets
    ) -> TreeUpdate {
      TreeUpdate(block: block, rest: rest, memory: memory)
    }

    static func then(_ rest: TreeView.Change..., memory: TreeView.Memory = .forgets) -> TreeUpdate {
      TreeUpdate(rest: rest, memory: memory)
    }
  }

  @Test func treeViewsNameTheBrokenRule() {
    for tree in Self.treeCases {
      let target = ViewTree(text: tree.after)
      let update = tree.change
      var view = TreeView(ViewTree(text: tree.before), target: target, memory: update.memory)
      view.beginUpdates()
      var violations = update.block.flatMap { view.perform($0) }
      if violations.isEmpty { violations = view.endUpdates() }
      if violations.isEmpty { violations = update.rest.flatMap { view.perform($0) } }
      if violations.isEmpty { violations = view.finish() }
      #expect(violations.map(\.rule) == tree.rules, "\(tree): \(violations)")
      if tree.rules.isEmpty { #expect(view.rows == target.visibleRows) }
    }
  }

  static let treeCases: [ViewCase<TreeUpdate>] = structuralCases + expansionCases

  private static let structuralCases: [ViewCase<TreeUpdate>] = [
    ViewCase("1 2", .block(.insert([3], at: 0, in: nil)), "3 1 2"),
    ViewCase("1 2", .block(.insert([3, 4], at: 2, in: nil)), "1 2 3 4"),
    ViewCase("1 2", .block(.insert([4], at: 3, in: nil)), "1 2 3 4", .a1),
    ViewCase("1 .2 .3", .block(.remove(1..<2, from: 1)), "1 .2"),
    ViewCase("1 .2 3", .block(.remove(1..<2, from: 1)), "1 .2", .a1),
    ViewCase("1 2 3", .block(.move(0, of: nil, to: 2, in: nil)), "2 3 1"),
    ViewCase("1 2 3", .block(.move(0, of: nil, to: 3, in: nil)), "2 3 1", .a1),
    ViewCase("1 2 3", .block(.move(3, of: nil, to: 0, in: nil)), "1 2 3", .a1),
    ViewCase("1 .2", .block(.insert([3], at: 1, in: 1)), "1 .2 .3"),
    ViewCase("1 2", .block(.insert([3], at: 0, in: 1)), "1 .3 2", .a2),
    ViewCase("1 (.2)", .block(.insert([3], at: 0, in: 1)), "1 .3 .2", .a2),
    ViewCase("1 2", .block(.remove(0..<1, from: 1)), "1 2", .a2),
    ViewCase("1 2", .block(.insert([4], at: 0, in: 3)), "1 2 3 .4", .a2),
    ViewCase("1 2", .block(.move(0, of: nil, to: 0, in: 2)), "2 .1", .a2),
    ViewCase("1 .2", .block(.remove(0..<1, from: 1), .insert([3], at: 0, in: 1)), "1 .3"),
    ViewCase("1 2 3", .block(.remove(1..<2, from: nil), .insert([2], at: 0, in: nil)), "2 1 3"),
    ViewCase("1 2", .block(.insert([2], at: 0, in: nil)), "2 1", .a3),
    ViewCase("1", .block(.insert([2, 1], at: 1, in: nil)), "1 2", .a3),
    ViewCase("1", .block(.insert([4], at: 1, in: nil)), "1 3", .a3),
    ViewCase("1 .2 ..3 4 .5", .block(.move(0, of: 1, to: 1, in: 4)), "1 4 .5 .2 ..3", .a7),
    ViewCase("1 .2 ..3 .6 4 .5", .block(.move(0, of: 1, to: 1, in: 4)), "1 .6 4 .5 .2 ..3"),
    ViewCase("1 .2 .3 4", .block(.move(1, of: 1, to: 0, in: nil)), "3 1 .2 4"),
    ViewCase("1 .2 ..3", .block(.move(0, of: nil, to: 0, in: 2)), "2 ..3", .a4),
    ViewCase("1 .2", .block(.move(0, of: nil, to: 0, in: 1)), "1 .2", .a4),
    ViewCase("1", .block(.insert([2], at: 1, in: nil), .insert([3], at: 0, in: 2)), "1 2 .3", .a5),
    ViewCase("1", .block(.insert([2], at: 1, in: nil), .update(2)), "1 2", .a5),
    ViewCase("1", .block(.insert([2], at: 1, in: nil), .collapse(2)), "1 2 (.3)", .a5),
    ViewCase("1 (.2)", .block(.expand(1)), "1 .2", .a5),
    ViewCase("1 .2 .3", .then(), "1 .3 .2", .a9),
    ViewCase("1 .2 .3", .then(), "1 .2 (.3)", .a9),
    ViewCase("1 .2", .then(.update(2)), "1 .2'"),
    ViewCase("1 .2", .then(), "1 .2'", .a9),
    ViewCase("1", .then(.update(2)), "1", .a6),
  ]

  private static let expansionCases: [ViewCase<TreeUpdate>] = [
    ViewCase("1 (.2) 4", .then(.expand(1)), "1 .2 4"),
    ViewCase("1 (.2 ..3) 4", .then(.expand(1)), "1 .2 (..3) 4"),
    ViewCase("1 (.2 ..3) 4", .then(.expand(1)), "1 .2 ..3 4", .a9),
    ViewCase("1 (.2 ..3) 4", .then(.expand(1), .expand(2)), "1 .2 ..3 4"),
    ViewCase("1 (.2 ..3) 4", .then(.expand(2), .expand(1)), "1 .2 ..3 4", .a6),
    ViewCase("1 (.2 ..3)", .then(.expand(1), memory: .remembers), "1 .2 (..3)", .a9),
    ViewCase("1 (.2 ..3)", .then(.expand(1), .collapse(2), memory: .remembers), "1 .2 (..3)"),
    ViewCase("1 (.2 ..3)", .then(.expand(1), .expand(2), memory: .remembers), "1 .2 ..3"),
    ViewCase(
      "1 (.2 ..3)",
      .block(.insert([2], at: 1, in: nil), then: [.update(1), .collapse(2)], memory: .remembers),
      "1 2 (.3)"),
    ViewCase("1 .2", .then(.expand(1), .expand(1)), "1 .2"),
    ViewCase("1 (.2)", .then(.collapse(1)), "1 (.2)"),
    ViewCase("1", .then(.expand(1)), "1 .2", .a7),
    ViewCase("1", .then(.update(1), .expand(1)), "1 .2"),
    ViewCase("1", .then(), "1 (.2)", .a7),
    ViewCase("1", .then(.update(1)), "1 (.2)"),
    ViewCase("1 .2", .block(.collapse(1)), "1", .a7),
    ViewCase("1 .2", .block(.collapse(1), then: [.update(1)]), "1"),
    ViewCase("1 .2", .block(.update(1)), "1", .a7),
    ViewCase("1 2 .3", .then(.expand(1)), "1 .3 2", .a9),
    ViewCase("1 (.2) 3", .then(.expand(1)), "1 .3", .a9),
    ViewCase("1 .2 ..3 4", .block(.collapse(1)), "1 (.2 ..3) 4"),
    ViewCase(
      "1 .2 .3 4", .block(.remove(0..<2, from: 1), .collapse(1), then: [.update(1)]), "1 4", .a8),
    ViewCase("1 (.2)", .then(.expand(1), .expand(2)), "1 .2", .a7),
  ]
}
