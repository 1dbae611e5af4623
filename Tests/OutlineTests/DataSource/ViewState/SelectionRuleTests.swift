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

  static let collapses: [SelectionRules] = [
    SelectionRules(whenCollapsed: .keep), SelectionRules(whenCollapsed: .moveToParent),
    SelectionRules(whenCollapsed: .deselect),
  ]

  /// The items or the section that an edit deletes or collapses, or an item and its new parent; an
  /// item; its replacement by `deselect`, `moveToParent` and `moveToNextSibling`, or by `keep`,
  /// `moveToParent` and `deselect`.
  static let table = """
    delete a2          a2   - a a3
    delete a2 a3       a2   - a a1
    delete a1 a2       a2   - a a3
    delete a1 a2       a1x  - a a3
    delete a1 a2 a3    a2   - a a
    delete a1x         a1x  - a1 a1
    delete a1          a1x  - a a2
    delete a           a2   - - b
    delete b           b    - - a
    delete b1          b1   - b b
    delete a b         a1   - - c
    delete d           d    - - c
    delete c d         d    - - b
    delete a b c d     a3   - - -
    delete a2          a1   a1 a1 a1
    delete a2          zz   zz zz zz
    section 1          a1x  - - c
    section 3          c    - - b
    section 1          b    - - c
    section 2          c    c c c
    collapse a1        a1x  a1x a1 -
    collapse a         a1x  a1x a -
    collapse a a1      a1x  a1x a -
    collapse a         a1   a1 a -
    collapse a         a    a a a
    collapse a         b    b b b
    collapse a b       b1   b1 b1 b1
    move a2 b          a2   a2 b -
    move a1 d          a1x  a1x d -
    move b a2          b    b a2 -
    move b a2          b1   b1 b1 b1
    move c a           c    c c c
    """

  @Test(arguments: table.split(separator: "\n").map(String.init))
  func itemsThatVanishAreReplacedByTheRule(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let edited = Array(words[1..<words.count - 4])
    let rules = ["collapse", "move"].contains(words[0]) ? Self.collapses : Self.deletions
    let found = try Self.replacements(
      words[words.count - 4],
      { snapshot in
        switch words[0] {
        case "delete": try snapshot.deleteItems(edited)
        case "section": try snapshot.deleteSections(edited.compactMap { Int($0) })
        case "move": try snapshot.moveItems([edited[0]], to: .into(edited[1]))
        default: snapshot.collapse(edited)
        }
      }, rules)
    #expect(found == words.suffix(3).joined(separator: " "))
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

  /// Regression: the title of a selected item came from an older version, and so did edits of it.
  @Test func remainingItemsHaveTheContentOfTheNewSnapshot() throws {
    var old = Snapshot<Int, Identified<Song>>()
    try old.appendSections([1])
    try old.appendItems([Identified(Song(1))])
    var new = old
    try new.updateItems([Identified(Song(1, plays: 1))])
    let item = try #require(old.visibleItems.first)
    var state = ViewState(selectedItems: [item], focusedItem: item, topItem: item)
    state.follow(from: old, to: new)
    let items = state.selectedItems + [state.focusedItem, state.topItem].compactMap { $0 }
    #expect(items.map(\.value.plays) == [1, 1, 1])
    var selection = OutlineSelection(item)
    selection.follow(from: old, to: new)
    #expect(selection.selectedItems.map(\.value.plays) == [1])
    #expect(selection.focusedItem?.value.plays == 1)
    try new.insertItems([Identified(Song(2))], beforeItem: item)
    let other = try #require(new.visibleItems.first)
    state = ViewState(selectedItems: [other])
    let before = new
    try new.deleteItems([other])
    try new.updateItems([Identified(Song(1, plays: 2))])
    state.follow(from: before, to: new)
    #expect(state.selectedItems.map(\.value.plays) == [2], "the replacement of a deleted item")
  }

  /// Regression: the rule passed over a section with a new first or last root.
  @Test func newRootsAreNoReplacementsButOldOnesBesideThemAre() throws {
    var old = Snapshot<Int, String>()
    try old.appendSections([1, 2, 3])
    for (section, items) in [1: ["a"], 2: ["b"], 3: ["c"]] {
      try old.appendItems(items, toSection: section)
    }
    var new = old
    try new.deleteItems(["a"])
    try new.insertItems(["new"], beforeItem: "b")
    var state = ViewState(selectedItems: ["a"])
    state.follow(from: old, to: new)
    #expect(state.selectedItems == ["b"])
    new = old
    try new.deleteItems(["c"])
    try new.appendItems(["new"], toSection: 2)
    state = ViewState(selectedItems: ["c"])
    state.follow(from: old, to: new)
    #expect(state.selectedItems == ["b"])
  }

  @Test func aStateFollowsUpdates() throws {
    let source = OutlineDataSource(Self.old)
    var state = ViewState(selectedItems: ["a1x", "d"], focusedItem: "d", topItem: "c")
    let adapter = TestAdapter()
    adapter.reaction = { state.follow(from: $0.initialSnapshot, to: $0.finalSnapshot) }
    source.attach(adapter)
    source.collapse("a")
    #expect(state.selectedItems == ["a", "d"])
    try source.update { try $0.deleteSections([3]) }
    #expect(state == ViewState(selectedItems: ["a", "b"], focusedItem: "b", topItem: "b"))
  }

  /// Regression: the search for a sibling did not end.
  @Test func itemsThatBecomeEqualHaveNoReplacement() throws {
    var old = Snapshot<Int, UnsteadyItem>()
    try old.appendSections([1])
    try old.appendItems((0..<3).map(UnsteadyItem.init))
    var new = old
    try new.deleteItems(Array(old.itemIdentifiers))
    var state = ViewState(selectedItems: [UnsteadyItem(number: 0)])
    UnsteadyItem.$areAllEqual.withValue(true) { state.follow(from: old, to: new) }
    #expect(state.selectedItems.isEmpty)
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

// MARK: - Random changes

extension SelectionRuleTests {
  static let runCount: UInt64 = TestEffort.choose(quick: 300, full: 5_000, long: 100_000)

  @Test func randomChangesMatchAModel() throws {
    var movedCount = 0
    for seed in 0..<Self.runCount {
      var edits = RandomSnapshotEdits(seed: seed, sectionCount: 4, itemCount: 14)
      var old = edits.snapshot()
      edits.edit(&old, count: 60)
      var new = old
      edits.edit(&new, count: Int.random(in: 0...6, using: &edits.random))
      let goneCount = Int.random(in: 0...5, using: &edits.random)
      let closedCount = 2
      try new.deleteItems((0..<14).shuffled(using: &edits.random).prefix(goneCount))
      new.collapse((0..<14).shuffled(using: &edits.random).prefix(closedCount))
      let items = (0..<14).shuffled(using: &edits.random)
      for collapsing in [SelectionRules.Collapsing.keep, .moveToParent, .deselect] {
        for deleting in [SelectionRules.Deleting.deselect, .moveToParent, .moveToNextSibling] {
          let rules = SelectionRules(whenCollapsed: collapsing, whenDeleted: deleting)
          let model = SelectionModel(old: old, new: new, rules: rules)
          var state = ViewState(selectedItems: items, focusedItem: items[0], topItem: items[1])
          state.follow(from: old, to: new, rules: rules)
          let expected = ViewState(selectedItems: items.compactMap(model.replacement))
          #expect(state.selectedItems == expected.selectedItems, "seed \(seed), \(rules)")
          #expect(state.focusedItem == model.replacement(items[0]), "seed \(seed), \(rules)")
          #expect(
            state.topItem.map { !new.contains($0) || new.row(of: $0) != nil } ?? true,
            "seed \(seed)")
          movedCount += state.selectedItems == items ? 0 : 1
        }
      }
    }
    #expect(movedCount > 3 * Int(Self.runCount))
  }
}

/// The items that a slow and obvious walk selects instead of others.
struct SelectionModel {
  let old: Snapshot<Int, Int>
  let new: Snapshot<Int, Int>
  let rules: SelectionRules

  func replacement(_ item: Int) -> Int? {
    guard let section = old.sectionIdentifier(containingItem: item) else { return item }
    guard let item = new.contains(item) ? item : replacementOfDeleted(item, in: section) else {
      return nil
    }
    let way = [item] + ancestors(of: item, in: new)
    guard let visible = way.first(where: { new.row(of: $0) != nil }), visible != item,
      old.row(of: item) != nil
    else { return item }
    switch rules.whenCollapsed {
    case .keep: return item
    case .moveToParent: return visible
    case .deselect: return nil
    }
  }

  private func replacementOfDeleted(_ item: Int, in section: Int) -> Int? {
    if rules.whenDeleted == .deselect { return nil }
    let above = ancestors(of: item, in: old)
    for (deleted, parent) in zip([item] + above, above.map { Optional($0) } + [nil]) {
      if rules.whenDeleted == .moveToNextSibling {
        let siblings = children(of: parent, section: section, in: old)
        let now = children(of: parent, section: section, in: new)
        let index = siblings.firstIndex(of: deleted) ?? 0
        let candidates = siblings[index...] + siblings[..<index].reversed()
        if let sibling = candidates.first(where: now.contains) { return sibling }
      }
      if let parent, new.contains(parent) { return parent }
    }
    guard rules.whenDeleted == .moveToNextSibling, let index = old.indexOfSection(section) else {
      return nil
    }
    let sections = Array(old.sectionIdentifiers)
    return sections[(index + 1)...].flatMap(remainingRoots).first
      ?? sections[..<index].flatMap(remainingRoots).last
  }

  private func remainingRoots(of section: Int) -> [Int] {
    let roots = children(of: nil, section: section, in: new)
    return children(of: nil, section: section, in: old).filter(roots.contains)
  }

  private func ancestors(of item: Int, in snapshot: Snapshot<Int, Int>) -> [Int] {
    snapshot.sectionIdentifier(containingItem: item)
      .flatMap { snapshot[$0].ancestors(of: item) } ?? []
  }

  private func children(of parent: Int?, section: Int, in snapshot: Snapshot<Int, Int>) -> [Int] {
    guard let parent else { return Array(snapshot[section].rootItems) }
    return snapshot.sectionIdentifier(containingItem: parent)
      .flatMap { snapshot[$0].children(of: parent) }.map { Array($0) } ?? []
  }
}
