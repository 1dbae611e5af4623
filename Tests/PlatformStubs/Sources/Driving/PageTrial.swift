import Outline
import Testing
import ViewSimulation

/// Loads roots in pages, which a row requests while it is displayed.
@MainActor public func expectPages(
  _ makeScreen: @escaping @MainActor (Program) -> any Screen
) async {
  await expectNoViolations { program in
    await PageTrial(program.source, makeScreen(program)).run()
  }
}

/// A server with six pages of two items, and two empty pages before the last one.
@MainActor private final class PageServer {
  struct Unreachable: Error {}

  static let moreItem = 15
  var isReachable = true
  var requests: [Int] = []

  func page(_ number: Int) throws -> ChildPage<Int> {
    requests.append(number)
    guard isReachable else { throw Unreachable() }
    let first = 2 * min(number, 5)
    return ChildPage(
      number == 5 || number == 6 ? [] : [first, first + 1], cursor: number == 7 ? nil : number + 1,
      moreItem: number == 7 ? nil : Self.moreItem)
  }
}

@MainActor private struct PageTrial {
  private let server = PageServer()
  private let source: OutlineDataSource<Int, Int>
  private let screen: any Screen

  init(_ source: OutlineDataSource<Int, Int>, _ screen: any Screen) {
    self.source = source
    self.screen = screen
  }

  func run() async {
    source.rootLoader = ChildLoader { [server] (_, number: Int?) in
      // The view lays out before the next page arrives.
      try await Task.sleep(for: .milliseconds(5))
      return try await server.page(number ?? 0)
    }
    source.update { try? $0.appendSections([0]) }
    screen.attach()
    await retryRoots()
    let count = server.requests.count
    #expect((4...5).contains(count), "the pages that the view displays, not \(count)")
    #expect(!screen.displayedRows.contains(lastRow))

    server.isReachable = false
    await showEnd()
    #expect(server.requests.count == count + 1, "a failed page is not requested again")
    #expect(mark == .failed)
    #expect(screen.mark(inHeader: 0) == nil, "the header has no mark of a further page")
    let roots = source.snapshot(for: 0)
    screen.scroll(to: 0)
    screen.layOut()
    source.update { $0[0].deleteAll() }
    screen.layOut()
    #expect(screen.mark(inHeader: 0) == .failed, "the header has the mark if there is no row")
    source.update { $0[0] = roots }
    screen.layOut()
    await showEnd()

    server.isReachable = true
    screen.tapRetry(at: ListPosition(0, lastRow))
    await settle()
    await showEnd()
    let requests = Array(0..<count) + Array(count...5).prefix(1) + Array(count...5)
    #expect(server.requests == requests, "the page after an empty one is not requested")
    #expect(screen.rowCounts == [11])
    #expect(mark == .failed)

    screen.tapRetry(at: ListPosition(0, lastRow))
    await settle()
    #expect(server.requests == requests + [6], "a tap makes one request")
    #expect(mark == .failed)

    // The rows of a parent that is out of date load again before the next page.
    source.markStale(.section(0))
    screen.tapRetry(at: ListPosition(0, lastRow))
    await settle()
    #expect(server.requests == requests + [6] + Array(0...5))
    #expect(mark == .failed)

    for _ in 6...7 {
      screen.tapRetry(at: ListPosition(0, lastRow))
      await settle()
    }
    #expect(server.requests == requests + [6] + Array(0...7))
    #expect(screen.rowCounts == [12])
    #expect(mark == nil)
    await retryChildren()
  }

  /// Loads roots that fail to load once.
  private func retryRoots() async {
    server.isReachable = false
    try? await source.loadChildren(of: .section(0))
    await settle()
    #expect(screen.mark(inHeader: 0) == .failed)
    server.isReachable = true
    server.requests = []
    screen.tapRetry(inHeader: 0)
    await settle()
    #expect(screen.mark(inHeader: 0) == nil)
  }

  /// Expands an item whose children fail to load once.
  private func retryChildren() async {
    source.childLoader = ChildLoader(
      hasChildren: { $0 == 0 },
      children: { [server] _ in
        _ = try await server.page(7)
        return [12, 13]
      })
    screen.scroll(to: 0)
    server.isReachable = false
    source.expand(0)
    await settle()
    #expect(screen.mark(at: ListPosition(0, 0)) == .failed)
    server.isReachable = true
    screen.tapRetry(at: ListPosition(0, 0))
    await settle()
    #expect(screen.mark(at: ListPosition(0, 0)) == nil)
    #expect(screen.rowCounts == [14])
  }

  private var lastRow: Int { screen.rowCounts[0] - 1 }

  private var mark: ShownMark? { screen.mark(at: ListPosition(0, lastRow)) }

  private func showEnd() async {
    screen.scroll(to: max(lastRow - 4, 0))
    await settle()
  }

  /// Waits until no load is in progress, and none begins.
  private func settle() async {
    let clock = ContinuousClock()
    let start = clock.now
    var idleStart = start
    // Callers that wait for a load also continue on other threads.
    while clock.now - idleStart < .milliseconds(60), clock.now - start < .seconds(20) {
      await Task.yield()
      screen.layOut()
      if [.section(0), .item(0)].contains(where: { source.loadingState(of: $0) == .loading }) {
        idleStart = clock.now
      }
    }
    #expect(clock.now - start < .seconds(20), "a load has not ended")
  }
}
