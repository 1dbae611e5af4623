import Outline
import OutlineTestSupport
import Testing

/// The rules of the operations that their names do not say, as examples.
///
/// `ExhaustiveTests` tries all operations; these outlines show what the model must do.
@Suite struct SemanticsTests {
  @Test(arguments: adding + deleting + replacing + listing + moving + rearranging + expanding)
  func operationsLeadToTheExpectedOutline(_ transition: Transition) throws {
    try transition.check()
  }

  static let base = """
    +* a
      +* a1
        -* a1x
      -* a2
    -* b
    """

  // MARK: - Adding

  static let adding: [Transition] = [
    Transition("append nothing to an unknown parent", base, doesNothing: .append([], to: "z")),
    Transition(
      "an unknown parent is reported before duplicates", base, .append(["a", "c", "c"], to: "z"),
      throws: .unknownItems(["z"])),
    Transition(
      "each offending item once, in the order of the argument", base,
      .append(["c", "b", "c", "a", "b", "c"], to: nil), throws: .duplicateItems(["b", "c", "a"])),
    Transition(
      "a graft keeps hierarchy and expansion", base, .appendTree("+ c\n  - c1\n- d", to: "a2"),
      """
      +* a
        +* a1
          -* a1x
        -* a2
          + c
            - c1
          - d
      -* b
      """),
    Transition("an empty graft", base, doesNothing: .appendTree("", to: "z")),
    Transition(
      "insert after: siblings after the whole subtree", base, .insert(["m", "n"], .after("a1")),
      """
      +* a
        +* a1
          -* a1x
        -* m
        -* n
        -* a2
      -* b
      """),
    Transition(
      "the anchor itself", base, .insert(["n", "b"], .after("b")), throws: .duplicateItems(["b"])),
    Transition(
      "insert at a child index", base, .insertInto("a", at: 1, items: ["m", "n"]),
      """
      +* a
        +* a1
          -* a1x
        -* m
        -* n
        -* a2
      -* b
      """),
    Transition(
      "an unknown parent is reported before the index", base,
      .insertInto("z", at: 9, items: ["a"]), throws: .unknownItems(["z"])),
    Transition(
      "the index is reported before duplicates", base, .insertInto(nil, at: 3, items: ["a", "a"]),
      throws: .indexOutOfRange(3, count: 2)),
    Transition("insert nothing", base, doesNothing: .insertInto("z", at: -1, items: [])),
    Transition(
      "levels in pre-order count from the parent's children", "-* a\n  - a1\n-* b",
      .appendPreorder([("c", 0), ("c1", 1), ("d", 0)], to: "a"),
      """
      -* a
        - a1
        - c
          - c1
        - d
      -* b
      """),
    Transition(
      "two levels deeper at once", base, .appendPreorder([("c", 0), ("a", 1), ("e", 3)], to: "b"),
      throws: .levelOutOfRange(3, position: 2)),
    Transition(
      "an unknown parent is reported before levels", base, .appendPreorder([("a", 7)], to: "z"),
      throws: .unknownItems(["z"])),
  ]

  // MARK: - Deleting and replacing

  static let deleting: [Transition] = [
    Transition(
      "each unknown item once, in the order of the argument", base, .delete(["z", "a", "y", "z"]),
      throws: .unknownItems(["z", "y"])),
    Transition("ancestor and descendant", base, .delete(["a", "a1x", "a1", "a"]), "-* b"),
    Transition(
      "new children with hierarchy and expansion; the parent keeps its flag", base,
      .replace(childrenOf: "a", using: "+ a1x\n  - a1\n- n"),
      """
      +* a
        +* a1x
          -* a1
        -* n
      -* b
      """),
    Transition(
      "items outside of the parent", base, .replace(childrenOf: "a1", using: "- a1x\n- b\n- a2"),
      throws: .duplicateItems(["b", "a2"])),
    Transition(
      "the parent among its new children", base, .replace(childrenOf: "a1", using: "- n\n  - a1"),
      throws: .duplicateItems(["a1"])),
    Transition(
      "by nothing below an unknown parent", base, .replace(childrenOf: "z", using: ""),
      throws: .unknownItems(["z"])),
  ]

  @Test(arguments: TestLayout.allCases)
  func itemAddedAgainIsCollapsed(layout: TestLayout) throws {
    var snapshot = SectionSnapshot<String>(Self.base, in: layout.empty())
    try snapshot.delete(["a"])
    try snapshot.append(["a"])
    try snapshot.append(["a1"], to: "a")
    #expect(snapshot.shape == "-* b\n-* a\n  - a1")
  }

  // MARK: - Replacing identities

  static let replacing: [Transition] = [
    Transition(
      "the new item gets the subtree and the expansion", base, .replaceItem("a", with: "n"),
      """
      +* n
        +* a1
          -* a1x
        -* a2
      -* b
      """),
    Transition("with itself", base, doesNothing: .replaceItem("a1", with: "a1")),
    Transition(
      "an unknown item is reported before a known one", base, .replaceItem("z", with: "a"),
      throws: .unknownItems(["z"])),
    Transition(
      "with a known one", base, .replaceItem("a", with: "a1x"), throws: .duplicateItems(["a1x"])),
  ]

  @Test(arguments: TestLayout.allCases)
  func differencesFindReplacedItemsOfSharedPages(layout: TestLayout) throws {
    var old: SectionSnapshot<Int> = layout.empty()
    try old.append(0..<200)
    var new = old
    try new.replace(100, with: 500)
    #expect(new != old)
    #expect(new.difference(from: old).description == "100-1 100+1")
    try new.replace(500, with: 100)
    #expect(new == old)
    #expect(new.difference(from: old).isEmpty)
  }

  // MARK: - Listing children

  static let listing: [Transition] = [
    Transition(
      "children that stay keep their subtrees and their expansion", base,
      .setChildren(["n", "a1"], of: "a"),
      """
      +* a
        -* n
        +* a1
          -* a1x
      -* b
      """),
    Transition(
      "an item from below a root that goes survives", base, .setChildren(["b", "a1"], of: nil),
      """
      -* b
      +* a1
        -* a1x
      """),
    Transition("no children", base, .setChildren([], of: "a"), "+* a\n-* b"),
    Transition("no roots", base, .setChildren([], of: nil), ""),
    Transition(
      "an unknown parent is reported before duplicates", base, .setChildren(["n", "n"], of: "z"),
      throws: .unknownItems(["z"])),
    Transition(
      "duplicates are reported before ancestors", base, .setChildren(["a", "n", "n"], of: "a1"),
      throws: .duplicateItems(["n"])),
    Transition(
      "the parent and its ancestors", base, .setChildren(["b", "a1", "n", "a"], of: "a1"),
      throws: .moveIntoItself(["a1", "a"], destination: "a1")),
    Transition(
      "an outline of some levels: other children stay, and new items take its expansion", base,
      .setTree("- b\n  - a2\n  + n\n    - m\n- a", of: nil),
      """
      -* b
        - a2
        + n
          - m
      +* a
        +* a1
          -* a1x
      """),
    Transition(
      "an outline that turns a parent and its child around", base,
      .setTree("- a1x\n  - a1\n- b", of: "a"),
      """
      +* a
        -* a1x
          + a1
        -* b
      """),
    Transition(
      "an outline with an ancestor of the parent at a deeper level", base,
      .setTree("- n\n  - a", of: "a1"), throws: .moveIntoItself(["a"], destination: "a1")),
  ]

  @Test func settingChildrenMovesTheFewest() throws {
    let old = try SectionSnapshot(roots: 0..<1_000) { root in
      root < 1_000 && root.isMultiple(of: 10) ? [root + 1_000] : []
    }
    var new = old
    var list = Array(0..<1_000)
    list.append(list.remove(at: 10))
    list.remove(at: 500)
    list.insert(5_000, at: 700)
    try new.setChildren(list, of: nil)
    #expect(Array(new.rootItems) == list)
    #expect(new.difference(from: old).description == "501-1 700+1 10>999")
    let unchanged = new
    try new.setChildren(list, of: nil)
    #expect(new.isTriviallyIdentical(to: unchanged))
  }

  // MARK: - Moving

  static let moving: [Transition] = [
    Transition(
      "the whole subtree moves and keeps its expansion", base, .move("a1", .after("b")),
      """
      +* a
        -* a2
      -* b
      +* a1
        -* a1x
      """),
    Transition("before itself", base, doesNothing: .move("a1", .before("a1"))),
    Transition(
      "several in the order of the argument, those below others with these", base,
      .moveItems(["b", "a1x", "a2", "a1", "b"], .before("a")),
      """
      -* b
      -* a2
      +* a1
        -* a1x
      +* a
      """),
    Transition(
      "several to an index, which counts without them", "- a\n- b\n- c\n- d\n- e",
      .moveItemsInto(nil, at: 1, items: ["d", "c", "a"]), "-* b\n-* d\n-* c\n-* a\n-* e"),
    Transition(
      "the index counts without the item itself", base, .moveInto("a", at: 1, item: "a1"),
      """
      +* a
        -* a2
        +* a1
          -* a1x
      -* b
      """),
    Transition(
      "index after the end", base, .moveInto("a", at: 2, item: "a1"),
      throws: .indexOutOfRange(2, count: 1)),
    Transition(
      "into a descendant, reported before the index", base, .moveInto("a1x", at: 9, item: "a"),
      throws: .moveIntoItself(["a"], destination: "a1x")),
    Transition(
      "unknown item and parent, reported first", base, .moveInto("y", at: -1, item: "z"),
      throws: .unknownItems(["z", "y"])),
  ]

  // MARK: - Rearranging

  static let rearranging: [Transition] = [
    Transition(
      "the children become roots, expansion kept", base, .keep("a", includingParent: false),
      """
      +* a1
        -* a1x
      -* a2
      """),
    Transition(
      "with the parent as the single root, and its flag", "-* a\n  + a1\n    - a1x\n-* b",
      .keep("a", includingParent: true), "-* a\n  + a1\n    - a1x"),
    Transition(
      "a match keeps its ancestors, and flags stay", base,
      .filter(["a1x", "b"], keepingSubtrees: false),
      """
      +* a
        +* a1
          -* a1x
      -* b
      """),
    Transition(
      "a match with its whole subtree", base, .filter(["a1"], keepingSubtrees: true),
      """
      +* a
        +* a1
          -* a1x
      """),
    Transition(
      "items are sorted with their subtrees, on every level", base,
      .sort(childrenOf: nil, recursively: true, by: .descending),
      """
      -* b
      +* a
        -* a2
        +* a1
          -* a1x
      """),
    Transition(
      "sorted insertion goes after equal items", "-* a\n-* b\n-* cc",
      .insertSorted(["m", "dd", "n"], to: nil, by: .byLength),
      "-* a\n-* b\n-* m\n-* n\n-* cc\n-* dd"),
    Transition(
      "an item that is in order does not move", "-* a\n-* b\n-* c",
      doesNothing: .moveSorted("b", to: nil, by: .byLength, isSibling: false)),
    Transition(
      "a sorted move into a descendant", base,
      .moveSorted("a", to: "a1", by: .ascending, isSibling: false),
      throws: .moveIntoItself(["a"], destination: "a1")),
    Transition(
      "equal items keep their order", "-* cc\n-* b\n-* aa\n-* a",
      .sort(childrenOf: nil, recursively: false, by: .byLength), "-* b\n-* a\n-* cc\n-* aa"),
  ]

  // MARK: - Expansion

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

  static let expanding: [Transition] = [
    Transition(
      "a hidden item keeps its flag; unknown items are ignored", collapsed,
      .expand(["z", "a1", "y"]), hidden),
    Transition("expanding an item shows its expanded descendants", hidden, .expand(["a"]), base),
    Transition("collapsing a parent keeps the flags below it", base, .collapse(["a"]), hidden),
    Transition("a leaf can be expanded", "-* b", .expand(["b"]), "+* b"),
    Transition(
      "children that an expanded leaf gets show at once", "+* b", .append(["b1"], to: "b"),
      "+* b\n  -* b1"),
    Transition(
      "expanding to level 1 expands the roots and keeps deeper flags", hidden, .expandToLevel(1),
      """
      +* a
        +* a1
          -* a1x
        -* a2
      +* b
      """),
    Transition(
      "levels of an item start with the item, and the others can collapse", base,
      .expandToLevel(1, in: "a", collapsingOthers: true),
      """
      +* a
        -* a1
          - a1x
        -* a2
      -* b
      """),
    Transition("revealing expands every proper ancestor", collapsed, .reveal("a1x"), base),
    Transition(
      "restoring expands exactly the saved items", base, .restoreExpansion(["a1"]), hidden,
      outcome: .notFound([])),
    Transition(
      "restoring returns unknown items, each once, in order", hidden,
      .restoreExpansion(["z", "a1", "y", "z", "a", "a"]), base, outcome: .notFound(["z", "y"])),
  ]
}
