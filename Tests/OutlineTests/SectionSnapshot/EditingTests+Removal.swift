import Outline
import OutlineTestSupport
import Testing

extension EditingTests {
  static let deleting: [Transition] = [
    Transition("delete removes the whole subtree", base, .delete(["a"]), "-* b"),
    Transition("delete nothing", base, doesNothing: .delete([])),
    Transition(
      "each unknown item once, in the order of the argument", base, .delete(["z", "a", "y", "z"]),
      throws: .unknownItems(["z", "y"])),
    Transition("the same item twice", base, .delete(["a", "a"]), "-* b"),
    Transition("ancestor and descendant", base, .delete(["a", "a1x", "a1"]), "-* b"),
    Transition("deleteAll", base, .deleteAll, ""),
  ]

  static let replacing: [Transition] = [
    Transition(
      "replace: new children with hierarchy and expansion, the parent keeps its flag", base,
      .replace(childrenOf: "a", using: "+ m\n  - m1\n- n"),
      """
      +* a
        +* m
          -* m1
        -* n
      -* b
      """),
    Transition(
      "replace the children of a leaf", base, .replace(childrenOf: "b", using: "- b1"),
      base + "\n  - b1"),
    Transition(
      "former descendants keep the expansion of the new snapshot", base,
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
      "replace by nothing below an unknown parent", base, .replace(childrenOf: "z", using: ""),
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

  @Test(arguments: TestLayout.allCases)
  func itemDeletedByReplacingIsForgotten(layout: TestLayout) throws {
    var snapshot = SectionSnapshot<String>(Self.base, in: layout.empty())
    try snapshot.replace(childrenOf: "a", using: SectionSnapshot())
    #expect(!snapshot.contains("a1x"))
    try snapshot.append(["a1"], to: "b")
    #expect(snapshot.shape == "+* a\n-* b\n  - a1")
  }
}
