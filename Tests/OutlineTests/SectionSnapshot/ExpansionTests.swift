import Outline
import OutlineTestSupport
import Testing

@Suite struct ExpansionTests {
  @Test(arguments: flags + subtrees + restoring)
  func expansionLeadsToTheExpectedOutline(_ transition: Transition) throws {
    try transition.check()
  }

  @Test(arguments: TestLayout.allCases)
  func expansionDecidesWhichItemsAreVisible(layout: TestLayout) throws {
    var snapshot = layout.empty(of: String.self)
    try snapshot.append(["a", "b"])
    try snapshot.append(["a1", "a2"], to: "a")
    try snapshot.append(["a1x"], to: "a1")

    snapshot.expand(["a1"])
    #expect(Array(snapshot.visibleItems) == ["a", "b"])
    snapshot.expand(["a"])
    #expect(Array(snapshot.visibleItems) == ["a", "a1", "a1x", "a2", "b"])
    try snapshot.insert(["n"], after: "a")
    #expect(Array(snapshot.items) == ["a", "a1", "a1x", "a2", "n", "b"])
    snapshot.collapse(["a"])
    #expect(Array(snapshot.visibleItems) == ["a", "n", "b"])
    #expect(snapshot.isExpanded("a1"))

    let subtree = try snapshot.snapshot(of: "a")
    #expect(Array(subtree.rootItems) == ["a1", "a2"])
    #expect(Array(subtree.visibleItems) == ["a1", "a1x", "a2"])
    let whole = try snapshot.snapshot(of: "a", includingParent: true)
    #expect(Array(whole.visibleItems) == ["a"])
  }

  /// Few items and many items take different code paths.
  @Test(arguments: TestLayout.allCases)
  func expandingManyItemsEqualsExpandingEach(layout: TestLayout) throws {
    var snapshot = layout.empty(of: Int.self)
    let count = TestEffort.choose(quick: 250, full: 500, long: 500)
    try snapshot.append(preorder: (0..<count).map { (item: $0, level: $0 % 5) })
    var (together, apart) = (snapshot, snapshot)
    for (isExpanded, step) in [(true, 1), (false, 3), (true, 7), (false, 10)] {
      let items = Array(stride(from: -step, to: count, by: step))
      if isExpanded { together.expand(items) } else { together.collapse(items) }
      for item in items {
        if isExpanded { apart.expand([item]) } else { apart.collapse([item]) }
      }
      #expect(together == apart)
      #expect(Array(together.visibleItems) == Array(apart.visibleItems))
    }
  }

  @Test func walksOfDeepAndShallowRowsHaveTheCountsOfSingleRows() throws {
    for depth in 250..<265 {
      let levels = Array(0...depth) + [0, 1, 2, 2, 1, 2, 3, 3] + [0, 1, 1] + Array(0...depth)
      var outline = SectionSnapshot<Int>()
      try outline.append(preorder: zip(levels.indices, levels).map { (item: $0, level: $1) })
      outline.expandAll()
      outline.collapse([levels.count - 3])
      let rows = outline.rows
      #expect(rows.elementsEqual(rows.indices.map { rows[$0] }), "depth \(depth)")
      #expect(rows.dropFirst(depth).elementsEqual(rows.indices.dropFirst(depth).map { rows[$0] }))
    }
  }

  @Test func rowsHoldLevelExpansionAndPosition() throws {
    let snapshot = SectionSnapshot<String>(Self.expanded)
    let rows = snapshot.rows.map {
      "\($0.item) \($0.level) \($0.isExpanded) \($0.childCount) \($0.childIndex)/\($0.siblingCount)"
    }
    #expect(
      rows == [
        "a 0 true 2 0/2", "a1 1 true 1 0/2", "a1x 2 false 0 0/1", "a2 1 false 0 1/2",
        "b 0 false 0 1/2",
      ])
  }

  static let collapsed = """
    -* a
      - a1
        - a1x
      - a2
    -* b
    """
  static let hidden = """
    -* a
      + a1
        - a1x
      - a2
    -* b
    """
  static let expanded = EditingTests.base
}

extension ExpansionTests {
  static let flags: [Transition] = [
    Transition(
      "expanding a root shows its children", collapsed, .expand(["a"]),
      """
      +* a
        -* a1
          - a1x
        -* a2
      -* b
      """),
    Transition("a hidden item keeps its flag", collapsed, .expand(["a1"]), hidden),
    Transition(
      "expanding an item shows its expanded descendants", hidden, .expand(["a"]), expanded),
    Transition("collapsing a parent keeps the flags below it", expanded, .collapse(["a"]), hidden),
    Transition("unknown items are ignored", collapsed, .expand(["z", "a1", "y"]), hidden),
    Transition("expanding nothing", expanded, doesNothing: .expand([])),
    Transition("collapsing unknown items", expanded, doesNothing: .collapse(["z", "z"])),
    Transition("a leaf can be expanded", "-* b", .expand(["b"]), "+* b"),
    Transition(
      "children that an expanded leaf gets show at once", "+* b", .append(["b1"], to: "b"),
      """
      +* b
        -* b1
      """),
  ]

  static let subtrees: [Transition] = [
    Transition(
      "expandAll includes leaves", hidden, .expandAll,
      """
      +* a
        +* a1
          +* a1x
        +* a2
      +* b
      """),
    Transition("collapseAll", expanded, .collapseAll, collapsed),
    Transition(
      "expandAll in an item: itself and every descendant", collapsed, .expandSubtree("a1"),
      """
      -* a
        + a1
          + a1x
        - a2
      -* b
      """),
    Transition("expandAll in an unknown item", expanded, doesNothing: .expandSubtree("z")),
    Transition(
      "collapseAll in an item leaves its ancestors", expanded, .collapseSubtree("a1"),
      """
      +* a
        -* a1
          - a1x
        -* a2
      -* b
      """),
    Transition("collapseAll in an unknown item", expanded, doesNothing: .collapseSubtree("z")),
    Transition(
      "expanding to level 1 expands the roots and keeps deeper flags", hidden, .expandToLevel(1),
      """
      +* a
        +* a1
          -* a1x
        -* a2
      +* b
      """),
    Transition("expanding to level 0", hidden, doesNothing: .expandToLevel(0)),
  ]

  static let restoring: [Transition] = [
    Transition("revealing expands every proper ancestor", collapsed, .reveal("a1x"), expanded),
    Transition("revealing leaves the item's own flag", expanded, doesNothing: .reveal("a1x")),
    Transition("revealing a root", collapsed, doesNothing: .reveal("a")),
    Transition("revealing an unknown item", collapsed, doesNothing: .reveal("z")),
    Transition(
      "restoring expands exactly the saved items", expanded, .restoreExpansion(["a1"]), hidden,
      outcome: .notFound([])),
    Transition(
      "restoring returns unknown items, each once, in order", hidden,
      .restoreExpansion(["z", "a1", "y", "z", "a", "a"]), expanded, outcome: .notFound(["z", "y"])),
    Transition(
      "restoring nothing collapses all", expanded, .restoreExpansion([]), collapsed,
      outcome: .notFound([])),
  ]
}
