import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct DataSourceApplyingTests {
  static let start = """
    1
      +* a
        -* a1
      -* b
    2
      -* c
    """

  private func make() -> (Source, TestAdapter) {
    let source = Source(Self.start)
    let adapter = TestAdapter()
    source.attach(adapter)
    return (source, adapter)
  }

  @Test func applyingReplacesTheSnapshot() throws {
    let (source, adapter) = make()
    source.apply(Snapshot(SnapshotModel("2\n  -* c\n  -* a1\n3\n  -* d")))
    #expect(source.shape == "2\n  -* c\n  -* a1\n3\n  -* d")
    #expect(adapter.shown == source.snapshot())
    #expect(adapter.updates.count == 1)
    let update = try #require(adapter.updates.first)
    #expect(update.initialSnapshot.shape == Self.start)
    #expect(update.finalSnapshot == source.snapshot())
    #expect(update.presentation == .animated && update.presentation != .reload)
    #expect(update.difference == update.finalSnapshot.difference(from: update.initialSnapshot))
  }

  @Test func applyingToASectionReplacesItsOutline() {
    let (source, adapter) = make()
    source.apply(SectionSnapshot("+* c\n  -* a1\n-* e"), to: 3)
    #expect(source.shape == "1\n  +* a\n  -* b\n2\n3\n  +* c\n    -* a1\n  -* e")
    #expect(source.snapshot(for: 3).shape == "+* c\n  -* a1\n-* e")
    #expect(source.snapshot(for: 4).items.isEmpty)
    source.apply(SectionSnapshot(), to: 4, animatingDifferences: false)
    #expect(source.snapshot().sectionIdentifiers.elementsEqual([1, 2, 3, 4]))
    #expect(adapter.updates.count == 2)
    #expect(adapter.updates.last?.presentation == .immediate)
  }

  @Test func applyingToASectionTakesItemsWithTheirDescendants() throws {
    let (source, adapter) = make()
    source.apply(SectionSnapshot("-* c\n-* a"), to: 2)
    #expect(source.shape == "1\n  -* b\n2\n  -* c\n  -* a\n    - a1")
    source.apply(SectionSnapshot("-* a"), to: 3)
    #expect(source.shape == "1\n  -* b\n2\n  -* c\n3\n  -* a\n    - a1")
    try source.apply([1: SectionSnapshot("+* a\n-* b")])
    #expect(source.shape == "1\n  +* a\n    -* a1\n  -* b\n2\n  -* c\n3")
    #expect(adapter.shown == source.snapshot())
  }

  @Test(arguments: [true, false])
  func applyingAPatchIsOneUpdate(isAnimated: Bool) throws {
    let (source, adapter) = make()
    let old = source.snapshot()
    var new = old
    try new.moveItems(["a1"], to: .end(of: 2))
    try new.deleteItems(["b"])
    new.collapse(["a"])
    let patch = new.patch(from: old)
    var shownCount = 0
    try source.apply(patch, animatingDifferences: isAnimated) { shownCount += 1 }
    #expect(source.snapshot() == new && adapter.shown == new)
    #expect(adapter.updates.map(\.presentation) == [isAnimated ? .animated : .immediate])
    #expect(adapter.updates.first?.patch == patch)
    #expect(shownCount == 1)
    #expect(throws: SnapshotError<Int, String>.items(.unknownItems(["b"]))) {
      try source.apply(patch) { shownCount += 1 }
    }
    #expect(source.snapshot() == new && adapter.updates.count == 1 && shownCount == 1)
  }

  @Test func duplicatesChangeNothing() {
    let (source, adapter) = make()
    #expect(throws: SnapshotError<Int, String>.items(.duplicateItems(["x"]))) {
      try source.apply([1: SectionSnapshot("-* x"), 2: SectionSnapshot("-* x")])
    }
    #expect(throws: SnapshotError<Int, String>.duplicateSections([1])) {
      try source.apply([1: SectionSnapshot("-* x"), 1: SectionSnapshot("-* y")] as KeyValuePairs)
    }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try source.update { snapshot in
        snapshot.deleteAllItems()
        throw Stop()
      }
    }
    #expect(source.shape == Self.start && adapter.updates.isEmpty)
  }

  @Test func reloadsAreRequestedOrRecommended() throws {
    let (source, adapter) = make()
    source.reloadThreshold = 2
    try source.update { try $0.appendItems(["d", "e"], toSection: 2) }
    #expect(adapter.events.last == "[1, 1]+2")
    try source.update { snapshot in
      try snapshot.insertItems(["f"], beforeItem: "a")
      try snapshot.insertItems(["g"], afterItem: "a")
      try snapshot.appendItems(["h"], toSection: 2)
    }
    #expect(adapter.events.last == "reload, still")
    source.applySnapshotUsingReloadData(Snapshot(SnapshotModel("5\n  -* e")))
    #expect(adapter.events.last == "reload, still")
    let update = try #require(adapter.updates.last)
    #expect(update.presentation == .reload && update.presentation != .animated)
    #expect(update.difference == update.finalSnapshot.difference(from: update.initialSnapshot))
    #expect(source.shape == "5\n  -* e")
    #expect(Source().reloadThreshold == 300)
  }

  @Test func expandingAnItemWithManyChildrenIsOneInsertion() throws {
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections([0])
    try snapshot[0].append([-1, -2])
    try snapshot[0].append(0..<2_000, to: -1)
    let source = OutlineDataSource(snapshot)
    let adapter = RecordingAdapter<Int, Int>()
    source.attach(adapter)
    source.expand(-1)
    source.collapse(-1)
    #expect(adapter.updates.map(\.presentation) == [.animated, .animated])
    #expect(
      adapter.updates.map(\.difference.description) == ["0: 1+2000 0~1", "0: 1-2000 0~1"])
    #expect(adapter.updates.map(\.difference.changeCount) == [2, 2])
    // Every second row is removed.
    source.expand(-1)
    try source.update { try $0.deleteItems((0..<600).map { $0 * 2 }) }
    #expect(adapter.updates.last?.presentation == .reload)
    #expect(adapter.updates.last?.difference.changeCount == 600)
  }

  @Test func itemsRowsAndSectionsAreLookedUp() {
    let (source, _) = make()
    #expect(source.itemIdentifier(for: RowPath(section: 0, row: 2)) == "b")
    #expect(source.itemIdentifier(for: RowPath(section: 0, row: 3)) == nil)
    #expect(source.rowPath(of: "a1") == RowPath(section: 0, row: 1))
    #expect(source.rowPath(of: "x") == nil)
    #expect(source.sectionIdentifier(for: 1) == 2 && source.sectionIdentifier(for: 2) == nil)
    #expect(source.sectionIdentifier(for: -1) == nil)
    #expect(source.index(for: 2) == 1 && source.index(for: 3) == nil)
    #expect(source.hasChildren("a") && !source.hasChildren("b") && !source.hasChildren("x"))
    #expect(source.states("a", "b", "x") == "a loaded, b loaded, x gone")
  }

  /// The closure edits a copy, which replaces the snapshot.
  @Test func anUpdateOverwritesChangesMadeInItsClosure() {
    let (source, adapter) = make()
    source.update { snapshot in
      source.collapse("a")
      snapshot.expand(["b"])
    }
    #expect(source.snapshot().isExpanded("a") && source.snapshot().isExpanded("b"))
    #expect(adapter.updates.count == 2 && adapter.shown == source.snapshot())
  }

  /// Regression: all ancestors of each parent that loses its children were visited, or all
  /// descendants of each parent that keeps them.
  @Test(arguments: [false, true])
  func applyingAFlatOutlineTakesLinearTimeInADeepOne(parentsLoad: Bool) throws {
    func comparisons(depth: Int) throws -> Int {
      let counter = ComparisonCounter()
      var snapshot = Snapshot<Int, CountedItem>()
      try snapshot.appendSections([0])
      // Each parent has a leaf, or a child that has the next parent.
      let levels = (0..<depth).flatMap { parentsLoad ? [2 * $0, 2 * $0 + 1] : [$0, $0 + 1] }
      let items = levels.indices.map(counter.item)
      try snapshot[0].append(preorder: zip(items, levels).map { (item: $0, level: $1) })
      let source = OutlineDataSource(snapshot)
      source.childLoader = ChildLoader(
        hasChildren: { parentsLoad && $0.number.isMultiple(of: 2) }, children: { _ in [] })
      // The parents become roots, and their children go.
      try snapshot.setRoots(items.filter { $0.number.isMultiple(of: 2) }, of: 0)
      try snapshot.deleteItems(items.filter { !$0.number.isMultiple(of: 2) })
      counter.count = 0
      source.apply(snapshot, keepingExpansion: true)
      #expect(source.snapshot().numberOfItems == (parentsLoad ? 2 : 1) * depth)
      return counter.count
    }
    #if OUTLINE_INTERNAL_CHECKS
      // After each edit, the checks compare all items.
      if parentsLoad { return }
    #endif
    #expect(try comparisons(depth: 400) < 3 * comparisons(depth: 200))
  }
}
