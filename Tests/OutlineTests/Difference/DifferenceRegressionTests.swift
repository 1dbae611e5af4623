import OutlineTestSupport
import Testing

@testable import Outline

/// Small differences that were wrong once.
@Suite struct DifferenceRegressionTests {
  /// All rows moved where as many were compared as a word has bits.
  @Test(arguments: [63, 64, 65, 4_096])
  func oneMoveAmongSixtyFourRows(count: Int) throws {
    var old = SectionSnapshot<Int>()
    try old.append(Array(0..<count))
    var new = old
    try new.delete([0])
    try new.move(count - 1, before: count - 2)
    var judge = DifferenceJudge()
    try judge.judge(from: ShownOutline(old), to: ShownOutline(new), new.difference(from: old))
  }

  /// Pages that move with their neighbors are compared as one: to other levels, below rows that are
  /// closed, beside what was edited, and where the tree's root becomes a child or a child the root.
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
        for versions in [(old, new), (new, old)] {
          var judge = DifferenceJudge()
          try judge.judge(
            from: ShownOutline(versions.0), to: ShownOutline(versions.1),
            versions.1.difference(from: versions.0))
        }
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
      for versions in [(first, second), (second, first)] {
        var judge = DifferenceJudge()
        try judge.judge(
          from: ShownOutline(versions.0), to: ShownOutline(versions.1),
          versions.1.difference(from: versions.0))
      }
    }
  }

  /// The steps of a tree did not see rows open, close and change level that were reloaded as well.
  @Test(arguments: ["+ 6\n  + 8\n+ 7", "- 6\n+ 7\n  + 8", "- 7\n  + 8\n+ 6", "+ 6\n+ 7\n+ 8"])
  func reloadedRowsOpenAndClose(shape: String) throws {
    let old = SectionSnapshot<Int>("+ 6\n+ 7\n  + 8")
    let new = SectionSnapshot<Int>(shape)
    let difference = new.difference(from: old, updating: .reload) { _, _ in false }
    var judge = DifferenceJudge()
    try judge.judge(from: ShownOutline(old), to: ShownOutline(new) { _ in 1 }, difference)
  }

  /// The rows of a section that came while rows of others changed were shown without disclosure.
  @Test func insertedSectionsLookRight() throws {
    var old = Snapshot<Int, Int>()
    try old.appendSections([0])
    var new = old
    try new.appendItems([8], toSection: 0)
    try new.appendSections([1])
    new[1] = SectionSnapshot("+ 5\n  - 6")
    var judge = SnapshotJudge()
    try judge.judge(
      from: ShownSnapshot(old), to: ShownSnapshot(new), new.difference(from: old))
  }

  /// Rows that were removed and inserted where they were were updated once more.
  @Test func rowsThatMoveToTheirOwnPlaceAreNew() throws {
    var old = Snapshot<Int, Int>()
    try old.appendSections([0])
    old[0] = SectionSnapshot("- 1\n- 2\n- 3")
    var new = old
    new[0] = SectionSnapshot("- 3\n+ 2\n- 1")
    var judge = SnapshotJudge()
    try judge.judge(
      from: ShownSnapshot(old), to: ShownSnapshot(new), new.difference(from: old))
  }

  /// So were rows of a section that was removed and inserted where it was.
  @Test func rowsOfSectionsThatMoveToTheirOwnPlaceAreNew() throws {
    var old = Snapshot<Int, Int>()
    try old.appendSections([2, 0, 3])
    old[0] = SectionSnapshot("- 10\n- 1")
    var new = Snapshot<Int, Int>()
    try new.appendSections([3, 0, 2])
    new[3] = SectionSnapshot("- 10\n- 7")
    new[2] = SectionSnapshot("- 1\n- 4")
    try new.reloadItems([10])
    var judge = SnapshotJudge()
    judge.content = { $0 == 10 ? 1 : 0 }
    try judge.judge(
      from: ShownSnapshot(old), to: ShownSnapshot(new, content: judge.content),
      new.difference(from: old))
  }

  /// Rows that such a section lost were not reloaded, though they had opened or closed as well.
  @Test(arguments: ["- 4", "+ 4", "- 2\n- 4\n  - 5", "- 2\n+ 4\n  - 5"])
  func reloadedRowsOfSuchSectionsOpenAndClose(shape: String) throws {
    var old = Snapshot<Int, Int>()
    try old.appendSections([0, 1])
    old[0] = SectionSnapshot("- 9\n- 1")
    old[1] = SectionSnapshot("- 2\n- 8\n- 4\n- 7")
    var new = Snapshot<Int, Int>()
    try new.appendSections([2, 1, 3, 0])
    new[2] = SectionSnapshot("- 1")
    new[0] = SectionSnapshot(shape)
    try new.reloadItems([4])
    var judge = SnapshotJudge()
    judge.content = { $0 == 4 ? 1 : 0 }
    try judge.judge(
      from: ShownSnapshot(old), to: ShownSnapshot(new, content: judge.content),
      new.difference(from: old))
  }

  /// An edit of an unknown section that failed left the section behind.
  @Test func failedEditsAddNoSection() throws {
    var snapshot = Snapshot<Int, Int>()
    #expect(throws: SnapshotError<Int>.self) { try snapshot[7].append([1], to: 99) }
    snapshot[7].expand([4])
    #expect(snapshot.numberOfSections == 0)
    try snapshot[7].append([1])
    #expect(Array(snapshot.sectionIdentifiers) == [7])
  }
}
