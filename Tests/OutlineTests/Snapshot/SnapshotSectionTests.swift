import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct SnapshotSectionTests {
  static let shape = """
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
    SnapshotTransition("append", shape, .appendSections([5, 4]), sections([1, 2, 3, 5, 4])),
    SnapshotTransition("append none", shape, .appendSections([]), shape),
    SnapshotTransition(
      "append repeated ones and one that is there", shape, .appendSections([5, 4, 3, 5, 4, 5]),
      throws: .duplicateSections([3, 5, 4])),
    SnapshotTransition(
      "insert before", shape, .insertSections([5, 4], .before(2)), sections([1, 5, 4, 2, 3])),
    SnapshotTransition(
      "insert after", shape, .insertSections([5, 4], .after(2)), sections([1, 2, 5, 4, 3])),
    SnapshotTransition("insert none", shape, .insertSections([], .after(1)), shape),
    SnapshotTransition(
      "insert beside an unknown one", shape, .insertSections([4, 1], .before(9)),
      throws: .unknownSections([9])),
    SnapshotTransition(
      "insert none beside an unknown one", shape, .insertSections([], .after(9)),
      throws: .unknownSections([9])),
    SnapshotTransition(
      "insert beside itself", shape, .insertSections([4, 1], .after(1)),
      throws: .anchorAmongSections(1)),
    SnapshotTransition(
      "insert repeated ones beside themselves", shape, .insertSections([9, 9], .before(9)),
      throws: .duplicateSections([9])),
    SnapshotTransition(
      "insert one that is there", shape, .insertSections([4, 3], .before(1)),
      throws: .duplicateSections([3])),
  ])
  func addingLeadsToTheExpectedSections(_ transition: SnapshotTransition) throws {
    try transition.check()
  }

  @Test(arguments: [
    SnapshotTransition("delete", shape, .deleteSections([2, 1]), sections([3])),
    SnapshotTransition("delete none", shape, .deleteSections([]), shape),
    SnapshotTransition("delete unknown ones", shape, .deleteSections([9, 3]), sections([1, 2])),
    SnapshotTransition(
      "delete repeated ones", shape, .deleteSections([9, 2, 9, 2]),
      throws: .duplicateSections([9, 2])),
    SnapshotTransition("delete all items", shape, .deleteAllItems, ""),
    SnapshotTransition("move before", shape, .moveSection(3, .before(1)), sections([3, 1, 2])),
    SnapshotTransition("move after", shape, .moveSection(1, .after(3)), sections([2, 3, 1])),
    SnapshotTransition("move to where it is", shape, .moveSection(1, .before(2)), shape),
    SnapshotTransition(
      "move to itself", shape, .moveSection(2, .after(2)), throws: .moveSectionToItself(2)),
    SnapshotTransition(
      "move an unknown one to another", shape, .moveSection(9, .after(8)),
      throws: .unknownSections([9, 8])),
  ])
  func deletingAndMovingLeadToTheExpectedSections(_ transition: SnapshotTransition) throws {
    try transition.check()
  }

  @Test(arguments: TestLayout.allCases)
  func sectionAddedAgainIsEmpty(layout: TestLayout) throws {
    var snapshot = Snapshot(SnapshotModel<Int, String>(Self.shape), in: layout.emptySnapshot())
    try snapshot.deleteSections([1])
    try snapshot.appendSections([1])
    #expect(snapshot.shape == "2\n3\n  -* b\n1")
    try snapshot.appendItems(["a1"])
    #expect(snapshot.sectionIdentifier(containingItem: "a1") == 1)
    #expect(snapshot.rowPath(of: "a1") == RowPath(section: 2, row: 0))
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
    #expect(snapshot.numberOfRows(in: 5) == nil)
    #expect(snapshot.itemIdentifiers(inSection: 5).isEmpty)
    #expect(snapshot[5] == SectionSnapshot())
    #expect(snapshot.indexOfSection(5) == nil)
  }
}
