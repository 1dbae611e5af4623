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

  @Test func anUpdateCarriesTheNameOfItsAnimation() async throws {
    final class Naming: OutlineAdapter {
      var names: [String?] = []
      func reload(_ snapshot: Snapshot<Int, String>) {}
      func show(_ update: OutlineDataSource<Int, String>.Update) {
        names.append(update.animationName)
      }
    }
    let source = Source(Self.start)
    let adapter = Naming()
    source.attach(adapter)
    var iterator = source.updates.makeAsyncIterator()
    _ = await iterator.next()
    source.sectionSnapshotHandlers.willExpandItem = { _ in
      source.update { try? $0.reconfigureItems(["b"]) }
    }
    source.withAnimation(named: "fade") {
      source.collapse("a")
      source.withAnimation(named: "slide") { _ = source.expand("a") }
      source.collapse("a")
    }
    #expect(adapter.names == ["fade", "slide", "slide", "fade"])
    #expect(await iterator.next()?.animationName == "fade")
    source.expand("a")
    #expect(adapter.names.suffix(2) == [nil, nil])
  }

  @Test func anAdapterThatOnlyReloadsShowsEachChange() throws {
    final class Reloading: OutlineAdapter {
      var shown = Snapshot<Int, String>()
      func reload(_ snapshot: Snapshot<Int, String>) { shown = snapshot }
    }
    let source = Source(Self.start)
    let adapter = Reloading()
    source.attach(adapter)
    source.collapse("a")
    #expect(adapter.shown == source.snapshot())
    source.update { try? $0.reconfigureItems(["b"]) }
  }

  /// The updates of some changes, as a slow loop receives them.
  private func merged(
    _ source: Source, _ changes: [(Source) throws -> Void]
  ) throws -> Source.MergedUpdate {
    let updates = try updates(of: source, changes)
    var merged = Source.MergedUpdate(try #require(updates.first))
    for update in updates.dropFirst() { merged.add(update) }
    return merged
  }

  private func updates(
    of source: Source, _ changes: [(Source) throws -> Void]
  ) throws -> [Source.Update] {
    let adapter = TestAdapter()
    source.attach(adapter)
    for change in changes { try change(source) }
    #expect(adapter.updates.count == changes.count)
    return adapter.updates
  }

  private var changesOfMovedRows: [(Source) throws -> Void] {
    [
      { $0.collapse("a") },
      { try $0.update { try $0.deleteItems(["b"]) } },
      { try $0.update { try $0.moveItem("c", beforeItem: "a") } },
      { try $0.update { try $0.moveItem("c", afterItem: "a") } },
      { $0.expand("a") },
      { try $0.update { try $0.appendItems(["b"], toSection: 1) } },
    ]
  }

  @Test func updatesMergedOneByOneEqualAMergedUpdate() throws {
    let updates = try updates(of: Source(Self.start + "\n2\n  -* c"), changesOfMovedRows)
    var merged = updates[0]
    for (index, update) in updates.enumerated().dropFirst() {
      merged = merged.merging(update)
      var expected = Source.MergedUpdate(updates[0])
      for update in updates[1...index] { expected.add(update) }
      let resolved = expected.resolved()
      #expect(merged.difference == resolved.difference, "update \(index)")
      #expect(merged.initialSnapshot == updates[0].initialSnapshot)
      #expect(merged.finalSnapshot == update.finalSnapshot)
      #expect(merged.presentation == resolved.presentation)
    }
  }

  /// A removed row loses its view, so the merged update must reload it.
  @Test func reinsertedRowsAreReloadedInAMergedUpdate() throws {
    let resolved = try merged(Source(Self.start + "\n2\n  -* c"), changesOfMovedRows).resolved()
    #expect(resolved.initialSnapshot == Source(Self.start + "\n2\n  -* c").snapshot())
    // The row `c` moved from another section; `a1` and `b` were removed in between.
    #expect(resolved.difference.changes.map(\.difference.reloads) == [[1..<2, 3..<4], []])
    #expect(resolved.presentation != .reload)
    #expect(resolved.batches?.last?.snapshot == resolved.finalSnapshot)
  }

  /// Regression: a row that had left the section kept its old appearance.
  @Test func rowsThatLeaveAReloadedSectionAreReloadedInAMergedUpdate() throws {
    let update = try merged(
      Source(Self.start + "\n2\n  -* c"),
      [
        { try $0.update { try $0.reloadSections([1]) } },
        { try $0.update { try $0.moveItem("b", afterItem: "c") } },
      ]
    ).resolved()
    #expect("\(update.difference)" == "(0!1), 0: 2-1, 1: 1+1 1!1, [0, 2]>[1, 1]")
  }

  @Test func transientRowsAreNotRecorded() throws {
    let changes = (0..<20).flatMap { number -> [(Source) throws -> Void] in
      [
        { try $0.update { try $0.appendItems(["x\(number)"], toSection: 1) } },
        { try $0.update { try $0.deleteItems(["x\(number)", "b"]) } },
        { try $0.update { try $0.reloadItems(["a"]) } },
      ]
    }
    let merged = try merged(Source(Self.start), changes)
    #expect(merged.reloads == ["a", "b"])
    #expect("\(merged.resolved().difference)" == "0: 2-1 0!1")
  }
}
