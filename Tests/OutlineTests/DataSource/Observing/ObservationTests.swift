import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct ObservationTests {
  static let start = "1\n  +* a\n    -* a1\n  -* b"

  @Test func anAdapterReceivesEachUpdateOnceWhileItLives() {
    let source = Source(Self.start)
    var adapter: TestAdapter? = TestAdapter()
    weak let weakAdapter = adapter
    if let adapter {
      source.attach(adapter)
      source.attach(adapter)
      #expect(adapter.events == ["reload"])
    }
    source.collapse("a")
    #expect(adapter?.events == ["reload", "[0, 1]-1 / [0, 0]~1"])
    adapter = nil
    #expect(weakAdapter == nil)
    source.expand("a")
    #expect(source.snapshot().isExpanded("a") && source.observers.adapters.isEmpty)
  }

  @Test func anAdapterThatOnlyReloadsShowsEachChange() throws {
    final class Reloading: OutlineAdapter {
      var shown = Snapshot<Int, String>()
      func reload(_ snapshot: Snapshot<Int, String>) { shown = snapshot }
    }
    let (source, adapter) = (Source(Self.start), Reloading())
    source.attach(adapter)
    source.collapse("a")
    #expect(adapter.shown == source.snapshot())
    source.update { try? $0.reconfigureItems(["b"]) }
    try source.drop(["b"], to: .before("a"), movedBy: adapter)
    #expect(adapter.shown == source.snapshot())
  }

  @Test func changesByObserversAreDeliveredInOrder() {
    let source = Source(Self.start)
    let (first, second) = (TestAdapter(), TestAdapter())
    source.attach(first)
    source.attach(second)
    var seen: [String] = []
    first.reaction = { [unowned first] _ in
      first.reaction = nil
      source.update { try? $0.appendItems(["x"], toSection: 1) }
      source.collapse("a")
      seen.append(source.shape)
      // The call is based on all pending changes.
      #expect(source.expand("x") != .done || source.latest.isExpanded("x"))
    }
    source.update { try? $0.deleteItems(["b"]) }
    #expect(seen == ["1\n  +* a\n    -* a1"])
    #expect(source.shape == "1\n  -* a\n    - a1\n  +* x")
    let events = ["reload", "[0, 2]-1", "[0, 2]+1", "[0, 1]-1 / [0, 0]~1", "[0, 1]~1"]
    #expect(first.events == events && second.events == events)
  }

  @Test func adaptersCanBeAttachedAndDetachedDuringDelivery() {
    let source = Source(Self.start)
    let (first, second, third) = (TestAdapter(), TestAdapter(), TestAdapter())
    source.attach(first)
    source.attach(second)
    first.reaction = { [unowned first] _ in
      first.reaction = nil
      source.detach(second)
      source.attach(third)
      source.update { try? $0.appendItems(["x"], toSection: 1) }
    }
    source.collapse("a")
    #expect(first.events == ["reload", "[0, 1]-1 / [0, 0]~1", "[0, 2]+1"])
    #expect(second.events == ["reload"])
    #expect(third.events == ["reload", "[0, 2]+1"])
    first.reaction = { _ in
      // Attaching again has already shown the update.
      source.detach(third)
      source.attach(third)
      first.reaction = nil
    }
    source.expand("a")
    #expect(third.shown == source.snapshot() && third.events.last == "reload")
  }

  @Test func changesWithoutEffectAreNotDelivered() async {
    let (source, adapter) = (Source(Self.start), TestAdapter())
    source.attach(adapter)
    let updates = source.updates
    source.update { _ in }
    source.update { $0.collapse(["b"]) }
    source.update { try? $0.moveItem("b", afterItem: "a") }
    source.checkContent()
    #expect((try? await source.reveal("a1")) == true)
    #expect(adapter.events == ["reload"])
    let log = EventLog()
    let whenReceived = { log.add("done") }
    source.enqueue(.edit(isAnimated: true), whenReceived: whenReceived) { _ in }
    #expect(log.take() == "done")
    source.applySnapshotUsingReloadData(source.snapshot())
    #expect(adapter.events == ["reload", "reload, still"])
    var iterator = updates.makeAsyncIterator()
    let update = await iterator.next()
    #expect(update?.presentation == .reload)
    #expect(update?.batches?.isEmpty == true)
  }

  @Test func severalUpdatesMergeIntoOne() throws {
    let source = Source(Self.start)
    let first = try #require(
      Self.lastUpdate(of: source) { source.update { try? $0.reloadItems(["b"]) } })
    let second = try #require(
      Self.lastUpdate(of: source) {
        source.update(animatingDifferences: false) { try? $0.moveItem("b", beforeItem: "a") }
      })
    var steps = Source.MergedUpdate(first)
    steps.add(second)
    let merged = steps.resolved()
    #expect(merged.initialSnapshot == first.initialSnapshot)
    #expect(merged.finalSnapshot == source.snapshot() && merged.presentation == .immediate)
    var marked = source.snapshot()
    try marked.reloadItems(["b"])
    #expect(merged.difference == marked.difference(from: first.initialSnapshot))
  }

  /// A removed row loses its view, so the merged update must reload it.
  @Test func reinsertedRowsAreReloadedInAMergedUpdate() throws {
    let source = Source(Self.start + "\n2\n  -* c")
    let initial = source.snapshot()
    let updates = [
      Self.lastUpdate(of: source) { source.collapse("a") },
      Self.lastUpdate(of: source) { source.update { try? $0.deleteItems(["b"]) } },
      Self.lastUpdate(of: source) { source.update { try? $0.moveItem("c", beforeItem: "a") } },
      Self.lastUpdate(of: source) { source.update { try? $0.moveItem("c", afterItem: "a") } },
      Self.lastUpdate(of: source) { source.expand("a") },
      Self.lastUpdate(of: source) {
        source.update { try? $0.appendItems(["b"], toSection: 1) }
      },
    ].compactMap(\.self)
    var merged = Source.MergedUpdate(try #require(updates.first))
    for update in updates.dropFirst() { merged.add(update) }
    let resolved = merged.resolved()
    #expect(resolved.initialSnapshot == initial && updates.count == 6)
    // The row `c` moved from another section; `a1` and `b` were removed in between.
    #expect(resolved.difference.changes.map(\.difference.reloads) == [[1..<2, 3..<4], []])
    #expect(resolved.presentation != .reload)
    #expect(resolved.batches?.last?.snapshot == resolved.finalSnapshot)
    source.applySnapshotUsingReloadData(source.snapshot())
  }

  @Test func transientRowsAreNotRecorded() throws {
    let source = Source(Self.start)
    let adapter = TestAdapter()
    source.attach(adapter)
    for number in 0..<20 {
      source.update { try? $0.appendItems(["x\(number)"], toSection: 1) }
      source.update { try? $0.deleteItems(["x\(number)", "b"]) }
      source.update { try? $0.reloadItems(["a"]) }
    }
    var merged = Source.MergedUpdate(try #require(adapter.updates.first))
    for update in adapter.updates.dropFirst() { merged.add(update) }
    #expect(merged.reloads == ["a", "b"])
    #expect("\(merged.resolved().difference)" == "0: 2-1 0!1")
  }

  static func lastUpdate(of source: Source, _ body: () -> Void) -> Source.Update? {
    let adapter = TestAdapter()
    source.attach(adapter)
    body()
    source.detach(adapter)
    return adapter.updates.last
  }
}
