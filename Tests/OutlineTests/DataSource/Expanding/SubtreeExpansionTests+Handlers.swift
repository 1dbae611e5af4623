import OutlineTestSupport
import Testing

@testable import Outline

/// Handlers that read or change the outline while a subtree expands or collapses.
extension SubtreeExpansionTests {
  static let families = "1\n  -* r\n    - a\n      - a1\n    - b\n      - b1\n    - c\n      - c1"

  /// Regression: the collapse of each item was an edit.
  @Test func collapsingASubtreeWithHandlersIsOneEdit() {
    let counter = ComparisonCounter()
    let (source, snapshot) = Self.chain(counter)
    // A build with internal checks compares all items after each edit.
    let limit = 3 * counter.count + 20 * 200
    source.apply(snapshot)
    source.sectionSnapshotHandlers.shouldCollapseItem = { _ in true }
    counter.count = 0
    #expect(source.collapseSubtree(of: counter.item(0)) == .done)
    #expect(counter.count < limit)
    #expect(source.snapshot().expandedItems.isEmpty)
  }

  @Test func aHandlerReadsTheExpansionsBeforeIt() {
    let source = Source(Self.families)
    var log: [String] = []
    source.sectionSnapshotHandlers.shouldExpandItem = { [unowned source] item in
      log.append("\(item) after \(source.snapshot().expandedItems.joined(separator: " "))")
      return item != "b"
    }
    source.expandSubtree(of: "r")
    #expect(log == ["r after ", "a after r", "b after r a", "c after r a"])
  }

  @Test func anEditOfAHandlerFollowsTheExpansionsBeforeIt() {
    let source = Source(Self.families)
    let adapter = TestAdapter()
    source.attach(adapter)
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] item in
      if item == "b" { source.update { try? $0.appendItems(["x"], toSection: 1) } }
    }
    source.expandSubtree(of: "r")
    let events = [
      "reload", "[0, 1]+4 / [0, 0]~1", "[0, 5]+1", "[0, 4]+1, [0, 6]+1 / [0, 3]~1, [0, 5]~1",
    ]
    #expect(adapter.events == events)
    #expect(adapter.shown == source.snapshot())
  }

  @Test func anExpansionByAHandlerIsNotRepeated() {
    let source = Source(Self.families)
    var log: [String] = []
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] item in
      log.append(item)
      if item == "a" { #expect(source.expandSubtree(of: "c") == .done) }
    }
    #expect(source.expandSubtree(of: "r") == .done)
    #expect(log == ["r", "a", "c", "b"])
  }

  @Test func aHandlerCanDeleteItemsThatExpand() {
    let source = Source(Self.families)
    source.sectionSnapshotHandlers.willExpandItem = { [unowned source] item in
      if item == "b" { source.update { try? $0.deleteItems(["a", "c"]) } }
    }
    #expect(source.expandSubtree(of: "r") == .done)
    #expect(source.shape == "1\n  +* r\n    +* b\n      -* b1")
  }
}
