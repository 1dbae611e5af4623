import Outline
import OutlineTestSupport
import Testing

@Suite struct PreorderTests {
  @Test(arguments: cases)
  func preorderLevelsFormTheOutline(_ transition: Transition) throws {
    try transition.check()
  }

  static let base = "-* a\n  - a1\n-* b"
  static let cases: [Transition] = [
    Transition(
      "rows become a tree of collapsed items", "",
      .appendPreorder([("a", 0), ("a1", 1), ("a1x", 2), ("a2", 1), ("b", 0)], to: nil),
      """
      -* a
        - a1
          - a1x
        - a2
      -* b
      """),
    Transition(
      "levels count from the parent's children", base,
      .appendPreorder([("c", 0), ("c1", 1), ("d", 0)], to: "a"),
      """
      -* a
        - a1
        - c
          - c1
        - d
      -* b
      """),
    Transition("no rows", base, doesNothing: .appendPreorder([], to: "z")),
    Transition(
      "the first row must be a root", base, .appendPreorder([("c", 1)], to: nil),
      throws: .levelOutOfRange(1, position: 0)),
    Transition(
      "a negative level", base, .appendPreorder([("c", 0), ("d", -1)], to: nil),
      throws: .levelOutOfRange(-1, position: 1)),
    Transition(
      "two levels deeper at once", base, .appendPreorder([("c", 0), ("d", 1), ("e", 3)], to: "b"),
      throws: .levelOutOfRange(3, position: 2)),
    Transition(
      "unknown parent", base, .appendPreorder([("a", 7)], to: "z"), throws: .unknownItems(["z"])),
    Transition(
      "duplicates", base, .appendPreorder([("c", 0), ("b", 1), ("c", 1), ("a1", 2)], to: nil),
      throws: .duplicateItems(["b", "c", "a1"])),
  ]

  @Test func rootsAndChildrenFormTheOutline() throws {
    let children = ["a": ["a1", "a2"], "a1": ["a1x"]]
    let snapshot = try SectionSnapshot(roots: ["a", "b"]) { children[$0] ?? [] }
    #expect(
      snapshot.shape == """
        -* a
          - a1
            - a1x
          - a2
        -* b
        """)
  }

  @Test func itemWithTwoParentsIsADuplicate() {
    let children = ["a": ["c", "d"], "b": ["c", "e", "d", "c"]]
    #expect(throws: SectionSnapshotError.duplicateItems(["c", "d"])) {
      try SectionSnapshot(roots: ["a", "b"]) { children[$0] ?? [] }
    }
  }

  @Test func itemThatIsItsOwnDescendantIsADuplicate() {
    let children = ["a": ["b"], "b": ["c"], "c": ["a"]]
    #expect(throws: SectionSnapshotError.duplicateItems(["a"])) {
      try SectionSnapshot(roots: ["a"]) { children[$0] ?? [] }
    }
  }

  @Test func duplicatesAmongManyItemsAreReportedWithoutTheirDescendants() throws {
    let outline = try SectionSnapshot(roots: [0]) { $0 == 0 ? Array(1...1_000) : [] }
    #expect(Array(outline.items) == Array(0...1_000))
    let children = [0: Array(1...1_000), 500: [900, 1_001], 900: [1_002, 0]]
    #expect(throws: SectionSnapshotError.duplicateItems([0, 900, 3])) {
      try SectionSnapshot(roots: [0, 3]) { children[$0] ?? [] }
    }
  }
}
