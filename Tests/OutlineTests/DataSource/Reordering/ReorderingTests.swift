import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct ReorderingTests {
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

  let source = Source(shape)
  let log = EventLog()

  init() {
    source.reorderingHandlers.canReorderItem = { [log] item in
      log.add("can \(item)?")
      return item != "d"
    }
    source.reorderingHandlers.willReorder = { [unowned source, log] transaction in
      log.add("will \(transaction.movedItems), \(Array(source.snapshot(for: 1).rootItems))")
    }
    source.reorderingHandlers.didReorder = { [unowned source, log] transaction in
      log.add("did \(transaction.movedItems), \(Array(source.snapshot(for: 1).rootItems))")
    }
  }

  @Test func handlersAreCalledInOrder() throws {
    let adapter = TestAdapter()
    adapter.reaction = { [log] in log.add("\($0.presentation)") }
    source.attach(adapter)
    let transaction = try source.drop(["b"], to: .before("a"))
    #expect(
      log.events == [
        "can b?", #"will ["b"], ["a", "b"]"#, "animated", #"did ["b"], ["b", "a"]"#,
      ])
    #expect(transaction?.finalSnapshot == source.snapshot())
    try source.drop(["b"], to: .end(of: 2), animatingDifferences: false)
    #expect(log.events.dropFirst(6) == ["immediate", #"did ["b"], ["a"]"#])
  }

  @Test func errorsNameTheOffendingItems() throws {
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
    #expect(log.events == [])
    #expect(source.shape == Self.shape)
  }

  /// An item between two others that move with it has the same siblings before and after.
  @Test func thePatchOfADropContainsAllMovedItems() throws {
    let items = ["a", "b", "c", "d", "e"]
    var initial = Snapshot<Int, String>()
    try initial.appendSections([1])
    try initial.appendItems(items)
    func check(_ dragged: [String]) throws {
      for anchor in items {
        for destination in [Snapshot<Int, String>.Destination.before(anchor), .after(anchor)] {
          let source = OutlineDataSource(initial)
          source.reorderingHandlers.canReorderItem = { _ in true }
          guard let transaction = try? source.drop(dragged, to: destination) else { continue }
          var snapshot = initial
          try snapshot.apply(transaction.patch)
          #expect(snapshot == source.snapshot(), "\(dragged) \(destination)")
          snapshot.merge(transaction.inverse.patch)
          #expect(snapshot == initial, "\(dragged) \(destination)")
        }
      }
    }
    for first in items {
      for second in items where second != first {
        for third in items where third != first && third != second {
          try check([first, second, third])
        }
      }
    }
  }

  @Test func aDeepChainMoves() throws {
    let count = TestEffort.choose(quick: 5_000, full: 20_000, long: 20_000)
    let last = count - 1
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections([1, 2])
    try snapshot[1].append(preorder: (0..<count).map { (item: $0, level: $0) })
    snapshot[1].expandAll()
    let source = OutlineDataSource(snapshot)
    source.reorderingHandlers.canReorderItem = { _ in true }
    let transaction = try #require(try source.drop([last - 1, 1], to: .end(of: 2)))
    #expect(transaction.movedItems == [1])
    #expect(source.rowPath(of: last) == RowPath(section: 1, row: last - 1))
    #expect(transaction.visibleDifference.insertions.count == last)
    #expect(transaction.difference.insertions.count == last)
    #expect(
      throws: SnapshotError<Int, Int>.items(.moveIntoItself([1], destination: last))
    ) {
      try source.drop([1], to: .into(last))
    }
    let gap = RowPath(section: 1, row: last)
    #expect(source.snapshot().dropLevels(at: gap, moving: []) == 0...last)
    let destination = source.snapshot().dropDestination(at: gap, level: 1, moving: [])
    #expect(destination == .after(2))
    try source.apply(transaction.inverse)
    #expect(source.snapshot() == snapshot)
  }

  /// Undone at once, a move leaves the edits that a handler made before it.
  @Test func anImmediateUndoLeavesTheEditsOfAHandler() throws {
    var moveCount = 0
    for seed in 0..<UInt64(TestEffort.choose(quick: 150, full: 20_000, long: 500_000)) {
      var edits = RandomSnapshotEdits(seed: seed, sectionCount: 3, itemCount: 9)
      var snapshot = Snapshot<Int, Int>()
      edits.edit(&snapshot, count: 80)
      let source = OutlineDataSource(snapshot)
      let number = { Int.random(in: 0..<9, using: &edits.random) }
      let items = (0..<4).map { _ in number() }.filter(source.snapshot().contains)
      let destinations: [Snapshot<Int, Int>.Destination] = [
        .before(number()), .after(number()), .into(number()), .end(of: number() % 3),
      ]
      var edited = source.snapshot()
      edits.edit(&edited, count: 4)
      source.reorderingHandlers.canReorderItem = { _ in true }
      source.reorderingHandlers.willReorder = { [unowned source] _ in source.apply(edited) }
      for destination in destinations {
        guard let transaction = try? source.drop(items, to: destination) else { continue }
        moveCount += 1
        var label: String { "seed \(seed): \(items) to \(destination) in\n\(edited.shape)" }
        #expect(transaction.initialSnapshot == edited, "\(label)")
        #expect(throws: Never.self, "\(label)") { try source.apply(transaction.inverse) }
        #expect(source.snapshot() == edited, "\(label)")
        #expect(throws: Never.self, "\(label)") { try source.apply(transaction) }
        #expect(source.snapshot() == transaction.finalSnapshot, "\(label)")
      }
    }
    #expect(moveCount > 200)
  }
}
