import Outline
import OutlineTestSupport
import Testing

@Suite struct SelectionRuleTests {
  static let shape = """
    1
      +* a
        +* a1
          -* a1x
        -* a2
        -* a3
      -* b
        - b1
    2
    3
      -* c
      -* d
    """

  static let old = Snapshot(SnapshotModel<Int, String>(shape))

  typealias Edit = (inout Snapshot<Int, String>) throws -> Void

  static func replacements(
    _ item: String, _ edit: Edit, _ rules: [SelectionRules]
  ) throws -> String {
    var new = old
    try edit(&new)
    let found = rules.map { rules in
      var state = ViewState(selectedItems: [item], focusedItem: item)
      state.follow(from: old, to: new, rules: rules)
      #expect(state.focusedItem == state.selectedItems.first)
      return state.selectedItems.first ?? "-"
    }
    return found.joined(separator: " ")
  }

  static let deletions: [SelectionRules] = [
    SelectionRules(whenDeleted: .deselect), SelectionRules(whenDeleted: .moveToParent),
    SelectionRules(whenDeleted: .moveToNextSibling),
  ]

  /// The deleted items; an item; its replacement by `deselect`, `moveToParent` and
  /// `moveToNextSibling`.
  static let deletionTable = """
    a2            a2   - a a3
    a3            a3   - a a2
    a2 a3         a2   - a a1
    a2 a3         a3   - a a1
    a1 a2         a2   - a a3
    a1 a2         a1   - a a3
    a1 a2         a1x  - a a3
    a1 a2 a3      a2   - a a
    a1 a2 a3      a1x  - a a
    a1x           a1x  - a1 a1
    a1            a1x  - a a2
    a             a2   - - b
    a             a    - - b
    a             a1x  - - b
    b             b1   - - a
    b             b    - - a
    b1            b1   - b b
    a b           a1   - - c
    a b           b1   - - c
    c             c    - - d
    d             d    - - c
    c d           d    - - b
    c d           c    - - b
    a b c d       a3   - - -
    a b c d       c    - - -
    a2            a1   a1 a1 a1
    a2            zz   zz zz zz
    """

  @Test(arguments: deletionTable.split(separator: "\n").map(String.init))
  func deletedItemsAreReplacedByTheRule(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let (deleted, item) = (Array(words.dropLast(4)), words[words.count - 4])
    let found = try Self.replacements(item, { try $0.deleteItems(deleted) }, Self.deletions)
    #expect(found == words.suffix(3).joined(separator: " "))
  }

  @Test(arguments: ["1 a1x - - c", "3 c - - b", "1 b - - c", "2 c c c c"])
  func itemsOfDeletedSectionsAreReplacedByTheRule(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let section = try #require(Int(words[0]))
    let found = try Self.replacements(
      words[1], { try $0.deleteSections([section]) }, Self.deletions)
    #expect(found == words.suffix(3).joined(separator: " "))
  }

  static let collapses: [SelectionRules] = [
    SelectionRules(whenCollapsed: .keep), SelectionRules(whenCollapsed: .moveToParent),
    SelectionRules(whenCollapsed: .deselect),
  ]

  /// The collapsed items; an item; its replacement by `keep`, `moveToParent`, `deselect`.
  static let collapseTable = """
    a1            a1x  a1x a1 -
    a             a1x  a1x a -
    a a1          a1x  a1x a -
    a             a1   a1 a -
    a             a    a a a
    a             b    b b b
    a b           b1   b1 b1 b1
    """

  @Test(arguments: collapseTable.split(separator: "\n").map(String.init))
  func hiddenItemsAreReplacedByTheRule(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let (closed, item) = (Array(words.dropLast(4)), words[words.count - 4])
    let found = try Self.replacements(item, { $0.collapse(closed) }, Self.collapses)
    #expect(found == words.suffix(3).joined(separator: " "))
  }

  @Test func itemsThatMovedStaySelected() throws {
    let everyRule = Self.deletions + Self.collapses
    let toAnotherSection: Edit = { try $0.appendItems(["a1"], toSection: 3) }
    #expect(try Self.replacements("a1x", toAnotherSection, everyRule) == "a1x a1x a1x a1x a1x a1x")
    let outOfSight: Edit = { try $0[1].move("a2", to: "b", at: 0) }
    #expect(try Self.replacements("a2", outOfSight, everyRule) == "a2 a2 a2 a2 a2 a2")
    let intoOneThatCollapses: Edit = { snapshot in
      try snapshot[1].move("b", to: "a1", at: 0)
      snapshot.collapse(["a1"])
    }
    #expect(try Self.replacements("b", intoOneThatCollapses, everyRule) == "b b b b b b")
    #expect(try Self.replacements("a1x", intoOneThatCollapses, Self.collapses) == "a1x a1 -")
  }

  @Test func siblingsThatMovedAwayAreSkipped() throws {
    let edit: Edit = { snapshot in
      try snapshot.deleteItems(["a1"])
      try snapshot.appendItems(["a2"], toSection: 3)
    }
    #expect(try Self.replacements("a1x", edit, Self.deletions) == "- a a3")
    let roots: Edit = { snapshot in
      try snapshot.appendItems(["b"], toSection: 3)
      try snapshot.deleteItems(["a"])
    }
    #expect(try Self.replacements("a", roots, Self.deletions) == "- - c")
  }

  @Test func newItemsAreNotSelected() throws {
    let edit: Edit = { snapshot in
      try snapshot.deleteItems(["c", "d"])
      try snapshot.appendItems(["x", "y"], toSection: 3)
    }
    #expect(try Self.replacements("c", edit, Self.deletions) == "- - b")
    let everything: Edit = { snapshot in
      snapshot[1] = SectionSnapshot("-* x")
      snapshot[3] = SectionSnapshot("-* y")
    }
    #expect(try Self.replacements("a", everything, Self.deletions) == "- - -")
  }

  @Test func hiddenReplacementsFollowTheCollapseRule() throws {
    let edit: Edit = { snapshot in
      try snapshot.deleteItems(["a2"])
      snapshot.collapse(["a"])
    }
    let rules = [SelectionRules.Collapsing.keep, .moveToParent, .deselect].map {
      SelectionRules(whenCollapsed: $0, whenDeleted: .moveToNextSibling)
    }
    #expect(try Self.replacements("a2", edit, rules) == "a3 a -")
    #expect(try Self.replacements("b1", { try $0.deleteItems(["b1"]) }, rules) == "b b b")
  }

  @Test func replacementsOfSeveralItemsKeepTheirOrder() throws {
    var new = Self.old
    try new.deleteItems(["a2", "a3"])
    new.collapse(["a1"])
    var state = ViewState(
      expandedItems: ["a", "a2"], selectedItems: ["d", "a3", "b1", "a1x", "a2"], focusedItem: "a2",
      topItem: "a3", topOffset: 3)
    let same = state
    state.follow(from: Self.old, to: Self.old)
    #expect(state == same)
    state.follow(from: Self.old, to: new)
    #expect(
      state
        == ViewState(
          expandedItems: ["a", "a2"], selectedItems: ["d", "a1", "b1"], focusedItem: "a1",
          topItem: "a1"))
  }

  /// A deleted top row is replaced by its next sibling, a hidden one by its visible ancestor.
  @Test(arguments: [
    ("delete a2", "a2", "a3", 0), ("delete a2", "a3", "a3", 7), ("collapse a", "a1x", "a", 0),
    ("hide a2", "a2", "b", 0), ("delete a b c d", "a", nil, 0), ("delete a2", "zz", "zz", 7),
  ])
  func theTopRowStaysOrIsReplaced(edit: String, item: String, row: String?, offset: Double) throws {
    var new = Self.old
    let words = edit.split(separator: " ").map(String.init)
    switch words[0] {
    case "delete": try new.deleteItems(words.dropFirst())
    case "collapse": new.collapse(words.dropFirst())
    default: try new[1].move(words[1], to: "b", at: 0)
    }
    var state = ViewState(topItem: item, topOffset: 7)
    state.follow(
      from: Self.old, to: new, rules: SelectionRules(whenCollapsed: .keep, whenDeleted: .deselect))
    #expect(state == ViewState(topItem: row, topOffset: offset))
  }

  @Test func aStateFollowsUpdates() throws {
    let source = OutlineDataSource(Self.old)
    let selection = SelectingAdapter(
      ViewState(selectedItems: ["a1x", "d"], focusedItem: "d", topItem: "c"))
    source.attach(selection)
    let mirror = TestAdapter()
    source.attach(mirror)
    source.collapse("a")
    #expect(selection.state.selectedItems == ["a", "d"])
    try source.update { try $0.deleteSections([3]) }
    #expect(
      selection.state == ViewState(selectedItems: ["a", "b"], focusedItem: "b", topItem: "b"))
    #expect(mirror.shown == source.snapshot())
  }

  final class SelectingAdapter: OutlineAdapter {
    var state: ViewState<String>

    init(_ state: ViewState<String>) {
      self.state = state
    }

    func perform(_ batch: Snapshot<Int, String>.Batch, animatingDifferences: Bool) {}
    func reload(_ snapshot: Snapshot<Int, String>) {}
    func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Int, String>) {}
    func show(_ update: OutlineDataSource<Int, String>.Update) { state.follow(update) }
  }
}

// MARK: - Many items

extension SelectionRuleTests {
  static let count = TestEffort.choose(quick: 4_000, full: 100_000, long: 1_000_000)

  @Test func manyDeletedLevelsAreVisitedOnce() async throws {
    let states = try await onStack(of: 1 << 20) {
      let last = Self.count - 1
      var old = Snapshot<Int, Int>()
      try old.appendSections([0])
      old[0] = try SectionSnapshot(roots: [0]) { $0 == last ? [] : [$0 + 1] }
      old[0].expandAll()
      let selection = ViewState(
        selectedItems: [5] + stride(from: last, to: 0, by: -100), focusedItem: last, topItem: last,
        topOffset: 1)
      var states: [ViewState<Int>] = []
      var new = old
      new.collapse([3, last / 2])
      states.append(selection.found(in: new))
      states.append(selection)
      states[1].follow(from: old, to: new)
      for deleting in [SelectionRules.Deleting.moveToParent, .moveToNextSibling] {
        new = old
        try new.deleteItems([2])
        var state = selection
        state.follow(from: old, to: new, rules: SelectionRules(whenDeleted: deleting))
        states.append(state)
      }
      return states
    }
    #expect(states[0].topItem == 3)
    #expect(states[1] == ViewState(selectedItems: [3], focusedItem: 3, topItem: 3))
    #expect(states[2] == ViewState(selectedItems: [1], focusedItem: 1, topItem: 1))
    #expect(states[3] == states[2])
  }

  @Test func manyDeletedSiblingsAndSectionsAreVisitedOnce() throws {
    var old = Snapshot<Int, Int>()
    try old.appendSections(0..<Self.count / 10)
    try old.appendItems([-1], toSection: 0)
    try old[0].append(0..<Self.count, to: -1)
    try old.appendItems([-2], toSection: Self.count / 10 - 1)
    var new = old
    try new.deleteItems(1..<Self.count)
    var state = ViewState(selectedItems: Array(0..<Self.count))
    state.follow(from: old, to: new)
    #expect(state.selectedItems == [0])
    try new.deleteItems([-1])
    state = ViewState(selectedItems: Array(0..<Self.count))
    state.follow(from: old, to: new)
    #expect(state.selectedItems == [-2])
  }
}
