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
    /// Children were replaced without a load, or could not be: by a handler, or because no actor
    /// is known.
    case replaced((any Error)?)
    /// The children in the snapshot are out of date.
    case markedStale
    /// The user has dropped the first children into the parent.
    case gainedChildren
    /// The user has dragged the last child out of the parent.
    case lostChildren
    /// The parent has left the snapshot.
    case deleted

    /// A Boolean value that indicates whether the effects depend on the children of the parent.
    var dependsOnChildren: Bool {
      switch self {
      case .markedStale, .gainedChildren, .lostChildren, .cancelled, .collapsed, .waiterLeft: true
      default: false
      }
    }
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

    var hasReason: Bool { expandsParent || isRequested || !waiters.isEmpty }

    mutating func add(_ reason: Reason) {
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

  /// What is known of a parent.
  struct Record {
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

  private(set) var records: [Parent: Record] = [:]
  var lastID = 0

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
