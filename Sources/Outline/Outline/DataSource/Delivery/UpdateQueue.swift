//  The queue of changes, the only way into the snapshot.
//
//      append ──▶ [ change, change, change ] ──▶ next ──▶ observers
//                                      │                      │
//                        latest: after all changes      delivered: what observers know
//
//  An edit joins the last change if both belong to one group. Changes made by calls of observers or
//  handlers wait until the outermost call ends.

/// The snapshot that observers know, the changes that they do not know yet, in order, and the calls
/// in progress.
final class UpdateQueue<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Source = OutlineDataSource<Section, Item>

  final class Change {
    let origin: Origin
    let whenReceived: (() -> Void)?
    let animationName: String?
    /// A Boolean value that indicates whether a loader made the change when it was asked about an
    /// earlier one; no loader is asked about it, because that might never end.
    let isByLoader: Bool
    fileprivate(set) var whenShown: [() -> Void] = []

    init(
      _ origin: Origin, whenReceived: (() -> Void)?, animationName: String?, isByLoader: Bool
    ) {
      self.origin = origin
      self.whenReceived = whenReceived
      self.animationName = animationName
      self.isByLoader = isByLoader
    }
  }

  /// A change with the snapshot after it, with marks.
  typealias Result = (change: Change, snapshot: Snapshot<Section, Item>)

  /// The source of a change, and the form in which views show it.
  struct Origin {
    let presentation: Source.Update.Presentation
    /// The number of the user action whose edits form one change; `nil` for other changes.
    var group: Int?
    /// The items that have expanded one below the other before this change.
    var chain: Chain?

    /// The number of these items.
    var chainLength: Int { chain?.length ?? 0 }

    static func edit(isAnimated: Bool) -> Origin {
      Origin(presentation: isAnimated ? .animated : .immediate)
    }
  }

  /// Items that have expanded one below the other.
  ///
  /// It is an object, because values of unknown size would make each change slow.
  final class Chain {
    let length: Int
    /// The last item, if the change inserts its children.
    let end: Item?

    init(length: Int, end: Item?) {
      self.length = length
      self.end = end
    }
  }

  /// The snapshot that observers know.
  var delivered: Snapshot<Section, Item>
  /// The snapshot that observers receive next, while its content is read.
  var compared: Snapshot<Section, Item>?
  /// The snapshot after all changes, with the marks of the last one.
  private var latestWithMarks: Snapshot<Section, Item>
  /// The last change of the queue, whose snapshot edits can still change.
  private var last: Change?
  /// The other changes.
  private var older = Queue<Result>()
  /// The name of the animation of new changes.
  var animationName: String?
  private var groupCount = 0
  /// The number of calls of the data source in progress.
  var callDepth = 0
  /// A Boolean value that indicates whether the innermost call in progress is one to a handler.
  private var isInHandler = false
  /// A Boolean value that indicates whether loaders are asked about a change.
  private var isAskingLoaders = false
  private(set) var itemsWithRunningHandlers: [Item] = []
  /// The number of edits so far, which is faster to compare than the snapshot is to read.
  private(set) var editCount = 0

  init(_ snapshot: Snapshot<Section, Item>) {
    delivered = snapshot
    delivered.removeAllMarks()
    latestWithMarks = delivered
  }

  /// The snapshot that callers can read.
  var readable: Snapshot<Section, Item> { isInHandler ? latest : compared ?? delivered }

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
    editCount += 1
    if origin.group == nil || last?.origin.group != origin.group {
      if let last {
        older.append((last, latestWithMarks))
        latestWithMarks.removeAllMarks()
      }
      last = Change(
        origin, whenReceived: whenReceived, animationName: animationName,
        isByLoader: isAskingLoaders)
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
  func makeGroup(_ presentation: Source.Update.Presentation) -> Origin {
    groupCount += 1
    return Origin(presentation: presentation, group: groupCount)
  }

  /// Begins a group of edits that observers animate or not.
  func makeGroup(isAnimated: Bool) -> Origin {
    makeGroup(isAnimated ? .animated : .immediate)
  }

  /// The group of the last change in the queue, if it can still grow.
  var openGroup: Origin? {
    last.flatMap { $0.origin.group == nil ? nil : $0.origin }
  }

  /// Takes the oldest change.
  func next() -> Result? {
    guard let last else { return nil }
    if !older.isEmpty { return older.popFirst() }
    let result = (last, latestWithMarks)
    self.last = nil
    latestWithMarks.removeAllMarks()
    return result
  }
}

// MARK: - Calls in progress

extension UpdateQueue {
  /// Calls a handler or an observer.
  func calling<Value>(isHandler: Bool, _ call: () -> Value) -> Value {
    let wasInHandler = isInHandler
    defer { isInHandler = wasInHandler }
    isInHandler = isHandler
    return call()
  }

  /// Asks loaders about a change.
  func askingLoaders<Answer>(_ ask: () -> Answer) -> Answer {
    let wasAskingLoaders = isAskingLoaders
    defer { isAskingLoaders = wasAskingLoaders }
    isAskingLoaders = true
    return ask()
  }

  /// Calls handlers of an item, or returns `false` if one of them is already running.
  func callingHandlers(of item: Item, _ calls: () -> Bool) -> Bool {
    guard !itemsWithRunningHandlers.contains(item) else { return false }
    itemsWithRunningHandlers.append(item)
    defer { itemsWithRunningHandlers.removeLast() }
    return calling(isHandler: true, calls)
  }
}

/// Elements in the order of their arrival, unless one is inserted.
struct Queue<Element> {
  private(set) var elements: ArraySlice<Element> = []
  /// Cached: `Array.isEmpty` is slow where it is not specialized.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  var first: Element? { isEmpty ? nil : elements.first }

  mutating func append(_ element: Element) {
    elements.append(element)
    count += 1
  }

  /// Inserts an element before the last ones that satisfy a condition.
  ///
  /// - Complexity: O(1 + the number of elements after it)
  mutating func insert(_ element: Element, before isLater: (_ other: Element) -> Bool) {
    let previous = elements.lastIndex { !isLater($0) }
    elements.insert(element, at: previous.map { $0 + 1 } ?? elements.startIndex)
    count += 1
  }

  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let first = elements.removeFirst()
    count -= 1
    if isEmpty {
      // A slice keeps the elements that it has removed.
      elements = []
    }
    return first
  }

  mutating func removeAll(where isRemoved: (_ element: Element) -> Bool) {
    elements.removeAll(where: isRemoved)
    count = elements.count
  }
}
