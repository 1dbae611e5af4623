import Outline
import OutlineTestSupport
import Testing

/// Handlers of a drop that delete what the next handler would receive.
extension ReorderingTests {
  private func logHandlers(deleting item: String) {
    source.reorderingHandlers.canReorderItem = { [unowned source, log] moved in
      log.events.append("can reorder \(moved)")
      source.update { try? $0.deleteItems([item]) }
      return true
    }
    source.reorderingHandlers.canDropItems = { [log] items, destination in
      log.events.append("can drop \(items)")
      return true
    }
    source.reorderingHandlers.willReorder = { [log] _ in log.events.append("will reorder") }
  }

  @Test func aDropOfAnItemThatAHandlerDeletesIsRefused() throws {
    logHandlers(deleting: "c")
    #expect(try source.drop(["a", "c"], to: .end(of: 3)) == nil)
    #expect(log.take() == ["can reorder a"])
    #expect(!source.snapshot().contains("c") && source.snapshot().contains("a"))
  }

  @Test func aDropOfAnItemThatItsHandlerDeletesIsRefused() throws {
    logHandlers(deleting: "a")
    #expect(try source.drop(["a"], to: .end(of: 3)) == nil)
    #expect(log.take() == ["can reorder a"])
  }

  @Test func aDropAtADestinationThatAHandlerDeletesIsRefused() throws {
    logHandlers(deleting: "c")
    #expect(try source.drop(["a"], to: .after("c")) == nil)
    #expect(log.take() == ["can reorder a"])
  }
}
