import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct SnapshotMarkTests {
  typealias Failure = SnapshotError<Int, String>

  private func snapshot(_ layout: TestLayout) -> Snapshot<Int, String> {
    let model = SnapshotModel<Int, String>("1\n  +* a\n    -* a1\n  -* b\n2\n  -* c\n3")
    return Snapshot(model, in: layout.emptySnapshot())
  }

  @Test(arguments: TestLayout.allCases)
  func marksAccumulateInOrder(layout: TestLayout) throws {
    var snapshot = snapshot(layout)
    let unmarked = snapshot
    try snapshot.reloadItems(["c", "a1"])
    try snapshot.reloadItems([])
    try snapshot.reloadItems(["b", "c"])
    try snapshot.reconfigureItems(["a", "c"])
    try snapshot.reloadSections([3, 1])
    try snapshot.reloadSections([1, 2])
    #expect(snapshot.reloadedItemIdentifiers == ["c", "a1", "b"])
    #expect(snapshot.reconfiguredItemIdentifiers == ["a", "c"])
    #expect(snapshot.reloadedSectionIdentifiers == [3, 1, 2])
    #expect(snapshot == unmarked)
    #expect(snapshot.hashValue == unmarked.hashValue)
    #expect(unmarked.reloadedItemIdentifiers == [])
    snapshot.checkInvariants()
  }

  @Test(arguments: TestLayout.allCases)
  func markingUnknownOrRepeatedItemsIsAnError(layout: TestLayout) throws {
    var snapshot = snapshot(layout)
    #expect(throws: Failure.items(.unknownItems(["x", "y"]))) {
      try snapshot.reloadItems(["x", "a", "y"])
    }
    #expect(throws: Failure.items(.unknownItems(["x"]))) {
      try snapshot.reconfigureItems(["a", "x"])
    }
    #expect(throws: Failure.items(.duplicateItems(["x"]))) {
      try snapshot.reloadItems(["x", "y", "x"])
    }
    #expect(throws: Failure.items(.duplicateItems(["a"]))) {
      try snapshot.reconfigureItems(["a", "a"])
    }
    #expect(throws: Failure.unknownSections([9])) { try snapshot.reloadSections([1, 9]) }
    #expect(throws: Failure.duplicateSections([9])) { try snapshot.reloadSections([9, 9]) }
    #expect(snapshot.reloadedItemIdentifiers == [])
    #expect(snapshot.reconfiguredItemIdentifiers == [])
    #expect(snapshot.reloadedSectionIdentifiers == [])
  }

  @Test(arguments: TestLayout.allCases)
  func deletionsRemoveMarks(layout: TestLayout) throws {
    var snapshot = snapshot(layout)
    try snapshot.reloadItems(["a1", "c", "b"])
    try snapshot.reconfigureItems(["a", "a1", "b", "c"])
    try snapshot.reloadSections([2, 3, 1])
    let marked = snapshot
    try snapshot.deleteItems(["a"])
    #expect(snapshot.reloadedItemIdentifiers == ["c", "b"])
    #expect(snapshot.reconfiguredItemIdentifiers == ["b", "c"])
    try snapshot.appendItems(["a"], toSection: 1)
    #expect(snapshot.reconfiguredItemIdentifiers == ["b", "c"])
    try snapshot.deleteSections([2])
    #expect(snapshot.reloadedItemIdentifiers == ["b"])
    #expect(snapshot.reconfiguredItemIdentifiers == ["b"])
    #expect(snapshot.reloadedSectionIdentifiers == [3, 1])
    try snapshot[1].delete(["b"])
    #expect(snapshot.reloadedItemIdentifiers == [])
    snapshot.deleteAllItems()
    #expect(snapshot.reloadedSectionIdentifiers == [])
    #expect(marked.reloadedItemIdentifiers == ["a1", "c", "b"])
    #expect(marked.reloadedSectionIdentifiers == [2, 3, 1])
  }

  @Test(arguments: TestLayout.allCases)
  func movedItemsKeepTheirMarks(layout: TestLayout) throws {
    var snapshot = snapshot(layout)
    try snapshot.reloadItems(["a1", "c"])
    try snapshot.reloadSections([1])
    try snapshot.appendItems(["a", "x"], toSection: 3)
    try snapshot.moveItem("c", beforeItem: "b")
    try snapshot.moveSection(1, afterSection: 3)
    snapshot[2] = snapshot[3]
    try snapshot.replace([2: snapshot[3], 3: snapshot[2]])
    #expect(snapshot.reloadedItemIdentifiers == ["a1", "c"])
    #expect(snapshot.reloadedSectionIdentifiers == [1])
    snapshot.checkInvariants()
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
