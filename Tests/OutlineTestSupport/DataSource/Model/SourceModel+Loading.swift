import Outline

//  Loads of children: the records about parents in addition to the outline, and their events.

/// The parent of loaded children: an item, or a section whose roots they are.
public enum ScriptedParent: Hashable, Sendable {
  case item(Int)
  case section(Int)

  var isItem: Bool { if case .item = self { true } else { false } }
}

/// The settings of a loader.
public struct ScriptedLoader: Equatable, Sendable {
  var keepsLoading = false
  var isStrict = false
  /// Distinguishes loaders: the cursor of one is meaningless to another.
  var number = 0

  static func mayHaveChildren(_ parent: ScriptedParent) -> Bool {
    switch parent {
    case .item(let item): item.isMultiple(of: 2)
    case .section(let section): section != 0
    }
  }
}

extension SourceModel {
  struct Status {
    var failure: String?
    var pageFailure: String?
    var isStale = false
  }

  struct Load {
    let number: Int
    let isNextPage: Bool
    /// The status before the load.
    var previous: Status
    let loader: ScriptedLoader
    let start: Int
    var expandsParent = false
    /// A Boolean value that indicates whether the parent expands without side effects.
    var expandsAlone = false
    var isRequested = false
    var waiters: [Int] = []
    var isSlow = false
    /// A Boolean value that indicates whether the loader has been called.
    var isStarted = false
    /// A Boolean value that indicates whether the result is in flight.
    var isFinished = false
  }

  struct Record {
    var load: Load?
    var status = Status()
    /// A Boolean value that indicates whether a load has found no children.
    var isEmpty = false
    var cursor: (chain: [Int], loader: Int)?

    var isTrivial: Bool {
      load == nil && status.failure == nil && status.pageFailure == nil && !status.isStale
        && !isEmpty && cursor == nil
    }
  }

  enum Reason {
    case expansion, expansionAlone, program
    case waiter(Int)
  }

  // MARK: States

  func loader(of parent: ScriptedParent) -> ScriptedLoader? {
    parent.isItem ? childLoader : rootLoader
  }

  func canLoad(_ parent: ScriptedParent) -> Bool {
    loader(of: parent) != nil && ScriptedLoader.mayHaveChildren(parent)
  }

  func isKnown(_ parent: ScriptedParent, in outline: Outline) -> Bool {
    switch parent {
    case .item(let item): outline.node(item) != nil
    case .section(let section): outline.hasSection(section)
    }
  }

  func children(of parent: ScriptedParent, in outline: Outline) -> [OutlineModel<Int>.Node] {
    switch parent {
    case .item(let item): outline.node(item)?.children ?? []
    case .section(let section): outline[section].roots
    }
  }

  /// The state without regard to further pages.
  private func state(of parent: ScriptedParent, hasChildren: Bool) -> String {
    let record = records[parent] ?? Record()
    if let load = record.load, !load.isNextPage { return "loading" }
    if let failure = record.status.failure { return "failed: \(failure)" }
    if record.status.isStale && (hasChildren || record.isEmpty) { return "stale" }
    return record.isEmpty || hasChildren || !canLoad(parent) ? "loaded" : "not loaded"
  }

  func needsLoad(_ parent: ScriptedParent, hasChildren: Bool? = nil) -> Bool {
    let hasChildren = hasChildren ?? !children(of: parent, in: latest).isEmpty
    return canLoad(parent) && state(of: parent, hasChildren: hasChildren) != "loaded"
  }

  func lacksChildren(_ item: Int, in outline: Outline) -> Bool {
    outline.node(item)?.children.isEmpty ?? true && needsLoad(.item(item), hasChildren: false)
  }

  func isPending(_ item: Int) -> Bool { records[.item(item)]?.load?.expandsParent ?? false }

  func isEffectivelyExpanded(_ item: Int) -> Bool {
    latest.isExpanded(item) && (makesChildren(of: item) || !lacksChildren(item, in: latest))
  }

  func hasMore(_ parent: ScriptedParent) -> Bool {
    loader(of: parent).map { $0.number == records[parent]?.cursor?.loader } ?? false
  }

  public func state(of parent: ScriptedParent) -> ScriptedState? {
    let outline = readable
    guard isKnown(parent, in: outline) else { return nil }
    let record = records[parent]
    let hasChildren = !children(of: parent, in: outline).isEmpty
    var text = state(of: parent, hasChildren: hasChildren)
    if record?.load != nil { text = "loading" }
    if text == "loaded", let failure = record?.status.pageFailure { text = "failed: \(failure)" }
    return ScriptedState(
      state: text, isSlow: record?.load?.isSlow ?? false, hasMore: hasMore(parent),
      hasChildren: parent.isItem && (hasChildren || needsLoad(parent, hasChildren: false)))
  }

  // MARK: Events

  func begin(
    _ parent: ScriptedParent, _ reason: Reason, isNextPage: Bool = false, isReload: Bool = false,
    in group: Origin? = nil
  ) {
    guard let loader = loader(of: parent), isKnown(parent, in: latest) else {
      if case .waiter(let waiter) = reason { resume([waiter], "\(CancellationError())") }
      return
    }
    var record = records[parent] ?? Record()
    var replaced: Load?
    if let load = record.load, !isNextPage && load.isNextPage {
      // The first page replaces the others.
      resume(load.waiters, "\(CancellationError())")
      record.load = nil
    } else if let load = record.load, isReload {
      replaced = load
      record.load = nil
      record.status = status(restoring: load, of: parent)
    }
    let begins = record.load == nil
    if begins {
      loadCount += 1
      record.load = Load(
        number: loadCount, isNextPage: isNextPage, previous: record.status, loader: loader,
        start: time, expandsParent: replaced?.expandsParent ?? false,
        expandsAlone: replaced?.expandsAlone ?? false, isRequested: replaced?.isRequested ?? false,
        waiters: replaced?.waiters ?? [], isSlow: replaced?.isSlow ?? false)
      if isNextPage { record.status.pageFailure = nil } else { record.status = Status() }
    }
    switch reason {
    case .expansion, .expansionAlone:
      let isAlone = if case .expansionAlone = reason { true } else { false }
      let isPlain = record.load.map { $0.expandsParent && !$0.expandsAlone } ?? false
      record.load?.expandsAlone = isAlone && !isPlain
      record.load?.expandsParent = true
    case .program: record.load?.isRequested = true
    case .waiter(let waiter): record.load?.waiters.append(waiter)
    }
    records[parent] = record
    if begins { tell(parent, in: group) }
  }

  /// Restores the status before a load.
  func cancel(_ parent: ScriptedParent, in group: Origin? = nil) {
    guard let load = records[parent]?.load else { return }
    let status = status(restoring: load, of: parent)
    records[parent]?.status = status
    records[parent]?.load = nil
    resume(load.waiters, "\(CancellationError())")
    tell(parent, in: group)
  }

  /// The status before a load; a mark that was set meanwhile concerns the previous children.
  private func status(restoring load: Load, of parent: ScriptedParent) -> Status {
    let record = records[parent] ?? Record()
    let isLoaded =
      record.isEmpty || !children(of: parent, in: latest).isEmpty || !canLoad(parent)
    var status = load.previous
    if record.status.isStale && status.failure == nil && isLoaded { status.isStale = true }
    return status
  }

  func cancelIfUnneeded(_ parent: ScriptedParent, in group: Origin? = nil) {
    guard let load = records[parent]?.load else { return }
    if !load.expandsParent && !load.isRequested && load.waiters.isEmpty {
      cancel(parent, in: group)
    }
  }

  func stopWaiting(_ item: Int, in group: Origin) {
    guard let load = records[.item(item)]?.load, load.expandsParent else { return }
    records[.item(item)]?.load?.expandsParent = false
    if load.loader.keepsLoading { records[.item(item)]?.load?.isRequested = true }
    cancelIfUnneeded(.item(item), in: group)
  }

  func leave(_ waiter: Int) {
    for (parent, record) in records where record.load?.waiters.contains(waiter) ?? false {
      records[parent]?.load?.waiters.removeAll { $0 == waiter }
      cancelIfUnneeded(parent)
    }
  }

  func markStale(_ parent: ScriptedParent) {
    guard isKnown(parent, in: latest) else { return }
    let record = records[parent] ?? Record()
    let isLoaded =
      record.isEmpty || !children(of: parent, in: latest).isEmpty || !canLoad(parent)
    guard !record.status.isStale, record.load != nil || record.status.failure == nil && isLoaded
    else { return }
    records[parent, default: Record()].status.isStale = true
    tell(parent)
  }

  /// Updates the row of a parent in all views.
  func tell(_ parent: ScriptedParent, in group: Origin? = nil) {
    switch parent {
    case .item(let item):
      guard latest.node(item) != nil else { return }
      enqueue(group ?? openGroup ?? Origin()) { try? $0.reconfigureItems([item]) }
    case .section(let section):
      let completion = { [unowned self] in _ = script.call(.roots, section, of: self) }
      enqueue(completion: completion) { _ in }
    }
  }

  /// Parents that get their first children, or lose their last, when the user moves items.
  func noteMove(_ move: Move) {
    for parent in Set(move.items.compactMap(move.final.parent(of:))) {
      guard move.initial.node(parent)?.children.isEmpty ?? true else { continue }
      let record = records[.item(parent)] ?? Record()
      if let load = record.load, !load.isNextPage {
        records[.item(parent)]?.load?.previous.isStale = true
      } else if record.status.failure == nil, !record.isEmpty, canLoad(.item(parent)) {
        records[.item(parent), default: Record()].status.isStale = true
      }
    }
    for parent in Set(move.items.compactMap(move.initial.parent(of:))) {
      guard move.final.node(parent)?.children.isEmpty ?? true, canLoad(.item(parent)) else {
        continue
      }
      var record = records[.item(parent)] ?? Record()
      if let load = record.load, !load.isNextPage {
        record.isEmpty = !load.previous.isStale
        record.load?.previous.isStale = false
      } else if record.status.failure == nil {
        record.isEmpty = !record.status.isStale
        record.status.isStale = false
      }
      records[.item(parent)] = record
    }
  }
}

// MARK: - Events in flight

/// The result of a loader.
public struct ScriptedPage: Equatable, Sendable {
  enum Contents: Equatable, Sendable {
    case failure
    case items([Int])
    /// The random outline of a section.
    case outline(seed: UInt64)
  }

  var contents: Contents
  var cursor: Int?
}

/// An event that occurs when the jobs of tasks run.
enum ScriptedEvent {
  case result(ScriptedPage, of: ScriptedParent, load: Int)
  case wait(ScriptedWait, for: ScriptedParent, waiter: Int)
  case leave(waiter: Int)
  /// An adapter has forgotten an animation.
  case delivery
  case time
}

struct Boom: Error, CustomStringConvertible {
  var description: String { "boom" }
}

extension SourceModel {
  /// Performs the events in flight, in an order that the script chooses.
  func settle() {
    finishEvent()
    while !events.isEmpty {
      switch events.remove(at: script.choose(among: events.count)) {
      case .result(let page, of: let parent, load: let number):
        if let load = records[parent]?.load, load.number == number {
          arrive(page, for: parent, load)
        }
      case .wait(let wait, for: let parent, let waiter): begin(wait, for: parent, waiter)
      case .leave(let waiter): stopWaiting(waiter)
      case .delivery: deferringDelivery {}
      case .time: advance()
      }
      finishEvent()
    }
  }

  private func finishEvent() {
    takeSteps()
    for parent in records.keys { records[parent]?.load?.isStarted = true }
    for waiter in ends.keys.sorted() {
      script.end(waiter, ends[waiter] ?? "")
      openWaiters.removeAll { $0 == waiter }
    }
    ends = [:]
  }

  private func advance() {
    time += 200
    let slow = records.compactMap { parent, record in
      record.load.map { (parent: parent, load: $0) }
    }.filter { !$0.load.isSlow && time - $0.load.start >= SourceScript.slowAfter }
    for (parent, load) in slow.sorted(by: { $0.load.number < $1.load.number })
    where records[parent]?.load?.number == load.number {
      records[parent]?.load?.isSlow = true
      tell(parent)
    }
  }

  private func arrive(_ page: ScriptedPage, for parent: ScriptedParent, _ load: Load) {
    records[parent]?.load = nil
    deferringDelivery {
      isInserting = true
      defer { isInserting = false }
      let group = makeGroup(isAnimated: true)
      let cursors = cursors(after: page, of: parent, load)
      let repetition = page.cursor != nil && cursors == nil ? page.cursor : nil
      if let failure = repetition.map({ "repeated \($0)" })
        ?? insert(page, below: parent, load, in: group)
      {
        if load.isNextPage {
          records[parent]?.status.pageFailure = failure
        } else {
          records[parent]?.status.failure = failure
        }
        tell(parent)
        resume(load.waiters, failure)
        return
      }
      tell(parent, in: group)
      var record = records[parent] ?? Record()
      record.cursor = cursors.map { ($0, load.loader.number) }
      record.isEmpty = children(of: parent, in: latest).isEmpty
      if !load.isNextPage { record.status.failure = nil }
      records[parent] = record
      resume(load.waiters, nil)
      guard case .item(let item) = parent, load.expandsParent else { return }
      if load.expandsAlone {
        enqueue(group) { $0.expand([item]) }
      } else {
        expandLoaded(item, in: group)
      }
    }
  }

  /// The cursors since the last page with a new item; `nil` without a cursor, or if it repeats one.
  private func cursors(after page: ScriptedPage, of parent: ScriptedParent, _ load: Load) -> [Int]?
  {
    guard let cursor = page.cursor else { return nil }
    let isRepetition = load.isNextPage && page.items.allSatisfy { latest.node($0) != nil }
    guard isRepetition, let last = records[parent]?.cursor, last.loader == load.loader.number else {
      return [cursor]
    }
    // Like Brent's algorithm, it compares with the cursors at 0, 2, 6, 14 and so on.
    let landmark = sequence(first: 0) { 2 * $0 + 2 }.prefix { $0 < last.chain.count }.max() ?? 0
    return last.chain[landmark] == cursor ? nil : last.chain + [cursor]
  }
}
