import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct DataSourceUpdatesTests {
  static let start = "1\n  +* a\n    -* a1\n  -* b"

  @Test func aSlowLoopReceivesOneMergedUpdate() {
    simulated { actor in
      let source = Source(Self.start)
      var iterator = source.updates.makeAsyncIterator()
      let first = await iterator.next()
      #expect(first?.initialSnapshot == Snapshot() && first?.finalSnapshot == source.snapshot())
      #expect(first?.presentation == .reload)
      source.collapse("a")
      source.update { try? $0.appendItems(["x"], toSection: 1) }
      source.expand("a", animatingDifferences: false)
      let update = await iterator.next()
      #expect(update?.initialSnapshot.shape == Self.start)
      #expect(update?.finalSnapshot == source.snapshot())
      #expect(update.map { "\($0.difference)" } == "0: 3+1 1!1 0~1")
      source.collapse("a")
      let next = await iterator.next()
      #expect(next?.initialSnapshot == update?.finalSnapshot)
      #expect(next?.presentation == .animated)
    }
  }

  /// Clients for older systems have `next()` alone.
  @Test func bothFormsOfNextReturnTheSameUpdates() {
    simulated { actor in
      var source: Source? = Source(Self.start)
      guard let updates = source.map({ [$0.updates, $0.updates] }) else { return }
      let logs = [EventLog(), EventLog()]
      let describe = { (update: Source.Update) in
        "\(update.difference) \(update.presentation) \(update.finalSnapshot.shape)"
      }
      let tasks = [
        Task {
          _ = actor
          var iterator = updates[0].makeAsyncIterator()
          while let update = await iterator.next() { logs[0].add(describe(update)) }
        },
        Task {
          var iterator = updates[1].makeAsyncIterator()
          while let update = await iterator.next(isolation: actor) { logs[1].add(describe(update)) }
        },
      ]
      await actor.settle()
      for round in 0..<8 {
        source?.toggle("a")
        source?.update(animatingDifferences: round % 3 > 0) {
          try? $0.appendItems(["x\(round)"], toSection: 1)
        }
        if round % 2 > 0 { await actor.settle() }
      }
      source?.toggle("a")
      source = nil
      for task in tasks { await task.value }
      let events = logs[0].events
      #expect(events.count == 6 && events == logs[1].events)
    }
  }

  @Test func eachLoopReceivesAllUpdatesAndEndsWithTheDataSource() {
    simulated { actor in
      var source: Source? = Source(Self.start)
      let log = EventLog()
      var tasks: [Task<Void, Never>] = []
      for number in 1...2 {
        guard let updates = source?.updates else { return }
        tasks.append(
          Task {
            _ = actor
            var shown = Snapshot<Int, String>()
            for await update in updates {
              #expect(update.initialSnapshot == shown)
              shown = update.finalSnapshot
              if Bool.random() { await Task.yield() }
            }
            log.add("\(number) \(shown.numberOfItems)")
          })
      }
      for item in ["x", "y", "z"] {
        source?.update { try? $0.appendItems([item], toSection: 1) }
        await Task.yield()
      }
      await actor.settle()
      #expect(log.events.isEmpty)
      source?.update { try? $0.appendItems(["last"], toSection: 1) }
      source = nil
      for task in tasks { await task.value }
      #expect(log.events.sorted() == ["1 7", "2 7"])
    }
  }

  @Test func aCancelledLoopEnds() {
    simulated { actor in
      let source = Source(Self.start)
      let updates = source.updates
      let task = Task {
        _ = actor
        for await _ in updates {}
        return true
      }
      await actor.settle()
      task.cancel()
      let hasEnded = await task.value
      #expect(hasEnded)
      source.collapse("a")
      // Later updates are not buffered.
      var iterator = updates.makeAsyncIterator()
      _ = await iterator.next()
      let end = await iterator.next()
      #expect(end == nil)
    }
  }

  /// The observer already sees the update on screen.
  @Test func aSequenceCreatedInAnObserverStartsAfterTheUpdate() {
    simulated { actor in
      let source = Source(Self.start)
      let adapter = TestAdapter()
      source.attach(adapter)
      var iterator: Source.Updates.Iterator?
      adapter.reaction = { [unowned adapter] _ in
        adapter.reaction = nil
        iterator = source.updates.makeAsyncIterator()
      }
      source.collapse("a")
      let shown = source.snapshot()
      let first = await iterator?.next()
      #expect(first?.finalSnapshot == shown)
      source.expand("a")
      let update = await iterator?.next()
      #expect(update?.initialSnapshot == shown)
    }
  }

  /// Regression: the end of each sequence took time for all others.
  @Test func sequencesThatNobodyReadsGoTogether() {
    let source = Source(Self.start)
    for _ in 0..<1_000 { _ = source.updates }
    source.toggle("a")
    #expect(source.observers.producers.isEmpty)
  }

  /// Regression: a selection in the item stayed, although its row had been hidden.
  @Test func aMergedUpdateTellsOfAnItemThatCollapsedAndExpanded() {
    simulated { actor in
      let source = Source(Self.start)
      var iterator = source.updates.makeAsyncIterator()
      _ = await iterator.next()
      source.collapse("a")
      source.expand("a")
      let update = await iterator.next()
      #expect(update.map { "\($0.difference)" } == "0: 1!1 0~1")
    }
  }
}
