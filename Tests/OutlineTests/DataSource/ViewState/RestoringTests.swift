import Outline
import OutlineTestSupport
import Testing

@Suite struct RestoringTests {
  static let shape = """
    1
      +* a
        +* a1
          -* a1x
        -* a2
          - a2x
      -* b
        - b1
    """

  static func source(_ shape: String = shape) -> OutlineDataSource<Int, String> {
    OutlineDataSource(Snapshot(SnapshotModel<Int, String>(shape)))
  }

  static func collapsed(_ shape: String = shape) -> Snapshot<Int, String> {
    var snapshot = Snapshot(SnapshotModel<Int, String>(shape))
    snapshot.collapse(Array(snapshot.itemIdentifiers))
    return snapshot
  }

  @Test func expansionIsRestoredAfterARebuild() {
    let source = Self.source()
    let state = ViewState(of: source.snapshot(), selectedItems: ["a1x"])
    source.apply(Self.collapsed())
    #expect(source.restore(state).isEmpty)
    #expect(source.snapshot().shape == Self.shape)
  }

  @Test func unknownItemsAreReturnedForLater() throws {
    let source = Self.source("1\n  -* a\n    + a2\n  +* b\n    -* b1")
    let state = ViewState(
      expandedItems: ["a", "a1", "z"], selectedItems: ["b1", "a1x"], focusedItem: "a1",
      topItem: "a2", topOffset: 3)
    let missing = source.restore(state)
    #expect(
      missing
        == ViewState(expandedItems: ["a1", "z"], selectedItems: ["a1x"], focusedItem: "a1"))
    // Items that the state does not name stay as they are.
    #expect(source.snapshot().shape == "1\n  +* a\n    +* a2\n  +* b\n    -* b1")
    source.collapse("a2")
    try source.update { snapshot in
      try snapshot[1].append(["a1"], to: "a")
      try snapshot[1].append(["a1x"], to: "a1")
    }
    #expect(source.restore(missing) == ViewState(expandedItems: ["z"]))
    #expect(
      source.snapshot().shape
        == "1\n  +* a\n    -* a2\n    +* a1\n      -* a1x\n  +* b\n    -* b1")
  }

  @Test func othersAreCollapsedOnRequest() {
    let source = Self.source()
    let state = ViewState(expandedItems: ["b", "a1", "z"])
    #expect(source.restore(state, collapsingOthers: true).expandedItems == ["z"])
    #expect(source.snapshot().expandedItems == ["a1", "b"])
    source.restore(ViewState(), collapsingOthers: true)
    #expect(source.snapshot() == Self.collapsed())
  }

  @Test func restoringIsOneUpdateWithoutHandlers() {
    let source = OutlineDataSource(Self.collapsed())
    source.sectionSnapshotHandlers.shouldExpandItem = { _ in
      Issue.record("a handler ran")
      return false
    }
    source.sectionSnapshotHandlers.shouldCollapseItem =
      source.sectionSnapshotHandlers
      .shouldExpandItem
    let adapter = TestAdapter()
    source.attach(adapter)
    let state = ViewState(expandedItems: ["a", "a1", "z"])
    source.restore(state)
    source.restore(state)
    source.restore(state, collapsingOthers: true)
    #expect(adapter.events == ["reload", "[0, 1]+3 / [0, 0]~1"])
  }

  @Test func restoringIncludesPendingChanges() {
    let source = OutlineDataSource(Self.collapsed())
    source.sectionSnapshotHandlers.willExpandItem = { _ in
      source.apply(Self.collapsed("1\n  - z\n    - z1"))
      #expect(source.restore(ViewState(expandedItems: ["z", "a"])).expandedItems == ["a"])
    }
    source.expand("b")
    source.sectionSnapshotHandlers = SectionSnapshotHandlers()
    #expect(source.snapshot().shape == "1\n  +* z\n    -* z1")
  }

  /// An expanded row without children would never load them.
  @Test func itemsWithoutLoadedChildrenStayCollapsed() async throws {
    let source = Self.source("1\n  -* a\n    - a1\n  -* b")
    source.childLoader = ChildLoader { ["\($0)1"] }
    source.childLoader?.hasChildren = { $0.count < 3 }
    let missing = source.restore(ViewState(expandedItems: ["a", "a1", "b"]))
    #expect(missing.expandedItems == ["a1", "b"])
    #expect(source.snapshot().shape == "1\n  +* a\n    -* a1\n  -* b")
    try await source.loadChildren(of: "b")
    #expect(source.restore(missing).expandedItems == ["a1"])
    #expect(source.snapshot().shape == "1\n  +* a\n    -* a1\n  +* b\n    -* b1")
  }
}
