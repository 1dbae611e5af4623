/// The outcome of a load of children.
public enum LoadOutcome: CaseIterable, Sendable {
  case success, empty, error, cancelled, lateAfterCollapse, lateAfterDeletion, resumedTwice, never
  case reentrantApply, duplicates
}

/// An event during a load of children.
public enum Interruption: CaseIterable, Sendable {
  case expandAgain, collapse, delete, move, replaceSnapshot, openTransaction, dataSourceGone
}

/// A drop in an open transaction.
public enum LoadDrop: CaseIterable, Sendable {
  case ofTheItem, intoIt, outOfIt
}

/// One case of a load, with details that a seed decides.
public struct LoadCase: Sendable {
  public let outcome: LoadOutcome
  public let interruption: Interruption
  public let seed: UInt64
  /// Whether a collapse lets the load go on.
  let finishesUnseen: Bool
  /// Whether a task awaits the children from the start.
  let isAwaited: Bool
  /// Whether the load takes so long that it counts as slow.
  let isSlow: Bool
  let heedsCancellation: Bool
  /// Whether the duplicate is an item from elsewhere, instead of one that is twice in the result.
  let duplicatesOther: Bool
  let drop: LoadDrop

  public init(_ outcome: LoadOutcome, _ interruption: Interruption, seed: UInt64) {
    self.outcome = outcome
    self.interruption = interruption
    self.seed = seed
    var random = SeededGenerator(seed: ~seed)
    finishesUnseen = random.once(in: 2)
    // An awaiting task keeps the data source alive.
    isAwaited = random.once(in: 2) && interruption != .dataSourceGone
    isSlow = random.once(in: 3)
    let isLate = outcome == .lateAfterCollapse || outcome == .lateAfterDeletion
    heedsCancellation = random.once(in: 2) && !isLate
    duplicatesOther = random.once(in: 2)
    drop = LoadDrop.allCases.randomElement(using: &random) ?? .ofTheItem
  }

  /// The steps of the load itself.
  var steps: [LoadModel.Event] {
    switch outcome {
    case .never: []
    case .lateAfterCollapse: [.collapse, .finish]
    case .lateAfterDeletion: [.delete, .finish]
    default: [.finish]
    }
  }

  /// The loaded children, unless the load fails.
  var children: [String] {
    switch outcome {
    case .empty: []
    case .duplicates: duplicatesOther ? ["a1", "b1"] : ["a1", "a1"]
    default: ["a1", "a2"]
    }
  }

  /// The possible results, one for each order of events.
  public var allowed: Set<String> {
    var ends: Set<String> = []
    for position in 0...steps.count {
      var model = LoadModel(self)
      var events = steps
      events.insert(.interruption, at: position)
      for event in events { model.take(event) }
      ends.insert(model.text)
    }
    return ends
  }
}

/// A small model of a data source that loads the children of `a`.
struct LoadModel {
  enum Event {
    case collapse, delete, finish, interruption
  }

  let load: LoadCase
  var isGone = false
  // Of `a`:
  var exists = true
  var isInSecond = false
  var isExpanded = false
  var children: [String] = []
  var failure: String?
  var isEmpty = false
  /// The number of the current load; the first has begun.
  var loading: Int? = 1
  var opens = true
  var isWanted: Bool
  var isStale = false
  /// Whether the children are stale if the load is cancelled.
  var wasStale = false
  // Of the others:
  var hasB = true
  var hasB1 = true
  var hasD = true
  var hasA1Outside = false
  var hasX = false
  var hasZ = false

  init(_ load: LoadCase) {
    self.load = load
    isWanted = load.isAwaited
  }

  mutating func take(_ event: Event) {
    guard !isGone else { return }
    switch event {
    case .collapse: collapse()
    case .delete: delete()
    case .finish: finish()
    case .interruption: takeInterruption()
    }
    if load.outcome == .reentrantApply && children.contains("a1") { hasX = true }
  }

  private mutating func takeInterruption() {
    switch load.interruption {
    case .expandAgain: expand()
    case .collapse: collapse()
    case .delete: delete()
    case .move: if exists { isInSecond = true }
    case .replaceSnapshot:
      (exists, isInSecond, isExpanded, children) = (true, false, false, [])
      (hasB, hasB1, hasX, hasZ) = (false, false, false, true)
    case .openTransaction: takeDrop()
    case .dataSourceGone: isGone = true
    }
  }

  /// A handler deletes `b1` during the load.
  private mutating func takeDrop() {
    let withoutB1 = children.filter { $0 != "b1" }
    switch load.drop {
    case .ofTheItem where exists: (isInSecond, children) = (true, withoutB1)
    case .intoIt where exists:
      if loading != nil {
        wasStale = true
      } else {
        isStale = state == "not loaded"
      }
      (hasD, children) = (false, withoutB1 + ["d"])
    case .outOfIt where children.contains("a1"):
      (hasA1Outside, children) = (true, withoutB1.filter { $0 != "a1" })
      isEmpty = children.isEmpty
    default: return
    }
    hasB1 = false
  }

  private mutating func expand() {
    guard exists, !isExpanded else { return }
    if loading != nil || failure != nil || (children.isEmpty && !isEmpty) {
      if loading == nil { (loading, opens, isWanted, failure) = (2, false, false, nil) }
      if children.isEmpty {
        opens = true
        return
      }
    }
    isExpanded = true
  }

  private mutating func collapse() {
    if loading != nil && opens {
      opens = false
      if !load.finishesUnseen && !isWanted { (loading, isStale) = (nil, wasStale) }
    }
    isExpanded = false
  }

  private mutating func delete() {
    (exists, isExpanded, children, failure, isEmpty, loading) = (false, false, [], nil, false, nil)
  }

  private mutating func finish() {
    guard loading == 1 else { return }
    loading = nil
    switch load.outcome {
    case .error: failure = "boom"
    case .cancelled: failure = "CancellationError()"
    case .duplicates where !load.duplicatesOther:
      failure = "The item \"a1\" would be there twice."
    default:
      children = load.children
      if children.contains("b1") { hasB1 = false }
      isEmpty = children.isEmpty
      if opens { isExpanded = true }
    }
  }

  private var state: String {
    if !exists { return "not there" }
    if loading != nil { return "loading" }
    if let failure { return "failed: \(failure)" }
    if isStale { return "stale" }
    return isEmpty || !children.isEmpty ? "loaded" : "not loaded"
  }

  /// The outline and the loading state of `a`, as a `LoadTrial` writes them.
  var text: String {
    let family =
      ["  \(isExpanded ? "+" : "-")* a"] + children.map { "    -\(isExpanded ? "*" : "") \($0)" }
    var lines = ["1"]
    if exists && !isInSecond { lines += family }
    if hasB { lines.append("  +* b") }
    if hasB1 { lines.append("    -* b1") }
    if hasZ { lines.append("  -* z") }
    lines.append("2")
    if hasD { lines.append("  -* d") }
    if hasA1Outside { lines.append("  -* a1") }
    if exists && isInSecond { lines += family }
    if hasX { lines.append("  -* x") }
    return lines.joined(separator: "\n") + (isGone ? "\ngone" : "\na: \(state)")
  }
}
