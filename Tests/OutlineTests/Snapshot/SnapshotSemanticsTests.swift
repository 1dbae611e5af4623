import OutlineTestSupport
import Testing

@testable import OutlineCore

/// The rules of the operations on several sections that their names do not say, as examples.
///
/// `SnapshotExhaustiveTests` tries all operations; these snapshots show what the model must do.
@Suite struct SnapshotSemanticsTests {
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
      "append one from another section, with its descendants", shape, .appendItems(["a"], to: 2),
      after(b, "-* c\n" + a)),
    SnapshotTransition(
      "append a hidden one shows", shape, .appendItems(["b1"], to: 2),
      after(a + "-* b", "-* c\n-* b1")),
    SnapshotTransition(
      "append an item, then its descendant", shape, .appendItems(["a", "a1x", "a1"], to: 2),
      after(b, "-* c\n+* a\n  -* a2\n-* a1x\n+* a1")),
    SnapshotTransition(
      "append a descendant, then its item", shape, .appendItems(["a1", "a"], to: 2),
      after(b, "-* c\n+* a1\n  -* a1x\n+* a\n  -* a2")),
    SnapshotTransition(
      "append without sections", "", .appendItems(["x", "x"], to: nil), throws: .noSections),
    SnapshotTransition(
      "append none to an unknown section", shape, .appendItems([], to: 9),
      throws: .unknownSections([9])),
    SnapshotTransition(
      "append repeated ones to an unknown section", shape, .appendItems(["x", "x"], to: 9),
      throws: .items(.duplicateItems(["x"]))),
    SnapshotTransition(
      "insert below a collapsed item", shape, .insertItems(["x", "c"], .after("b1")),
      after(a + b + "  - x\n  - c", "")),
    SnapshotTransition(
      "insert old and new ones after", shape, .insertItems(["b", "x", "a1", "y"], .after("c")),
      after("+* a\n  -* a2", "-* c\n\(b)-* x\n+* a1\n  -* a1x\n-* y")),
    SnapshotTransition(
      "insert descendants of the anchor", shape, .insertItems(["a2", "a1x"], .after("a")),
      after("+* a\n  +* a1\n-* a2\n-* a1x\n" + b, "-* c")),
    SnapshotTransition(
      "insert none beside an unknown one", shape, .insertItems([], .before("m")),
      throws: .items(.unknownItems(["m"]))),
    SnapshotTransition(
      "insert beside itself", shape, .insertItems(["x", "a"], .after("a")),
      throws: .items(.anchorAmongItems("a"))
    ),
    SnapshotTransition(
      "insert repeated ones beside themselves", shape, .insertItems(["m", "m"], .before("m")),
      throws: .items(.duplicateItems(["m"]))),
    SnapshotTransition(
      "insert into themselves", shape, .insertItems(["x", "a1", "b", "a"], .before("a1x")),
      throws: .items(.moveIntoItself(["a1", "a"], destination: "a1x"))),
    SnapshotTransition(
      "replace with one of another section", shape, .replaceItem("a", with: "c"),
      throws: .items(.duplicateItems(["c"]))),
    SnapshotTransition(
      "list one of another section, with its descendants and its expansion", shape,
      .setChildren(["b1", "a"], of: "c"),
      after("-* b", "-* c\n  - b1\n  + a\n    + a1\n      - a1x\n    - a2")),
    SnapshotTransition(
      "list roots of another section, and one below another", shape,
      .setRoots(["a1x", "a", "x"], of: 2), after(b, "-* a1x\n+* a\n  +* a1\n  -* a2\n-* x")),
    SnapshotTransition(
      "list some levels with items of another section", shape,
      .setOutline("- a\n  - c\n  - a1", of: 2), after(b, "+* a\n  -* c\n  +* a1\n    -* a1x")),
    SnapshotTransition(
      "list children of an unknown one", shape, .setTree("- a", of: "m"),
      throws: .items(.unknownItems(["m"]))),
    SnapshotTransition(
      "list repeated roots of an unknown section", shape, .setRoots(["a", "a"], of: 9),
      throws: .items(.duplicateItems(["a"]))),
    SnapshotTransition(
      "list no roots of an unknown section", shape, .setRoots([], of: 9),
      throws: .unknownSections([9])),
    SnapshotTransition(
      "list an ancestor and one of another section, which stays there",
      shape, .setChildren(["c", "a"], of: "a1"),
      throws: .items(.moveIntoItself(["a"], destination: "a1"))),
    SnapshotTransition(
      "move to itself", shape, .moveItem("a", .before("a")),
      throws: .items(.moveIntoItself(["a"], destination: "a"))),
    SnapshotTransition(
      "move an unknown one to itself", shape, .moveItem("m", .after("m")),
      throws: .items(.moveIntoItself(["m"], destination: "m"))),
    SnapshotTransition(
      "move an unknown one to another", shape, .moveItem("m", .before("n")),
      throws: .items(.unknownItems(["m", "n"]))),
    SnapshotTransition(
      "delete one and its descendant", shape, .deleteItems(["a", "a1x", "b1"]),
      after("-* b", "-* c")),
    SnapshotTransition(
      "delete unknown ones", shape, .deleteItems(["x", "c", "m"]), after(a + b, "")),
    SnapshotTransition(
      "delete repeated ones", shape, .deleteItems(["x", "a", "x"]),
      throws: .items(.duplicateItems(["x"]))),
  ])
  func operationsOnItemsLeadToTheExpectedSnapshot(_ transition: SnapshotTransition) throws {
    try transition.check()
  }

  static let sectionShape = """
    1
      +* a
        -* a1
    2
    3
      -* b
    """

  static func sections(_ order: [Int]) -> String {
    let blocks = [1: "1\n  +* a\n    -* a1", 3: "3\n  -* b"]
    return order.map { blocks[$0] ?? "\($0)" }.joined(separator: "\n")
  }

  @Test(arguments: [
    SnapshotTransition(
      "append repeated ones and one that is there", sectionShape,
      .appendSections([5, 4, 3, 5, 4, 5]),
      throws: .duplicateSections([3, 5, 4])),
    SnapshotTransition(
      "insert none beside an unknown one", sectionShape, .insertSections([], .after(9)),
      throws: .unknownSections([9])),
    SnapshotTransition(
      "insert beside itself", sectionShape, .insertSections([4, 1], .after(1)),
      throws: .anchorAmongSections(1)),
    SnapshotTransition(
      "insert repeated ones beside themselves", sectionShape, .insertSections([9, 9], .before(9)),
      throws: .duplicateSections([9])),
    SnapshotTransition(
      "delete unknown ones", sectionShape, .deleteSections([9, 3]), sections([1, 2])),
    SnapshotTransition("delete all items", sectionShape, .deleteAllItems, ""),
    SnapshotTransition(
      "move to itself", sectionShape, .moveSection(2, .after(2)), throws: .moveSectionToItself(2)),
  ])
  func operationsOnSectionsLeadToTheExpectedSnapshot(_ transition: SnapshotTransition) throws {
    try transition.check()
  }

  @Test(arguments: TestLayout.allCases)
  func sectionsAndItemsAreSeparate(layout: TestLayout) throws {
    var snapshot: Snapshot<Int, Int> = layout.emptySnapshot()
    try snapshot.appendSections(0..<5)
    for section in 0..<5 { try snapshot.appendItems([4 - section], toSection: section) }
    #expect(Array(snapshot.itemIdentifiers) == [4, 3, 2, 1, 0])
    #expect(snapshot.indexOfItem(3) == 1)
    #expect(snapshot.indexOfSection(3) == 3)
    try snapshot.deleteItems([2])
    #expect(Array(snapshot.sectionIdentifiers) == [0, 1, 2, 3, 4])
    #expect(snapshot.numberOfItems(inSection: 2) == 0)
    #expect(snapshot.numberOfItems(inSection: 5) == nil)
    #expect(snapshot.itemIdentifiers(inSection: 5).isEmpty)
    #expect(snapshot[5] == SectionSnapshot())
    #expect(snapshot.indexOfSection(5) == nil)
  }

  @Test func marksFollowReplacedItems() throws {
    var snapshot = Snapshot<Int, String>()
    try snapshot.appendSections([1, 2])
    try snapshot.appendItems(["a", "b", "c"], toSection: 2)
    try snapshot.reloadItems(["c", "b"])
    try snapshot.reconfigureItems(["b", "a"])
    let old = snapshot
    try snapshot.replaceItem("b", with: "d")
    #expect(snapshot.reloadedItemIdentifiers == ["c", "d"])
    #expect(snapshot.reconfiguredItemIdentifiers == ["d", "a"])
    #expect(snapshot.sectionIdentifier(containingItem: "d") == 2)
    #expect(old.reloadedItemIdentifiers == ["c", "b"])
    try snapshot.appendItems(["b"], toSection: 1)
    #expect(snapshot.reloadedItemIdentifiers == ["c", "d"])
  }

  @Test func versionsKeepTheirOwnMarks() throws {
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections([0])
    try snapshot.appendItems(0..<10_000)
    try snapshot.reloadItems((0..<10_000).reversed())
    let marked = snapshot
    try snapshot.deleteItems(Array(5..<9_995))
    #expect(snapshot.reloadedItemIdentifiers == (Array(0..<5) + (9_995..<10_000)).reversed())
    #expect(marked.reloadedItemIdentifiers == (0..<10_000).reversed())
  }
}
