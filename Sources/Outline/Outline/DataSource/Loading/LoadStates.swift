//  The loads of children, as a state machine without tasks.
//
//                       begin                arrived, inserted
//      not loaded ───────────────▶ loading ─────────────────────▶ loaded ◀──┐
//        stale                     │ │  ▲                            │      │
//          ▲                       │ │  └── begin ── stale ◀─ markedStale   │
//          └────── cancelled ──────┘ │                                      │
//                                    └─ failed ─▶ failed ── begin ─▶ … ─────┘
//
//  A parent is not loaded, or stale if it has children, until a load or a handler has listed its
//  children: a record states this; it is never inferred from the children. A mark during a load, by
//  the program or by an answer that cannot list all children, makes the parent stale in place of
//  loaded.
//
//  An event goes in, effects come out: `start` and `cancel` tasks, `insert` a result, `resume`
//  callers, `expand` the parent, and `notify` observers that the parent changes its appearance.

/// The loads of children, and the records about children that the snapshot does not have.
///
/// `Parent` is an item or a section, `Child` an item, and `Page` is the result of a load. A parent
/// has at most one load.
struct LoadStates<
  Parent: Hashable & Sendable, Child: Hashable & Sendable, Page: Sendable
> {
  /// The reason for a load; a load continues as long as it has one.
  enum Reason {
    /// The parent expands when its children arrive.
    case expansion(Expansion)
    /// The program has requested the load and does not wait.
    case program
    /// A caller waits; the parent can also expand for the caller when its children arrive.
    case waiter(Int, expandsParent: Bool = false)

    var waiters: [Int] {
      if case .waiter(let waiter, _) = self { [waiter] } else { [] }
    }
  }

  /// The expansion of a parent when its children arrive.
  struct Expansion {
    /// A Boolean value that indicates whether `expansionBehavior` has an effect.
    var hasBehavior: Bool
    /// The number of items that have expanded one below the other for the same reason, before the
    /// parent.
    var chainLength: Int

    mutating func formUnion(_ other: Expansion) {
      hasBehavior = hasBehavior || other.hasBehavior
      chainLength = min(chainLength, other.chainLength)
    }
  }

  /// A request, or the progress of a load.
  enum Event {
    /// The first or the next page of children is requested, or is awaited if a load is in progress.
    case begin(Reason, isNextPage: Bool)
    /// The first page is requested, and replaces the load in progress.
    case restart(Reason)
    /// A caller waits for the load in progress, if there is one.
    case join(waiter: Int)
    /// A caller no longer waits.
    case waiterLeft(Int)
    /// The parent no longer expands when its children arrive.
    case collapsed(cancels: Bool)
    case cancelled
    /// A load takes longer than the loader's `slowAfter`.
    case slow(id: Int)
    /// A load has a result.
    case arrived(id: Int, Page)
    /// The result is in the snapshot.
    case inserted(id: Int, cursor: PageCursor?, moreItem: Child?)
    /// A load or the insertion of its result has failed.
    case failed(id: Int, any Error)
    /// A handler has listed the children, which ends the load of a further page, or could not.
    case listed((any Error)?)
    /// The children in the snapshot are out of date.
    case markedStale
    /// The parent has left the snapshot, where it had children.
    case left(children: [Child])
    /// The parent has come back to the snapshot; it is what it was if it has the same children.
    case cameBack(children: [Child])
  }

  /// An action that the caller performs.
  enum Effect {
    case start(id: Int, cursor: (any Sendable)?)
    case cancel(id: Int)
    /// Inserts a result; an event `inserted` or `failed` follows.
    case insert(id: Int, Page, isNextPage: Bool)
    case resume(waiters: [Int], throwing: (any Error)?)
    case expand(Expansion)
    case notify
  }

  /// A load that has not ended; its page may be in the middle of insertion.
  struct PendingLoad {
    let id: Int
    /// The identifier of the first load that this one has replaced, or its own.
    var firstID: Int
    /// `true` for a page that is appended to the children; `false` for one that replaces them.
    let isNextPage: Bool
    /// The status before the load, which is restored if the load is cancelled.
    var previous: Status
    /// The expansion that the load was requested for, unless only callers wait for it.
    var requestedExpansion: Expansion?
    var isRequested = false
    var waiters: [Int] = []
    /// The waiters for which the parent expands.
    var expandingWaiters: [Int] = []
    var isSlow = false
    /// A Boolean value that indicates whether the result is being inserted.
    var hasArrived = false

    /// The expansion of the parent when its children arrive.
    var expansion: Expansion? {
      if expandingWaiters.isEmpty { return requestedExpansion }
      var expansion = Expansion(hasBehavior: false, chainLength: 0)
      if let requestedExpansion {
        expansion.formUnion(requestedExpansion)
      }
      return expansion
    }

    var hasReason: Bool { requestedExpansion != nil || isRequested || !waiters.isEmpty }

    mutating func add(_ reason: Reason) {
      switch reason {
      case .expansion(let other):
        requestedExpansion?.formUnion(other)
        requestedExpansion = requestedExpansion ?? other
      case .program:
        isRequested = true
      case .waiter(let waiter, let expandsParent):
        waiters.append(waiter)
        if expandsParent {
          expandingWaiters.append(waiter)
        }
      }
    }

    /// Adds the reasons for another load of the same children.
    mutating func takeOver(_ other: PendingLoad) {
      firstID = other.firstID
      if let expansion = other.requestedExpansion {
        add(.expansion(expansion))
      }
      isRequested = isRequested || other.isRequested
      waiters = other.waiters + waiters
      expandingWaiters += other.expandingWaiters
      isSlow = other.isSlow
    }
  }

  /// The status of the children that a parent has in the snapshot.
  struct Status {
    /// A Boolean value that indicates whether a load or a handler has listed the children.
    var isListed = false
    /// The error of the last load, unless that was for a further page.
    var failure: (any Error)?
    /// The error of the last load of a further page.
    var pageFailure: (any Error)?
    var isStale = false

    /// Records that a handler has listed the children, or could not.
    fileprivate mutating func setListed(_ error: (any Error)?) {
      if let error {
        failure = error
      } else {
        self = Status(isListed: true)
      }
    }
  }

  /// The loads and the status of a parent.
  struct Record {
    var load: PendingLoad?
    var status = Status()
    var cursor: PageCursor?
    /// A Boolean value that indicates whether there have been further pages.
    var hasPages = false

    /// A Boolean value that indicates whether the record contains no information except `isListed`
    /// and `hasPages`.
    var isTrivial: Bool {
      load == nil && status.failure == nil && status.pageFailure == nil && !status.isStale
        && cursor == nil
    }

    /// Removes the load, and restores the status before it.
    fileprivate mutating func restoreStatus() {
      guard let previous = load?.previous else { return }
      // A mark that was set during the load applies to the previous children.
      let isMarked = status.isStale && previous.failure == nil && previous.isListed
      load = nil
      status = previous
      status.isStale = isMarked || previous.isStale
    }
  }

  private(set) var records: [Parent: Record] = [:]
  /// The listed parents without a record, because a set takes less memory than records.
  private var listedParents: Set<Parent> = []
  /// The items that load the next page of a parent.
  ///
  /// They are remembered without further pages, because an older version can bring them back.
  private(set) var moreItems: [Parent: Child] = [:]
  /// The same for parents that have left the snapshot.
  private(set) var formerMoreItems: [Parent: Child] = [:]
  /// The listed parents that have left the snapshot, with the children that they had.
  private(set) var formerRecords: [Parent: (record: Record, children: [Child])] = [:]
  private(set) var lastID = 0

  var isEmpty: Bool {
    records.isEmpty && listedParents.isEmpty && moreItems.isEmpty && hasNoFormerParents
  }

  /// A Boolean value that indicates whether nothing is known about parents that have left.
  var hasNoFormerParents: Bool { formerRecords.isEmpty && formerMoreItems.isEmpty }

  func isFormer(_ parent: Parent) -> Bool {
    formerRecords[parent] != nil || formerMoreItems[parent] != nil
  }

  func record(of parent: Parent) -> Record? {
    records[parent]
      ?? (listedParents.contains(parent) ? Record(status: Status(isListed: true)) : nil)
  }

  /// The parents whose children have been listed.
  var allListedParents: [Parent] {
    listedParents + records.lazy.filter { $1.status.isListed }.map { $0.key }
  }

  /// The parents with a load in progress, and those to load again when they are expanded.
  var unfinishedParents: some Sequence<Parent> {
    records.lazy.filter { _, record in
      record.load != nil || record.status.failure != nil || record.status.isStale
    }.map { $0.key }
  }

  /// The parents that could not load without an actor.
  var parentsWithoutActor: [Parent] {
    records.filter { $1.status.failure is MissingActorError }.map { $0.key }
  }

  /// Returns the load in progress of a parent, unless its result is being inserted.
  func load(of parent: Parent) -> PendingLoad? {
    if records.isEmpty { return nil }  // Saves hashing the parent.
    return records[parent]?.load.flatMap { $0.hasArrived ? nil : $0 }
  }

  /// Returns the error of the last further page.
  func pageFailure(of parent: Parent) -> (any Error)? { records[parent]?.status.pageFailure }

  /// Returns a Boolean value that indicates whether a parent has further pages, for any loader.
  func hasCursor(_ parent: Parent) -> Bool { records[parent]?.cursor != nil }

  /// Returns a Boolean value that indicates whether a parent has further pages once it is in the
  /// snapshot again with certain children.
  func hasCursor(_ parent: Parent, comingBackWith children: @autoclosure () -> [Child]) -> Bool {
    formerRecords[parent].map { $0.record.cursor != nil && $0.children == children() } ?? false
  }

  /// The position of the next page, if a loader can load it.
  func cursor(of parent: Parent, for loader: LoaderIdentity) -> PageCursor? {
    records[parent]?.cursor.flatMap { $0.owner === loader ? $0 : nil }
  }

  /// Returns the state of a parent's children, without regard to further pages.
  func state(
    of parent: Parent, hasChildren: Bool, canLoad: @autoclosure () -> Bool
  ) -> LoadingState {
    let record = record(of: parent)
    if let load = record?.load, !load.isNextPage && !load.hasArrived { return .loading }
    if let failure = record?.status.failure { return .failed(failure) }
    if record?.status.isStale ?? false { return .stale }
    if record?.status.isListed ?? false || !canLoad() { return .loaded }
    return hasChildren ? .stale : .notLoaded
  }

  /// Handles an event, and returns the effects to perform, in order.
  mutating func handle(_ event: Event, of parent: Parent) -> [Effect] {
    var record = record(of: parent) ?? Record()
    defer { setRecord(record, of: parent) }
    switch event {
    case .begin(let reason, let isNextPage):
      return begin(reason, isNextPage: isNextPage, &record)
    case .restart(let reason):
      return restart(reason, &record)
    case .join(let waiter):
      guard record.load != nil else { return [.resume(waiters: [waiter], throwing: nil)] }
      record.load?.waiters.append(waiter)
      return []
    case .waiterLeft, .collapsed, .cancelled, .slow:
      return change(event, &record)
    case .arrived, .inserted, .failed:
      return finish(event, of: parent, &record)
    case .listed(let error):
      let isKnown = record.status.isListed && record.isTrivial
      record.status.setListed(error)
      record.load?.previous.setListed(error)
      if error != nil { return [.notify] }
      var superseded: [Effect] = []
      if let load = record.load, load.isNextPage {
        // A further page would follow other children.
        superseded = Self.end(load, throwing: ReplacedPageError())
        record.load = nil
      }
      record.cursor = nil
      record.hasPages = false
      moreItems[parent] = nil
      return isKnown ? [] : superseded + [.notify]
    case .markedStale:
      guard !record.status.isStale,
        record.load != nil || record.status.failure == nil && record.status.isListed
      else { return [] }
      record.status.isStale = true
      return [.notify]
    case .left(let children):
      return remove(&record, of: parent, children: children)
    case .cameBack(let children):
      if let moreItem = formerMoreItems.removeValue(forKey: parent) {
        moreItems[parent] = moreItem
      }
      if let former = formerRecords.removeValue(forKey: parent), former.children == children {
        record = former.record
      }
      return []
    }
  }

  private mutating func setRecord(_ record: Record, of parent: Parent) {
    let isTrivial = record.isTrivial && !record.hasPages
    records[parent] = isTrivial ? nil : record
    if isTrivial && record.status.isListed {
      listedParents.insert(parent)
    } else {
      listedParents.remove(parent)
    }
  }

  /// Ends the load of a parent that leaves, and remembers what is known about its children.
  private mutating func remove(
    _ record: inout Record, of parent: Parent, children: [Child]
  ) -> [Effect] {
    let effects = record.load.map { Self.end($0, throwing: CancellationError()) } ?? []
    record.restoreStatus()
    // Items that never come back must not take memory forever.
    if formerRecords.count >= 10_000 { formerRecords = [:] }
    if formerMoreItems.count >= 10_000 { formerMoreItems = [:] }
    if record.status.isListed {
      formerRecords[parent] = (record, children)
    }
    if let moreItem = moreItems.removeValue(forKey: parent) {
      formerMoreItems[parent] = moreItem
    }
    record = Record()
    return effects
  }

  /// Forgets what was known about the children of a parent that has left.
  mutating func forget(_ parent: Parent) {
    formerRecords[parent] = nil
  }
}

/// The position of the next page.
struct PageCursor {
  fileprivate let value: any Sendable
  /// The loader that understands the value.
  fileprivate let owner: LoaderIdentity
  /// The values up to this one since the last page with new items.
  private let known: [any Sendable]

  /// Creates a position, or returns `nil` if an earlier page had it.
  init?(_ value: any Sendable, after last: PageCursor?, owner: LoaderIdentity) {
    let earlier = last?.known ?? []
    if let key = value as? AnyHashable, earlier.contains(where: { $0 as? AnyHashable == key }) {
      return nil
    }
    self.value = value
    self.owner = owner
    known = earlier + [value]
  }
}

// MARK: - The events

extension LoadStates {
  private mutating func begin(
    _ reason: Reason, isNextPage: Bool, _ record: inout Record
  ) -> [Effect] {
    if let load = record.load, isNextPage || !load.isNextPage {
      record.load?.add(reason)
      return []
    }
    // The first page replaces the others, so a further page is of no use.
    let superseded = record.load.map { Self.end($0, throwing: ReplacedPageError()) } ?? []
    lastID += 1
    var load = PendingLoad(
      id: lastID, firstID: lastID, isNextPage: isNextPage, previous: record.status)
    load.add(reason)
    record.load = load
    record.status.pageFailure = nil
    if !isNextPage {
      record.status.failure = nil
      record.status.isStale = false
    }
    return superseded + [
      .start(id: lastID, cursor: isNextPage ? record.cursor?.value : nil), .notify,
    ]
  }

  /// Begins a load that takes over the reasons for the one in progress.
  private mutating func restart(_ reason: Reason, _ record: inout Record) -> [Effect] {
    guard let old = record.load, !old.isNextPage else {
      return begin(reason, isNextPage: false, &record)
    }
    record.restoreStatus()
    // No `notify`: the state was and is `loading`.
    _ = begin(reason, isNextPage: false, &record)
    record.load?.takeOver(old)
    return [.cancel(id: old.id), .start(id: lastID, cursor: nil)]
  }

  /// Handles events that do not end a load by a result.
  private func change(_ event: Event, _ record: inout Record) -> [Effect] {
    guard let load = record.load, !load.hasArrived else { return [] }
    switch event {
    case .waiterLeft(let waiter):
      guard let index = load.waiters.firstIndex(of: waiter) else { return [] }
      record.load?.waiters.remove(at: index)
      record.load?.expandingWaiters.removeAll { $0 == waiter }
    case .collapsed(let cancels):
      guard load.expansion != nil else { return [] }
      record.load?.requestedExpansion = nil
      record.load?.expandingWaiters = []
      if !cancels {
        record.load?.isRequested = true
      }
    case .slow(let id):
      // A load that replaces a slow one is slow from its beginning.
      guard load.id == id, !load.isSlow else { return [] }
      record.load?.isSlow = true
      return [.notify]
    default:
      return cancel(load, &record)
    }
    return record.load?.hasReason ?? true ? [] : cancel(load, &record)
  }

  /// Restores the status before a load.
  private func cancel(_ load: PendingLoad, _ record: inout Record) -> [Effect] {
    let waiters = record.load?.waiters ?? []
    record.restoreStatus()
    return [
      .cancel(id: load.id), .resume(waiters: waiters, throwing: CancellationError()), .notify,
    ]
  }

  private mutating func finish(
    _ event: Event, of parent: Parent, _ record: inout Record
  ) -> [Effect] {
    switch (event, record.load) {
    case (.arrived(let id, let page), let load?) where load.id == id && !load.hasArrived:
      record.load?.hasArrived = true
      return [.insert(id: id, page, isNextPage: load.isNextPage)]
    case (.inserted(let id, let cursor, let moreItem), let load?) where load.id == id:
      record.load = nil
      record.cursor = cursor
      record.hasPages = record.hasPages || cursor != nil
      moreItems[parent] = moreItem
      record.status.isListed = true
      if !load.isNextPage {
        // A handler may have failed to supply children during the load.
        record.status.failure = nil
      }
      return [.resume(waiters: load.waiters, throwing: nil)]
        + (load.expansion.map { [.expand($0)] } ?? [])
    case (.failed(let id, let error), let load?) where load.id == id:
      record.load = nil
      if load.isNextPage {
        record.status.pageFailure = error
      } else {
        record.status.failure = error
      }
      return [.notify, .resume(waiters: load.waiters, throwing: error)]
    default:
      return []
    }
  }

  private static func end(_ load: PendingLoad, throwing error: any Error) -> [Effect] {
    [.cancel(id: load.id), .resume(waiters: load.waiters, throwing: error)]
  }
}

/// The error of the callers that wait for a further page when a load or a handler lists the
/// children again.
struct ReplacedPageError: Error {}
