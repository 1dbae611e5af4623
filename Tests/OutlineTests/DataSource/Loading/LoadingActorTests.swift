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

  @Test func withoutAnActorNothingLoads() async throws {
    let source = Source("1\n  -* a\n2", isolation: nil)
    source.childLoader = Self.loader
    source.rootLoader = ChildLoader(children: { _ in [] })
    #expect(source.hasChildren("a") && source.states("a") == "a not loaded")
    #expect(source.expand("a") == .missingActor)
    #expect(source.states("a").contains("failed") && !source.snapshot().isExpanded("a"))
    source.beginReloadingChildren(of: .section(2))
    let state = try #require(source.loadingState(of: .section(2)))
    #expect("\(state)" == "failed: \(MissingActorError())")
    #expect(await !source.loadAndExpandSubtree(of: "a"))
    #expect(await source.loadAndRestore(ViewState(expandedItems: ["a"])).expandedItems == ["a"])
    #expect(source.shape == "1\n  -* a\n2")
  }

  /// Swift evaluates the default value of a stored property without an actor.
  @MainActor private final class Owner {
    let source = OutlineDataSource<Int, String>()
  }

  @MainActor @Test func aDataSourceInAPropertyLearnsItsActorFromTheFirstCall() async throws {
    for isAwaited in [false, true] {
      let source = Owner().source
      source.update { snapshot in
        try? snapshot.appendSections([1])
        try? snapshot[1].append(["a"])
      }
      source.childLoader = Self.loader
      if isAwaited {
        try await source.loadChildren(of: .item("a"))
      } else {
        #expect(source.expand("a") == .waitingForChildren)
      }
      await wait { source.snapshot().contains("a1") }
      #expect(source.snapshot().contains("a1"))
    }
  }

  @Test func withoutAnActorWaitingForChildrenThrows() async {
    let source = Source("1\n  -* a", isolation: nil)
    source.childLoader = Self.loader
    let calls: [() async throws -> Void] = [
      { try await source.loadChildren(of: .item("a")) },
      { try await source.reloadChildren(of: .item("a")) },
      { try await source.reveal("a1") { _ in "a" } },
    ]
    for call in calls {
      await #expect(throws: MissingActorError.self) { try await call() }
    }
    #expect("\(MissingActorError())".contains("Call it on an actor"))
  }

  @MainActor @Test func aLoadOfACancelledCallerIsCancelled() async {
    let task = Task {
      let source = Source("1\n  -* a")
      source.childLoader = ChildLoader(children: { _ in
        try await Task.sleep(for: .seconds(3_600))
        return []
      })
      let waiter = source.beginAwaitedLoad(of: .item("a"), .firstPage)
      await #expect(throws: CancellationError.self) {
        try await source.waitForLoad(of: .item("a"), waiter)
      }
      #expect(source.loadingState(of: .item("a")) == .notLoaded)
    }
    task.cancel()
    await task.value
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

  /// Regression: the load and its delivery kept the priority of the task that had begun them.
  @MainActor @Test func aLoadTakesThePriorityOfWhoeverJoinsIt() async throws {
    guard #available(macOS 26, *) else { return }
    let source = Source("1\n  -* a")
    let gate = LoadGate<String>()
    source.childLoader = ChildLoader(children: { item in
      _ = try await gate.load(item)
      return [Task.currentPriority >= .high ? "high" : "low"]
    })
    var deliveryPriorities: [TaskPriority] = []
    let adapter = TestAdapter(drawing: { _ in
      deliveryPriorities.append(Task.currentPriority)
      return ""
    })
    let background = Task(priority: .background) {
      try await source.loadChildren(of: .item("a"))
    }
    await wait { gate.openCount == 1 }
    let user = Task(priority: .high) { try await source.loadChildren(of: .item("a")) }
    await wait { source.loads.states.load(of: .item("a"))?.waiters.count == 2 }
    source.attach(adapter)
    deliveryPriorities = []
    gate.finish("a", with: .success(ChildPage([])))
    try await background.value
    try await user.value
    #expect(source.snapshot().contains("high"))
    // A slow load is drawn before.
    #expect(deliveryPriorities.last.map { $0 >= .high } == true)
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
