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

/// Wrong changes, each with the rules that it breaks.
///
/// `ExhaustiveDifferenceTests` and `SectionedDifferenceTests` check that the views accept valid
/// changes.
@Suite struct SimulatorTests {
  /// Two rules of Qt have separate tests.
  @Test func everyRuleIsTested() {
    let batches = (Self.sectionCases + Self.rowCases + Self.contentCases).flatMap(\.rules)
    let tested = Set(
      batches + Self.treeCases.flatMap(\.rules) + Self.spliceCases.flatMap(\.rules)
        + Self.modelCases.flatMap(\.rules) + [.changesAreSeparate, .changedRowsExist])
    #expect(ViewRule.allCases.filter { !tested.contains($0) } == [])
  }

  typealias TreeChange = SectionDifference.TreeChange<Int>
  typealias TreeChanges = SectionDifference.TreeChanges<Int>

  @Test func treeViewsNameTheBrokenRule() {
    let cases =
      Self.treeCases.map { ($0, TreeView.Memory.forgets) }
      + Self.rememberedCases.map { ($0, .remembersItems) }
    for (tree, memory) in cases {
      let target = ViewTree(text: tree.after)
      var view = TreeView(ViewTree(text: tree.before), target: target, memory: memory)
      let violations = view.perform(tree.change)
      #expect(violations.map(\.rule) == tree.rules, "\(tree), \(memory): \(violations)")
    }
  }

  /// The steps of an update block, and those after it.
  private static func block(_ block: TreeChange..., then rest: [TreeChange] = []) -> TreeChanges {
    TreeChanges(structural: block, subsequent: rest)
  }

  private static func then(_ rest: TreeChange...) -> TreeChanges {
    TreeChanges(structural: [], subsequent: rest)
  }

  static let treeCases: [ViewCase<TreeChanges>] = structuralCases + expansionCases

  private static let structuralCases: [ViewCase<TreeChanges>] = [
    ViewCase("1 2", block(.insert([4], at: 3, in: nil)), "1 2 3 4", .childIndexExists),
    ViewCase("1 .2 3", block(.remove(1..<2, from: 1)), "1 .2", .childIndexExists),
    ViewCase("1 2 3", block(.move(0, of: nil, to: 3, in: nil)), "2 3 1", .childIndexExists),
    ViewCase("1 2 3", block(.move(3, of: nil, to: 0, in: nil)), "1 2 3", .childIndexExists),
    ViewCase("1 2", block(.insert([3], at: 0, in: 1)), "1 .3 2", .parentIsExpanded),
    ViewCase("1 (.2)", block(.insert([3], at: 0, in: 1)), "1 .3 .2", .parentIsExpanded),
    ViewCase("1 2", block(.remove(0..<1, from: 1)), "1 2", .parentIsExpanded),
    ViewCase("1 2", block(.insert([4], at: 0, in: 3)), "1 2 3 .4", .parentIsExpanded),
    ViewCase("1 2", block(.move(0, of: nil, to: 0, in: 2)), "2 .1", .parentIsExpanded),
    ViewCase("1 2", block(.insert([2], at: 0, in: nil)), "2 1", .itemIsOnce),
    ViewCase("1", block(.insert([2, 1], at: 1, in: nil)), "1 2", .itemIsOnce),
    ViewCase("1", block(.insert([4], at: 1, in: nil)), "1 3", .itemIsOnce),
    ViewCase(
      "1 .2 ..3 4 .5", block(.move(0, of: 1, to: 1, in: 4)), "1 4 .5 .2 ..3", .expandabilityIsKnown),
    ViewCase("1 .2 ..3", block(.move(0, of: nil, to: 0, in: 2)), "2 ..3", .moveIsNotIntoItself),
    ViewCase("1 .2", block(.move(0, of: nil, to: 0, in: 1)), "1 .2", .moveIsNotIntoItself),
    ViewCase(
      "1", block(.insert([2], at: 1, in: nil), .insert([3], at: 0, in: 2)), "1 2 .3",
      .comesAfterTheBlock),
    ViewCase("1", block(.insert([2], at: 1, in: nil), .update(2)), "1 2", .comesAfterTheBlock),
    ViewCase(
      "1", block(.insert([2], at: 1, in: nil), .collapse(2)), "1 2 (.3)", .comesAfterTheBlock),
    ViewCase("1 (.2)", block(.expand(1)), "1 .2", .comesAfterTheBlock),
    ViewCase("1 .2 .3", then(), "1 .3 .2", .endIsTheTarget),
    ViewCase("1 .2 .3", then(), "1 .2 (.3)", .endIsTheTarget),
    ViewCase("1 .2", then(), "1 .2'", .endIsTheTarget),
    ViewCase("1", then(.update(2)), "1", .itemIsVisible),
  ]

  private static let expansionCases: [ViewCase<TreeChanges>] = [
    ViewCase("1 (.2 ..3) 4", then(.expand(1)), "1 .2 ..3 4", .endIsTheTarget),
    ViewCase("1 (.2 ..3) 4", then(.expand(2), .expand(1)), "1 .2 ..3 4", .itemIsVisible),
    ViewCase("1", then(.expand(1)), "1 .2", .expandabilityIsKnown),
    ViewCase("1", then(), "1 (.2)", .expandabilityIsKnown),
    ViewCase("1 .2", block(.collapse(1)), "1", .expandabilityIsKnown),
    ViewCase("1 .2", block(.update(1)), "1", .expandabilityIsKnown),
    ViewCase("1 2 .3", then(.expand(1)), "1 .3 2", .endIsTheTarget),
    ViewCase("1 (.2) 3", then(.expand(1)), "1 .3", .endIsTheTarget),
    ViewCase(
      "1 .2 .3 4", block(.remove(0..<2, from: 1), .collapse(1), then: [.update(1)]), "1 4",
      .collapseIsOneStep),
    ViewCase("1 (.2)", then(.expand(1), .expand(2)), "1 .2", .expandabilityIsKnown),
  ]

  private static let rememberedCases: [ViewCase<TreeChanges>] = [
    ViewCase("1 (.2 ..3)", then(.expand(1)), "1 .2 (..3)", .endIsTheTarget)
  ]
}

// MARK: - Batches

extension SimulatorTests {
  @Test(arguments: sectionCases + rowCases + contentCases)
  func batchViewsNameTheBrokenRules(_ test: ViewCase<String>) {
    let before = BatchView.Contents(text: test.before)
    let after = BatchView.Contents(text: test.after)
    let batch = BatchView.Batch(text: test.change)
    #expect(before.description == test.before)
    #expect(batch.description == test.change)
    var view = BatchView(before)
    let violations = view.perform(batch, answer: after)
    #expect(Set(violations.map(\.rule)) == Set(test.rules), "\(violations)")
    #expect(view.contents == before)
  }

  /// A view that checks the content at the end displays only the reported changes.
  @Test func contentCanBeCheckedAtTheEnd() {
    var view = BatchView(BatchView.Contents(text: "1: 5 6"))
    view.isContentChecked = false
    let answer = BatchView.Contents(text: "1': 6' 5'")
    let first = view.perform(BatchView.Batch(text: "[0, 0]>[0, 1], [0, 0]~1"), answer: answer)
    #expect(first == [])
    #expect(view.contents.description == "1: 6 5'")
    let second = view.perform(BatchView.Batch(text: "(0!1)"), answer: answer)
    #expect(second == [])
    #expect(view.contents == answer)
  }

  static let sectionCases: [ViewCase<String>] = [
    ViewCase("1: | 2: | 3:", "(0-1 0-1)", "3:", .removedOnce),
    ViewCase("1:", "(0+1 0+1)", "2: | 3: | 1:", .insertedOnce),
    ViewCase("1: | 2:", "(0!1 0!1)", "1': | 2:", .reloadedOnce),
    ViewCase("1: | 2: | 3:", "(0>1 0>2)", "2: | 3: | 1:", .movedOnce),
    ViewCase("1: | 2: | 3:", "(0>2 1>2)", "2: | 3: | 1:", .movedToOnce),
    ViewCase("1: | 2:", "(2-1)", "1:", .oldPositionExists),
    ViewCase("1: | 2:", "(-1-1)", "1:", .oldPositionExists),
    ViewCase("1: | 2:", "(2!1)", "1: | 2':", .oldPositionExists),
    ViewCase("", "(1+1)", "1:", .newPositionExists),
    ViewCase("1: | 2:", "(2>0)", "2: | 1:", .oldPositionExists),
    ViewCase("1: | 2:", "(0>2)", "2: | 1:", .newPositionExists),
    ViewCase("1: | 2: | 3:", "(2-1 2>0)", "3: | 1:", .removedOrMoved),
    ViewCase("1: | 2:", "(0+1 1>0)", "2: | 3: | 1:", .insertedOrMovedTo),
    ViewCase("1: | 2:", "(0-1 0!1)", "2:", .removedOrReloaded, .reloadsAreSeparate),
    ViewCase("1: | 2:", "(1>0 1!1)", "2': | 1:", .movedOrReloaded, .reloadsAreSeparate),
    ViewCase("1: | 2:", "(0-1 1+1)", "2: | 3: | 4:", .sectionCount),
    ViewCase("1: | 2:", "", "1:", .sectionCount),
    ViewCase("1: | 2: | 3:", "(2>0 1>1)", "3: | 2: | 1:", .movedElsewhere),
    ViewCase("1: | 2: | 3:", "(1>1)", "1: | 2: | 3:", .movedElsewhere),
  ]

  static let rowCases: [ViewCase<String>] = [
    ViewCase("1: 5 6 7", "[0, 0]-1, [0, 0]-1", "1: 6 7", .removedOnce),
    ViewCase("1: 5", "[0, 0]+1, [0, 0]+1", "1: 6 5", .insertedOnce),
    ViewCase("1: 5 6", "[0, 0]!1, [0, 0]!1", "1: 5' 6", .reloadedOnce),
    ViewCase("1: 5 6 7", "[0, 0]>[0, 1], [0, 0]>[0, 2]", "1: 6 7 5", .movedOnce, .rowCount),
    ViewCase("1: 5 6 7", "[0, 0]>[0, 2], [0, 1]>[0, 2]", "1: 6 7 5", .movedToOnce, .rowCount),
    ViewCase("1: 5 | 2: 6", "[1, 1]-1", "1: 5 | 2: 6", .oldPositionExists),
    ViewCase("1: 5 | 2: 6", "[2, 0]-1", "1: 5 | 2: 6", .oldPositionExists),
    ViewCase("1: 5 | 2: 6", "[0, -1]-1", "1: 5 | 2: 6", .oldPositionExists),
    ViewCase("1: 5 | 2: 6", "[0, 1]!1", "1: 5 | 2: 6'", .oldPositionExists),
    ViewCase("1: 5", "[0, 2]+1", "1: 5 6", .newPositionExists, .rowCount),
    ViewCase("1: 5 6 | 2:", "[0, 2]>[1, 0]", "1: 5 6 | 2: 6", .oldPositionExists),
    ViewCase("1: 5 6 | 2:", "[0, 1]>[1, 1]", "1: 5 | 2: 6", .newPositionExists, .rowCount),
    ViewCase("1: 5 6 7", "[0, 2]-1, [0, 2]>[0, 0]", "1: 7 5 6", .removedOrMoved),
    ViewCase("1: 5 6 7", "[0, 0]+1, [0, 2]>[0, 0]", "1: 7 5 6", .insertedOrMovedTo),
    ViewCase("1: 5 6", "[0, 0]-1, [0, 0]!1", "1: 6", .removedOrReloaded, .reloadsAreSeparate),
    ViewCase("1: 5 6", "[0, 1]>[0, 0], [0, 1]!1", "1: 6' 5", .movedOrReloaded, .reloadsAreSeparate),
    ViewCase("1: 5 | 2: 6", "(0-1), [0, 0]-1", "2: 6", .lostSectionHasNoChanges),
    ViewCase(
      "1: 5 | 2: 6", "(0!1), [0, 0]-1", "1': 7 | 2: 6", .lostSectionHasNoChanges,
      .reloadsAreSeparate),
    ViewCase("1: 5", "(1+1), [1, 0]+1", "1: 5 | 2: 6", .newSectionHasNoChanges),
    ViewCase("1: 5", "(0!1), [0, 1]+1", "1': 5 6", .newSectionHasNoChanges, .reloadsAreSeparate),
    ViewCase("1: 5 | 2: 6", "(0!1), [0, 0]!1", "1': 5' | 2: 6", .lostSectionHasNoChanges),
    ViewCase(
      "1: 5 | 2: 6", "(0-1), [0, 0]!1", "2: 6", .lostSectionHasNoChanges, .reloadsAreSeparate),
    ViewCase("1: 5 | 2: 6", "(0-1), [0, 0]>[0, 0]", "2: 5 6", .lostSectionHasNoChanges),
    ViewCase(
      "1: 5 | 2: 6", "(0!1), [0, 0]>[1, 0]", "1': | 2: 5 6", .lostSectionHasNoChanges,
      .reloadsAreSeparate),
    ViewCase("1: 5 6", "(1+1), [0, 0]>[1, 0]", "1: 6 | 2: 5", .newSectionHasNoChanges),
    ViewCase(
      "1: 5 6 | 2:", "(1!1), [0, 0]>[1, 0]", "1: 6 | 2': 5", .newSectionHasNoChanges,
      .reloadsAreSeparate),
    ViewCase("1: 5 | 2: 6 7", "(1>0), [1, 0]-1", "2: 7 | 1: 5", .movedSectionHasNoChanges),
    ViewCase("1: 5 | 2: 6", "(1>0), [1, 0]>[1, 1]", "2: | 1: 5 6", .movedSectionHasNoChanges),
    ViewCase("1: 5 | 2: 6", "(1>0), [0, 0]+1", "2: 7 6 | 1: 5", .movedSectionHasNoChanges),
    ViewCase("1: 5 | 2: 6", "(1>0), [0, 0]>[0, 1]", "2: 6 5 | 1:", .movedSectionHasNoChanges),
    ViewCase("1: 5 6 7", "[0, 1]>[0, 1]", "1: 5 6 7", .movedElsewhere),
    ViewCase("1: 5 6 7 | 2: 8", "[0, 0]-1, [0, 1]>[1, 0]", "1: 7 9 | 2: 6 8", .rowCount),
    ViewCase("1: 5 | 2: 6", "", "1: 5 | 2: 6 7", .rowCount),
    ViewCase("1: 5 | 2: 6", "(0-1)", "2: 6 7", .rowCount),
  ]

  static let contentCases: [ViewCase<String>] = [
    ViewCase("1: 5 6", "[0, 1]-1, [0, 0]!1", "1: 5'", .reloadsAreSeparate),
    ViewCase("1: 5 6 | 2:", "(1!1), [0, 2]+1", "1: 5 6 7 | 2':", .reloadsAreSeparate),
    ViewCase("1: 5 6 | 2:", "(1+1), [0, 0]!1", "1: 5' 6 | 3: | 2:", .reloadsAreSeparate),
    ViewCase("1: 5 6 | 2:", "(1>0), [0, 0]!1", "2: | 1: 5' 6", .reloadsAreSeparate),
    ViewCase("1: 5 6", "[0, 0]-1, [0, 0]~1", "1: 6", .reconfiguredRowStays),
    ViewCase("1: 5 6", "[0, 0]-1, [0, 2]~1", "1: 6", .oldPositionExists),
    ViewCase("1: 5 6", "[0, 0]!1, [0, 0]~1", "1: 5' 6", .reconfiguredRowStays),
    ViewCase("1: 5 | 2: 6", "(0-1), [0, 0]~1", "2: 6", .lostSectionHasNoChanges),
    ViewCase("1: 5 6 7", "[0, 1]-1, [0, 1]+1, [0, 3]+1", "1: 5 8 9 7", .itemStays),
    ViewCase("1: 5 6 7", "[0, 2]>[0, 0]", "1: 6 5 7", .itemStays),
    ViewCase("1: 5 6", "", "1: 6 5", .itemStays),
    ViewCase("1: 5 | 2: 6", "", "2: 5 | 1: 6", .itemStays),
    ViewCase("1: 5 | 2: 6", "(1>0)", "2: 5 | 1: 6", .itemStays),
    ViewCase("1: 5", "[0, 0]!1", "1: 6'", .itemStays),
    ViewCase("1: 5", "", "1: 5'", .changedContentIsUpdated),
    ViewCase("1: 5 6", "[0, 1]>[0, 0]", "1: 6' 5", .changedContentIsUpdated),
    ViewCase("1: 5 6", "", "1': 5 6", .changedContentIsUpdated),
    ViewCase("1: 5 6", "[0, 0]!1", "1: 5 6", .updatedContentIsChanged),
    ViewCase("1: 5 6", "[0, 0]~1", "1: 5 6", .updatedContentIsChanged),
    ViewCase("1: 5 6", "(0!1)", "1: 5 6", .updatedContentIsChanged),
  ]
}

// MARK: - Splices, and tree models of Qt

extension SimulatorTests {
  @Test func spliceViewsNameTheBrokenRule() {
    for list in Self.spliceCases {
      let after = [ViewRow](text: list.after)
      var view = SpliceView([ViewRow](text: list.before))
      let violations = view.itemsChanged(.init(text: list.change), model: after)
      #expect(violations.map(\.rule) == list.rules, "\(list): \(violations)")
    }
  }

  static let spliceCases: [ViewCase<String>] = [
    ViewCase("1 2 3", "1-3+0", "1", .spliceIsInBounds),
    ViewCase("1 2 3", "4-0+1", "1 2 3 4", .spliceIsInBounds),
    ViewCase("1 2 3", "-1-1+0", "2 3", .spliceIsInBounds),
    ViewCase("1 2 3", "3-0+2", "1 2 3 4", .spliceCounts),
    ViewCase("1 2 3", "1-1+1", "4 5 3", .otherRowsStay),
    ViewCase("1 2 3", "1-1+1", "1 4 3'", .otherRowsStay),
    ViewCase("1 2 3", "0-3+2", "1 4", .spliceIsMinimal),
    ViewCase("1 2 3", "0-3+2", "4 3", .spliceIsMinimal),
  ]

  @Test func qtModelsNameTheBrokenRule() {
    for tree in Self.modelCases {
      let after = [ViewRow](text: tree.after)
      var view = QtTreeModel([ViewRow](text: tree.before))
      var violations = view.begin(tree.change)
      if violations.isEmpty { violations = view.end(model: after) }
      #expect(violations.map(\.rule) == tree.rules, "\(tree): \(violations)")
    }
  }

  @Test func qtModelsTakeOneChangeAtATime() {
    let rows = [ViewRow](text: "1 2")
    var view = QtTreeModel(rows)
    let change = QtTreeModel.Change.insert(first: 0, last: 0, parent: nil)
    #expect(view.end(model: rows).map(\.rule) == [.changesAreSeparate])
    #expect(view.begin(change) == [])
    #expect(view.begin(change).map(\.rule) == [.changesAreSeparate])
    #expect(
      view.dataChanged(first: 0, last: 0, parent: nil, model: rows).map(\.rule) == [
        .changesAreSeparate
      ])
    #expect(view.end(model: [ViewRow](text: "3 1 2")) == [])
    #expect(view.begin(change) == [])
  }

  @Test func qtModelsCheckChangedData() {
    let before = [ViewRow](text: "1 .2 .3 4")
    let after = [ViewRow](text: "1 .2' .3 4")
    func rules(_ first: Int, _ last: Int, _ parent: Int?, _ model: [ViewRow]) -> [ViewRule] {
      var view = QtTreeModel(before)
      return view.dataChanged(first: first, last: last, parent: parent, model: model).map(\.rule)
    }
    #expect(rules(0, 0, 1, after) == [])
    #expect(rules(0, 1, 1, after) == [])
    #expect(rules(1, 0, 1, after) == [.changedRowsExist])
    #expect(rules(0, 2, 1, after) == [.changedRowsExist])
    #expect(rules(-1, 0, 1, after) == [.changedRowsExist])
    #expect(rules(0, 0, 9, after) == [.changedRowsExist])
    #expect(rules(1, 1, 1, after) == [.otherChildrenStay])
    #expect(rules(0, 1, 1, [ViewRow](text: "1 .2' .3")) == [.childCount])
  }

  static let modelCases: [ViewCase<QtTreeModel.Change>] = [
    ViewCase("1 2", .insert(first: 1, last: 2, parent: nil), "1 3 2", .childCount),
    ViewCase("1 2", .insert(first: 1, last: 1, parent: nil), "3 1 2", .otherChildrenStay),
    ViewCase("1 2", .insert(first: 3, last: 3, parent: nil), "1 2 3", .insertedRowsAreInBounds),
    ViewCase("1 2", .insert(first: -1, last: 0, parent: nil), "3 1 2", .insertedRowsAreInBounds),
    ViewCase("1 2", .insert(first: 1, last: 0, parent: nil), "1 2", .insertedRowsAreInBounds),
    ViewCase("1 2", .insert(first: 0, last: 0, parent: 3), "1 2", .insertedRowsAreInBounds),
    ViewCase("1 2 3", .remove(first: 0, last: 1, parent: nil), "2 3", .childCount),
    ViewCase("1 2 3", .remove(first: 0, last: 1, parent: nil), "1", .otherChildrenStay),
    ViewCase("1 2 3", .remove(first: 0, last: 1, parent: nil), "3'", .otherChildrenStay),
    ViewCase("1 2", .remove(first: 1, last: 2, parent: nil), "1", .removedRowsExist),
    ViewCase("1 2", .remove(first: 1, last: 0, parent: nil), "1 2", .removedRowsExist),
    ViewCase("1 2 3", move(0, 1, before: 3), "2 1 3", .otherChildrenStay),
    ViewCase("1 2 .3", move(0, 0, before: 1, in: 2), "1 2 .3 .1", .childCount),
    ViewCase("1 2 3", move(0, 1, before: 1), "1 2 3", .movedRowsLeaveTheirPosition),
    ViewCase("1 2 3", move(0, 1, before: 0), "1 2 3", .movedRowsLeaveTheirPosition),
    ViewCase("1 2 3", move(0, 1, before: 2), "1 2 3", .movedRowsLeaveTheirPosition),
    ViewCase("1 2 3", move(0, 1, before: 4), "1 2 3", .movedRowsLeaveTheirPosition),
    ViewCase("1 .2 ..3", move(0, 0, before: 1, in: 2), "1", .movedRowsLeaveTheirPosition),
  ]

  private static func move(
    _ first: Int, _ last: Int, of parent: Int? = nil, before: Int, in newParent: Int? = nil
  ) -> QtTreeModel.Change {
    .move(first: first, last: last, parent: parent, before: before, newParent: newParent)
  }
}
