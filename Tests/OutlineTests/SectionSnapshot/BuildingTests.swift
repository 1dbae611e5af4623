import Outline
import OutlineTestSupport
import Testing

/// Outlines from roots and a closure, which the model does not have.
@Suite struct BuildingTests {
  /// Models whose children are a property, optional or not, need neither a closure nor a type.
  @Test func childrenCanBeAKeyPath() throws {
    let trees = [Tree(name: 1, kids: [Tree(name: 2, kids: nil)]), Tree(name: 3, kids: [])]
    let outline = try SectionSnapshot(roots: trees, children: \.kids)
    #expect(outline.items.map(\.name) == [1, 2, 3])
    #expect(outline.parent(of: trees[0].allKids[0]) == trees[0])
    #expect(try outline == SectionSnapshot(roots: trees, children: \.allKids))
  }

  private struct Tree: Hashable {
    let name: Int
    let kids: [Tree]?
    var allKids: [Tree] { kids ?? [] }
  }

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
