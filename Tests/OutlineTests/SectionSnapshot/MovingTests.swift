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
      "after an item: behind its subtree", base, .move("a1x", .after("b")),
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
    Transition(
      "out of a collapsed item", base, .move("b1", .before("a2")),
      """
      +* a
        +* a1
          -* a1x
        -* b1
        -* a2
      -* b
      """),
    Transition("before itself", base, doesNothing: .move("a1", .before("a1"))),
    Transition("after itself", base, doesNothing: .move("a1", .after("a1"))),
    Transition("before the next sibling", base, doesNothing: .move("a1", .before("a2"))),
    Transition("after the sibling ahead", base, doesNothing: .move("a2", .after("a1"))),
    Transition(
      "before a descendant", base, .move("a", .before("a1x")),
      throws: .moveIntoItself(["a"], destination: "a1x")),
    Transition(
      "after a child", base, .move("a", .after("a1")),
      throws: .moveIntoItself(["a"], destination: "a1")),
    Transition("unknown item", base, .move("z", .after("a")), throws: .unknownItems(["z"])),
    Transition("unknown anchor", base, .move("a", .before("z")), throws: .unknownItems(["z"])),
    Transition("both unknown", base, .move("z", .before("y")), throws: .unknownItems(["z", "y"])),
    Transition("unknown twice", base, .move("z", .before("z")), throws: .unknownItems(["z"])),
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
      "to the roots", base, .moveInto(nil, at: 2, item: "a1"),
      """
      +* a
        -* a2
      -* b
        - b1
      +* a1
        -* a1x
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
    Transition("a root where it is already", base, doesNothing: .moveInto(nil, at: 0, item: "a")),
    Transition(
      "index behind the end", base, .moveInto("a", at: 2, item: "a1"),
      throws: .indexOutOfRange(2, count: 1)),
    Transition(
      "negative index", base, .moveInto(nil, at: -1, item: "a1"),
      throws: .indexOutOfRange(-1, count: 2)),
    Transition(
      "enormous index", base, .moveInto("b1", at: .max, item: "a1"),
      throws: .indexOutOfRange(.max, count: 0)),
    Transition(
      "into itself", base, .moveInto("a", at: 0, item: "a"),
      throws: .moveIntoItself(["a"], destination: "a")),
    Transition(
      "into a descendant, reported before the index", base, .moveInto("a1x", at: 9, item: "a"),
      throws: .moveIntoItself(["a"], destination: "a1x")),
    Transition(
      "unknown item and parent, reported first", base, .moveInto("y", at: -1, item: "z"),
      throws: .unknownItems(["z", "y"])),
    Transition(
      "unknown item", base, .moveInto(nil, at: 9, item: "z"), throws: .unknownItems(["z"])),
  ]
}
