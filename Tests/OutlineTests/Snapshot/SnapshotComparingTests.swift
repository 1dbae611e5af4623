import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct SnapshotComparingTests {
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

  let old = Snapshot(SnapshotModel<Int, String>(shape))

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
