import Outline
import OutlineTestSupport
import Testing

@Suite struct RearrangingTests {
  @Test(arguments: snapshots + filters + sorts)
  func rearrangingLeadsToTheExpectedOutline(_ transition: Transition) throws {
    try transition.check()
  }

  static let base = """
    -* c
      + c2
        - c2x
      - c1
    -* a
    +* b
      -* b1
    """

  static let snapshots: [Transition] = [
    Transition(
      "the children become roots, expansion kept", base, .keep("c", includingParent: false),
      """
      +* c2
        -* c2x
      -* c1
      """),
    Transition(
      "with the parent as the single root, and its flag", base, .keep("c", includingParent: true),
      """
      -* c
        + c2
          - c2x
        - c1
      """),
    Transition("of a leaf", base, .keep("a", includingParent: false), ""),
    Transition(
      "of an unknown item", base, .keep("z", includingParent: false), throws: .unknownItems(["z"])),
  ]

  static let filters: [Transition] = [
    Transition(
      "a match keeps its ancestors, and flags stay", base,
      .filter(["c2x", "b"], keepingSubtrees: false),
      """
      -* c
        + c2
          - c2x
      +* b
      """),
    Transition(
      "a match with its whole subtree", base, .filter(["c2", "b"], keepingSubtrees: true),
      """
      -* c
        + c2
          - c2x
      +* b
        -* b1
      """),
    Transition("no match", base, .filter([], keepingSubtrees: true), ""),
    Transition(
      "every root, with subtrees", base,
      doesNothing: .filter(["a", "b", "c"], keepingSubtrees: true)
    ),
  ]

  static let sorts: [Transition] = [
    Transition(
      "the roots move with their subtrees", base,
      .sort(childrenOf: nil, recursively: false, by: .ascending),
      """
      -* a
      +* b
        -* b1
      -* c
        + c2
          - c2x
        - c1
      """),
    Transition(
      "the children of one item", base, .sort(childrenOf: "c", recursively: false, by: .ascending),
      """
      -* c
        - c1
        + c2
          - c2x
      -* a
      +* b
        -* b1
      """),
    Transition(
      "every level", base, .sort(childrenOf: nil, recursively: true, by: .ascending),
      """
      -* a
      +* b
        -* b1
      -* c
        - c1
        + c2
          - c2x
      """),
    Transition(
      "equal items keep their order", "-* cc\n-* b\n-* aa\n-* a",
      .sort(childrenOf: nil, recursively: false, by: .byLength), "-* b\n-* a\n-* cc\n-* aa"),
    Transition(
      "below an unknown item", base, .sort(childrenOf: "z", recursively: true, by: .ascending),
      throws: .unknownItems(["z"])),
  ]
}
