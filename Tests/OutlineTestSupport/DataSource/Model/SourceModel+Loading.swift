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

  /// The parents of a loader.
  public enum Scope: CaseIterable, Sendable {
    case items
    /// The items of one section.
    case section
    case roots
  }

  static let separateSection = 1

  static func mayHaveChildren(_ parent: ScriptedParent) -> Bool {
    switch parent {
    case .item(let item): item.isMultiple(of: 2)
    case .section(let section): section != 0
    }
  }
}

extension SourceModel {
  struct Status {
    /// A Boolean value that indicates whether a load or a handler has listed the children.
    var isListed = false
    var failure: String?
    var pageFailure: String?
    var isStale = false
  }

  struct Load {
    let number: Int
    /// The number of the first load that this one has replaced.
    var firstNumber: Int
    let isNextPage: Bool
    /// The status before the load.
    var previous: Status
    let loader: ScriptedLoader
    let start: Int
    /// A Boolean value that indicates whether the load was requested to expand the parent.
    var isForExpansion = false
    /// The number of items that have expanded before, one below the other, for the same reason.
    var chainLength = 0
    /// A Boolean value that indicates whether the parent expands without side effects.
    var expandsAlone = false
    var isRequested = false
    var waiters: [Int] = []
    /// The waiters for which the parent expands.
    var expandingWaiters: Set<Int> = []
    var expandsParent: Bool { isForExpansion || !expandingWaiters.isEmpty }
    var isSlow = false
    /// A Boolean value that indicates whether the loader has been called.
    var isStarted = false
    /// A Boolean value that indicates whether the result is in flight.
    var isFinished = false
    /// The number of children with which the first pages suffice.
    var leastCount = 0
    /// The cursors since the last page with a new child.
    var chain: [Int] = []
    /// The pages that have arrived, if a further one is needed.
    var arrived: ScriptedAnswer?
  }

  struct Record {
    var load: Load?
    var status = Status()
    var cursor: (chain: [Int], loader: Int)?
    /// A Boolean value that indicates whether there have been further pages.
    var hasPages = false
  }

  enum Reason {
    case expansion(chainLength: Int)
    case expansionAlone(chainLength: Int)
    case program
    case waiter(Int, expandsParent: Bool = false)
  }

  // MARK: States

  func loader(of parent: ScriptedParent, in outline: Outline? = nil) -> ScriptedLoader? {
    guard case .item(let item) = parent else { return rootLoader }
    let section = (outline ?? latest).section(containing: item)
    return section == ScriptedLoader.separateSection ? sectionLoader ?? childLoader : childLoader
  }

  var hasChildLoaders: Bool { childLoader != nil || sectionLoader != nil }

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
    if record.status.isStale { return "stale" }
    if record.status.isListed || !canLoad(parent) { return "loaded" }
    return hasChildren ? "stale" : "not loaded"
  }

  func needsLoad(_ parent: ScriptedParent, hasChildren: Bool? = nil) -> Bool {
    let hasChildren = hasChildren ?? !children(of: parent, in: latest).isEmpty
    return canLoad(parent) && state(of: parent, hasChildren: hasChildren) != "loaded"
  }

  func lacksChildren(_ item: Int, in outline: Outline) -> Bool {
    outline.node(item)?.children.isEmpty ?? true && needsLoad(.item(item), hasChildren: false)
  }

  /// Nothing is recorded about the children of a parent.
  func isUnknown(_ parent: ScriptedParent) -> Bool {
    let record = records[parent] ?? Record()
    let status = record.status
    return record.load == nil && status.failure == nil && status.pageFailure == nil
      && !status.isStale && !status.isListed
  }

  func isPending(_ item: Int) -> Bool { records[.item(item)]?.load?.expandsParent ?? false }

  func isEffectivelyExpanded(_ item: Int) -> Bool {
    latest.isExpanded(item) && (makesChildren(of: item) || !lacksChildren(item, in: latest))
  }

  func hasMore(_ parent: ScriptedParent, in outline: Outline? = nil) -> Bool {
    loader(of: parent, in: outline).map { $0.number == records[parent]?.cursor?.loader } ?? false
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
      if case .waiter(let waiter, _) = reason { resume([waiter], "\(CancellationError())") }
      return
    }
    var record = records[parent] ?? Record()
    var replaced: Load?
    if let load = record.load, !isNextPage && load.isNextPage {
      // The first page replaces the others.
      resume(load.waiters, Self.replacement)
      record.load = nil
    } else if let load = record.load, isReload {
      replaced = load
      record.load = nil
      record.status = status(restoring: load, after: record.status)
    }
    let begins = record.load == nil
    if begins {
      loadCount += 1
      var load = Load(
        number: loadCount, firstNumber: loadCount, isNextPage: isNextPage, previous: record.status,
        loader: loader, start: time)
      if !isNextPage {
        let children = children(of: parent, in: latest).filter { $0.item != moreItems[parent] }
        load.leastCount = max(children.count, 1)
      }
      if let replaced {
        load.firstNumber = replaced.firstNumber
        load.isForExpansion = replaced.isForExpansion
        load.expandsAlone = replaced.expandsAlone
        load.chainLength = replaced.chainLength
        load.isRequested = replaced.isRequested
        load.waiters = replaced.waiters
        load.expandingWaiters = replaced.expandingWaiters
        load.isSlow = replaced.isSlow
      }
      record.load = load
      record.status.pageFailure = nil
      if !isNextPage {
        record.status.failure = nil
        record.status.isStale = false
      }
    }
    record.load?.add(reason)
    records[parent] = record
    if begins && replaced == nil { tell([parent], in: group) }
    removeMissingChildren(in: group)
  }

  /// Restores the status before a load.
  func cancel(_ parent: ScriptedParent, in group: Origin? = nil) {
    guard let load = records[parent]?.load else { return }
    let status = status(restoring: load, after: records[parent]?.status ?? Status())
    records[parent]?.status = status
    records[parent]?.load = nil
    resume(load.waiters, "\(CancellationError())")
    tell([parent], in: group)
    removeMissingChildren(in: group)
  }

  /// The status before a load; a mark that was set meanwhile concerns the previous children.
  func status(restoring load: Load, after current: Status) -> Status {
    var status = load.previous
    if current.isStale && status.failure == nil && status.isListed { status.isStale = true }
    return status
  }

  func cancelIfUnneeded(_ parent: ScriptedParent, in group: Origin? = nil) {
    guard let load = records[parent]?.load else { return }
    if !load.isForExpansion && !load.isRequested && load.waiters.isEmpty {
      cancel(parent, in: group)
    }
  }

  /// Items that an edit collapses do not expand when their children arrive.
  func stopWaiting(collapsedSince old: Outline, in group: Origin?) {
    let pending = (0..<SourceScript.itemCount).filter {
      isPending($0) && old.isExpanded($0) && latest.node($0) != nil && !latest.isExpanded($0)
    }
    func number(_ item: Int) -> Int { records[.item(item)]?.load?.number ?? 0 }
    for item in pending.sorted(by: { number($0) < number($1) }) {
      stopWaiting(item, in: group)
    }
  }

  func stopWaiting(_ item: Int, in group: Origin?) {
    guard let load = records[.item(item)]?.load, load.expandsParent else { return }
    records[.item(item)]?.load?.isForExpansion = false
    records[.item(item)]?.load?.expandingWaiters = []
    if load.loader.keepsLoading { records[.item(item)]?.load?.isRequested = true }
    cancelIfUnneeded(.item(item), in: group)
  }

  func leave(_ waiter: Int) {
    for (parent, record) in records where record.load?.waiters.contains(waiter) ?? false {
      records[parent]?.load?.waiters.removeAll { $0 == waiter }
      records[parent]?.load?.expandingWaiters.remove(waiter)
      cancelIfUnneeded(parent)
    }
  }

  func markStale(_ parent: ScriptedParent, in group: Origin? = nil) {
    guard isKnown(parent, in: latest) else { return }
    let record = records[parent] ?? Record()
    guard !record.status.isStale,
      record.load != nil || record.status.failure == nil && record.status.isListed
    else { return }
    records[parent, default: Record()].status.isStale = true
    tell([parent], in: group)
  }

  /// Marks a parent whose children an answer does not decide.
  func markOutdated(_ parent: ScriptedParent, in group: Origin?) {
    let record = records[parent] ?? Record()
    let isInserted = parent == insertedParent
    guard !record.status.isStale,
      isInserted || record.load != nil || record.status.failure == nil && record.status.isListed
    else { return }
    records[parent, default: Record()].status.isStale = true
    tell([parent], in: group)
  }

  /// Loads the children of marked parents that are shown.
  func loadOutdated(_ parents: [ScriptedParent]) {
    let items = parents.compactMap { if case .item(let item) = $0 { item } else { nil } }
    guard hasChildLoaders, !items.isEmpty else { return }
    loadChildren(ofShown: items.filter { .item($0) != insertedParent })
  }

  /// Updates the rows of items and the headers of sections in all views.
  func tell(_ parents: [ScriptedParent], in group: Origin? = nil) {
    let known = parents.filter { isKnown($0, in: latest) }
    if known.isEmpty { return }
    enqueue(group ?? openGroup ?? Origin()) { outline in
      for parent in known {
        switch parent {
        case .item(let item): try? outline.reconfigureItems([item])
        case .section(let section): try? outline.reconfigureSections([section])
        }
      }
    }
  }
}

extension SourceModel.Load {
  fileprivate mutating func add(_ reason: SourceModel.Reason) {
    switch reason {
    case .expansion(let chainLength), .expansionAlone(let chainLength):
      let isAlone = if case .expansionAlone = reason { true } else { false }
      expandsAlone = isAlone && (!isForExpansion || expandsAlone)
      self.chainLength = isForExpansion ? min(self.chainLength, chainLength) : chainLength
      isForExpansion = true
    case .program: isRequested = true
    case .waiter(let waiter, let expandsParent):
      waiters.append(waiter)
      if expandsParent { expandingWaiters.insert(waiter) }
    }
  }
}

// MARK: - Expanded items that become visible

extension SourceModel {
  static let chainLimit = 2

  /// Begins to load the children of expanded items that a change has made visible.
  func loadShownItems(from old: Outline, to new: Outline, after origin: Origin) {
    guard hasChildLoaders else { return }
    let isShown = { (item: Int, outline: Outline) in
      outline.isExpanded(item) && outline.isVisible(item)
    }
    let hasChildren = { (item: Int, outline: Outline) in
      !self.children(of: .item(item), in: outline).isEmpty
    }
    let shown = new.items.filter { item in
      isShown(item, new)
        && !(isShown(item, old) && hasChildren(item, old) == hasChildren(item, new)
          && loader(of: .item(item), in: old)?.number == loader(of: .item(item), in: new)?.number)
    }
    if !shown.isEmpty { loadChildren(ofShown: shown, after: origin) }
  }

  /// Begins to load the children of those items that are visible and expanded.
  func loadChildren(ofShown items: [Int], after origin: Origin = Origin()) {
    deferringDelivery {
      var group = makeGroup(isAnimated: true)
      group.chainLength = origin.chainLength + 1
      for item in items where latest.isExpanded(item) && latest.isVisible(item) {
        let chain = Array(sequence(first: item) { self.latest.parent(of: $0) })
        // An item that loads again also continues the chain; otherwise, it could load forever.
        let depth = origin.chainEnd.flatMap(chain.dropFirst().firstIndex) ?? 1
        let chainLength = origin.chainLength + depth
        guard chainLength <= Self.chainLimit else { continue }
        let parent = ScriptedParent.item(item)
        let state = state(of: parent, hasChildren: !children(of: parent, in: latest).isEmpty)
        if canLoad(parent) && (state == "not loaded" || state == "stale") {
          begin(parent, .expansionAlone(chainLength: chainLength), in: group)
        }
      }
    }
  }

  /// The items that look different in another section, because that has another loader.
  func itemsWithOtherLoaders(from old: Outline, to new: Outline) -> [Int] {
    if sectionLoader == nil { return [] }
    return new.items.filter { item in
      let parent = ScriptedParent.item(item)
      guard let section = old.section(containing: item), section != new.section(containing: item)
      else { return false }
      let (former, current) = (loader(of: parent, in: old), loader(of: parent, in: new))
      return hasMore(parent, in: old) != hasMore(parent, in: new)
        || (former == nil) != (current == nil) && ScriptedLoader.mayHaveChildren(parent)
          && !isListed(parent)
    }
  }

  /// A Boolean value that indicates whether the children of a parent are known and up to date.
  private func isListed(_ parent: ScriptedParent) -> Bool {
    let record = records[parent] ?? Record()
    return record.status.isListed && !record.status.isStale && record.status.failure == nil
      && record.load?.isNextPage ?? true
  }

  /// The sections whose loading state an edit changes.
  func sectionsWithChangedState(from old: Outline, to new: Outline) -> [Int] {
    new.sections.filter(old.hasSection).filter { section in
      let parent = ScriptedParent.section(section)
      return children(of: parent, in: old).isEmpty != children(of: parent, in: new).isEmpty
        && isUnknown(parent) && canLoad(parent)
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
  var moreItem: Int?
}

/// One or several pages of a load.
struct ScriptedAnswer {
  var failure: String?
  var outline: OutlineModel<Int>
  var cursor: Int?
  var moreItem: Int?
  /// A Boolean value that indicates whether several pages have arrived.
  var isCombined = false
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
          receive(page, for: parent, load)
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
      tell([parent])
    }
  }

  /// Inserts the pages of a load, or waits for a further one.
  private func receive(_ page: ScriptedPage, for parent: ScriptedParent, _ load: Load) {
    var answer = page.answer
    var chain = load.chain
    if let arrived = load.arrived, answer.failure == nil {
      let repeated = arrived.outline.items.repetitions + answer.outline.items.repetitions
      var combined = arrived
      for item in arrived.outline.items { answer.outline.remove(item) }
      combined.outline.roots += answer.outline.roots
      combined.cursor = answer.cursor
      combined.moreItem = answer.moreItem
      combined.isCombined = true
      if !answer.outline.roots.isEmpty { chain = [] }
      answer = combined
      if !repeated.isEmpty {
        let first = arrived.outline.items.repetitions
        answer.failure = "duplicates \((first.isEmpty ? repeated : first).sorted())"
      }
    }
    if answer.failure == nil, let cursor = answer.cursor,
      answer.outline.roots.count < load.leastCount
    {
      if chain.contains(cursor) {
        answer.failure = "repeated \(cursor)"
        return arrive(answer, for: parent, load)
      }
      records[parent]?.load?.chain = chain + [cursor]
      records[parent]?.load?.arrived = answer
      records[parent]?.load?.isStarted = false
      records[parent]?.load?.isFinished = false
    } else {
      arrive(answer, for: parent, load)
    }
  }

  private func arrive(_ page: ScriptedAnswer, for parent: ScriptedParent, _ load: Load) {
    records[parent]?.load = nil
    deferringDelivery {
      var group = makeGroup(isAnimated: true)
      let chainLength = load.expandingWaiters.isEmpty ? load.chainLength : 0
      group.chainLength = chainLength
      if case .item(let item) = parent { group.chainEnd = item }
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
        tell([parent])
        resume(load.waiters, failure)
        removeMissingChildren(in: nil)
        return
      }
      // A missing child can be the parent: its load was the last one that could contain it.
      guard isKnown(parent, in: latest) else {
        return resume(load.waiters, "\(CancellationError())")
      }
      tell([parent], in: group)
      var record = records[parent] ?? Record()
      record.cursor = cursors.map { ($0, load.loader.number) }
      record.hasPages = record.hasPages || cursors != nil
      record.status.isListed = true
      if !load.isNextPage { record.status.failure = nil }
      records[parent] = record
      resume(load.waiters, nil)
      guard case .item(let item) = parent, load.expandsParent else { return }
      guard chainLength == 0 || latest.isVisible(item) else { return }
      if load.expandsAlone || !load.isForExpansion {
        enqueue(group) { $0.expand([item]) }
      } else {
        expandLoaded(item, in: group)
      }
    }
  }

  /// The cursors since the last page with a new item; `nil` without a cursor, or if it repeats one.
  private func cursors(
    after page: ScriptedAnswer, of parent: ScriptedParent, _ load: Load
  ) -> [Int]? {
    guard let cursor = page.cursor else { return nil }
    let isRepetition = load.isNextPage && page.outline.items.allSatisfy { latest.node($0) != nil }
    guard isRepetition, let last = records[parent]?.cursor, last.loader == load.loader.number else {
      return [cursor]
    }
    return last.chain.contains(cursor) ? nil : last.chain + [cursor]
  }
}
