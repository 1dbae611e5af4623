import OutlineTestSupport
import Testing

extension SimulatorTests {
  @Test func spliceViewsNameTheBrokenRule() {
    for list in Self.spliceCases {
      let after = [ViewRow](text: list.after)
      var view = SpliceView([ViewRow](text: list.before))
      let violations = view.itemsChanged(list.change, model: after)
      #expect(violations.map(\.rule) == list.rules, "\(list): \(violations)")
      if list.rules.isEmpty { #expect(view.rows == after) }
    }
  }

  static let spliceCases: [ViewCase<SpliceView.Splice>] = [
    ViewCase("1 2 3", .init(1, removed: 2, added: 0), "1"),
    ViewCase("1 2 3", .init(1, removed: 3, added: 0), "1", .g1),
    ViewCase("1 2 3", .init(4, removed: 0, added: 1), "1 2 3 4", .g1),
    ViewCase("1 2 3", .init(-1, removed: 1, added: 0), "2 3", .g1),
    ViewCase("1 2 3", .init(3, removed: 0, added: 2), "1 2 3 4 5"),
    ViewCase("1 2 3", .init(3, removed: 0, added: 2), "1 2 3 4", .g2),
    ViewCase("1 2 3", .init(1, removed: 1, added: 2), "1 4 5 3"),
    ViewCase("1 2 3", .init(1, removed: 1, added: 1), "4 5 3", .g3),
    ViewCase("1 2 3", .init(1, removed: 1, added: 1), "1 4 3'", .g3),
    ViewCase("1 2 3", .init(0, removed: 3, added: 3), "3 2 1"),
    ViewCase("1 2 3", .init(0, removed: 3, added: 2), "1 4", .g4),
    ViewCase("1 2 3", .init(0, removed: 3, added: 2), "4 3", .g4),
    ViewCase("1 2 3", .init(0, removed: 1, added: 1), "1' 2 3"),
  ]

  @Test func qtModelsNameTheBrokenRule() {
    for tree in Self.modelCases {
      let after = [ViewRow](text: tree.after)
      var view = QtTreeModel([ViewRow](text: tree.before))
      var violations = view.begin(tree.change)
      if violations.isEmpty { violations = view.end(model: after) }
      #expect(violations.map(\.rule) == tree.rules, "\(tree): \(violations)")
      if tree.rules.isEmpty { #expect(view.rows == after) }
    }
  }

  @Test func qtModelsTakeOneChangeAtATime() {
    let rows = [ViewRow](text: "1 2")
    var view = QtTreeModel(rows)
    let change = QtTreeModel.Change.insert(first: 0, last: 0, parent: nil)
    #expect(view.end(model: rows).map(\.rule) == [.q1])
    #expect(view.begin(change) == [])
    #expect(view.begin(change).map(\.rule) == [.q1])
    #expect(view.dataChanged(first: 0, last: 0, parent: nil, model: rows).map(\.rule) == [.q1])
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
    #expect(rules(1, 0, 1, after) == [.q4])
    #expect(rules(0, 2, 1, after) == [.q4])
    #expect(rules(-1, 0, 1, after) == [.q4])
    #expect(rules(0, 0, 9, after) == [.q4])
    #expect(rules(1, 1, 1, after) == [.q3])
    #expect(rules(0, 1, 1, [ViewRow](text: "1 .2' .3")) == [.q2])
  }

  static let modelCases: [ViewCase<QtTreeModel.Change>] = [
    ViewCase("1 2", .insert(first: 1, last: 2, parent: nil), "1 3 4 .5 2"),
    ViewCase("1 2", .insert(first: 1, last: 2, parent: nil), "1 3 2", .q2),
    ViewCase("1 2", .insert(first: 1, last: 1, parent: nil), "3 1 2", .q3),
    ViewCase("1 2", .insert(first: 0, last: 1, parent: 1), "1 .3 .4 2"),
    ViewCase("1 2", .insert(first: 2, last: 2, parent: nil), "1 2 3"),
    ViewCase("1 2", .insert(first: 3, last: 3, parent: nil), "1 2 3", .qInsert),
    ViewCase("1 2", .insert(first: -1, last: 0, parent: nil), "3 1 2", .qInsert),
    ViewCase("1 2", .insert(first: 1, last: 0, parent: nil), "1 2", .qInsert),
    ViewCase("1 2", .insert(first: 0, last: 0, parent: 3), "1 2", .qInsert),
    ViewCase("1 .2 ..3 4", .remove(first: 0, last: 0, parent: 1), "1 4"),
    ViewCase("1 2 3", .remove(first: 0, last: 1, parent: nil), "3"),
    ViewCase("1 2 3", .remove(first: 0, last: 1, parent: nil), "2 3", .q2),
    ViewCase("1 2 3", .remove(first: 0, last: 1, parent: nil), "1", .q3),
    ViewCase("1 2 3", .remove(first: 0, last: 1, parent: nil), "3'", .q3),
    ViewCase("1 2", .remove(first: 1, last: 2, parent: nil), "1", .qRemove),
    ViewCase("1 2", .remove(first: 1, last: 0, parent: nil), "1 2", .qRemove),
    ViewCase("1 2 3", move(0, 1, before: 3), "3 1 2"),
    ViewCase("1 2 3", move(2, 2, before: 0), "3 1 2"),
    ViewCase("1 .2 ..3 4", move(0, 0, of: 1, before: 1, in: nil), "1 2 .3 4"),
    ViewCase("1 .2 ..3 4", move(0, 0, of: 1, before: 0, in: nil), "2 .3 1 4"),
    ViewCase("1 2 .3", move(0, 0, before: 1, in: 2), "2 .3 .1"),
    ViewCase("1 2 3", move(0, 1, before: 3), "2 1 3", .q3),
    ViewCase("1 2 .3", move(0, 0, before: 1, in: 2), "1 2 .3 .1", .q2),
    ViewCase("1 2 3", move(0, 1, before: 1), "1 2 3", .qMove),
    ViewCase("1 2 3", move(0, 1, before: 0), "1 2 3", .qMove),
    ViewCase("1 2 3", move(0, 1, before: 2), "1 2 3", .qMove),
    ViewCase("1 2 3", move(0, 1, before: 4), "1 2 3", .qMove),
    ViewCase("1 .2 ..3", move(0, 0, before: 1, in: 2), "1", .qMove),
  ]

  private static func move(
    _ first: Int, _ last: Int, of parent: Int? = nil, before: Int, in newParent: Int? = nil
  ) -> QtTreeModel.Change {
    .move(first: first, last: last, parent: parent, before: before, newParent: newParent)
  }
}
