import Outline
import OutlineTestSupport
import Testing

@Suite struct LoadAndRestoreTests {
  struct Failure: Error {}

  actor LoadLog {
    var asked: [String] = []
    func note(_ item: String) { asked.append(item) }

    func wait(for count: Int) async throws {
      for _ in 0..<100_000 where asked.count < count {
        await Task.yield()
      }
      if asked.count < count { throw Failure() }
    }
  }

  /// Children `a1` and `a2` for `a`, down to four letters; none of `x`.
  static func loader(
    _ log: LoadLog, then step: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) -> ChildLoader<String, String> {
    ChildLoader(
      hasChildren: { $0.count < 4 },
      children: { item in
        await log.note(item)
        try await step(item)
        return item == "x" ? [] : ["\(item)1", "\(item)2"]
      })
  }

  static func source(
    _ loader: ChildLoader<String, String>, isolation: isolated (any Actor)? = #isolation
  ) -> OutlineDataSource<Int, String> {
    let model = SnapshotModel<Int, String>("1\n  -* a\n2\n  -* b\n  -* x")
    let source = OutlineDataSource(Snapshot(model))
    source.childLoader = loader
    return source
  }

  static let deep = ViewState(
    expandedItems: ["a", "a2", "a21", "b", "b1"], selectedItems: ["a212"], focusedItem: "b12",
    topItem: "a2", topOffset: 2)

  static let deepShape = """
    1
      +* a
        -* a1
        +* a2
          +* a21
            -* a211
            -* a212
          -* a22
    2
      +* b
        +* b1
          -* b11
          -* b12
        -* b2
      -* x
    """

  @MainActor @Test func levelsAreLoadedInOrder() async {
    let log = LoadLog()
    let source = Self.source(Self.loader(log))
    #expect(await source.loadAndRestore(Self.deep).isEmpty)
    #expect(source.snapshot().shape == Self.deepShape)
    let asked = await log.asked
    #expect(asked.prefix(2).sorted() == ["a", "b"])
    #expect(asked.dropFirst(2).prefix(2).sorted() == ["a2", "b1"])
    #expect(asked.dropFirst(4) == ["a21"])
  }

  @MainActor @Test func itemsOfALevelAreLoadedConcurrently() async {
    let log = LoadLog()
    let counts = ["a": 2, "b": 2, "a2": 4, "b1": 4]
    let source = Self.source(
      Self.loader(log) { try await log.wait(for: counts[$0] ?? 0) })
    var updateCount = 0
    let adapter = TestAdapter()
    adapter.reaction = { updateCount += $0.difference.description.contains("+") ? 1 : 0 }
    source.attach(adapter)
    #expect(await source.loadAndRestore(Self.deep).isEmpty)
    #expect(source.snapshot().shape == Self.deepShape)
    // One update for each item inserts its children and expands it.
    #expect(updateCount == 5)
  }

  @MainActor @Test func loadsInProgressAreJoined() async {
    let log = LoadLog()
    let source = Self.source(Self.loader(log))
    source.expand("a")
    let other = Task { await source.loadAndRestore(ViewState(expandedItems: ["a", "a2"])) }
    #expect(await source.loadAndRestore(Self.deep).isEmpty)
    #expect(await other.value.isEmpty)
    #expect(source.snapshot().shape == Self.deepShape)
    #expect(await log.asked.sorted() == ["a", "a2", "a21", "b", "b1"])
  }

  @MainActor @Test func failedLoadsAreSkipped() async {
    let log = LoadLog()
    let source = Self.source(
      Self.loader(log) { if $0 == "a" || $0 == "b1" { throw Failure() } })
    let missing = await source.loadAndRestore(Self.deep)
    #expect(
      missing
        == ViewState(
          expandedItems: ["a", "a2", "a21", "b1"], selectedItems: ["a212"], focusedItem: "b12",
          topItem: "a2", topOffset: 2))
    #expect(source.snapshot().shape == "1\n  -* a\n2\n  +* b\n    -* b1\n    -* b2\n  -* x")
    #expect(await log.asked.sorted() == ["a", "b", "b1"])
    // A second call tries failed loads again.
    source.childLoader = Self.loader(log)
    #expect(await source.loadAndRestore(missing).isEmpty)
    #expect(source.snapshot().shape == Self.deepShape)
  }

  /// A child that is its own ancestor keeps its position.
  @MainActor @Test func restoringEndsDespiteCycles() async {
    let source = Self.source(ChildLoader { $0 == "a" ? ["b1"] : ["a"] })
    let missing = await source.loadAndRestore(ViewState(expandedItems: ["a", "b1"]))
    #expect(source.loadingState(of: .item("b1")) == .loaded)
    #expect(source.snapshot().parent(of: "a") == nil)
    #expect(missing.isEmpty)
  }

  /// Items that are not loaded yet have an identifier, but no value.
  @MainActor @Test func statesOfIdentifiersAreRestored() async throws {
    typealias Item = Identified<Song>
    var snapshot = Snapshot<Int, Item>()
    try snapshot.appendSections([0])
    try snapshot.appendItems([Item(Song(1)), Item(Song(2))])
    let source = OutlineDataSource(snapshot)
    source.childLoader = ChildLoader(
      hasChildren: { $0.id < 100 },
      pages: { (parent: Item, page: Int?) in
        let page = page ?? 0
        return ChildPage([Item(Song(parent.id * 10 + page))], cursor: page < 2 ? page + 1 : nil)
      })
    let saved = ViewState(expandedItems: [1, 12, 3], selectedItems: [121, 4], topItem: 120)
    #expect(source.restore(ids: saved) == saved)
    let missing = await source.loadAndRestore(ids: saved)
    #expect(missing == ViewState(expandedItems: [3], selectedItems: [4]))
    #expect(source.snapshot().itemIdentifiers.map(\.id) == [1, 10, 11, 12, 120, 121, 122, 2])
    let state = ViewState(of: source.snapshot())
    #expect(state.compactMapItems(\.id) == ViewState(expandedItems: [1, 12]))
    // The state of identifiers can also collapse the rest.
    #expect(source.restore(ids: ViewState(expandedItems: [12]), collapsingOthers: true).isEmpty)
    #expect(source.snapshot().visibleItems.map(\.id) == [1, 2])
  }

  @Test func unknownItemsAreReturnedForLater() throws {
    let source = Source("1\n  -* a\n    + a2\n  +* b\n    -* b1")
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
}
