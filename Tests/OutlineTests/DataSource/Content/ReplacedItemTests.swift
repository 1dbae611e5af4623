import Outline
import OutlineTestSupport
import Testing

/// Handlers that replace all items: the next step of the same action must receive the new ones.
@Suite struct ReplacedItemTests {
  typealias Item = Identified<Song>

  private let source: OutlineDataSource<Int, Item>
  private let log: Log
  /// Checks the items that a handler receives, and replaces all items.
  private let replace: (_ items: [Item], _ name: String) -> Void

  private final class Log: @unchecked Sendable {
    // Everything runs on one actor.
    var plays = 0
    var calls: Set<String> = []

    func check(_ items: [Item], _ name: String) {
      calls.insert(name)
      let outdated = items.filter { $0.plays != plays }
      #expect(outdated.isEmpty, "\(name) of \(outdated.map(\.id))")
    }
  }

  private func item(_ id: Int) -> Item { Identified(Song(id, plays: log.plays)) }

  init() throws {
    let (source, log) = (OutlineDataSource<Int, Item>(), Log())
    let replace = { [unowned source] (items: [Item], name: String) in
      log.check(items, name)
      log.plays += 1
      let items = source.snapshot().itemIdentifiers.map { item in
        Identified(Song(item.id, plays: log.plays))
      }
      source.update { try? $0.updateItems(items) }
    }
    (self.source, self.log, self.replace) = (source, log, replace)
    try source.update { snapshot in
      try snapshot.appendSections([0, 1])
      let rows = [(0, 0), (1, 1), (2, 2), (3, 0), (4, 1)].map { id, level in
        (item: Identified(Song(id)), level: level)
      }
      try snapshot[0].append(preorder: rows)
      try snapshot[1].append([Identified(Song(5))])
    }
    source.sectionSnapshotHandlers.shouldExpandItem = {
      replace([$0], "should expand")
      return true
    }
    source.sectionSnapshotHandlers.willExpandItem = { replace([$0], "will expand") }
    source.sectionSnapshotHandlers.shouldCollapseItem = {
      replace([$0], "should collapse")
      return true
    }
    source.sectionSnapshotHandlers.willCollapseItem = { replace([$0], "will collapse") }
  }

  @Test func handlersForExpandingReceiveReplacedItems() {
    source.sectionSnapshotHandlers.snapshotForExpandingParent = {
      [unowned source, log, replace] item, children in
      log.check(children.items.map(\.self), "snapshot")
      replace([item], "snapshot")
      return source.snapshot(for: 0).children(of: item).map { ids in
        var snapshot = SectionSnapshot<Item>()
        try? snapshot.append(ids)
        return snapshot
      } ?? children
    }
    #expect(source.toggle(item(0)) == .done)
    #expect(source.toggle(item(0)) == .done)
    #expect(source.expandSubtree(of: item(3)) == .done)
    #expect(source.collapseSubtree(of: item(3)) == .done)
    source.expansionBehavior = [.collapsesSiblings, .expandsSingleChildChains]
    #expect(source.expand(item(0)) == .done)
    #expect(source.expand(item(3)) == .done)
    #expect(
      log.calls == ["should expand", "will expand", "snapshot", "should collapse", "will collapse"])
    #expect(source.snapshot().itemIdentifiers.allSatisfy { $0.plays == log.plays })
  }

  @Test func handlersForReorderingReceiveReplacedItems() throws {
    source.reorderingHandlers.canReorderItem = { [replace] in
      replace([$0], "can reorder")
      return true
    }
    source.reorderingHandlers.canDropItems = { [log, replace] items, destination in
      if case .after(let item) = destination { log.check([item], "destination") }
      replace(items, "can drop")
      return true
    }
    source.reorderingHandlers.willReorder = { [log, replace] transaction in
      log.check(transaction.initialSnapshot.itemIdentifiers.map(\.self), "initial")
      replace(transaction.movedItems, "will reorder")
    }
    source.reorderingHandlers.didReorder = { [log] transaction in
      log.check(transaction.finalSnapshot.itemIdentifiers.map(\.self), "final")
      log.check(transaction.movedItems, "did reorder")
    }
    #expect(source.canDrop([item(1), item(3)], to: .after(item(5))))
    let transaction = try source.drop([item(1), item(3)], to: .after(item(5)))
    #expect(transaction?.movedItems.map(\.plays) == [log.plays, log.plays])
    #expect(source.snapshot().itemIdentifiers.map(\.id) == [0, 5, 1, 2, 3, 4])
    #expect(
      log.calls == [
        "can reorder", "can drop", "destination", "initial", "will reorder", "final", "did reorder",
      ])
  }

  @Test func loadersReceiveReplacedItems() {
    simulated { actor in
      guard let test = try? ReplacedItemTests() else { return }
      let (source, log) = (test.source, test.log)
      source.childLoader = ChildLoader(
        hasChildren: {
          log.check([$0], "has children")
          return $0.id < 20
        },
        children: {
          log.check([$0], "children")
          return [Identified(Song($0.id + 10, plays: log.plays))]
        })
      source.expand(test.item(5))
      await actor.settle()
      source.expand(test.item(15))
      source.collapse(test.item(15))
      await actor.settle()
      await source.loadAndExpandSubtree(of: test.item(0))
      #expect(source.snapshot().isExpanded(test.item(2)))
      #expect(
        log.calls == [
          "should expand", "will expand", "has children", "children", "should collapse",
          "will collapse",
        ])
    }
  }
}
