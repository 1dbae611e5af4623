import Outline
import OutlineTestSupport
import Testing

@Suite struct EditingTests {
  @Test(arguments: appending + inserting + deleting + replacing)
  func editsLeadToTheExpectedOutline(_ transition: Transition) throws {
    try transition.check()
  }

  static let base = """
    +* a
      +* a1
        -* a1x
      -* a2
    -* b
    """

  static let appending: [Transition] = [
    Transition(
      "append adds collapsed items to the end of the roots", base, .append(["d", "c"], to: nil),
      base + "\n-* d\n-* c"),
    Transition(
      "append adds to the end of the children", base, .append(["a3", "a4"], to: "a"),
      """
      +* a
        +* a1
          -* a1x
        -* a2
        -* a3
        -* a4
      -* b
      """),
    Transition("append nothing to an unknown parent", base, doesNothing: .append([], to: "z")),
    Transition("unknown parent", base, .append(["c"], to: "z"), throws: .unknownItems(["z"])),
    Transition(
      "an unknown parent is reported before duplicates", base, .append(["a", "c", "c"], to: "z"),
      throws: .unknownItems(["z"])),
    Transition(
      "an error names all existing items", base, .append(["c", "b", "a1x"], to: "a2"),
      throws: .duplicateItems(["b", "a1x"])),
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
      "a graft under an unknown parent", base, .appendTree("- a", to: "z"),
      throws: .unknownItems(["z"])),
    Transition(
      "a graft with existing items", base, .appendTree("- c\n  - b\n    - a1", to: "a"),
      throws: .duplicateItems(["b", "a1"])),
  ]

  static let inserting: [Transition] = [
    Transition(
      "insert before: siblings directly before the item", base, .insert(["m", "n"], .before("a2")),
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
      "insert after a collapsed item", "-* a\n  - a1", .insert(["n"], .after("a")),
      "-* a\n  - a1\n-* n"),
    Transition("insert nothing", base, doesNothing: .insert([], .before("z"))),
    Transition(
      "unknown anchor before duplicates", base, .insert(["a", "n", "n"], .before("z")),
      throws: .unknownItems(["z"])),
    Transition(
      "the anchor itself", base, .insert(["n", "b"], .after("b")), throws: .duplicateItems(["b"])),
    Transition(
      "insert duplicates", base, .insert(["n", "a1", "n", "a1"], .before("b")),
      throws: .duplicateItems(["a1", "n"])),
    Transition(
      "insert a snapshot before", base, .insertTree("+ m\n  - m1\n- n", .before("a2")),
      """
      +* a
        +* a1
          -* a1x
        +* m
          -* m1
        -* n
        -* a2
      -* b
      """),
    Transition("insert an empty snapshot", base, doesNothing: .insertTree("", .after("z"))),
  ]
}
