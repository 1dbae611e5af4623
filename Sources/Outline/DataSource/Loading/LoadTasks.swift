//  The tasks that load children. All tasks of the library start in this file.
//
//      load ──▶ result ──▶ receiver, on the actor of the data source
//                     └──▶ waiters, if the data source is used without an actor
//
//  A task holds neither the data source nor its actor while it waits, so a load that never ends
//  keeps neither of them alive.

/// The parent of loaded children.
enum LoadParent<Section: Hashable & Sendable, Item: Hashable & Sendable>: Hashable, Sendable {
  case item(Item)
  /// The children are the roots of a section.
  case section(Section)

  /// The item or the section.
  var value: any Sendable {
    switch self {
    case .item(let item): item
    case .section(let section): section
    }
  }
}

/// The tasks that load children, and the callers that wait for them.
final class LoadTasks<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Source = OutlineDataSource<Section, Item>
  typealias Parent = LoadParent<Section, Item>
  typealias LoadResult = Result<ChildPage<Item>, any Error>
  typealias RelayedResult = (load: Int, result: LoadResult)

  /// A task in progress.
  struct Running {
    let loader: BoundLoader<Item>
    fileprivate let parent: Parent
    fileprivate let task: Task<LoadResult, Never>
    /// Returns the time since the beginning of the load.
    fileprivate let elapsed: () -> Duration
    /// Waits for the result and takes it to an actor.
    fileprivate var delivery: Task<Void, Never>?
    /// A Boolean value that indicates whether the load is slow, or its clock cannot sleep.
    fileprivate var needsNoTimer = false

    fileprivate var timeUntilSlow: Duration { loader.slowAfter - elapsed() }
  }

  /// A caller that waits for a load.
  final class Waiter {
    let number: Int
    /// Ends with the load or when the caller is cancelled; without an actor, it first returns the
    /// result.
    let (results, relay) = AsyncStream<RelayedResult>.makeStream()
    /// The end of the load, which can come between the cancellation of a caller and its next step.
    fileprivate(set) var end: Result<Void, any Error>?

    fileprivate init(number: Int) {
      self.number = number
    }
  }

  private var running: [Int: Running] = [:]
  var isEmpty: Bool { running.isEmpty }
  private var waiters: [Int: Waiter] = [:]
  private var lastWaiter = 0
  /// The tasks that wait until a load is slow, by the loads that started them, with the times at
  /// which they end.
  private var timers: [Int: (task: Task<Void, Never>, remaining: () -> Duration)] = [:]

  deinit {
    for load in running.values { load.task.cancel() }
    for timer in timers.values { timer.task.cancel() }
  }

  /// Starts a load.
  func start(
    _ id: Int, of parent: Parent, with loader: BoundLoader<Item>, cursor: (any Sendable)?
  ) {
    let task = Task<LoadResult, Never> {
      do {
        // A load that is replaced at once does not call the loader.
        try Task.checkCancellation()
        return .success(try await loader.load(cursor))
      } catch {
        return .failure(error)
      }
    }
    running[id] = Running(
      loader: loader, parent: parent, task: task, elapsed: stopwatch(loader.clock))
  }

  /// Delivers the result of a load to an actor, and measures its time there.
  func deliver(_ id: Int, to receiver: LoadReceiver<Section, Item>, on actor: any Actor) {
    guard let load = running[id], load.delivery == nil else { return }
    let (parent, task) = (load.parent, load.task)
    running[id]?.delivery = Task { [weak actor] in
      let result = await task.value
      guard let actor else { return }
      await receiver.receive(result, of: id, for: parent, on: actor)
    }
    startTimer(id, for: receiver, on: actor)
  }

  /// Delivers the results of all loads to another actor.
  func deliverAll(to receiver: LoadReceiver<Section, Item>, on actor: any Actor) {
    for timer in timers.values { timer.task.cancel() }
    timers = [:]
    for id in running.keys.sorted() {
      running[id]?.delivery?.cancel()
      running[id]?.delivery = nil
      deliver(id, to: receiver, on: actor)
    }
  }

  /// The loader at the beginning of a load.
  func loader(of id: Int) -> BoundLoader<Item>? { running[id]?.loader }

  /// Removes a load whose result has arrived.
  func remove(_ id: Int) { running[id] = nil }

  func cancel(_ id: Int) {
    running.removeValue(forKey: id)?.task.cancel()
  }
}

// MARK: - Waiters

extension LoadTasks {
  /// Adds a caller that waits for a load.
  func makeWaiter() -> Waiter {
    lastWaiter += 1
    let waiter = Waiter(number: lastWaiter)
    waiters[lastWaiter] = waiter
    return waiter
  }

  /// Passes the result of a load to waiters.
  func relay(_ id: Int, to numbers: [Int]) {
    guard let task = running[id]?.task else { return }
    let relays = numbers.compactMap { waiters[$0]?.relay }
    Task {
      let result = await task.value
      for relay in relays { relay.yield((id, result)) }
    }
  }

  func resume(_ numbers: [Int], throwing error: (any Error)?) {
    for number in numbers {
      guard let waiter = waiters.removeValue(forKey: number) else { continue }
      waiter.end = error.map(Result.failure) ?? .success(())
      waiter.relay.finish()
    }
  }
}

extension LoadTasks {
  /// Resumes the delivery of changes after an adapter has released a completion without a call.
  static func deliverChanges(of receiver: LoadReceiver<Section, Item>, on actor: any Actor) {
    Task { await receiver.deliverChanges(on: actor) }
  }
}

// MARK: - Slow loads

extension LoadTasks {
  /// Starts a timer unless another one ends early enough.
  ///
  /// Cancelled timers use memory until their time is over, so there is not one for each load.
  private func startTimer(
    _ id: Int, for receiver: LoadReceiver<Section, Item>, on actor: any Actor
  ) {
    guard let load = running[id], timers[id] == nil else { return }
    let (clock, duration) = (load.loader.clock, load.timeUntilSlow)
    guard !timers.values.contains(where: { $0.remaining() <= duration }) else { return }
    let elapsed = stopwatch(clock)
    let task = Task { [weak actor] in
      let isOver = (try? await clock.sleep(for: min(duration, .seconds(1 << 30)))) != nil
      guard let actor else { return }
      await receiver.endTimer(id, isOver: isOver, on: actor)
    }
    timers[id] = (task, { duration - elapsed() })
  }

  /// Removes the timer that a load has started, and starts another one for loads that are not slow
  /// yet.
  ///
  /// - Returns: The loads that have become slow, with their parents.
  func endTimer(
    _ id: Int, isOver: Bool, for receiver: LoadReceiver<Section, Item>, on actor: any Actor
  ) -> [(id: Int, parent: Parent)] {
    timers[id] = nil
    // A clock that cannot sleep would be started again and again.
    if !isOver { running[id]?.needsNoTimer = true }
    let waiting = running.filter { $1.delivery != nil && !$1.needsNoTimer }
      .map { (id: $0, parent: $1.parent, duration: $1.timeUntilSlow) }
    if let next = waiting.filter({ $0.duration > .zero }).min(by: { $0.duration < $1.duration }) {
      startTimer(next.id, for: receiver, on: actor)
    }
    let slow = waiting.filter { $0.duration <= .zero }.sorted { $0.id < $1.id }
    for load in slow { running[load.id]?.needsNoTimer = true }
    return slow.map { (id: $0.id, parent: $0.parent) }
  }

  /// Returns a closure that measures the time from now on.
  private func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// Receives the results of tasks on the actor of a data source.
///
/// Unchecked: tasks pass the receiver on, and use it only on the actor of the data source. They are
/// cancelled when another actor takes the data source over.
final class LoadReceiver<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  @unchecked Sendable
{
  private weak let source: OutlineDataSource<Section, Item>?

  init(_ source: OutlineDataSource<Section, Item>) {
    self.source = source
  }

  func receive(
    _ result: Result<ChildPage<Item>, any Error>, of id: Int, for parent: LoadParent<Section, Item>,
    on actor: isolated any Actor
  ) {
    if !Task.isCancelled { source?.receive(result, of: id, for: parent) }
  }

  func deliverChanges(on actor: isolated any Actor) {
    source?.deferringDelivery {}
  }

  func endTimer(_ id: Int, isOver: Bool, on actor: isolated any Actor) {
    if !Task.isCancelled { source?.endTimer(id, isOver: isOver, for: self, on: actor) }
  }
}
