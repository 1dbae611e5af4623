import Outline

/// A slow and obvious data source: an outline on screen, and a list of changes to it.
///
/// It follows the documentation and shares no code with the data source, so that tests can compare
/// the two.
public final class SourceModel {
  typealias Outline = SnapshotModel<Int, Int>

  enum Presentation { case animated, immediate, reload }

  /// The way in which a change comes about.
  struct Origin {
    var presentation = Presentation.animated
    /// The adapter whose view has already made the change.
    var author: Int?
    /// The number of the user action whose edits form one change.
    var group: Int?
  }

  struct Change {
    var outline: Outline
    var origin: Origin
    /// Called after observers have received the change.
    var completion: (() -> Void)?
    var shownHandlers: [Int] = []
  }

  /// A move of items by the user.
  struct Move {
    var initial: Outline
    var final: Outline
    var items: [Int]
  }

  /// A delivered change that adapters may still be showing.
  final class Delivery {
    var handlers: [Int]
    var adapters: Set<Int> = []

    init(_ handlers: [Int]) { self.handlers = handlers }
  }

  struct Adapter {
    /// The number of moves of the view that are in the list of changes.
    var undeliveredMoves = 0
    var needsReload = false
  }

  public let script: SourceScript
  /// The outline on screen.
  private(set) var current = Outline()
  private var changes: [Change] = []
  /// The outline of the change that is being delivered.
  private var taken: Outline?
  private var callDepth = 0
  private var isInHandler = false
  private var lastGroup = 0

  var adapters = [Adapter(), Adapter()]
  private var deliveries: [Delivery] = []
  /// The deliveries that the second adapter is showing.
  private var animations: [Delivery] = []

  var content: [Int: Int] = [:]
  var reloadsContent = false
  /// The content of the rows of the first adapter.
  private var shownContent: [Int: Int] = [:]

  var behavior = ExpansionBehavior()
  var itemsWithRunningHandlers: Set<Int> = []
  var moves: [Move] = []

  // Beside the outline:
  var loader: ScriptedLoader?
  /// Distinguishes loaders: the cursor of one is meaningless to another.
  var generation = 0
  var records: [ScriptedParent: Record] = [:]
  /// Loaded children that stay where they are, because the parent was below them.
  var withheld: [(parent: ScriptedParent, child: Int)] = []
  var loadCount = 0
  var time = 0
  /// What happens next when jobs run.
  var next: ScriptedEvent?
  var waiterCount = 0
  var openWaiters: [Int] = []
  var cancelledWaiters: Set<Int> = []
  /// The waiters that have been resumed, with their errors.
  var ends: [Int: String?] = [:]

  public init(_ script: SourceScript) {
    self.script = script
    loader = script.hasLoads ? ScriptedLoader() : nil
  }

  /// The outline after all changes.
  var latest: Outline {
    var outline = changes.last?.outline ?? taken ?? current
    outline.removeMarks()
    return outline
  }

  // MARK: Changes

  func enqueue(
    _ origin: Origin = Origin(), completion: (() -> Void)? = nil, whenShown: Int? = nil,
    _ edit: (_ outline: inout Outline) -> Void
  ) {
    if origin.group == nil || changes.last?.origin.group != origin.group {
      changes.append(Change(outline: latest, origin: origin, completion: completion))
    }
    edit(&changes[changes.count - 1].outline)
    if let whenShown { changes[changes.count - 1].shownHandlers.append(whenShown) }
    forgetParents(missingFrom: latest)
    deliverChanges()
  }

  /// The group of the last change, if it can still grow.
  var openGroup: Origin? {
    changes.last.flatMap { $0.origin.group == nil ? nil : $0.origin }
  }

  func makeGroup(isAnimated: Bool) -> Origin {
    lastGroup += 1
    return Origin(presentation: isAnimated ? .animated : .immediate, group: lastGroup)
  }

  func deferringDelivery<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    callDepth += 1
    defer {
      callDepth -= 1
      deliverChanges()
    }
    return try body()
  }

  func callingHandler<Result>(_ call: () -> Result) -> Result {
    let wasInHandler = isInHandler
    isInHandler = true
    return deferringDelivery {
      defer { isInHandler = wasInHandler }
      return call()
    }
  }

  private func deliverChanges() {
    guard callDepth == 0 else { return }
    callDepth += 1
    while true {
      if let number = nextShownHandler() {
        callingHandler { _ = script.call(.whenShown, number, of: self) }
      } else if !changes.isEmpty {
        deliver(changes.removeFirst())
      } else {
        break
      }
    }
    callDepth -= 1
  }

  private func deliver(_ change: Change) {
    taken = change.outline
    let delivery = Delivery(change.shownHandlers)
    let (old, origin) = (current, change.origin)
    var new = change.outline
    let isReload = origin.presentation == .reload
    let visible = new.entries.flatMap(\.outline.visibleItems)
    let isShownAgain = isReload || adapters[0].needsReload
    let changed = visible.filter { item in
      !isShownAgain && shownContent[item].map { $0 != content[item] ?? 0 } ?? false
    }
    shownContent = Dictionary(uniqueKeysWithValues: visible.map { ($0, content[$0] ?? 0) })
    let marked = changed + new.reloadedItemIdentifiers + new.reconfiguredItemIdentifiers
    let isChanged =
      isReload || new.entries != old.entries || !new.reloadedSectionIdentifiers.isEmpty
      || marked.contains { visible.contains($0) }
    new.removeMarks()
    (current, taken) = (new, nil)
    for index in adapters.indices {
      if index == origin.author {
        adapters[index].undeliveredMoves -= 1
        if adapters[index].undeliveredMoves == 0 { adapters[index].needsReload = false }
      } else if isChanged && adapters[index].undeliveredMoves == 0 {
        script.call(.show, index, of: self)
        if index == 1 {
          delivery.adapters.insert(index)
          animations.append(delivery)
        }
      }
    }
    change.completion.map(callingHandler)
    deliveries.append(delivery)
  }

  // MARK: Animations

  func whenShown(_ number: Int) {
    enqueue(openGroup ?? Origin(presentation: .immediate), whenShown: number) { _ in }
  }

  func finishShowing(_ number: Int) {
    guard !animations.isEmpty else { return }
    let delivery = animations.remove(at: number % animations.count)
    delivery.adapters.removeAll()
    deferringDelivery {}
  }

  private func nextShownHandler() -> Int? {
    while let first = deliveries.first, first.adapters.isEmpty {
      if !first.handlers.isEmpty { return first.handlers.removeFirst() }
      deliveries.removeFirst()
    }
    return nil
  }
}

extension SourceModel {
  /// The outline that can be read now.
  var readable: Outline { isInHandler ? latest : current }
  var hasChanges: Bool { !changes.isEmpty }
  /// A Boolean value that indicates whether the operation in progress is part of another one.
  var isInCall: Bool { callDepth > 1 }
}

extension SnapshotModel {
  mutating func removeMarks() {
    (reloadedItemIdentifiers, reconfiguredItemIdentifiers) = ([], [])
    reloadedSectionIdentifiers = []
  }
}
