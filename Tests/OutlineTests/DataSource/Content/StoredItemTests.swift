import Outline
import OutlineTestSupport
import Testing

@Suite struct StoredItemTests {
  typealias Item = Identified<Song>

  private let source: OutlineDataSource<Int, Item>
  private let values = Values()

  private final class Values: @unchecked Sendable {
    // Everything runs on one actor.
    var received: [String: Set<Int>] = [:]

    func add(_ items: [Item], to name: String) {
      received[name, default: []].formUnion(items.map(\.plays))
    }
  }

  /// Items have been played once in the data source, and never in the copies of a caller.
  private static func copy(_ id: Int) -> Item { Identified(Song(id)) }
  private static func stored(_ id: Int) -> Item { Identified(Song(id, plays: 1)) }

  init() throws {
    var snapshot = Snapshot<Int, Item>()
    try snapshot.appendSections([0, 1])
    let rows = [(0, 0), (1, 1), (2, 2), (3, 0), (4, 1)].map { (item: Self.stored($0), level: $1) }
    try snapshot[0].append(preorder: rows)
    try snapshot[1].append([Self.stored(5)])
    source = OutlineDataSource(snapshot)
    source.sectionSnapshotHandlers.shouldExpandItem = { [values] in
      values.add([$0], to: "should expand")
      return true
    }
    source.sectionSnapshotHandlers.willExpandItem = { [values] in
      values.add([$0], to: "will expand")
    }
    source.sectionSnapshotHandlers.shouldCollapseItem = { [values] in
      values.add([$0], to: "should collapse")
      return true
    }
    source.sectionSnapshotHandlers.willCollapseItem = { [values] in
      values.add([$0], to: "will collapse")
    }
    source.reorderingHandlers.canReorderItem = { [values] in
      values.add([$0], to: "can reorder")
      return true
    }
    source.reorderingHandlers.canDropItems = { [values] items, destination in
      switch destination {
      case .before(let item), .after(let item), .into(let item):
        values.add(items + [item], to: "can drop")
      case .end: values.add(items, to: "can drop")
      }
      return true
    }
    source.reorderingHandlers.willReorder = { [values] in
      values.add($0.movedItems, to: "will reorder")
    }
    source.reorderingHandlers.didReorder = { [values] in
      values.add($0.movedItems, to: "did reorder")
    }
  }

  private func load() {
    source.childLoader = ChildLoader(
      hasChildren: { [values] in
        values.add([$0], to: "has children")
        return $0.id < 6
      },
      children: { [values] in
        values.add([$0], to: "children")
        return [Self.stored($0.id + 10)]
      })
  }

  private func check(_ names: String..., line: Int = #line) {
    let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
    for name in names {
      #expect(values.received[name] == [1], "\(name)", sourceLocation: location)
    }
    for (name, plays) in values.received {
      #expect(plays == [1], "\(name)", sourceLocation: location)
    }
    values.received = [:]
    let plays = Set(source.snapshot().itemIdentifiers.map(\.plays))
    #expect(plays == [1], sourceLocation: location)
  }

  @Test func handlersForExpandingReceiveStoredItems() {
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { [values] item, children in
      values.add([item] + children.items, to: "snapshot")
      return children
    }
    source.expand(Self.copy(0))
    check("should expand", "will expand", "snapshot")
    source.collapse(Self.copy(0))
    check("should collapse", "will collapse")
    source.toggle(Self.copy(0))
    source.toggle(Self.copy(0))
    check("should expand", "snapshot", "should collapse")
    source.expandSubtree(of: Self.copy(0))
    source.collapseSubtree(of: Self.copy(0))
    check("should expand", "will expand", "snapshot", "should collapse", "will collapse")
  }

  @Test func handlersForReorderingReceiveStoredItems() throws {
    let dragged = [Self.copy(1), Self.copy(3)]
    for destination in [
      .after(Self.copy(0)), .before(Self.copy(5)), .into(Self.copy(5)), .end(of: 1),
    ]
      as [Snapshot<Int, Item>.Destination]
    {
      #expect(source.canDrop(dragged, to: destination))
      check("can reorder", "can drop")
      let transaction = try #require(try source.drop(dragged, to: destination))
      check("can reorder", "can drop", "will reorder", "did reorder")
      try source.apply(transaction.inverse)
      try source.apply(transaction)
      try source.apply(transaction.inverse)
      check()
    }
    #expect(source.snapshot().topmostItems(among: dragged).map(\.plays) == [1, 1])
    #expect(source.snapshot()[0].topmostItems(among: dragged).map(\.plays) == [1, 1])
  }

  /// A handler can change the values of the items that are about to move.
  @Test func aTransactionHasTheValuesThatAHandlerHasSet() throws {
    for item in source.snapshot().itemIdentifiers {
      source.update { try? $0.updateItems([Self.copy(item.id)]) }
    }
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.reorderingHandlers.canDropItems = nil
    source.reorderingHandlers.willReorder = { [unowned source] _ in
      let items = source.snapshot().itemIdentifiers.map { Self.stored($0.id) }
      source.update { try? $0.updateItems(items) }
    }
    let transaction = try #require(try source.drop([Self.copy(1)], to: .end(of: 1)))
    #expect(transaction.movedItems.map(\.plays) == [1])
    check("did reorder")
  }

  @Test func loadersReceiveStoredItems() {
    simulated { actor in
      guard let test = try? StoredItemTests() else { return }
      let (source, copy) = (test.source, StoredItemTests.copy)
      test.load()
      test.check()
      #expect(source.hasChildren(copy(5)))
      test.check("has children")
      #expect(source.loadingState(of: copy(5)) == .notLoaded)
      test.check("has children")
      source.expand(copy(5))
      source.cancelLoading(of: copy(5))
      source.toggle(copy(5))
      source.toggle(copy(5))
      test.check("should expand", "has children")
      try? await source.loadChildren(of: copy(2))
      test.check("has children", "children")
      try? await source.reloadChildren(of: copy(2))
      test.check("children")
      source.markStale(copy(2))
      source.beginReloadingChildren(of: copy(2))
      await actor.settle()
      try? await source.loadMoreChildren(of: copy(2))
      test.check("children")
      let isShown = try? await source.reveal(copy(15)) { _ in copy(5) }
      #expect(isShown ?? false)
      _ = try? await source.reveal(copy(12)) { _ in copy(2) }
      test.check("has children", "children")
      source.expand(copy(4))
      await actor.settle()
      source.collapse(copy(4))
      test.check("has children", "children", "should expand", "will collapse")
    }
  }

  @Test func loadersReceiveStoredItemsWhenAStateIsRestored() {
    simulated { actor in
      guard let test = try? StoredItemTests() else { return }
      let (source, copy) = (test.source, StoredItemTests.copy)
      test.load()
      test.check()
      let state = ViewState(expandedItems: [0, 2, 5, 15].map(copy))
      source.restore(state)
      test.check("has children")
      _ = await source.loadAndRestore(state)
      test.check("has children", "children")
      source.restore(state, collapsingOthers: true)
      test.check("has children")
    }
  }
}
