//  The loads of children. All tasks of the library start in this file.
//
//      event ──▶ states ──▶ start ──▶ task ──▶ result ──▶ data source, on its actor
//                   └─────▶ insert, expand, notify: effects that the data source performs
//
//  A task holds neither the data source nor its actor while it waits, so a load that never ends
//  keeps neither of them alive.

/// The loads of children: their states, their tasks, the callers that wait, and the inserter of
/// their results.
final class Loads<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Source = OutlineDataSource<Section, Item>
  typealias Reference = SourceReference<Section, Item>
  typealias Parent = OutlineDataSource<Section, Item>.Parent
  typealias States = LoadStates<Parent, ChildPage<Item>>
  typealias LoadResult = Result<ChildPage<Item>, any Error>

  /// A task in progress.
  private struct Running {
    let loader: BoundLoader<Item>
    let parent: Parent
    let task: Task<LoadResult, Never>
    /// Returns the time since the beginning of the load.
    let elapsed: () -> Duration
    /// A Boolean value that indicates whether the actor of the data source receives the result.
    var isDelivered = false
    /// A Boolean value that indicates whether the load is slow, or its clock cannot sleep.
    var needsNoTimer = false

    var timeUntilSlow: Duration { loader.slowAfter - elapsed() }
  }

  /// A caller that waits for a load.
  final class Waiter {
    let number: Int
    /// Ends with the load or when the caller is cancelled.
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    /// The end of the load, which can come between the cancellation of a caller and its next step.
    fileprivate(set) var end: Result<Void, any Error>?

    fileprivate init(number: Int) {
      self.number = number
    }
  }

  private(set) var states = States()
  var inserter = ChildInserter<Section, Item>()
  private var running: [Int: Running] = [:]
  private var waiters: [Int: Waiter] = [:]
  private var lastWaiter = 0
  /// The tasks that wait until a load is slow, by the loads that started them, with the times at
  /// which they end.
  private var timers: [Int: (task: Task<Void, Never>, remaining: () -> Duration)] = [:]

  /// A Boolean value that indicates whether no load is in progress.
  var areFinished: Bool { running.isEmpty }
  /// A Boolean value that indicates whether there is nothing that a change of the snapshot can
  /// affect.
  var isEmpty: Bool { areFinished && states.isEmpty && inserter.isEmpty }

  deinit {
    for load in running.values {
      load.task.cancel()
    }
    for timer in timers.values {
      timer.task.cancel()
    }
  }

  /// Passes an event to the state machine and performs its effects on tasks and waiters.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - parent: The parent that the event concerns.
  ///   - lacksChildren: `true` if only a loader has children of the parent.
  ///   - loader: The loader, for an event that begins a load.
  /// - Returns: The other effects, in order.
  func handle(
    _ event: States.Event, of parent: Parent, lacksChildren: Bool,
    loader: BoundLoader<Item>? = nil
  ) -> [States.Effect] {
    var others: [States.Effect] = []
    for effect in states.handle(event, of: parent, lacksChildren: lacksChildren) {
      switch effect {
      case .start(let id, let cursor):
        if let loader {
          start(id, of: parent, with: loader, cursor: cursor)
        }
      case .cancel(let id):
        running.removeValue(forKey: id)?.task.cancel()
      case .resume(let waiters, let error):
        resume(waiters, throwing: error)
      case .insert, .expand, .notify:
        others.append(effect)
      }
    }
    return others
  }

  private func start(
    _ id: Int, of parent: Parent, with loader: BoundLoader<Item>, cursor: (any Sendable)?
  ) {
    let elapsed = stopwatch(loader.clock)
    // The clock, or the cancellation handler of another load, may have ended this one.
    guard states.record(of: parent)?.load?.id == id else { return }
    let task = Task<LoadResult, Never> {
      do {
        // A load that is replaced at once does not call the loader.
        try Task.checkCancellation()
        return .success(try await loader.load(cursor))
      } catch {
        return .failure(error)
      }
    }
    running[id] = Running(loader: loader, parent: parent, task: task, elapsed: elapsed)
  }

  /// Delivers the result of a parent's load to the data source, on its actor.
  ///
  /// It also starts a timer for slow loads.
  func deliver(_ parent: Parent, to source: Reference?) {
    guard let source, let pending = states.load(of: parent), let load = running[pending.id]
    else { return }
    let id = pending.id
    let task = load.task
    if load.isDelivered { return }
    running[id]?.isDelivered = true
    Task {
      let result = await task.value
      await source.perform { $0.receive(result, of: id, for: parent) }
    }
    startTimer(id, for: source)
  }

  /// The loader at the beginning of a load.
  func loader(of id: Int) -> BoundLoader<Item>? { running[id]?.loader }

  /// Removes a load whose result has been inserted.
  func remove(_ id: Int) { running[id] = nil }

  /// Forgets the loads of parents that have left the snapshot.
  func update(from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>) {
    let items = old.items(notIn: new)
    inserter.update(from: old, to: new, removing: items, isLoading: !areFinished) { item in
      states.record(of: .item(item)) != nil
    }
    let sections = old.sections(changedSince: new).filter { new.indexOfSection($0) == nil }
    for parent in items.map(Parent.item) + sections.map(Parent.section) {
      _ = handle(.deleted, of: parent, lacksChildren: false)
    }
  }
}

// MARK: - Waiters

extension Loads {
  /// Adds a caller that waits for a load.
  func makeWaiter() -> Waiter {
    lastWaiter += 1
    let waiter = Waiter(number: lastWaiter)
    waiters[lastWaiter] = waiter
    return waiter
  }

  func resume(_ numbers: [Int], throwing error: (any Error)?) {
    for number in numbers {
      guard let waiter = waiters.removeValue(forKey: number) else { continue }
      waiter.end = error.map(Result.failure) ?? .success(())
      waiter.continuation.finish()
    }
  }
}

// MARK: - Slow loads

extension Loads {
  /// Starts a timer unless another one ends early enough.
  ///
  /// Cancelled timers use memory until their time is over, so there is not one for each load.
  private func startTimer(_ id: Int, for source: Reference) {
    guard let load = running[id], timers[id] == nil else { return }
    let clock = load.loader.clock
    let duration = load.timeUntilSlow
    guard !timers.values.contains(where: { $0.remaining() <= duration }) else { return }
    let elapsed = stopwatch(clock)
    let task = Task {
      let isOver = (try? await clock.sleep(for: min(duration, .seconds(1 << 30)))) != nil
      await source.perform { $0.endTimer(id, isOver: isOver) }
    }
    timers[id] = (task, { duration - elapsed() })
  }

  /// Removes the timer that a load has started, and starts another one for loads that are not slow
  /// yet.
  ///
  /// - Returns: The loads that have become slow, with their parents.
  func endTimer(
    _ id: Int, isOver: Bool, for source: Reference?
  ) -> [(id: Int, parent: Parent)] {
    timers[id] = nil
    // A clock that cannot sleep would be started again and again.
    if !isOver {
      running[id]?.needsNoTimer = true
    }
    let waiting = running.filter { $1.isDelivered && !$1.needsNoTimer }
      .map { (id: $0, parent: $1.parent, duration: $1.timeUntilSlow) }
    if let source,
      let next = waiting.filter({ $0.duration > .zero }).min(by: { $0.duration < $1.duration })
    {
      startTimer(next.id, for: source)
    }
    let slow = waiting.filter { $0.duration <= .zero }.sorted { $0.id < $1.id }
    for load in slow {
      running[load.id]?.needsNoTimer = true
    }
    return slow.map { (id: $0.id, parent: $0.parent) }
  }

  /// Returns a closure that measures the time from now on.
  private func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

// MARK: - The actor of the data source

/// A data source and its actor, for tasks.
///
/// Unchecked: tasks pass the reference on, and it uses the data source only on the actor.
final class SourceReference<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  @unchecked Sendable
{
  typealias Source = OutlineDataSource<Section, Item>

  private weak let source: Source?
  weak let actor: (any Actor)?

  init(_ source: Source, on actor: any Actor) {
    self.source = source
    self.actor = actor
  }

  /// Calls a closure on the actor, unless the data source or the actor is released.
  func perform(_ action: @Sendable (_ source: Source) -> Void) async {
    if let actor {
      await perform(action, on: actor)
    }
  }

  /// Resumes the delivery of changes after an adapter has released a completion without calling it.
  func resumeDelivery() {
    Task { await perform { $0.deferringDelivery {} } }
  }

  private func perform(_ action: (_ source: Source) -> Void, on actor: isolated any Actor) {
    if let source {
      action(source)
    }
  }
}
