import Outline
import OutlineTestSupport
import Testing

/// Actors with a data source each, which work at the same time.
///
/// `.ci/run threads` runs them under the thread sanitizer.
@Suite struct DataSourceConcurrencyTests {
  static let actorCount = 6
  static let roundCount = TestEffort.choose(quick: 4, full: 100, long: 5_000)

  private struct Unreadable: Error {}

  private actor Reader {
    private var shown = Snapshot<Int, Int>()

    func follow(_ updates: OutlineDataSource<Int, Int>.Updates) async -> Snapshot<Int, Int> {
      for await update in updates {
        shown = update.finalSnapshot
        await Task.yield()
      }
      return shown
    }
  }

  private actor Owner {
    private var source: OutlineDataSource<Int, Int>?
    private var random: SeededGenerator
    private var waiting: [Task<Void, Never>] = []

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
    }

    private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private func open() -> OutlineDataSource<Int, Int>.Updates {
      let source = OutlineDataSource<Int, Int>()
      source.childLoader = ChildLoader(
        hasChildren: { $0 < 1_000 }, slowAfter: .microseconds(20),
        whenCollapsed: number(below: 2) == 0 ? .cancel : .keepLoading,
        pages: { parent, cursor in
          for _ in 0..<parent % 5 { await Task.yield() }
          if parent % 7 == 6 { throw Unreadable() }
          let start = cursor as? Int ?? 1
          return ChildPage(
            [parent * 10 + start, parent * 10 + start + 1], cursor: start < 5 ? start + 2 : nil)
        })
      let updates = source.updates
      source.update { snapshot in
        try? snapshot.appendSections([0])
        try? snapshot.appendItems(1..<8, toSection: 0)
      }
      self.source = source
      return updates
    }

    /// Works with a data source, releases it during loads, and compares what a reader has seen.
    func work(with reader: Reader) async -> Bool {
      let updates = open()
      let reading = Task.detached { await reader.follow(updates) }
      for _ in 0..<30 {
        step()
        if number(below: 3) == 0 { await Task.yield() }
      }
      for task in waiting { task.cancel() }
      for task in waiting { await task.value }
      waiting = []
      let last = close()
      return await reading.value == last
    }

    private func close() -> Snapshot<Int, Int>? {
      for item in 1..<8 { source?.beginReloadingChildren(of: .item(item)) }
      defer { source = nil }
      return source?.snapshot()
    }

    private func step() {
      guard let source else { return }
      let items = Array(source.snapshot().itemIdentifiers)
      guard let item = items.randomElement(using: &random) else { return }
      switch number(below: 9) {
      case 0...2: source.toggle(item)
      case 3: source.beginReloadingChildren(of: .item(item))
      case 4: source.cancelLoading(of: .item(item))
      case 5: source.update { try? $0.deleteItems([item]) }
      case 6: waiting.randomElement(using: &random)?.cancel()
      default:
        let loadsMore = number(below: 2) == 0
        waiting.append(Task { await wait(for: item, loadsMore: loadsMore) })
      }
    }

    private func wait(for item: Int, loadsMore: Bool) async {
      if loadsMore {
        try? await source?.loadMoreChildren(of: .item(item))
      } else {
        try? await source?.loadChildren(of: .item(item))
      }
    }
  }

  @Test func actorsDoNotDisturbEachOther() async {
    let seed = seedOfRun()
    let problemCount = await withTaskGroup(of: Int.self) { group in
      for number in 0..<Self.actorCount {
        group.addTask {
          let owner = Owner(seed: seed &+ UInt64(number))
          let reader = Reader()
          var problemCount = 0
          for _ in 0..<Self.roundCount where await !owner.work(with: reader) { problemCount += 1 }
          return problemCount
        }
      }
      return await group.reduce(0, +)
    }
    #expect(problemCount == 0, "OUTLINE_SEED=\(seed)")
  }
}
