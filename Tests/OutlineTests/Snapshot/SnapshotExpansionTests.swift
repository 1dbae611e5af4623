import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct SnapshotExpansionTests {
  static let shape = """
    1
      -* a
        - a1
          + a1x
      -* b
    2
    3
      +* c
        -* c1
          - c1x
      -* d
    """

  static let expanded = shape.replacing(#/[-+]\*? /#, with: "+* ")
  static let collapsed = shape.replacing(#/[-+]\*? /#, with: "- ")
    .replacing(#/\n {2}- /#, with: "\n  -* ")

  func check(_ name: String, _ after: String, change: (inout Snapshot<Int, String>) -> Void) {
    for layout in TestLayout.allCases {
      let original = Snapshot(SnapshotModel<Int, String>(Self.shape), in: layout.emptySnapshot())
      var snapshot = original
      change(&snapshot)
      #expect(snapshot.shape == after, "\(name)")
      #expect(original.shape == Self.shape, "\(name): a copy has changed")
      let rows = snapshot.sectionIdentifiers.map { snapshot[$0].visibleItems.count }
      #expect(snapshot.numberOfRows == rows.reduce(0, +), "\(name)")
      #expect(Array(snapshot.visibleItems) == snapshot.itemIdentifiers.filter(snapshot.isVisible))
      snapshot.checkInvariants()
    }
  }

  @Test func expandAllExpandsEveryItemOfEverySection() {
    check("all", Self.expanded) { $0.expandAll() }
  }

  @Test func collapseAllCollapsesEveryItemOfEverySection() {
    check("all", Self.collapsed) { $0.collapseAll() }
  }

  @Test func expandAllInAnItemExpandsItsSubtreeAlone() {
    let after = Self.shape.replacing("-* c1\n      - c1x", with: "+* c1\n      +* c1x")
    check("a visible item", after) { $0.withOutline(of: "c1") { $0.expandAll(in: "c1") } }
    let hidden = Self.shape.replacing("- a1\n", with: "+ a1\n")
    check("a hidden item", hidden) { $0.withOutline(of: "a1") { $0.expandAll(in: "a1") } }
    check("an unknown item", Self.shape) { $0.withOutline(of: "z") { $0.expandAll(in: "z") } }
  }

  @Test func collapseAllInAnItemCollapsesItsSubtreeAlone() {
    let after = Self.shape.replacing("+* c\n    -* c1", with: "-* c\n    - c1")
    check("a root", after) { $0.withOutline(of: "c") { $0.collapseAll(in: "c") } }
    let hidden = Self.shape.replacing("+ a1x", with: "- a1x")
    check("a collapsed root", hidden) { $0.withOutline(of: "a") { $0.collapseAll(in: "a") } }
    check("an unknown item", Self.shape) { $0.withOutline(of: "z") { $0.collapseAll(in: "z") } }
  }

  @Test func revealExpandsTheAncestorsInTheSectionOfTheItem() {
    let after = Self.shape.replacing(
      "-* a\n    - a1\n      + a1x", with: "+* a\n    +* a1\n      +* a1x")
    check("two levels", after) { $0.reveal("a1x") }
    check("a root", Self.shape) { $0.reveal("d") }
    check("a visible item", Self.shape) { $0.reveal("c1") }
    check("an unknown item", Self.shape) { $0.reveal("z") }
  }
}

@Suite struct SnapshotComparingTests {
  let old = Snapshot(SnapshotModel<Int, String>(SnapshotExpansionTests.shape))

  @Test func movedItemsAreNotMissing() throws {
    var new = old
    try new.deleteItems(["a1", "d"])
    try new.moveItems(["c1"], to: .end(of: 2))
    #expect(old.items(notIn: new) == ["a1", "a1x", "d"])
    #expect(new.items(notIn: old).isEmpty)
    try new.appendItems(["x"], toSection: 1)
    #expect(new.items(notIn: old) == ["x"])
    #expect(old.items(notIn: Snapshot()) == Array(old.itemIdentifiers))
    #expect(Snapshot<Int, String>().items(notIn: old).isEmpty)
  }

  @Test func itemsExpandedBeforeAreNotListedAgain() throws {
    var new = old
    new.expand(["d", "a1x", "c", "a"])
    new.collapse(["c"])
    #expect(new.items(expandedSince: old) == ["a", "d"])
    try new.moveItems(["a"], to: .end(of: 3))
    try new.insertItems(["x"], afterItem: "b")
    new.expand(["x"])
    #expect(new.items(expandedSince: old) == ["x", "d", "a"])
  }

  @Test func sectionsWithSharedStorageAreNotListed() throws {
    var new = old
    #expect(new.sections(changedSince: old).isEmpty)
    #expect(new.isTriviallyIdentical(to: old))
    new.expand(["d"])
    try new.insertSections([7], beforeSection: 1)
    #expect(new.sections(changedSince: old) == [7, 3])
    #expect(!new.isTriviallyIdentical(to: old))
    new.collapse(["d"])
    try new.deleteSections([7])
    #expect(new == old)
  }
}
