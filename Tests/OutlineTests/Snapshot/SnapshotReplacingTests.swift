import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct SnapshotReplacingTests {
  static let shape = """
    1
      +* a
        -* a1
      -* b
    2
      -* c
    3
      -* d
    """

  private func snapshot(_ layout: TestLayout) -> Snapshot<Int, String> {
    Snapshot(SnapshotModel(Self.shape), in: layout.emptySnapshot())
  }

  @Test(arguments: TestLayout.allCases)
  func aSectionIsAppendedWithItsOutline(layout: TestLayout) throws {
    var snapshot = snapshot(layout)
    try snapshot.reloadItems(["a1", "c"])
    try snapshot.appendSection(7, SectionSnapshot())
    try snapshot.appendSection(8, SectionSnapshot("+* e\n  -* a\n  -* c"))
    #expect(
      snapshot.shape == "1\n  -* b\n2\n3\n  -* d\n7\n8\n  +* e\n    -* a\n      - a1\n    -* c")
    #expect(snapshot.reloadedItemIdentifiers == ["a1", "c"])
    #expect(throws: SnapshotError<Int, String>.duplicateSections([8])) {
      try snapshot.appendSection(8, SectionSnapshot("- z"))
    }
    #expect(!snapshot.contains("z"))
    snapshot.checkInvariants()
  }

  /// Without assertions, the write changes nothing.
  @Test func writingToAnUnknownSectionFailsAnAssertion() async throws {
    #expect(snapshot(.standard)[7].items.isEmpty)
    var hasAssertions = false
    assert(
      {
        hasAssertions = true
        return true
      }())
    if hasAssertions {
      await #expect(processExitsWith: .failure) {
        var snapshot = Snapshot<Int, String>()
        snapshot[7].expand(["a"])
      }
      await #expect(processExitsWith: .failure) {
        var snapshot = Snapshot<Int, String>()
        try? snapshot[7].append(["a"])
      }
    } else {
      var snapshot = snapshot(.standard)
      try snapshot[7].append(["a", "z"])
      snapshot[8] = SectionSnapshot()
      #expect(snapshot.shape == Self.shape)
    }
  }

  @Test(arguments: TestLayout.allCases)
  func itemInTwoNewSectionsIsAnError(layout: TestLayout) throws {
    var snapshot = snapshot(layout)
    let old = snapshot
    var mixed = old[2]
    try mixed.append(["b", "x"])
    func fails(
      _ pairs: KeyValuePairs<Int, SectionSnapshot<String>>,
      _ error: SnapshotError<Int, String>
    ) {
      #expect(throws: error) { try snapshot.replace(pairs) }
      #expect(snapshot.shape == Self.shape)
      snapshot.checkInvariants()
    }
    // b stays in 1 and is added to 2; is added to both; is new and added to both.
    fails([1: old[1], 2: mixed], .items(.duplicateItems(["b"])))
    fails([2: mixed, 1: old[1]], .items(.duplicateItems(["b"])))
    fails([3: mixed, 2: mixed], .items(.duplicateItems(["c", "b", "x"])))
    fails([8: mixed, 9: mixed], .items(.duplicateItems(["c", "b", "x"])))
    fails([1: old[1], 2: old[2], 1: SectionSnapshot()], .duplicateSections([1]))
    fails([9: mixed, 9: mixed, 1: old[1]], .duplicateSections([9]))
    try snapshot.replace([2: mixed])
    #expect(snapshot.shape == "1\n  +* a\n    -* a1\n2\n  -* c\n  -* b\n  -* x\n3\n  -* d")
  }

  @Test(arguments: TestLayout.allCases)
  func equalItemReplacesTheOldOne(layout: TestLayout) throws {
    let tracker = LifetimeTracker()
    var snapshot: Snapshot<Int, TrackedItem> = layout.emptySnapshot()
    try snapshot.appendSections([1, 2])
    try snapshot.appendItems((0..<50).map(tracker.item), toSection: 1)
    let new = tracker.item(7)
    snapshot[1] = try SectionSnapshot(roots: (0..<7).map(tracker.item) + [new]) { _ in [] }
    #expect(tracker.liveCount == 8)
    #expect(snapshot.itemIdentifiers.last?.identity == new.identity)
    try snapshot.moveItem(tracker.item(7), beforeItem: tracker.item(0))
    #expect(snapshot.itemIdentifiers.first?.identity == new.identity)
    snapshot.checkInvariants()
  }

  /// The number of comparisons shows which items are compared.
  @Test func onlyChangedItemsAreCompared() throws {
    let counter = ComparisonCounter()
    var snapshot = Snapshot<Int, CountedItem>()
    try snapshot.appendSections([0, 1])
    try snapshot.appendItems((0..<6_000).map(counter.item), toSection: 0)
    try snapshot.appendItems((6_000..<12_000).map(counter.item), toSection: 1)
    counter.count = 0
    try snapshot[0].append([counter.item(20_000)])
    snapshot[1].expand([counter.item(7_000)])
    try snapshot[0].delete([10, 4_000].map(counter.item))
    try snapshot[1].move(counter.item(9_999), before: counter.item(6_000))
    #expect(counter.count < 3_000)
    snapshot.checkInvariants()
  }
}
