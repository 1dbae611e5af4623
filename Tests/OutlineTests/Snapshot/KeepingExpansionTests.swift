import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct KeepingExpansionTests {
  static let shape = """
    1
      +* a
        -* a1
      -* b
        + b1
    2
      +* c
        +* c1
    """

  private func snapshot(_ shape: String, _ layout: TestLayout) -> Snapshot<Int, String> {
    Snapshot(SnapshotModel(shape), in: layout.emptySnapshot())
  }

  @Test(arguments: TestLayout.allCases)
  func expansionFollowsItemsIntoOtherSections(layout: TestLayout) {
    let old = snapshot(Self.shape, layout)
    var rebuilt = snapshot("2\n  -* a\n    - c\n    + b\n3\n  -* c1\n  +* n\n  -* b1", layout)
    rebuilt.keepExpansion(of: old)
    #expect(rebuilt.shape == "2\n  +* a\n    +* c\n    -* b\n3\n  +* c1\n  +* n\n  +* b1")
    rebuilt.checkInvariants()
  }

  @Test(arguments: TestLayout.allCases)
  func equalExpansionCopiesNoStorage(layout: TestLayout) throws {
    let old = snapshot(Self.shape, layout)
    var new = old
    try new.insertItems(["n"], afterItem: "a")
    try new.moveItems(["b1"], to: .end(of: 2))
    let edited = new
    new.keepExpansion(of: old)
    #expect(new.isTriviallyIdentical(to: edited))
  }

  /// Regression: expanding an expanded item copied storage.
  @Test(arguments: TestLayout.allCases)
  func expandingExpandedItemsCopiesNoStorage(layout: TestLayout) {
    let old = snapshot(Self.shape, layout)
    var new = old
    new.expand(["a", "b1", "c1", "unknown"])
    new.collapse(["a1", "b"])
    #expect(new.isTriviallyIdentical(to: old))
  }

  @Test(arguments: TestLayout.allCases, [1, 100])
  func manyItemsOfSeveralSectionsExpand(layout: TestLayout, step: Int) throws {
    var snapshot: Snapshot<Int, Int> = layout.emptySnapshot()
    try snapshot.appendSections([0, 1, 2])
    for section in 0..<3 {
      try snapshot.appendItems(Array(section * 100..<(section + 1) * 100), toSection: section)
    }
    // Neighbors in the list are in one section, or in different ones; some occur twice.
    let items = (0..<300).map { $0 * step % 299 }.filter { !$0.isMultiple(of: 7) }
    snapshot.expand(items + [1000])
    #expect(snapshot.expandedItems == Set(items).sorted())
    snapshot.collapse(items.filter { $0.isMultiple(of: 2) })
    #expect(snapshot.expandedItems == Set(items).sorted().filter { !$0.isMultiple(of: 2) })
    snapshot.checkInvariants()
  }

  @Test(arguments: TestLayout.allCases)
  func expansionOfManyItemsIsKept(layout: TestLayout) throws {
    var generator = SeededGenerator(seed: 1)
    func random(_ count: Int) throws -> Snapshot<Int, Int> {
      var snapshot: Snapshot<Int, Int> = layout.emptySnapshot()
      try snapshot.appendSections([0, 1, 2])
      for item in (0..<count).shuffled(using: &generator) {
        let section = Int.random(in: 0..<3, using: &generator)
        let parent = snapshot[section].items.randomElement(using: &generator)
        try snapshot[section].append([item], to: parent)
      }
      snapshot.expand((0..<count).filter { _ in Bool.random(using: &generator) })
      return snapshot
    }
    let old = try random(500)
    var new = try random(600)
    let expected = (0..<600).filter { $0 < 500 ? old.isExpanded($0) : new.isExpanded($0) }
    new.keepExpansion(of: old)
    #expect(Set(new.expandedItems) == Set(expected))
    new.checkInvariants()
    // Versions with shared storage, few of whose items have another expansion.
    var edited = new
    try edited.deleteItems((0..<600).filter { _ in Int.random(in: 0..<9, using: &generator) == 0 })
    edited.collapse([7, 70, 170, 270])
    edited.keepExpansion(of: new)
    #expect(edited.expandedItems == new.expandedItems.filter(edited.contains))
    edited.checkInvariants()
  }
}
