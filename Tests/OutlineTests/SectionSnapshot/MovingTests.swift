import Outline
import OutlineTestSupport
import Testing

@Suite struct MovingTests {
  @Test(arguments: siblings + inside)
  func movesLeadToTheExpectedOutline(_ transition: Transition) throws {
    try transition.check()
  }

  static let base = """
    +* a
      +* a1
        -* a1x
      -* a2
    -* b
      - b1
    """

  static let siblings: [Transition] = [
    Transition(
      "the whole subtree moves and keeps its expansion", base, .move("a1", .before("b")),
      """
      +* a
        -* a2
      +* a1
        -* a1x
      -* b
        - b1
      """),
    Transition(
      "after an item: after its subtree", base, .move("a1x", .after("b")),
      """
      +* a
        +* a1
        -* a2
      -* b
        - b1
      -* a1x
      """),
    Transition(
      "into a collapsed item", base, .move("a1", .after("b1")),
      """
      +* a
        -* a2
      -* b
        - b1
        + a1
          - a1x
      """),
    Transition("before itself", base, doesNothing: .move("a1", .before("a1"))),
    Transition("before the next sibling", base, doesNothing: .move("a1", .before("a2"))),
    Transition(
      "before a descendant", base, .move("a", .before("a1x")),
      throws: .moveIntoItself(["a"], destination: "a1x")),
    Transition("both unknown", base, .move("z", .before("y")), throws: .unknownItems(["z", "y"])),
  ]

  static let inside: [Transition] = [
    Transition(
      "to a parent and an index", base, .moveInto("a", at: 1, item: "b"),
      """
      +* a
        +* a1
          -* a1x
        -* b
          - b1
        -* a2
      """),
    Transition(
      "the index counts without the item itself", base, .moveInto("a", at: 1, item: "a1"),
      """
      +* a
        -* a2
        +* a1
          -* a1x
      -* b
        - b1
      """),
    Transition(
      "into a leaf", base, .moveInto("a2", at: 0, item: "a1"),
      """
      +* a
        -* a2
          + a1
            - a1x
      -* b
        - b1
      """),
    Transition("where it is already", base, doesNothing: .moveInto("a", at: 1, item: "a2")),
    Transition(
      "index after the end", base, .moveInto("a", at: 2, item: "a1"),
      throws: .indexOutOfRange(2, count: 1)),
    Transition(
      "negative index", base, .moveInto(nil, at: -1, item: "a1"),
      throws: .indexOutOfRange(-1, count: 2)),
    Transition(
      "into itself", base, .moveInto("a", at: 0, item: "a"),
      throws: .moveIntoItself(["a"], destination: "a")),
    Transition(
      "into a descendant, reported before the index", base, .moveInto("a1x", at: 9, item: "a"),
      throws: .moveIntoItself(["a"], destination: "a1x")),
    Transition(
      "unknown item and parent, reported first", base, .moveInto("y", at: -1, item: "z"),
      throws: .unknownItems(["z", "y"])),
  ]
}
