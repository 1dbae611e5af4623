//  The queue of changes, the only way into the snapshot.
//
//      append ──▶ [ change, change, change ] ──▶ nextStep ──▶ observers ──▶ completions
//                                      │                          │    when all adapters
//                        latest: after all changes    delivered: what      have finished
//                                                     observers know
//
//  An edit joins the last change if both belong to one group. Changes made by calls of observers or
//  handlers wait until the outermost call ends.

/// The snapshot that observers know, the changes that they do not know yet, in order, and the calls
/// in progress.
final class UpdateQueue<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Source = OutlineDataSource<Section, Item>

  struct Change {
    let origin: Origin
    let whenReceived: (() -> Void)?
    var whenShown: [() -> Void] = []
  }

  /// The next step after a change or a call.
  enum Step {
    /// The snapshot is that after the change, with marks.
    case deliver(Change, Snapshot<Section, Item>)
    /// Adapters have finished showing the changes that a completion belongs to.
    case complete(() -> Void)
  }

  /// The source of a change, and the form in which views show it.
  struct Origin {
    let presentation: Source.Update.Presentation
    var author: Source.AttachedAdapter?
    /// The number of the user action whose edits form one change; `nil` for other changes.
    var group: Int?

    static func edit(isAnimated: Bool) -> Origin {
      Origin(presentation: isAnimated ? .animated : .immediate)
    }
  }

  private(set) var delivered: Snapshot<Section, Item>
  /// The snapshot after all changes, with the marks of the last one.
  private var latestWithMarks: Snapshot<Section, Item>
  /// The last change of the queue, whose snapshot edits can still change.
  private var last: Change?
  /// The other changes, with their snapshots.
  private var older = Fifo<(Change, Snapshot<Section, Item>)>()
  private var groupCount = 0
  /// The deliveries that adapters may still be showing.
  private var deliveries = Fifo<Source.Delivery>()
  private var callDepth = 0
  /// A Boolean value that indicates whether the innermost call in progress is one to a handler.
  private var isInHandler = false
  private(set) var itemsWithRunningHandlers: Set<Item> = []

  init(_ snapshot: Snapshot<Section, Item>) {
    delivered = snapshot
    delivered.removeAllMarks()
    latestWithMarks = delivered
  }

  /// A Boolean value that indicates whether observers may not know the latest snapshot.
  var isBusy: Bool { last != nil || callDepth > 1 }

  /// The snapshot that callers can read.
  var readable: Snapshot<Section, Item> { isInHandler ? latest : delivered }

  /// The snapshot after all changes, without marks.
  var latest: Snapshot<Section, Item> {
    guard latestWithMarks.hasMarks else { return latestWithMarks }
    var snapshot = latestWithMarks
    snapshot.removeAllMarks()
    return snapshot
  }

  /// Adds a change to the queue, or an edit to its last change if both belong to one group.
  func append(
    _ origin: Origin, whenReceived: (() -> Void)? = nil,
    _ edit: (_ snapshot: inout Snapshot<Section, Item>) -> Void
  ) {
    if origin.group == nil || last?.origin.group != origin.group {
      if let last {
        older.append((last, latestWithMarks))
        latestWithMarks.removeAllMarks()
      }
      last = Change(origin: origin, whenReceived: whenReceived)
    }
    edit(&latestWithMarks)
  }

  /// Calls a closure after adapters have finished showing the changes made so far.
  func whenShown(_ completion: @escaping () -> Void) {
    if last == nil {
      append(.edit(isAnimated: false)) { _ in }
    }
    last?.whenShown.append(completion)
  }

  /// Begins a group of edits that form one change unless another change comes between them.
  func makeGroup(isAnimated: Bool) -> Origin {
    groupCount += 1
    var origin = Origin.edit(isAnimated: isAnimated)
    origin.group = groupCount
    return origin
  }

  /// The group of the last change in the queue, if it can still grow.
  var openGroup: Origin? {
    last.flatMap { $0.origin.group == nil ? nil : $0.origin }
  }

  func setDelivered(_ snapshot: Snapshot<Section, Item>) {
    delivered = snapshot
  }

  func add(_ delivery: Source.Delivery) {
    deliveries.append(delivery)
  }
}

// MARK: - Calls in progress

extension UpdateQueue {
  func beginCall() { callDepth += 1 }
  func endCall() { callDepth -= 1 }

  /// Takes the next step of the outermost call; `nil` for calls within other calls.
  func nextStep(attached adapters: [Source.AttachedAdapter]) -> Step? {
    guard callDepth == 1 else { return nil }
    while let first = deliveries.first, first.isFinished(by: adapters) {
      if let completion = first.nextHandler() { return .complete(completion) }
      _ = deliveries.popFirst()
    }
    if let (change, snapshot) = older.popFirst() { return .deliver(change, snapshot) }
    guard let last else { return nil }
    defer { latestWithMarks.removeAllMarks() }
    self.last = nil
    return .deliver(last, latestWithMarks)
  }

  /// Calls a handler or an observer.
  func calling<Value>(isHandler: Bool, _ call: () -> Value) -> Value {
    let wasInHandler = isInHandler
    defer { isInHandler = wasInHandler }
    isInHandler = isHandler
    return call()
  }

  /// Calls handlers of an item, or returns `false` if one of them is already running.
  func callingHandlers(of item: Item, _ calls: () -> Bool) -> Bool {
    guard itemsWithRunningHandlers.insert(item).inserted else { return false }
    defer { itemsWithRunningHandlers.remove(item) }
    return calling(isHandler: true, calls)
  }
}
