//  The queue of changes, the only way into the snapshot.
//
//      enqueue ──▶ [ change, change, change ] ──▶ next ──▶ observers
//                                      ▲              ▲
//                          latest: after all          current: what observers know
//
//  An edit joins the last change of the queue if both belong to one group.

/// The snapshot that observers know, and the changes that they do not know yet, in order.
struct UpdateQueue<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Source = OutlineDataSource<Section, Item>

  /// A change in the queue.
  struct Change {
    /// The snapshot after the change, with marks.
    var snapshot: Snapshot<Section, Item>
    var origin: Origin
    /// Called after observers have received the change.
    var whenReceived: (() -> Void)?
    /// Called after adapters have finished showing the change.
    var whenShown: [() -> Void] = []
  }

  /// The source of a change, and the form in which views show it.
  struct Origin {
    let presentation: Source.Update.Presentation
    /// The adapter whose view has already made the change.
    var author: Source.AttachedAdapter?
    /// The number of the user action whose edits form one change; `nil` if the change
    /// belongs to no group.
    var group: Int?

    /// A change that is shown row by row.
    static func edit(isAnimated: Bool) -> Origin {
      Origin(presentation: isAnimated ? .animated : .immediate)
    }
  }

  /// The snapshot that observers know, without marks.
  private(set) var current: Snapshot<Section, Item>
  /// The changes to take, the last one first.
  ///
  /// Two arrays make both ends of the queue O(1), amortized.
  private var outgoing: [Change] = []
  /// The changes after those, in order.
  private var incoming: [Change] = []
  /// The snapshot of the change that has been taken, until observers know it.
  private var taken: Snapshot<Section, Item>?
  private var groupCount = 0

  init(_ snapshot: Snapshot<Section, Item>) {
    current = snapshot
    current.removeAllMarks()
  }

  var isEmpty: Bool { outgoing.isEmpty && incoming.isEmpty }

  private var last: Change? { incoming.last ?? outgoing.first }

  /// The snapshot after all changes, without marks.
  var latest: Snapshot<Section, Item> {
    guard var snapshot = last?.snapshot ?? taken else { return current }
    snapshot.removeAllMarks()
    return snapshot
  }

  /// Adds a change to the queue, or an edit to its last change if both belong to one group.
  ///
  /// - Parameters:
  ///   - origin: The source of the change, and the form in which views show it.
  ///   - whenReceived: Called after observers have received the change.
  ///   - whenShown: Called after adapters have finished showing the change.
  ///   - edit: Edits the latest snapshot; it must not use the queue.
  mutating func enqueue(
    _ origin: Origin, whenReceived: (() -> Void)? = nil, whenShown: (() -> Void)? = nil,
    _ edit: (_ snapshot: inout Snapshot<Section, Item>) -> Void
  ) {
    if origin.group == nil || last?.origin.group != origin.group {
      incoming.append(Change(snapshot: latest, origin: origin, whenReceived: whenReceived))
    }
    changeLast { change in
      edit(&change.snapshot)
      if let whenShown { change.whenShown.append(whenShown) }
    }
  }

  /// Changes the last change in place: a copy would keep the storage of its snapshot shared.
  private mutating func changeLast(_ body: (_ change: inout Change) -> Void) {
    if !incoming.isEmpty {
      body(&incoming[incoming.count - 1])
    } else if !outgoing.isEmpty {
      body(&outgoing[0])
    }
  }

  /// Begins a group of edits that are delivered as one change unless another change comes between
  /// them.
  mutating func makeGroup(isAnimated: Bool) -> Origin {
    groupCount += 1
    var origin = Origin.edit(isAnimated: isAnimated)
    origin.group = groupCount
    return origin
  }

  /// The group of the last change in the queue, if it can still grow.
  var openGroup: Origin? {
    last.flatMap { $0.origin.group == nil ? nil : $0.origin }
  }

  /// Takes the first change from the queue.
  mutating func next() -> Change? {
    if outgoing.isEmpty {
      swap(&outgoing, &incoming)
      outgoing.reverse()
    }
    let change = outgoing.popLast()
    taken = change?.snapshot
    return change
  }

  /// Records the snapshot that observers receive next.
  mutating func setCurrent(_ snapshot: Snapshot<Section, Item>) {
    current = snapshot
    taken = nil
  }
}
