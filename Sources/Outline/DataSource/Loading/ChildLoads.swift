//  The loads of children, as a state machine without tasks.
//
//                       begin                arrived, inserted
//      not loaded ───────────────▶ loading ─────────────────────▶ loaded ◀──┐
//          ▲                       │ │  ▲                            │      │
//          └────── cancelled ──────┘ │  └── begin ── stale ◀─ markedStale   │
//                                    │                                      │
//                                    └─ failed ─▶ failed ── begin ─▶ … ─────┘
//
//  An event goes in, effects come out: `start` and `cancel` tasks, `insert` children, `resume`
//  callers, `expand` the parent, and `tell` views that the parent looks different.

/// The loads of children, and what is known of children beside the snapshot.
///
/// `Parent` is an item or a section. A parent has at most one load.
struct ChildLoads<Parent: Hashable & Sendable> {
  /// The reason for a load; a load goes on as long as it has one.
  enum Reason {
    /// The parent expands when its children arrive.
    case expansion
    /// The program has requested the load and does not wait.
    case program
    /// A caller waits.
    case waiter(Int)

    var isWaiter: Bool {
      if case .waiter = self { true } else { false }
    }
  }

  enum Event {
    /// The first or the next page of children is requested.
    case begin(Reason, isNextPage: Bool)
    /// A caller waits for the load in progress, if there is one.
    case join(waiter: Int)
    /// A caller no longer waits.
    case waiterLeft(Int)
    /// The parent does not expand any more when its children arrive.
    case collapsed(cancels: Bool)
    case cancelled
    /// A load takes longer than the loader's `slowAfter`.
    case slow(id: Int)
    /// A load has a result.
    case arrived(id: Int)
    /// The result is in the snapshot.
    case inserted(id: Int, isEmpty: Bool, cursor: Cursor?)
    /// A load or the insertion of its result has failed.
    case failed(id: Int, any Error)
    /// A handler has replaced the children, or failed to.
    case replaced((any Error)?)
    /// The children in the snapshot are out of date.
    case markedStale
    /// The user has dropped the first children into the parent.
    case gainedChildren
    /// The user has dragged the last child out of the parent.
    case lostChildren
    /// The parent has left the snapshot.
    case deleted
  }

  enum Effect {
    case start(id: Int, cursor: (any Sendable)?)
    case cancel(id: Int)
    case resume(waiters: [Int], throwing: (any Error)?)
    case insert
    case expand
    case tell
  }

  /// The position of the next page.
  struct Cursor {
    let value: any Sendable
    /// The loader that understands the value.
    let owner: LoaderIdentity
  }

  /// A load that has not ended.
  struct Load {
    let id: Int
    /// `true` for a page that is appended to the children; `false` for one that replaces them.
    let isNextPage: Bool
    /// The status before the load, which comes back if the load is cancelled.
    var previous: Status
    var expandsParent = false
    var isRequested = false
    var waiters: [Int] = []
    var isSlow = false
    /// A Boolean value that indicates whether the result is being inserted.
    var hasArrived = false

    fileprivate var hasReason: Bool { expandsParent || isRequested || !waiters.isEmpty }

    fileprivate mutating func add(_ reason: Reason) {
      switch reason {
      case .expansion: expandsParent = true
      case .program: isRequested = true
      case .waiter(let waiter): waiters.append(waiter)
      }
    }
  }

  /// The status of the children that a parent has in the snapshot.
  struct Status {
    /// The error of the last load, unless that was for a further page.
    var failure: (any Error)?
    /// The error of the last load of a further page.
    var pageFailure: (any Error)?
    var isStale = false
  }

  private struct Record {
    var load: Load?
    var status = Status()
    /// A Boolean value that indicates whether a load returned no children.
    var isEmpty = false
    var cursor: Cursor?

    /// A Boolean value that indicates whether there is nothing to remember.
    var isTrivial: Bool {
      load == nil && status.failure == nil && status.pageFailure == nil && !status.isStale
        && !isEmpty && cursor == nil
    }
  }

  private var records: [Parent: Record] = [:]
  private var lastID = 0

  var isEmpty: Bool { records.isEmpty }
  var parents: some Collection<Parent> { records.keys }

  /// The load of a parent that is in progress.
  func load(of parent: Parent) -> Load? {
    records[parent]?.load.flatMap { $0.hasArrived ? nil : $0 }
  }

  /// The error of the last further page.
  func pageFailure(of parent: Parent) -> (any Error)? { records[parent]?.status.pageFailure }

  /// The position of the next page, if a loader can load it.
  func cursor(of parent: Parent, for loader: LoaderIdentity) -> (any Sendable)? {
    records[parent]?.cursor.flatMap { $0.owner === loader ? $0.value : nil }
  }

  /// Returns the state of a parent's children, without regard to further pages.
  ///
  /// - Parameters:
  ///   - parent: The parent.
  ///   - hasChildren: `true` if the snapshot has children of the parent.
  ///   - canLoad: `true` if the parent may have children that the snapshot does not have.
  /// - Returns: The state.
  func state(
    of parent: Parent, hasChildren: Bool, canLoad: @autoclosure () -> Bool
  ) -> LoadingState {
    if let record = records[parent] {
      if let load = record.load, !load.isNextPage && !load.hasArrived { return .loading }
      if let failure = record.status.failure { return .failed(failure) }
      if record.status.isStale { return .stale }
      if record.isEmpty { return .loaded }
    }
    return !hasChildren && canLoad() ? .notLoaded : .loaded
  }

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - parent: The parent that it concerns.
  ///   - isLoaded: `true` if the snapshot has children of the parent, or if no loader has any.
  /// - Returns: The effects to perform, in order.
  mutating func handle(
    _ event: Event, of parent: Parent, isLoaded: @autoclosure () -> Bool
  ) -> [Effect] {
    if case .deleted = event {
      return records.removeValue(forKey: parent)?.load.map(Self.end) ?? []
    }
    var record = records[parent] ?? Record()
    defer { records[parent] = record.isTrivial ? nil : record }
    switch event {
    case .begin(let reason, let isNextPage):
      return begin(reason, isNextPage: isNextPage, &record)
    case .join(let waiter):
      guard record.load != nil else { return [.resume(waiters: [waiter], throwing: nil)] }
      record.load?.waiters.append(waiter)
      return []
    case .waiterLeft, .collapsed, .cancelled, .slow:
      return change(event, &record, isLoaded: isLoaded)
    case .arrived, .inserted, .failed:
      return finish(event, &record)
    case .replaced(let error):
      record.status.failure = error
      return error == nil ? [] : [.tell]
    case .markedStale:
      guard !record.status.isStale,
        record.load != nil || record.status.failure == nil && (record.isEmpty || isLoaded())
      else { return [] }
      record.status.isStale = true
      return [.tell]
    case .gainedChildren, .lostChildren:
      exchange(event, &record, isLoaded: isLoaded)
      return []
    case .deleted: return []
    }
  }
}

// MARK: - Events

extension ChildLoads {
  private mutating func begin(
    _ reason: Reason, isNextPage: Bool, _ record: inout Record
  ) -> [Effect] {
    if let load = record.load, isNextPage || !load.isNextPage {
      record.load?.add(reason)
      return []
    }
    // The first page replaces the others, so a further page is of no use.
    let superseded = record.load.map(Self.end) ?? []
    lastID += 1
    var load = Load(id: lastID, isNextPage: isNextPage, previous: record.status)
    load.add(reason)
    record.load = load
    if isNextPage {
      record.status.pageFailure = nil
    } else {
      record.status = Status()
    }
    return superseded + [
      .start(id: lastID, cursor: isNextPage ? record.cursor?.value : nil), .tell,
    ]
  }

  /// Handles events that do not end a load by a result.
  private func change(
    _ event: Event, _ record: inout Record, isLoaded: () -> Bool
  ) -> [Effect] {
    guard let load = record.load, !load.hasArrived else { return [] }
    switch event {
    case .waiterLeft(let waiter):
      guard let index = load.waiters.firstIndex(of: waiter) else { return [] }
      record.load?.waiters.remove(at: index)
    case .collapsed(let cancels):
      guard load.expandsParent else { return [] }
      record.load?.expandsParent = false
      if !cancels { record.load?.isRequested = true }
    case .slow(let id):
      guard load.id == id else { return [] }
      record.load?.isSlow = true
      return [.tell]
    default:
      return cancel(load, &record, isLoaded: isLoaded)
    }
    return record.load?.hasReason ?? true ? [] : cancel(load, &record, isLoaded: isLoaded)
  }

  /// Restores the status before a load.
  private func cancel(
    _ load: Load, _ record: inout Record, isLoaded: () -> Bool
  ) -> [Effect] {
    // A mark that was set during the load applies to the previous children.
    let isStale =
      record.status.isStale && load.previous.failure == nil && (record.isEmpty || isLoaded())
    let waiters = record.load?.waiters ?? []
    record.load = nil
    record.status = load.previous
    record.status.isStale = isStale || load.previous.isStale
    return [
      .cancel(id: load.id), .resume(waiters: waiters, throwing: CancellationError()), .tell,
    ]
  }

  private func finish(_ event: Event, _ record: inout Record) -> [Effect] {
    switch (event, record.load) {
    case (.arrived(let id), let load?) where load.id == id && !load.hasArrived:
      record.load?.hasArrived = true
      return [.insert]
    case (.inserted(let id, let isEmpty, let cursor), let load?) where load.id == id:
      record.load = nil
      record.cursor = cursor
      record.isEmpty = isEmpty
      if !load.isNextPage {
        // A handler may have failed to supply children during the load.
        record.status.failure = nil
      }
      return [.resume(waiters: load.waiters, throwing: nil)] + (load.expandsParent ? [.expand] : [])
    case (.failed(let id, let error), let load?) where load.id == id:
      record.load = nil
      if load.isNextPage {
        record.status.pageFailure = error
      } else {
        record.status.failure = error
      }
      return [.tell, .resume(waiters: load.waiters, throwing: error)]
    default:
      return []
    }
  }

  /// Records that the user has given a parent its first children, or has taken the last ones.
  private func exchange(_ event: Event, _ record: inout Record, isLoaded: () -> Bool) {
    let isInProgress = record.load.map { !$0.isNextPage } ?? false
    if case .gainedChildren = event {
      if isInProgress {
        record.load?.previous.isStale = true
      } else if record.status.failure == nil && !record.isEmpty && !isLoaded() {
        record.status.isStale = true
      }
    } else if isInProgress {
      record.isEmpty = !(record.load?.previous.isStale ?? false)
      record.load?.previous.isStale = false
    } else if record.status.failure == nil {
      record.isEmpty = !record.status.isStale
      record.status.isStale = false
    }
  }

  private static func end(_ load: Load) -> [Effect] {
    [.cancel(id: load.id), .resume(waiters: load.waiters, throwing: CancellationError())]
  }
}
