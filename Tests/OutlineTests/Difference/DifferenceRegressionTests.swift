import Outline
import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct DifferenceRegressionTests {
  private func check(from old: SectionSnapshot<Int>, to new: SectionSnapshot<Int>) throws {
    var checker = DifferenceChecker()
    try checker.check(from: ShownOutline(old), to: ShownOutline(new), new.difference(from: old))
  }

  private func check(
    from old: Snapshot<Int, Int>, to new: Snapshot<Int, Int>, reloading item: Int? = nil
  ) throws {
    var new = new
    try new.reloadItems(item.map { [$0] } ?? [])
    var checker = SnapshotDifferenceChecker()
    checker.content = { $0 == item ? 1 : 0 }
    let shown = ShownSnapshot(new, content: checker.content)
    try checker.check(from: ShownSnapshot(old), to: shown, new.difference(from: old))
  }

  /// All rows moved if their number was the number of bits of a word.
  @Test(arguments: [63, 64, 65, 4_096])
  func oneRowMovesAmongSixtyFour(count: Int) throws {
    var old = SectionSnapshot<Int>()
    try old.append(Array(0..<count))
    var new = old
    try new.delete([0])
    try new.move(count - 1, before: count - 2)
    try check(from: old, to: new)
  }

  /// Pages that move together are compared as one range.
  ///
  /// They move to other levels, below collapsed rows and next to edits. The root page becomes a
  /// child, and a child becomes the root page.
  @Test(arguments: TestLayout.allCases)
  func pagesMoveTogether(layout: TestLayout) throws {
    var old: SectionSnapshot<Int> = layout.empty()
    let rows = (0..<600).map { (item: $0, level: $0 % 40 == 0 ? 0 : $0 % 8 == 0 ? 1 : 2) }
    try old.append(preorder: rows.map { ($0.item, $0.item % 40 < 8 ? min($0.level, 1) : $0.level) })
    old.expandAll()
    for (root, parent, edited) in [(0, nil, 1), (40, 240, 41), (280, nil, 599), (560, 0, 300)] {
      for isClosed in [false, true] {
        var new = old
        try new.move(root, to: parent, at: parent == nil ? 14 : 3)
        if isClosed, let parent { new.collapse([parent]) }
        try new.delete([edited])
        try new.append([1_000], to: edited == 1 ? 2 : nil)
        try check(from: old, to: new)
        try check(from: new, to: old)
      }
    }
    var cut = old
    var grown: SectionSnapshot<Int> = layout.empty()
    try grown.append(preorder: rows.prefix(8).map { ($0.item, $0.item == 0 ? 0 : 1) })
    grown.expandAll()
    let small = grown
    try grown.append(Array(100..<300))
    try cut.delete(Array(8..<600))
    for (first, second) in [(small, grown), (old, cut)] {
      try check(from: first, to: second)
      try check(from: second, to: first)
    }
  }

  /// Tree changes missed rows that expanded, collapsed or changed level and were reloaded too.
  @Test(arguments: ["+ 6\n  + 8\n+ 7", "- 6\n+ 7\n  + 8", "- 7\n  + 8\n+ 6", "+ 6\n+ 7\n+ 8"])
  func reloadedRowsExpandAndCollapse(shape: String) throws {
    let old = SectionSnapshot<Int>("+ 6\n+ 7\n  + 8")
    let new = SectionSnapshot<Int>(shape)
    let difference = new.difference(from: old, updating: .reload) { _, _ in false }
    var checker = DifferenceChecker()
    try checker.check(from: ShownOutline(old), to: ShownOutline(new) { _ in 1 }, difference)
  }

  /// A view expands one level, and may remember which rows below were expanded.
  @Test func expandedDescendantsExpandAfterTheirAncestor() throws {
    let old = SectionSnapshot<Int>("- 1\n  + 2\n    + 3\n      - 4\n  - 5\n    - 6\n  + 7")
    var new = old
    new.expand([1])
    #expect(
      treeChanges(from: old, to: new)
        == [.update(1), .expand(1), .expand(2), .expand(3), .collapse(5)])
    try new.append([8], to: 5)
    try new.append([9], to: 1)
    try new.append([10], to: 9)
    #expect(
      treeChanges(from: old, to: new)
        == [.update(1), .expand(1), .expand(2), .expand(3), .collapse(5), .collapse(9)])
  }

  /// A view remembers whether a row had children.
  @Test func aRowIsUpdatedBeforeItsFirstChildShows() throws {
    let old = SectionSnapshot<Int>("+ 1\n- 2")
    var new = old
    try new.append([3], to: 1)
    #expect(treeChanges(from: old, to: new) == [.update(1), .expand(1)])
    #expect(treeChanges(from: new, to: old) == [.collapse(1), .update(1)])
  }

  /// A view does not know inserted rows before the end of the update block.
  @Test func insertedRowsExpandAfterTheStructuralSteps() {
    let old = SectionSnapshot<Int>("- 1\n+ 4\n  - 5")
    let new = SectionSnapshot<Int>("+ 2\n  + 3\n    - 6\n- 1\n- 5\n  - 7")
    let changes = new.difference(from: old).treeChanges(from: old, to: new)
    #expect(
      changes?.structural == [
        .insert([2], at: 0, in: nil), .move(0, of: 4, to: 3, in: nil), .remove(2..<3, from: nil),
      ])
    #expect(changes?.subsequent == [.update(5), .expand(2), .expand(3)])
  }

  /// A view may remember that a hidden row was expanded.
  @Test func rowsThatWereHiddenCollapse() {
    let old = SectionSnapshot<Int>("- 1\n  - 2\n    - 3")
    let new = SectionSnapshot<Int>("- 1\n- 2\n  - 3\n- 4\n  - 5")
    #expect(
      treeChanges(from: old, to: new)
        == [.insert([2, 4], at: 1, in: nil), .update(1), .collapse(2), .collapse(4)])
  }

  /// The row stays among the rows while the collapsing one moves, and loses its parent, too.
  @Test func aRowThatLeavesADescendantOfACollapsingRowMoves() {
    let old = SectionSnapshot<Int>(
      "+ 1\n  + 2\n    - 3\n+ 4\n  + 5\n    - 6\n  + 7\n    + 8\n      - 9")
    let new = SectionSnapshot<Int>(
      "+ 1\n  + 2\n    - 3\n    + 8\n      - 9\n- 4\n  + 5\n    - 6\n  - 7")
    #expect(
      treeChanges(from: old, to: new) == [.move(0, of: 7, to: 1, in: 2), .collapse(4), .update(4)])
  }

  @Test func collapsingAParentOfManyChildrenIsOneCollapseAndOneUpdate() throws {
    var old = SectionSnapshot<Int>()
    try old.append([0])
    try old.append(Array(1...10_000), to: 0)
    try old.append(Array(10_001...10_100), to: 5_000)
    old.expandAll()
    var new = old
    new.collapse([0])
    #expect(treeChanges(from: old, to: new) == [.collapse(0), .update(0)])
    #expect(treeChanges(from: new, to: old) == [.update(0), .expand(0), .expand(5_000)])
  }

  private func treeChanges(
    from old: SectionSnapshot<Int>, to new: SectionSnapshot<Int>
  ) -> [SectionDifference.TreeChange<Int>] {
    guard let changes = new.difference(from: old).treeChanges(from: old, to: new) else { return [] }
    return changes.structural + changes.subsequent
  }

  /// Rows of an inserted section had no disclosure state if rows of other sections changed.
  @Test func insertedSectionsShowDisclosureStates() throws {
    var old = Snapshot<Int, Int>()
    try old.appendSections([0])
    var new = old
    try new.appendItems([8], toSection: 0)
    try new.appendSections([1])
    new[1] = SectionSnapshot("+ 5\n  - 6")
    try check(from: old, to: new)
  }

  /// Rows that were removed and inserted at the same position were updated again.
  @Test func rowsMovedToTheirOwnPositionAreNotUpdated() throws {
    var old = Snapshot<Int, Int>()
    try old.appendSections([0])
    old[0] = SectionSnapshot("- 1\n- 2\n- 3")
    var new = old
    new[0] = SectionSnapshot("- 3\n+ 2\n- 1")
    try check(from: old, to: new)
  }

  /// Rows of a section that was removed and inserted at the same position were updated again.
  @Test func rowsOfSectionsMovedToTheirOwnPositionAreNotUpdated() throws {
    let old = Snapshot(SnapshotModel<Int, Int>("2\n0\n  - 10\n  - 1\n3"))
    let new = Snapshot(SnapshotModel<Int, Int>("3\n  - 10\n  - 7\n0\n2\n  - 1\n  - 4"))
    try check(from: old, to: new, reloading: 10)
  }

  /// Rows that moved out of such a section were not reloaded if their disclosure state changed too.
  @Test(arguments: ["- 4", "+ 4", "- 2\n- 4\n  - 5", "- 2\n+ 4\n  - 5"])
  func reloadedRowsOfMovedSectionsChangeDisclosureStates(shape: String) throws {
    let old = Snapshot(SnapshotModel<Int, Int>("0\n  - 9\n  - 1\n1\n  - 2\n  - 8\n  - 4\n  - 7"))
    var new = Snapshot(SnapshotModel<Int, Int>("2\n  - 1\n1\n3\n0"))
    new[0] = SectionSnapshot(shape)
    try check(from: old, to: new, reloading: 4)
  }
}
