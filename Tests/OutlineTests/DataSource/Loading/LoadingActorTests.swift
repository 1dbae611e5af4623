import Foundation
import OutlineTestSupport
import Testing

@testable import Outline

/// The actor where loaders run, and the one where their children arrive.
@Suite struct LoadingActorTests {
  static let loader = ChildLoader<String, String>(
    hasChildren: { $0.count < 3 }, children: { [$0 + "1"] })

  /// Waits until a condition holds, without a time limit.
  @MainActor
  private func wait(until condition: () -> Bool) async {
    for _ in 0..<10_000 where !condition() {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  private nonisolated func expandWithoutActor(
    _ item: String, in source: Source
  ) -> ExpansionResult {
    source.expand(item)
  }

  @MainActor @Test func childrenArriveAfterAnExpansionWithoutActor() async {
    let source = OutlineDataSource(Snapshot(SnapshotModel<Int, String>("1\n  -* a")))
    source.childLoader = Self.loader
    #expect(expandWithoutActor("a", in: source) == .waitingForChildren)
    await wait { source.snapshot().isExpanded("a") }
    #expect(source.shape == "1\n  +* a\n    -* a1")
  }

  @MainActor @Test func chainsContinueAfterAnExpansionWithoutActor() async {
    let source = OutlineDataSource(Snapshot(SnapshotModel<Int, String>("1\n  -* a")))
    source.childLoader = Self.loader
    source.expansionBehavior = .expandsSingleChildChains
    #expect(expandWithoutActor("a", in: source) == .waitingForChildren)
    await wait { source.snapshot().isExpanded("a1") }
    #expect(source.shape == "1\n  +* a\n    +* a1\n      -* a11")
  }

  @Test func expandingWithoutAnActorIsRefused() {
    let source = Source("1\n  -* a\n  +* b\n    -* b1")
    source.childLoader = Self.loader
    #expect(source.expand("a") == .refused)
    #expect(source.loadingState(of: .item("a")) == .failed(MissingActorError()))
    source.collapse("b")
    source.expansionBehavior = .expandsSingleChildChains
    #expect(source.expand("b") == .done, "the chain ends at its child")
    #expect(source.loadingState(of: .item("b1")) == .failed(MissingActorError()))
    source.rootLoader = ChildLoader(children: { _ in [] })
    source.beginReloadingChildren(of: .section(1))
    #expect(source.loadingState(of: .section(1)) == .failed(MissingActorError()))
  }

  @Test func aLoadOfAReleasedDataSourceIsCancelled() async {
    let task = Task {
      let source = Source("1\n  -* a")
      source.childLoader = ChildLoader(children: { _ in
        try await Task.sleep(for: .seconds(3_600))
        return []
      })
      let waiter = source.beginAwaitedLoad(of: .item("a"), .firstPage)
      #expect(source.expand("a") == .waitingForChildren)
      await #expect(throws: CancellationError.self) {
        try await source.waitForLoad(of: .item("a"), waiter, isolation: nil)
      }
      #expect(source.loadingState(of: .item("a")) == .notLoaded)
    }
    task.cancel()
    await task.value
  }

  @Test func aCallerWithoutAnActorReceivesTheLoadThatItJoins() {
    simulated { _ in #expect(await Self.childrenJoinedWithoutActor() == ["a1", "a2"]) }
  }

  @concurrent private static func childrenJoinedWithoutActor() async -> [String] {
    let source = Source("1\n  -* a")
    source.childLoader = ChildLoader(pages: { _, cursor in
      ChildPage(cursor == nil ? ["a1"] : ["a2"], cursor: cursor == nil ? 1 : nil)
    })
    try? await source.loadChildren(of: .item("a"))
    _ = source.beginAwaitedLoad(of: .item("a"), .nextPage)
    try? await source.loadChildren(of: .item("a"))
    return source.snapshot().children(of: "a").map(Array.init) ?? []
  }

  @MainActor @Test func synchronousWorkOfALoaderRunsOffTheMainActor() async throws {
    let source = Source("1\n  -* a")
    let semaphore = DispatchSemaphore(value: 0)
    source.childLoader = ChildLoader(children: { _ in
      // Without this wait, the main actor could proceed by chance.
      blocked(by: semaphore) ? ["a1"] : []
    })
    source.expand("a")
    semaphore.signal()
    try await source.loadChildren(of: .item("a"))
    #expect(source.shape == "1\n  +* a\n    -* a1")
  }

  @MainActor @Test func aLoaderCanRunOnTheMainActor() async throws {
    let source = Source("1\n  -* a")
    var count = 0
    source.childLoader = ChildLoader(
      hasChildren: { _ in MainActor.assumeIsolated { count == 0 } },
      children: { @MainActor item in
        count += 1
        return [item + "1"]
      })
    #expect(source.hasChildren("a"))
    try await source.loadChildren(of: .item("a"))
    #expect(count == 1 && !source.hasChildren("a1"))
  }
}

/// Blocks the thread until another one signals, for ten seconds at most.
private func blocked(by semaphore: DispatchSemaphore) -> Bool {
  semaphore.wait(timeout: .now() + 10) == .success
}
