import Outline
import OutlineTestSupport
import Testing

/// Callers pass copies of items with other values, and handlers replace all items: the next step of
/// the same action must receive the items as they are stored now.
@Suite struct StoredItemTests {
  typealias Item = Identified<Song>

  private let source = OutlineDataSource<Int, Item>()
  private let log = Log()
  /// Checks the items that a handler receives, and replaces all items.
  private let replace: (_ items: [Item], _ name: String) -> Void

  private final class Log: @unchecked Sendable {
    // Everything runs on one actor.
    /// The value that all stored items have.
    var plays = 0
    var calls: Set<String> = []

    func item(_ id: Int) -> Item { Identified(Song(id, plays: plays)) }

    func check(_ items: [Item], _ name: String) {
      calls.insert(name)
      let outdated = items.filter { $0.plays != plays }
      #expect(outdated.isEmpty, "\(name) of \(outdated.map(\.id))")
    }
  }

  /// An item of a caller, which has another value.
  private static func copy(_ id: Int) -> Item { Identified(Song(id, plays: -1)) }

  init() throws {
    replace = { [unowned source, log] (items: [Item], name: String) in
      log.check(items, name)
      log.plays += 1
      let items = source.snapshot().itemIdentifiers.map { log.item($0.id) }
      source.update { try? $0.updateItems(items) }
    }
    try source.update { snapshot in
      try snapshot.appendSections([0, 1])
      let levels = [0, 1, 2, 0, 1]
      try snapshot[0].append(preorder: levels.indices.map { (log.item($0), levels[$0]) })
      try snapshot[1].append([log.item(5)])
    }
    source.sectionSnapshotHandlers.shouldExpandItem = { [replace] in
      replace([$0], "should expand")
      return true
    }
    source.sectionSnapshotHandlers.willExpandItem = { [replace] in replace([$0], "will expand") }
    source.sectionSnapshotHandlers.shouldCollapseItem = { [replace] in
      replace([$0], "should collapse")
      return true
    }
    source.sectionSnapshotHandlers.willCollapseItem = { [replace] in
      replace([$0], "will collapse")
    }
  }

  private func checkSnapshot() {
    #expect(source.snapshot().itemIdentifiers.allSatisfy { $0.plays == log.plays })
  }

  @Test func handlersForExpandingReceiveStoredItems() {
    source.sectionSnapshotHandlers.snapshotForExpandingParent = {
      [unowned source, log, replace] item, children in
      log.check(Array(children.items), "snapshot")
      replace([item], "snapshot")
      return source.snapshot(for: 0).children(of: item).map { ids in
        var snapshot = SectionSnapshot<Item>()
        try? snapshot.append(ids)
        return snapshot
      } ?? children
    }
    #expect(source.toggle(Self.copy(0)) == .done)
    #expect(source.toggle(Self.copy(0)) == .done)
    #expect(source.expandSubtree(of: Self.copy(3)) == .done)
    #expect(source.collapseSubtree(of: Self.copy(3)) == .done)
    source.expansionBehavior = [.collapsesSiblings, .expandsSingleChildChains]
    #expect(source.expand(Self.copy(0)) == .done)
    #expect(source.expand(Self.copy(3)) == .done)
    #expect(source.collapse(Self.copy(3)) == .done)
    #expect(
      log.calls == ["should expand", "will expand", "snapshot", "should collapse", "will collapse"])
    checkSnapshot()
  }

  @Test func handlersForReorderingReceiveStoredItems() throws {
    source.reorderingHandlers.canReorderItem = { [replace] in
      replace([$0], "can reorder")
      return true
    }
    source.reorderingHandlers.canDropItems = { [log, replace] items, destination in
      switch destination {
      case .before(let item), .after(let item), .into(let item): log.check([item], "destination")
      case .end: break
      }
      replace(items, "can drop")
      return true
    }
    source.reorderingHandlers.willReorder = { [log, replace] transaction in
      log.check(Array(transaction.initialSnapshot.itemIdentifiers), "initial")
      replace(transaction.movedItems, "will reorder")
    }
    source.reorderingHandlers.didReorder = { [log] transaction in
      log.check(Array(transaction.finalSnapshot.itemIdentifiers), "final")
      log.check(transaction.movedItems, "did reorder")
    }
    let dragged = [1, 3].map(Self.copy)
    let destinations: [Snapshot<Int, Item>.Destination] = [
      .after(Self.copy(0)), .before(Self.copy(5)), .into(Self.copy(5)), .end(of: 1),
    ]
    for destination in destinations {
      #expect(source.canDrop(dragged, to: destination))
      let transaction = try #require(try source.drop(dragged, to: destination))
      #expect(transaction.movedItems.map(\.plays) == [log.plays, log.plays])
      // An undo keeps newer values.
      replace(transaction.movedItems, "did reorder")
      for transaction in [transaction.inverse, transaction, transaction.inverse] {
        try source.apply(transaction)
        checkSnapshot()
      }
    }
    #expect(
      log.calls == [
        "can reorder", "can drop", "destination", "initial", "will reorder", "final", "did reorder",
      ])
    let plays = [log.plays, log.plays]
    #expect(source.snapshot().topmostItems(among: dragged).map(\.plays) == plays)
    #expect(source.snapshot()[0].topmostItems(among: dragged).map(\.plays) == plays)
  }

  private func setLoader() {
    source.childLoader = ChildLoader(
      hasChildren: { [log] in
        log.check([$0], "has children")
        return $0.id < 20
      },
      children: { [log] in
        // Handlers of other items can replace all items before the loader is called.
        log.calls.insert("children")
        return [log.item([0, 1, 3].contains($0.id) ? $0.id + 1 : $0.id + 10)]
      })
  }

  @Test func loadersReceiveStoredItems() {
    simulated { actor in
      guard let test = try? StoredItemTests() else { return }
      let source = test.source
      let copy = StoredItemTests.copy
      test.setLoader()
      #expect(source.hasChildren(copy(5)) && source.loadingState(of: .item(copy(5))) == .notLoaded)
      source.expand(copy(5))
      source.cancelLoading(of: .item(copy(5)))
      source.toggle(copy(5))
      await actor.settle()
      source.expand(copy(15))
      source.collapse(copy(15))
      await actor.settle()
      try? await source.loadChildren(of: .item(copy(2)))
      try? await source.reloadChildren(of: .item(copy(2)))
      source.markStale(.item(copy(2)))
      source.beginReloadingChildren(of: .item(copy(2)))
      await actor.settle()
      try? await source.loadMoreChildren(of: .item(copy(2)))
      let isShown = try? await source.reveal(copy(25)) { _ in copy(15) }
      #expect(isShown ?? false)
      _ = try? await source.reveal(copy(12)) { _ in copy(2) }
      await source.loadAndExpandSubtree(of: copy(0))
      #expect(source.snapshot().isExpanded(copy(2)))
      test.checkSnapshot()
      #expect(
        test.log.calls == [
          "should expand", "will expand", "has children", "children", "should collapse",
          "will collapse",
        ])
    }
  }

  @Test func loadersReceiveStoredItemsWhenAStateIsRestored() {
    simulated { actor in
      guard let test = try? StoredItemTests() else { return }
      test.setLoader()
      let state = ViewState(expandedItems: [0, 2, 5, 15].map(StoredItemTests.copy))
      test.source.restore(state)
      _ = await test.source.loadAndRestore(state)
      test.source.restore(state, collapsingOthers: true)
      #expect(test.log.calls == ["has children", "children"])
      test.checkSnapshot()
    }
  }
}
