import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct ReorderingTests {
  typealias Source = OutlineDataSource<Int, String>
  typealias Failure = SnapshotError<Int, String>

  static let shape = """
    1
      +* a
        -* a1
        -* a2
      -* b
        - b1
    2
      -* c
      -* d
    3
    """

  let source = Source(Snapshot(SnapshotModel(shape)))
  let log = Log()
  let mirror = TestAdapter()

  init() {
    source.attach(mirror)
    source.reorderingHandlers.canReorderItem = { $0 != "d" }
  }

  final class Log {
    var events: [String] = []

    func take() -> [String] {
      defer { events = [] }
      return events
    }
  }

  final class Adapter: OutlineAdapter {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
    }

    func perform(_ batch: Snapshot<Int, String>.Batch, animatingDifferences: Bool) {
      log.events.append("\(name): \(animatingDifferences ? "animated" : "at once")")
    }
    func reload(_ snapshot: Snapshot<Int, String>) { log.events.append("\(name): reload") }
    func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Int, String>) {
      log.events.append("\(name): \(rows)")
    }
  }

  private func roots(_ section: Int = 1) -> String {
    source.snapshot(for: section).rootItems.joined(separator: " ")
  }

  private func logHandlers() {
    source.reorderingHandlers.canReorderItem = { item in
      log.events.append("can \(item)?")
      return item != "d"
    }
    source.reorderingHandlers.willReorder = { transaction in
      log.events.append("will \(transaction.movedItems), \(roots())")
    }
    source.reorderingHandlers.didReorder = { transaction in
      log.events.append("did \(transaction.movedItems), \(roots())")
    }
  }

  // MARK: - Handlers and observers

  @Test func handlersAreCalledInOrder() throws {
    let adapter = Adapter("list", log)
    source.attach(adapter)
    logHandlers()
    _ = log.take()
    let transaction = try source.drop(["b"], to: .before("a"))
    #expect(
      log.take() == ["can b?", "will [\"b\"], a b", "list: animated", "did [\"b\"], b a"])
    #expect(transaction?.finalSnapshot == source.snapshot())
    try source.drop(["b"], to: .end(of: 2), animatingDifferences: false)
    #expect(log.take() == ["can b?", "will [\"b\"], b a", "list: at once", "did [\"b\"], a"])
  }

  @Test func aForbiddenMoveChangesNothing() throws {
    logHandlers()
    #expect(!source.canDrop(["b", "d"], to: .before("a")))
    #expect(try source.drop(["b", "d"], to: .before("a")) == nil)
    #expect(log.take() == ["can b?", "can d?", "can b?", "can d?"])
    #expect(source.snapshot().shape == Self.shape)
    source.reorderingHandlers.canReorderItem = nil
    #expect(!source.canDrop(["b"], to: .before("a")))
    #expect(try source.drop(["b"], to: .before("a")) == nil)
    #expect(log.take() == [])
    #expect(source.snapshot().shape == Self.shape)
  }

  @Test func aHandlerCanForbidADestination() throws {
    logHandlers()
    source.reorderingHandlers.canDropItems = { items, destination in
      log.events.append("drop \(items)?")
      return destination != .into("c")
    }
    #expect(!source.canDrop(["b1", "b"], to: .into("c")))
    #expect(try source.drop(["b1", "b"], to: .into("c")) == nil)
    #expect(log.take() == ["can b?", "drop [\"b\"]?", "can b?", "drop [\"b\"]?"])
    #expect(source.snapshot().shape == Self.shape)
    #expect(!source.canDrop(["d"], to: .end(of: 1)))
    #expect(log.take() == ["can d?"])
    #expect(try source.drop(["b"], to: .end(of: 2)) != nil)
  }

  @Test func aMoveToTheSamePositionCallsNoHandler() throws {
    let adapter = Adapter("list", log)
    source.attach(adapter)
    logHandlers()
    _ = log.take()
    let drops: [([String], Snapshot<Int, String>.Destination)] = [
      (["a"], .before("b")), (["a", "b"], .end(of: 1)), (["a1", "a2"], .into("a")),
      (["b"], .after("a")), (["a", "b"], .before("b")), (["a1", "a2"], .after("a1")),
      (["b1"], .into("b")), ([], .into("b")),
    ]
    for (items, destination) in drops {
      #expect(try source.drop(items, to: destination) == nil, "\(items) \(destination)")
    }
    #expect(log.take() == [])
    #expect(source.canDrop(["a"], to: .before("b")))
    #expect(!source.canDrop([], to: .before("b")))
  }

  @Test func theViewThatMovedTheRowsReceivesNoMove() throws {
    let (mover, other) = (Adapter("mover", log), Adapter("other", log))
    source.attach(mover)
    source.attach(other)
    _ = log.take()
    try source.drop(["a"], to: .after("b"), movedBy: mover)
    #expect(log.take() == ["mover: animated", "mover: []", "other: animated"])
    try source.drop(["a"], to: .before("b"))
    #expect(log.take() == ["mover: animated", "other: animated"])
  }

  @Test func handlersCanChangeTheDataSource() throws {
    source.reorderingHandlers.willReorder = { _ in
      source.update { $0.collapse(["a"]) }
    }
    let transaction = try source.drop(["b"], to: .before("a"))
    #expect(source.snapshot(for: 1).shape == "-* b\n  - b1\n-* a\n  - a1\n  - a2")
    #expect(transaction?.initialSnapshot.isExpanded("a") == false)
    source.reorderingHandlers.didReorder = { transaction in
      source.update { $0.expand(transaction.movedItems) }
    }
    try source.drop(["b"], to: .after("a"))
    #expect(source.snapshot(for: 1).shape == "-* a\n  - a1\n  - a2\n+* b\n  -* b1")
  }

  @Test func handlersCanChangeContent() throws {
    struct Song: Identifiable {
      let id: Int
      var title: String
    }
    var snapshot = Snapshot<Int, Identified<Song>>()
    try snapshot.appendSections([1])
    try snapshot.appendItems((0..<3).map { Identified(Song(id: $0, title: "old")) })
    let source = OutlineDataSource(snapshot)
    let song = Identified(Song(id: 2, title: "new"))
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.reorderingHandlers.willReorder = { _ in
      source.update { try? $0.updateItems([song]) }
    }
    try source.drop([Identified(Song(id: 2, title: "dragged"))], to: .before(song))
    #expect(source.snapshot().itemIdentifiers.map(\.title) == ["old", "old", "old"])
    try source.drop([song], to: .before(Identified(Song(id: 0, title: "anchor"))))
    #expect(source.snapshot().itemIdentifiers.map(\.title) == ["new", "old", "old"])
    #expect(source.snapshot().itemIdentifiers.map(\.id) == [2, 0, 1])
  }

  @Test func handlersCanDeleteMovedItems() throws {
    source.reorderingHandlers.willReorder = { _ in
      source.update { try? $0.deleteItems(["b"]) }
    }
    #expect(throws: Failure.items(.unknownItems(["b"]))) {
      try source.drop(["b"], to: .before("a"))
    }
    #expect(roots() == "a")
  }

  // MARK: - Destinations

  @Test func selectedItemsMoveTogetherInOrder() throws {
    try source.drop(["c", "b1", "a", "a2", "c"], to: .end(of: 3))
    #expect(
      source.snapshot().shape == """
        1
          -* b
        2
          -* d
        3
          +* a
            -* a1
            -* a2
          -* b1
          -* c
        """)
    try source.drop(Set(["a", "c", "a1"]), to: .into("b"))
    #expect(source.snapshot(for: 1).shape == "-* b\n  + a\n    - a1\n    - a2\n  - c")
  }

  @Test func droppingAnItemNextToItselfKeepsItsPosition() throws {
    try source.update { try $0.appendItems(["x", "y", "z"], toSection: 1) }
    try source.drop(["a", "x", "z"], to: .before("x"))
    #expect(roots() == "b a x z y")
    try source.drop(["b", "z"], to: .after("z"))
    #expect(roots() == "a x b z y")
    try source.drop(["a", "y"], to: .before("y"))
    #expect(roots() == "x b z a y")
    try source.drop(["b1", "a2"], to: .after("a2"))
    #expect(source.snapshot(for: 1).children(of: "a").map(Array.init) == ["a1", "b1", "a2"])
  }

  @Test func errorsNameTheOffendingItems() throws {
    logHandlers()
    func fails(
      _ items: [String], _ destination: Snapshot<Int, String>.Destination, _ error: Failure
    ) {
      #expect(throws: error) { try source.drop(items, to: destination) }
      #expect(!source.canDrop(items, to: destination))
    }
    fails(["x", "a", "x"], .before("y"), .items(.unknownItems(["x", "y"])))
    fails(["x"], .end(of: 9), .items(.unknownItems(["x"])))
    fails(["a"], .end(of: 9), .unknownSections([9]))
    fails(["a", "b"], .into("a"), .items(.moveIntoItself(["a"], destination: "a")))
    fails(["a"], .before("a1"), .items(.moveIntoItself(["a"], destination: "a1")))
    fails(["a2", "a"], .after("a2"), .items(.moveIntoItself(["a"], destination: "a2")))
    #expect(log.take() == [])
    #expect(source.snapshot().shape == Self.shape)
  }

  // MARK: - Children that have not been loaded

  @Test func droppingIntoAnUnloadedItemMakesItStale() throws {
    source.childLoader = ChildLoader(hasChildren: { $0 == "c" }, children: { _ in ["c1", "a1"] })
    let transaction = try #require(try source.drop(["a1", "a2"], to: .into("c")))
    guard case .stale = source.loadingState(of: "c") else {
      Issue.record("\(String(describing: source.loadingState(of: "c")))")
      return
    }
    try source.apply(transaction.inverse)
    #expect(source.snapshot().shape == Self.shape)
    #expect(source.hasChildren("c"))
    #expect(source.states("c") == "c not loaded")
  }

  @Test func draggingOutTheLastChildKeepsTheItemLoaded() async throws {
    source.childLoader = ChildLoader(hasChildren: { $0 == "c" }, children: { _ in ["c1"] })
    try await source.loadChildren(of: "c")
    let transaction = try #require(try source.drop(["c1"], to: .into("b")))
    #expect(source.states("c") == "c loaded" && !source.hasChildren("c"))
    source.expand("c")
    #expect(source.states("c") == "c loaded")
    try source.apply(transaction.inverse)
    #expect(source.states("c") == "c loaded" && source.hasChildren("c"))
    #expect(source.snapshot(for: 2).children(of: "c").map(Array.init) == ["c1"])
  }

  @Test func draggingOutTheLastChildDuringAReloadKeepsTheItemLoaded() {
    simulated { actor in
      let source = ReorderingTests().source
      source.childLoader = ChildLoader(hasChildren: { $0 == "b" }, children: { _ in ["b1"] })
      source.beginReloadingChildren(of: "b")
      await actor.settle()
      source.beginReloadingChildren(of: "b")
      _ = try? source.drop(["b1"], to: .into("a"))
      source.cancelLoading(of: "b")
      #expect(source.states("b") == "b loaded")
    }
  }

  @Test func droppingIntoAnItemWithACancelledLoadMakesItStale() {
    simulated { actor in
      let source = ReorderingTests().source
      source.childLoader = ChildLoader(hasChildren: { $0 == "c" }, children: { _ in [] })
      source.expand("c")
      let transaction = try? source.drop(["a1"], to: .into("c"))
      source.collapse("c")
      #expect(source.states("c") == "c stale")
      if let transaction { try? source.apply(transaction.inverse) }
      #expect(source.states("c") == "c not loaded")
    }
  }
}
