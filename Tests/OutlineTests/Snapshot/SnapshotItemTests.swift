import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct SnapshotItemTests {
  static let shape = """
    1
      +* a
        +* a1
          -* a1x
        -* a2
      -* b
        - b1
    2
      -* c
    """

  static func after(_ first: String, _ second: String) -> String {
    let lines = [("1", first), ("2", second)].map { section, outline in
      section + outline.split(separator: "\n").map { "\n  \($0)" }.joined()
    }
    return lines.joined(separator: "\n")
  }

  static let a = "+* a\n  +* a1\n    -* a1x\n  -* a2\n"
  static let b = "-* b\n  - b1\n"

  @Test(arguments: [
    SnapshotTransition(
      "new ones", shape, .appendItems(["x", "y"], to: 1), after(a + b + "-* x\n-* y", "-* c")),
    SnapshotTransition(
      "to the last section", shape, .appendItems(["x"], to: nil), after(a + b, "-* c\n-* x")),
    SnapshotTransition("none", shape, .appendItems([], to: 2), shape),
    SnapshotTransition(
      "one from another section, with its descendants", shape, .appendItems(["a"], to: 2),
      after(b, "-* c\n" + a)),
    SnapshotTransition("the last one of the section", shape, .appendItems(["b"], to: 1), shape),
    SnapshotTransition(
      "a descendant", shape, .appendItems(["a1"], to: 1),
      after("+* a\n  -* a2\n" + b + "+* a1\n  -* a1x", "-* c")),
    SnapshotTransition(
      "a hidden one shows", shape, .appendItems(["b1"], to: 2), after(a + "-* b", "-* c\n-* b1")),
    SnapshotTransition(
      "new and old ones in order", shape, .appendItems(["x", "b", "y", "z", "a1", "c"], to: 2),
      after("+* a\n  -* a2", "-* x\n\(b)-* y\n-* z\n+* a1\n  -* a1x\n-* c")),
    SnapshotTransition(
      "an item, then its descendant", shape, .appendItems(["a", "a1x", "a1"], to: 2),
      after(b, "-* c\n+* a\n  -* a2\n-* a1x\n+* a1")),
    SnapshotTransition(
      "a descendant, then its item", shape, .appendItems(["a1", "a"], to: 2),
      after(b, "-* c\n+* a1\n  -* a1x\n+* a\n  -* a2")),
    SnapshotTransition(
      "without sections", "", .appendItems(["x", "x"], to: nil), throws: .noSections),
    SnapshotTransition(
      "repeated new ones", shape, .appendItems(["y", "x", "y", "x", "y"], to: 1),
      throws: .items(.duplicateItems(["y", "x"]))),
    SnapshotTransition(
      "to an unknown section", shape, .appendItems(["a"], to: 9), throws: .unknownSections([9])),
    SnapshotTransition(
      "none to an unknown section", shape, .appendItems([], to: 9), throws: .unknownSections([9])),
    SnapshotTransition(
      "repeated ones to an unknown section", shape, .appendItems(["x", "x"], to: 9),
      throws: .items(.duplicateItems(["x"]))),
  ])
  func appendingLeadsToTheExpectedSnapshot(_ transition: SnapshotTransition) throws {
    try transition.check()
  }

  @Test(arguments: [
    SnapshotTransition(
      "new ones before", shape, .insertItems(["x", "y"], .before("a2")),
      after("+* a\n  +* a1\n    -* a1x\n  -* x\n  -* y\n  -* a2\n" + b, "-* c")),
    SnapshotTransition(
      "new ones after a whole subtree", shape, .insertItems(["x", "y"], .after("a1")),
      after("+* a\n  +* a1\n    -* a1x\n  -* x\n  -* y\n  -* a2\n" + b, "-* c")),
    SnapshotTransition(
      "below a collapsed item", shape, .insertItems(["x", "c"], .after("b1")),
      after(a + b + "  - x\n  - c", "")),
    SnapshotTransition(
      "old and new ones after", shape, .insertItems(["b", "x", "a1", "y"], .after("c")),
      after("+* a\n  -* a2", "-* c\n\(b)-* x\n+* a1\n  -* a1x\n-* y")),
    SnapshotTransition(
      "descendants of the anchor", shape, .insertItems(["a2", "a1x"], .after("a")),
      after("+* a\n  +* a1\n-* a2\n-* a1x\n" + b, "-* c")),
    SnapshotTransition("to where it is", shape, .insertItems(["b"], .after("a")), shape),
    SnapshotTransition("none", shape, .insertItems([], .after("a")), shape),
    SnapshotTransition(
      "beside an unknown one", shape, .insertItems(["a"], .after("m")),
      throws: .items(.unknownItems(["m"]))),
    SnapshotTransition(
      "none beside an unknown one", shape, .insertItems([], .before("m")),
      throws: .items(.unknownItems(["m"]))),
    SnapshotTransition(
      "beside itself", shape, .insertItems(["x", "a"], .after("a")),
      throws: .items(.anchorAmongItems("a"))
    ),
    SnapshotTransition(
      "repeated ones beside themselves", shape, .insertItems(["m", "m"], .before("m")),
      throws: .items(.duplicateItems(["m"]))),
    SnapshotTransition(
      "repeated ones beside an unknown one", shape, .insertItems(["x", "x"], .before("m")),
      throws: .items(.duplicateItems(["x"]))),
    SnapshotTransition(
      "into themselves", shape, .insertItems(["x", "a1", "b", "a"], .before("a1x")),
      throws: .items(.moveIntoItself(["a1", "a"], destination: "a1x"))),
  ])
  func insertingLeadsToTheExpectedSnapshot(_ transition: SnapshotTransition) throws {
    try transition.check()
  }

  @Test(arguments: [
    SnapshotTransition("before", shape, .moveItem("a", .before("c")), after(b, a + "-* c")),
    SnapshotTransition("after", shape, .moveItem("a", .after("c")), after(b, "-* c\n" + a)),
    SnapshotTransition(
      "before, in the section", shape, .moveItem("b", .before("a1")),
      after("+* a\n  -* b\n    - b1\n  +* a1\n    -* a1x\n  -* a2", "-* c")),
    SnapshotTransition(
      "after, in the section", shape, .moveItem("a", .after("b1")),
      after("-* b\n  - b1\n  + a\n    + a1\n      - a1x\n    - a2", "-* c")),
    SnapshotTransition(
      "out of its item", shape, .moveItem("a2", .after("a")),
      after("+* a\n  +* a1\n    -* a1x\n-* a2\n" + b, "-* c")),
    SnapshotTransition(
      "the last of a section", shape, .moveItem("c", .before("a")), after("-* c\n" + a + b, "")),
    SnapshotTransition("to where it is", shape, .moveItem("a", .before("b")), shape),
    SnapshotTransition(
      "to itself", shape, .moveItem("a", .before("a")),
      throws: .items(.moveIntoItself(["a"], destination: "a"))),
    SnapshotTransition(
      "an unknown one to itself", shape, .moveItem("m", .after("m")),
      throws: .items(.moveIntoItself(["m"], destination: "m"))),
    SnapshotTransition(
      "into itself", shape, .moveItem("a", .after("a1x")),
      throws: .items(.moveIntoItself(["a"], destination: "a1x"))),
    SnapshotTransition(
      "an unknown one", shape, .moveItem("m", .after("a")), throws: .items(.unknownItems(["m"]))),
    SnapshotTransition(
      "to an unknown one", shape, .moveItem("a", .before("n")), throws: .items(.unknownItems(["n"]))
    ),
    SnapshotTransition(
      "an unknown one to another", shape, .moveItem("m", .before("n")),
      throws: .items(.unknownItems(["m", "n"]))),
  ])
  func movingLeadsToTheExpectedSnapshot(_ transition: SnapshotTransition) throws {
    try transition.check()
  }

  @Test(arguments: [
    SnapshotTransition("with descendants", shape, .deleteItems(["a", "c"]), after(b, "")),
    SnapshotTransition(
      "one and its descendant", shape, .deleteItems(["a", "a1x", "b1"]), after("-* b", "-* c")),
    SnapshotTransition("none", shape, .deleteItems([]), shape),
    SnapshotTransition("unknown ones", shape, .deleteItems(["x", "c", "m"]), after(a + b, "")),
    SnapshotTransition(
      "repeated ones", shape, .deleteItems(["x", "a", "x"]), throws: .items(.duplicateItems(["x"]))),
    SnapshotTransition(
      "expand", shape, .expand(["b", "m", "c"]), after(a + "+* b\n  -* b1", "+* c")),
    SnapshotTransition(
      "collapse", shape, .collapse(["m", "a", "c"]),
      after("-* a\n  + a1\n    - a1x\n  - a2\n" + b, "-* c")),
  ])
  func deletingAndExpandingLeadToTheExpectedSnapshot(_ transition: SnapshotTransition) throws {
    try transition.check()
  }
}
