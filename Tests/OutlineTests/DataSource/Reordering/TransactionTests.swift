import Outline
import OutlineTestSupport
import Testing

@Suite struct TransactionTests {
  typealias Failure = SnapshotError<Int, String>

  let source = OutlineDataSource<Int, String>(Snapshot(SnapshotModel(ReorderingTests.shape)))

  init() {
    source.reorderingHandlers.canReorderItem = { _ in true }
  }

  private func drop(
    _ items: [String], _ destination: Snapshot<Int, String>.Destination
  ) throws -> OutlineDataSource<Int, String>.Transaction {
    try #require(try source.drop(items, to: destination))
  }

  /// A difference in one line: position, item, and the other side of a move.
  private func text(_ difference: CollectionDifference<String>) -> String {
    difference.map { change in
      switch change {
      case .remove(let offset, let item, let target): "-\(offset) \(item)" + text(target)
      case .insert(let offset, let item, let source): "+\(offset) \(item)" + text(source)
      }
    }.joined(separator: ", ")
  }

  private func text(_ other: Int?) -> String { other.map { " (\($0))" } ?? "" }

  @Test func movesAreAssociatedWithinAndAcrossSections() throws {
    // a a1 a2 b | c d
    var transaction = try drop(["a1"], .after("a2"))
    let equallyShort = ["-1 a1 (2), +2 a1 (1)", "-2 a2 (1), +1 a2 (2)"]
    #expect(equallyShort.contains(text(transaction.difference)))
    transaction = try drop(["b"], .before("d"))
    #expect(text(transaction.difference) == "-3 b (4), +4 b (3)")
    transaction = try drop(["a"], .end(of: 3))
    #expect(
      text(transaction.difference)
        == "-2 a1 (5), -1 a2 (4), -0 a (3), +3 a (0), +4 a2 (1), +5 a1 (2)")
  }

  @Test func movingIntoACollapsedItemIsARemoval() throws {
    let transaction = try drop(["a", "c"], .into("b"))
    #expect(text(transaction.difference) == "-4 c, -2 a2, -1 a1, -0 a")
    #expect(text(transaction.inverse.difference) == "+0 a, +1 a1, +2 a2, +4 c")
  }

  @Test func eachChangedSectionHasATransaction() throws {
    let transaction = try drop(["b1", "d"], .into("c"))
    let sections = transaction.sectionTransactions
    #expect(sections.map(\.sectionIdentifier) == [1, 2])
    #expect(sections.map { text($0.difference) } == ["", "-1 d"])
    #expect(sections[0].initialSnapshot == transaction.initialSnapshot[1])
    #expect(sections[1].finalSnapshot.shape == "-* c\n  - b1\n  - d")
    let within = try drop(["a"], .after("b"))
    #expect(within.sectionTransactions.map { text($0.difference) } == ["-3 b (0), +0 b (3)"])
  }

  @Test func aMoveIsUndoneAndRedone() throws {
    var callCount = 0
    source.reorderingHandlers.didReorder = { _ in callCount += 1 }
    let transaction = try drop(["a2", "d", "b"], .into("c"))
    let shape = source.snapshot().shape
    try source.apply(transaction.inverse)
    #expect(source.snapshot() == transaction.initialSnapshot)
    #expect(source.snapshot().shape == ReorderingTests.shape)
    try source.apply(transaction)
    #expect(source.snapshot().shape == shape)
    try source.apply(transaction.inverse.inverse)
    #expect(source.snapshot().shape == shape)
    #expect(callCount == 1)
  }

  @Test func undoingAMoveKeepsOtherChanges() throws {
    let transaction = try drop(["a2", "c"], .into("b"))
    try source.update { snapshot in
      snapshot.expand(["b"])
      try snapshot.insertItems(["n"], beforeItem: "a1")
      try snapshot.insertItems(["m"], beforeItem: "d")
      try snapshot.deleteItems(["b1"])
    }
    try source.apply(transaction.inverse)
    #expect(
      source.snapshot().shape == """
        1
          +* a
            -* n
            -* a1
            -* a2
          +* b
        2
          -* c
          -* m
          -* d
        3
        """)
    try source.apply(transaction)
    #expect(source.snapshot(for: 1).children(of: "b").map(Array.init) == ["a2", "c"])
  }

  @Test func undoingPlacesAnItemAfterItsRemainingSiblings() throws {
    try source.update { try $0[1].append(["a3", "a4"], to: "a") }
    let transaction = try drop(["a3"], .end(of: 2))
    try source.update { snapshot in
      try snapshot.moveItem("a", beforeItem: "d")
      try snapshot.moveItems(["a2"], to: .into("d"))
    }
    try source.apply(transaction.inverse)
    #expect(source.snapshot(for: 2).children(of: "a").map(Array.init) == ["a1", "a3", "a4"])
    try source.apply(transaction)
    try source.update { try $0.deleteItems(["a1", "a2"]) }
    try source.apply(transaction.inverse)
    #expect(source.snapshot(for: 2).children(of: "a").map(Array.init) == ["a3", "a4"])
  }

  @Test func undoingAMoveRestoresTheOrderThatAHandlerMade() throws {
    for (outline, edited) in [("b a c", "a b c"), ("a b c", "b a c")] {
      let lines = outline.split(separator: " ").map { "  -* \($0)\n" }
      let source = Source("1\n" + lines.joined())
      source.reorderingHandlers.canReorderItem = { _ in true }
      source.reorderingHandlers.willReorder = { [unowned source] _ in
        source.update { snapshot in
          if outline == "b a c" {
            try? snapshot.moveItem("b", afterItem: "a")
          } else {
            try? snapshot.moveItem("b", beforeItem: "a")
          }
        }
      }
      let transaction = try #require(try source.drop(["a", "b"], to: .end(of: 1)))
      #expect(source.snapshot().itemIdentifiers.joined(separator: " ") == "c " + outline.prefix(3))
      try source.apply(transaction.inverse)
      #expect(source.snapshot().itemIdentifiers.joined(separator: " ") == edited)
    }
  }

  @Test func aRepeatedMoveBelowItselfNamesTheParent() throws {
    let target = Snapshot(SnapshotModel<Int, String>("1\n  +* a\n    -* b\n    -* c"))
    var snapshot = Snapshot(SnapshotModel<Int, String>("1\n  +* c\n    -* a\n  -* b"))
    let failure = Failure.items(.moveIntoItself(["c"], destination: "a"))
    #expect(throws: failure) { try snapshot.moveItems(["b", "c"], asIn: target) }
  }

  @Test func aFailedUndoChangesNothing() throws {
    let transaction = try drop(["a1", "b1", "c"], .end(of: 3))
    func fails(_ error: Failure, after edit: (inout Snapshot<Int, String>) throws -> Void) throws {
      let old = source.snapshot()
      try source.update(edit)
      let edited = source.snapshot()
      #expect(throws: error) { try source.apply(transaction.inverse) }
      #expect(source.snapshot() == edited)
      source.apply(old)
    }
    try fails(.items(.unknownItems(["c", "b"]))) { try $0.deleteItems(["c", "b"]) }
    try fails(.unknownSections([2])) { try $0.deleteSections([2]) }
    try fails(.items(.moveIntoItself(["b1"], destination: "b"))) { snapshot in
      try snapshot.moveItems(["b"], to: .into("b1"))
    }
    try source.apply(transaction.inverse)
    #expect(source.snapshot().shape == ReorderingTests.shape)
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
