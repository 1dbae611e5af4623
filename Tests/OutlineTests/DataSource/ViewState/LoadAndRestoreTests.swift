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

  static func source(_ loader: ChildLoader<String, String>) -> OutlineDataSource<Int, String> {
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

  @Test func levelsAreLoadedInOrder() async {
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
    // Children arrive as hidden rows, and one update for each level expands them.
    #expect(updateCount == 3)
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

  @Test func onlyExpandedItemsAreLoaded() async {
    let log = LoadLog()
    let source = Self.source(Self.loader(log))
    let missing = await source.loadAndRestore(
      ViewState(expandedItems: ["x", "z"], selectedItems: ["a1"]))
    #expect(missing == ViewState(expandedItems: ["z"], selectedItems: ["a1"]))
    #expect(await log.asked == ["x"])
    #expect(source.loadingState(of: "x")?.description == "loaded")
    #expect(source.snapshot().isExpanded("x"))
  }

  /// A child that is its own ancestor keeps its position.
  @MainActor @Test func restoringEndsDespiteCycles() async {
    let source = Self.source(ChildLoader { $0 == "a" ? ["b1"] : ["a"] })
    let missing = await source.loadAndRestore(ViewState(expandedItems: ["a", "b1"]))
    #expect(source.loadingState(of: "b1") == .loaded && source.snapshot().parent(of: "a") == nil)
    #expect(missing.isEmpty)
  }

  @MainActor @Test func loadedItemsStayExpandedWhenOthersCollapse() async {
    let log = LoadLog()
    let source = Self.source(Self.loader(log))
    await source.loadAndRestore(ViewState(expandedItems: ["b"]))
    let missing = await source.loadAndRestore(
      ViewState(expandedItems: ["a", "a1"]), collapsingOthers: true)
    #expect(missing.isEmpty)
    #expect(source.snapshot().expandedItems == ["a", "a1"])
  }

  @MainActor @Test func aCancelledTaskBeginsNoLoads() async {
    let log = LoadLog()
    let source = Self.source(Self.loader(log) { _ in try await log.wait(for: 3) })
    let task = Task { await source.loadAndRestore(Self.deep) }
    try? await log.wait(for: 2)
    task.cancel()
    #expect(await task.value.expandedItems == Self.deep.expandedItems)
    #expect(await log.asked.sorted() == ["a", "b"])
  }

  @MainActor @Test func itemsDeletedDuringTheLoadAreMissing() async {
    let log = LoadLog()
    let source = Self.source(Self.loader(log) { _ in try await log.wait(for: 3) })
    let task = Task { await source.loadAndRestore(Self.deep) }
    try? await log.wait(for: 2)
    try? source.update { try $0.deleteItems(["b"]) }
    await log.note("go")
    #expect(
      await task.value == ViewState(expandedItems: ["b", "b1"], focusedItem: "b12"))
  }
}

// MARK: - Pages

extension LoadAndRestoreTests {
  /// Children `a0`, `a1`, … in pages of two.
  static func pagedLoader(
    _ log: LoadLog, count: Int, failsFrom limit: Int = .max
  ) -> ChildLoader<String, String> {
    ChildLoader(
      hasChildren: { $0.count < 2 },
      pages: { item, cursor in
        let start = cursor as? Int ?? 0
        await log.note("\(item)\(start)")
        if start >= limit { throw Failure() }
        let end = min(start + 2, count)
        return ChildPage((start..<end).map { "\(item)\($0)" }, cursor: end < count ? end : nil)
      })
  }

  @MainActor @Test func furtherPagesAreLoadedUntilAllItemsAreFound() async {
    let log = LoadLog()
    let source = Self.source(Self.pagedLoader(log, count: 9))
    let state = ViewState(expandedItems: ["a"], selectedItems: ["a5"])
    #expect(await source.loadAndRestore(state).isEmpty)
    #expect(await log.asked == ["a0", "a2", "a4"])
  }

  @MainActor
  @Test(arguments: [(2, ["a0", "a2"]), (1, ["a0"]), (0, ["a0"]), (nil, ["a0", "a2", "a4"])])
  func pagesAreLimited(limit: Int?, asked: [String]) async {
    let log = LoadLog()
    let source = Self.source(Self.pagedLoader(log, count: 6))
    let state = ViewState(expandedItems: ["a"], selectedItems: ["a9"])
    #expect(
      await source.loadAndRestore(state, pageLimit: limit) == ViewState(selectedItems: ["a9"]))
    #expect(await log.asked == asked)
  }

  @Test func aFailedPageEndsPaging() async {
    let log = LoadLog()
    let source = Self.source(Self.pagedLoader(log, count: 9, failsFrom: 2))
    let state = ViewState(expandedItems: ["a"], selectedItems: ["a5"])
    #expect(await source.loadAndRestore(state) == ViewState(selectedItems: ["a5"]))
    #expect(await log.asked == ["a0", "a2"])
  }
}
