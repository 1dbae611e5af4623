//  The queue of changes, the only way into the snapshot.
//
//      enqueue ──▶ [ change, change, change ] ──▶ next ──▶ observers
//                                       │                      │
//                         latest: after all changes      delivered: what observers know
//
//  An edit joins the last change of the queue if both belong to one group.

/// The snapshot that observers know, and the changes that they do not know yet, in order.
final class UpdateQueue<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Source = OutlineDataSource<Section, Item>

  struct Change {
    let origin: Origin
    let whenReceived: (() -> Void)?
    var whenShown: [() -> Void] = []
  }

  /// A change with the snapshot after it, with marks.
  typealias Result = (change: Change, snapshot: Snapshot<Section, Item>)

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
  /// The oldest changes, the oldest one last: with two arrays, both ends are O(1), amortized.
  private var outgoing: [Result] = []
  /// The changes between `outgoing` and `last`, in order.
  private var incoming: [Result] = []
  /// The number of changes in both arrays.
  private var olderCount = 0
  private var groupCount = 0

  init(_ snapshot: Snapshot<Section, Item>) {
    delivered = snapshot
    delivered.removeAllMarks()
    latestWithMarks = delivered
  }

  var isEmpty: Bool { last == nil }

  var latest: Snapshot<Section, Item> {
    guard latestWithMarks.hasMarks else { return latestWithMarks }
    var snapshot = latestWithMarks
    snapshot.removeAllMarks()
    return snapshot
  }

  /// Adds a change to the queue, or an edit to its last change if both belong to one group.
  func enqueue(
    _ origin: Origin, whenReceived: (() -> Void)? = nil,
    _ edit: (_ snapshot: inout Snapshot<Section, Item>) -> Void
  ) {
    if origin.group == nil || last?.origin.group != origin.group {
      if let last {
        incoming.append((last, latestWithMarks))
        olderCount += 1
        latestWithMarks.removeAllMarks()
      }
      last = Change(origin: origin, whenReceived: whenReceived)
    }
    edit(&latestWithMarks)
  }

  /// Calls a closure after adapters have finished showing the changes made so far.
  func whenShown(_ completion: @escaping () -> Void) {
    if last == nil {
      enqueue(.edit(isAnimated: false)) { _ in }
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

  func next() -> Result? {
    guard let last else { return nil }
    if olderCount > 0 {
      if outgoing.isEmpty {
        swap(&outgoing, &incoming)
        outgoing.reverse()
      }
      olderCount -= 1
      return outgoing.popLast()
    }
    let result = (last, latestWithMarks)
    self.last = nil
    latestWithMarks.removeAllMarks()
    return result
  }

  func setDelivered(_ snapshot: Snapshot<Section, Item>) {
    delivered = snapshot
  }
}
