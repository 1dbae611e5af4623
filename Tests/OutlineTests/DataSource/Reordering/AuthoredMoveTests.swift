import OutlineTestSupport
import Testing

@testable import Outline

/// Moves that a view has made before it calls `drop`.
@Suite struct AuthoredMoveTests {
  typealias Destination = DropDestination<Int, String>

  let source = Source(ReorderingTests.shape)
  let author = TestAdapter()
  let other = TestAdapter()

  init() {
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.attach(author)
    source.attach(other)
  }

  /// Drops items that the author's view has moved already.
  @discardableResult
  private func drop(
    _ items: [String], at destination: Destination
  ) throws -> Source.Transaction? {
    var outcome = source.snapshot()
    try outcome.moveItems(items, to: destination)
    author.move(to: outcome)
    return try source.drop(items, at: destination, movedBy: author)
  }

  private func checkAuthor(_ events: String..., line: Int = #line) {
    let location = SourceLocation(
      fileID: #fileID, filePath: #filePath, line: line, column: 1)
    #expect(author.events == ["reload"] + events, sourceLocation: location)
    #expect(author.shown == source.snapshot(), sourceLocation: location)
    #expect(other.shown == source.snapshot(), sourceLocation: location)
  }

  @Test func levelsAndDisclosureAreReconfigured() throws {
    try drop(["b"], at: .into("a1"))
    checkAuthor("c0.1")
    source.update { $0.expand(["a1"]) }
    try drop(["a2", "c"], at: .into("b"))
    checkAuthor("c0.1", "i0.2 / c0.1")
    try drop(["a1"], at: .end(of: 3))
    checkAuthor("c0.1", "i0.2 / c0.1", "c0.0 c2.0 c2.1")
  }

  @Test func changedContentIsReconfiguredOnce() throws {
    var content: [String: Int] = [:]
    source.setContent { content[$0] ?? 0 }
    source.setDisplayedRows(0..<9, for: author)
    content = ["a1": 1, "d": 1]
    try drop(["a2"], at: .before("a1"))
    checkAuthor("c0.2 c1.1")
    #expect(other.events == ["reload", "m0.2>0.1 / c0.2 c1.1"])
    content = ["a1": 2]
    source.contentUpdate = .reload
    try drop(["a2"], at: .after("a1"))
    checkAuthor("c0.2 c1.1", "c0.1 c1.1")
  }

  @Test func changesByHandlersReloadTheAuthor() throws {
    source.reorderingHandlers.willReorder = { _ in source.update { $0.collapse(["a"]) } }
    var events: [String] = []
    source.reorderingHandlers.didReorder = { _ in events = author.events }
    try drop(["b"], at: .before("a"))
    checkAuthor("reload")
    #expect(events == author.events)
    #expect(other.events == ["reload", "d0.1 d0.2 / c0.0", "m0.1>0.0"])
    source.reorderingHandlers.willReorder = nil
    source.reorderingHandlers.canReorderItem = { item in
      source.update { $0.expand([item]) }
      return true
    }
    try drop(["b"], at: .after("a"))
    checkAuthor("reload", "reload")
  }

  @Test func aForbiddenMoveReloadsTheAuthor() throws {
    source.reorderingHandlers.canReorderItem = { _ in
      source.update { try? $0.deleteItems(["c"]) }
      return false
    }
    #expect(try drop(["b"], at: .before("a")) == nil)
    checkAuthor("reload")
    #expect(other.events == ["reload", "d1.0"])
    #expect(try drop(["b"], at: .end(of: 1)) == nil)
    checkAuthor("reload", "reload")
    #expect(other.events == ["reload", "d1.0"])
  }

  @Test func aFailedMoveReloadsTheAuthor() throws {
    source.reorderingHandlers.willReorder = { _ in
      source.update { try? $0.deleteItems(["b"]) }
    }
    #expect(throws: ReorderingTests.Failure.items(.unknownItems(["b"]))) {
      try drop(["b"], at: .before("a"))
    }
    checkAuthor("reload")
    #expect(other.events == ["reload", "d0.3"])
  }

  @Test func aMoveDuringDeliveryReloadsTheAuthor() throws {
    source.detach(author)
    source.attach(author)
    other.reaction = { _ in
      other.reaction = nil
      #expect(throws: Never.self) { try drop(["b"], at: .before("a")) }
    }
    source.collapse("a")
    checkAuthor("reload", "reload")
    #expect(other.events == ["reload", "d0.1 d0.2 / c0.0", "m0.1>0.0"])
  }

  @Test func aSecondMoveDuringDeliveryReloadsTheAuthor() throws {
    source.detach(author)
    source.attach(author)
    other.reaction = { _ in
      other.reaction = nil
      #expect(throws: Never.self) { try drop(["c"], at: .before("a")) }
    }
    try drop(["b"], at: .before("a"))
    checkAuthor("reload", "reload")
    #expect(other.events == ["reload", "m0.3>0.0", "m1.0>0.1"])
  }

  @Test func nestedMovesReloadTheAuthorOnce() throws {
    source.reorderingHandlers.willReorder = { _ in
      source.reorderingHandlers.willReorder = nil
      #expect(throws: Never.self) { try source.drop(["c"], at: .into("a"), movedBy: author) }
    }
    try drop(["b"], at: .before("a"))
    checkAuthor("reload")
    #expect(other.events.count == 3)
  }
}
