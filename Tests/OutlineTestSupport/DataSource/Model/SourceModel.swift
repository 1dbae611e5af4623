import Outline

/// A slow and obvious data source: an outline on screen, and a list of changes to it.
///
/// It follows the documentation and shares no code with the data source, so that tests can compare
/// the two.
public final class SourceModel {
  typealias Outline = SnapshotModel<Int, Int>

  typealias Presentation = OutlineDataSource<Int, Int>.Update.Presentation

  /// The source of a change.
  struct Origin {
    var presentation = Presentation.animated
    /// The number of the user action whose edits form one change.
    var group: Int?
    /// The number of items that have expanded before, one below the other.
    var chainLength = 0
    /// The last of them, if the change inserts its children.
    var chainEnd: Int?
  }

  typealias Handler = (call: SourceCall, number: Int)

  struct Change {
    var outline: Outline
    var origin: Origin
    /// Called after observers have received the change.
    var completion: (() -> Void)?
    var shownHandlers: [Handler] = []
  }

  /// A move of items by the user.
  struct Move {
    var initial: Outline
    var final: Outline
    var items: [Int]
  }

  /// A delivered change that adapters may still be showing.
  final class Delivery {
    var handlers: [Handler]
    /// A Boolean value that indicates whether the second adapter is showing the change.
    var isShowing = false

    init(_ handlers: [Handler]) { self.handlers = handlers }
  }

  struct Adapter {
    /// The number of times that the adapter was attached or detached.
    var attachment = 0
    var isAttached: Bool { attachment.isMultiple(of: 2) }
  }

  public let script: SourceScript
  /// The outline on screen.
  private(set) var current = Outline()
  /// The outline that comes on screen next, while its content is read.
  private var compared: Outline?
  var changes: [Change] = []
  /// The outline of the change that is being delivered.
  private var taken: Outline?
  var callDepth = 0
  private var isInHandler = false
  private var lastGroup = 0

  var adapters = [Adapter(), Adapter()]
  var deliveries: [Delivery] = []
  /// The deliveries that the second adapter is showing.
  var animations: [Delivery] = []

  var content: [Int: Int] = [:]
  var sectionContent: [Int: Int] = [:]
  var reloadsContent = false
  /// A Boolean value that indicates whether every visible change reloads all rows.
  var reloadsChanges = false
  /// The rows that the first adapter displays.
  private var displayedRows = 0..<100
  /// The outline that the first adapter shows.
  private var shown = Outline()
  /// The content of displayed items.
  private var shownContent: [Int: Int] = [:]
  private var shownSectionContent: [Int: Int] = [:]
  /// The number of edits so far.
  private var editCount = 0

  var behavior = ExpansionBehavior()
  var itemsWithRunningHandlers: Set<Int> = []
  var moves: [Move] = []

  // Beside the outline:
  var childLoader: ScriptedLoader?
  /// The loader of the items in one section, which replaces the other one there.
  var sectionLoader: ScriptedLoader?
  var rootLoader: ScriptedLoader?
  var loaderCount = 0
  var records: [ScriptedParent: Record] = [:]
  /// What was known about the children of parents that have gone, with these children.
  var formerRecords: [ScriptedParent: (record: Record, children: [Int])] = [:]
  /// The items that load the next page of a parent, also after they or the parent have gone.
  var moreItems: [ScriptedParent: Int] = [:]
  /// The items that were edited, with the number of loads that had begun before.
  var edits: [Int: Int] = [:]
  /// The children whose order relative to a sibling has changed, with the same numbers.
  var displacements: [Int: Int] = [:]
  /// Loaded children that cannot move to their parents yet.
  var cyclicChildren: [CyclicChild] = []
  /// The parents whose children have become out of date.
  var outdatedParents: [ScriptedParent] = []
  /// Children that the answer of their parent does not contain.
  var missingChildren: [Int: MissingChild] = [:]
  /// A Boolean value that indicates whether the current change is the result of a load.
  var isInserting = false
  /// The parent whose answer is being inserted.
  var insertedParent: ScriptedParent?
  var loadCount = 0
  var time = 0
  /// The events in flight.
  var events: [ScriptedEvent] = []
  var waiterCount = 0
  var openWaiters: [Int] = []
  var cancelledWaiters: Set<Int> = []
  /// The calls that have ended, with their results.
  var ends: [Int: String] = [:]
  /// The steps of the calls that wait for loads.
  var steps: [Int: Step] = [:]
  var stepCount = 0
  /// The steps whose calls can continue, in order.
  var readySteps: [Int] = []

  public init(_ script: SourceScript) {
    self.script = script
    childLoader = script.hasLoads ? ScriptedLoader() : nil
    rootLoader = childLoader
  }

  /// The outline after all changes.
  var latest: Outline {
    var outline = changes.last?.outline ?? taken ?? current
    outline.removeMarks()
    return outline
  }

  // MARK: Changes

  func enqueue(
    _ origin: Origin = Origin(), keepsItems: Bool = false, completion: (() -> Void)? = nil,
    _ edit: (_ outline: inout Outline) -> Void
  ) {
    deferringDelivery {
      let old = latest
      editCount += 1
      if origin.group == nil || changes.last?.origin.group != origin.group {
        changes.append(Change(outline: old, origin: origin, completion: completion))
      }
      edit(&changes[changes.count - 1].outline)
      if !isInserting {
        placeMoreItems(in: &changes[changes.count - 1].outline, after: old)
      }
      noteChange(from: old, to: latest)
      let group = origin.group == nil ? nil : origin
      if !keepsItems { stopWaiting(collapsedSince: old, in: group) }
      let parents = outdatedParents
      outdatedParents = []
      for parent in parents { markOutdated(parent, in: group) }
      loadOutdated(parents)
      removeMissingChildren(in: group)
    }
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
      if let handler = nextShownHandler() {
        callingHandler { _ = script.call(handler.call, handler.number, of: self) }
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
    let old = current
    let origin = change.origin
    var new = change.outline
    let isReload = origin.presentation == .reload
    let visible = new.entries.flatMap(\.outline.visibleItems)
    let editCount = editCount
    let changed = changedItems(in: new, origin)
    if reloadsContent { try? new.reloadItems(changed) } else { try? new.reconfigureItems(changed) }
    try? new.reconfigureSections(changedSections(in: new, origin))
    try? new.reconfigureSections(sectionsWithChangedState(from: old, to: new))
    try? new.reconfigureItems(itemsWithOtherLoaders(from: old, to: new))
    let markedSections = new.reloadedSectionIdentifiers + new.reconfiguredSectionIdentifiers
    let updatesSections = markedSections.contains(where: old.sections.contains)
    let marked = new.reloadedItemIdentifiers + new.reconfiguredItemIdentifiers
    let isChanged =
      isReload || new.entries != old.entries || updatesSections
      || marked.contains { visible.contains($0) }
    let isVisible =
      new.visibleRows != old.visibleRows || updatesSections
      || marked.contains { visible.contains($0) }
    let presentation = isVisible && reloadsChanges ? .reload : origin.presentation
    let reconfigured = presentation == .reload ? [] : reconfiguredRows(in: new, after: old)
    let headers =
      presentation == .reload
      ? []
      : new.sections.filter { section in
        new.reconfiguredSectionIdentifiers.contains(section) && old.sections.contains(section)
          && !new.reloadedSectionIdentifiers.contains(section)
      }
    new.removeMarks()
    current = new
    taken = nil
    for (index, adapter) in adapters.enumerated() where adapter.isAttached {
      // An earlier adapter may have detached this one.
      guard adapters[index].attachment == adapter.attachment else { continue }
      if isChanged {
        if index == 0 { shown = new }
        script.call(.show(presentation), index, of: self)
        if index == 1 {
          delivery.isShowing = adapters[index].attachment == adapter.attachment
          animations.append(delivery)
        }
      }
    }
    if editCount == self.editCount {
      for item in displayedItems(of: new) where shownContent[item] == nil {
        shownContent[item] = readContent(of: item)
      }
      if editCount == self.editCount {
        for section in new.sections where shownSectionContent[section] == nil {
          shownSectionContent[section] = readContent(ofSection: section)
        }
      }
      if editCount != self.editCount {
        shownContent = [:]
        shownSectionContent = [:]
      }
    }
    let displayed = displayedItems(of: new)
    for item in reconfigured where displayed.contains(item) {
      callingHandler { _ = script.call(.reconfigure, item, of: self) }
    }
    for section in headers {
      callingHandler { _ = script.call(.reconfigureSection, section, of: self) }
    }
    loadShownItems(from: old, to: new, after: origin)
    change.completion.map(callingHandler)
    deliveries.append(delivery)
  }

  func display(_ rows: Range<Int>) {
    displayedRows = rows
  }

  /// The items of an outline at the paths of the rows that the first adapter displays.
  private func displayedItems(of outline: Outline) -> [Int] {
    let paths = shown.entries.enumerated().flatMap { section, entry in
      entry.outline.visibleItems.indices.map { (section: section, row: $0) }
    }
    return paths[displayedRows.clamped(to: paths.indices)].compactMap { section, row in
      let items =
        outline.entries.indices.contains(section)
        ? outline.entries[section].outline.visibleItems : []
      return items.indices.contains(row) ? items[row] : nil
    }
  }

  private func readContent(of item: Int) -> Int {
    script.glance(.content, item, of: self)
    return content[item] ?? 0
  }

  private func readContent(ofSection section: Int) -> Int {
    script.glance(.sectionContent, section, of: self)
    return sectionContent[section] ?? 0
  }

  /// Reads content of the outline that comes on screen next.
  private func reading(_ next: Outline, _ read: () -> Void) {
    compared = next
    compared?.removeMarks()
    read()
    compared = nil
  }

  /// Reads the content of sections, and returns those whose content has changed.
  private func changedSections(in new: Outline, _ origin: Origin) -> [Int] {
    if origin.presentation == .reload {
      shownSectionContent = [:]
      return []
    }
    let displayed = new.sections.filter(current.sections.contains)
    var contents: [Int: Int] = [:]
    reading(new) {
      for section in displayed { contents[section] = readContent(ofSection: section) }
    }
    let changed = displayed.filter { shownSectionContent[$0] != contents[$0] }
    shownSectionContent = contents
    return changed
  }

  /// Reads the content of displayed rows, and returns the items whose content has changed.
  private func changedItems(in new: Outline, _ origin: Origin) -> [Int] {
    if origin.presentation == .reload {
      shownContent = [:]
      return []
    }
    let visible = new.entries.flatMap(\.outline.visibleItems)
    let displayed = displayedItems(of: current).filter(visible.contains)
    var contents: [Int: Int] = [:]
    reading(new) {
      for item in displayed { contents[item] = readContent(of: item) }
    }
    let changed = displayed.filter { shownContent[$0] != contents[$0] }
    shownContent = contents
    return changed
  }

  /// The rows with another appearance, or with a mark, without those that are reloaded.
  private func reconfiguredRows(in new: Outline, after old: Outline) -> [Int] {
    let reloaded = new.reloadedItemIdentifiers
    let marked = new.reconfiguredItemIdentifiers
    let former = old.entries.flatMap(\.outline.entries).filter(\.isVisible)
    let rows = new.entries.filter { !new.reloadedSectionIdentifiers.contains($0.section) }
    return rows.flatMap(\.outline.entries).filter { row in
      guard row.isVisible, !reloaded.contains(row.item),
        let before = former.first(where: { $0.item == row.item })
      else { return false }
      return marked.contains(row.item) || row.level != before.level
        || row.isExpanded != before.isExpanded || (row.childCount > 0) != (before.childCount > 0)
    }.map(\.item)
  }
}

extension SourceModel {
  /// The outline that can be read now.
  var readable: Outline { isInHandler ? latest : compared ?? current }
}

extension SnapshotModel {
  mutating func removeMarks() {
    reloadedItemIdentifiers = []
    reconfiguredItemIdentifiers = []
    reloadedSectionIdentifiers = []
    reconfiguredSectionIdentifiers = []
  }
}

// MARK: - Performing operations

extension SourceModel: ScriptedSource {
  public var outline: [Int] { readable.code }

  /// A random outline with marks.
  static func outline(_ seed: UInt64) -> Outline {
    var outline = Outline()
    outline.edit(seed: seed, count: 30)
    return outline
  }

  /// Returns an outline whose known items keep their expansion.
  ///
  /// Parents keep their loaded children if the outline has none, except sections in the argument.
  private func keepingExpansion(_ given: Outline, replacing sections: [Int] = []) -> Outline {
    var kept = given
    for parent in parents(keepingChildrenIn: given) {
      if case .section(let section) = parent, sections.contains(section) { continue }
      var outline = OutlineModel<Int>()
      outline.roots = children(of: parent, in: latest)
      for item in kept.items { outline.remove(item) }
      kept.append(outline.roots, to: parent)
    }
    kept.keepExpansion(of: latest)
    return kept
  }

  /// The parents without children in an outline that keep those that were loaded or added.
  private func parents(keepingChildrenIn outline: Outline) -> [ScriptedParent] {
    let old = latest
    return SourceScript.parents.filter { parent in
      guard isKnown(parent, in: outline), children(of: parent, in: outline).isEmpty,
        isKnown(parent, in: old), !children(of: parent, in: old).isEmpty
      else { return false }
      let path = old.path(to: parent)
      var ancestors = path.map(ScriptedParent.item)
      if let item = path.last, let section = old.section(containing: item) {
        ancestors.append(.section(section))
      }
      return canLoad(parent)
        || ([parent] + ancestors).contains { records[$0]?.status.isListed ?? false }
    }
  }

  private func loadedParents(withoutChildrenIn outline: Outline) -> [ScriptedParent] {
    SourceScript.parents.filter { parent in
      records[parent]?.status.isListed ?? false && isKnown(parent, in: outline)
        && children(of: parent, in: outline).isEmpty
        && !children(of: parent, in: latest).isEmpty
    }
  }

  /// Replaces the outline; loaded children that it does not have are out of date.
  private func replace(_ presentation: Presentation, with new: Outline) {
    let old = latest
    let incomplete = SourceScript.parents.filter { parent in
      records[parent]?.hasPages ?? false && isKnown(parent, in: new)
        && !children(of: parent, in: new).isEmpty
        && children(of: parent, in: old).contains { new.node($0.item) == nil }
    }
    let parents = Set(
      incomplete + loadedParents(withoutChildrenIn: new))
    deferringDelivery {
      var group = makeGroup(isAnimated: true)
      group.presentation = presentation
      enqueue(group) { $0 = new }
      for parent in parents where parent.isItem { markStale(parent, in: group) }
      for section in latest.sections where parents.contains(.section(section)) {
        markStale(.section(section), in: group)
      }
    }
  }

  func perform(_ operation: ScriptedOperation) -> ScriptedResult {
    switch operation {
    case .apply(let seed, let isAnimated, let keepsExpansion):
      let given = Self.outline(seed)
      replace(
        isAnimated ? .animated : .immediate,
        with: keepsExpansion ? keepingExpansion(given) : given)
    case .applySections(let sections, let seed, let keepsExpansion):
      var outline = latest
      let new = Self.outline(seed)
      try? outline.replace(sections.map { (key: $0, value: new[$0]) })
      replace(
        .animated,
        with: keepsExpansion ? keepingExpansion(outline, replacing: sections) : outline)
    case .applySnapshotUsingReloadData(let seed):
      replace(.reload, with: Self.outline(seed))
    case .update(let seed, let count, let isAnimated):
      enqueue(.init(presentation: isAnimated ? .animated : .immediate)) {
        $0.edit(seed: seed, count: count)
      }
    case .mark(let reloaded, let reconfigured):
      enqueue {
        try? $0.reloadItems([reloaded])
        try? $0.reconfigureItems([reconfigured])
      }
    case .markSection(let section, isReload: true): enqueue { try? $0.reloadSections([section]) }
    case .markSection(let section, isReload: false):
      enqueue { try? $0.reconfigureSections([section]) }
    case .expand(let item, let isAnimated):
      return .expansion(expand(item, isAnimated: isAnimated))
    case .collapse(let item): return .expansion(collapse([item]))
    case .toggle(let item):
      return .expansion(
        isEffectivelyExpanded(item) || isPending(item)
          ? collapse([item]) : expand(item, isAnimated: true))
    case .expandSubtree(let item, let levels):
      return .expansion(expand(item, levels: levels ?? .max, isAnimated: true))
    case .collapseSubtree(let item, let keptLevels):
      return .expansion(collapseSubtree(of: item, keptLevels: keptLevels))
    case .canDrop, .drop, .undo: return performMove(operation)
    case .restore(let state, let collapsesOthers):
      return .missing(restore(state, collapsesOthers: collapsesOthers))
    default: return performSetting(operation)
    }
    return .nothing
  }

  private func performSetting(_ operation: ScriptedOperation) -> ScriptedResult {
    switch operation {
    case .setBehavior(let bits): behavior = ExpansionBehavior(rawValue: bits)
    case .setContent(let item):
      content[item, default: 0] += 1
      if script.isDrawing { enqueue { _ in } }
    case .setSectionContent(let section):
      sectionContent[section, default: 0] += 1
      if script.isDrawing { enqueue { _ in } }
    case .checkContent: enqueue { _ in }
    case .display(let rows): display(rows)
    case .setContentUpdate(let isReload): reloadsContent = isReload
    case .setReloadThreshold(let isLow): reloadsChanges = isLow
    case .toggleAdapter: toggleAdapter()
    case .whenShown(let number): whenShown(number)
    case .finishShowing(let number): finishShowing(number)
    default: return performLoad(operation)
    }
    return .nothing
  }

  public var startedParents: Set<ScriptedParent> {
    Set(records.filter { $1.load.map { $0.isStarted && !$0.isFinished } ?? false }.keys)
  }

  private func performLoad(_ operation: ScriptedOperation) -> ScriptedResult {
    switch operation {
    case .setLoader(let loader, let scope): setLoader(loader, scope)
    case .markStale(let parent): markStale(parent)
    case .beginReloading(let parent): begin(parent, .program, isReload: true)
    case .cancelLoading(let parent): cancel(parent)
    case .advance: release { .time }
    default: return performEvent(operation)
    }
    return .nothing
  }

  private func performEvent(_ operation: ScriptedOperation) -> ScriptedResult {
    let isReleased = release {
      switch operation {
      case .finishLoad(let parent, let page):
        guard let load = records[parent]?.load, load.isStarted, !load.isFinished else { return nil }
        records[parent]?.load?.isFinished = true
        return .result(page, of: parent, load: load.number)
      case .wait(let wait, let parent):
        waiterCount += 1
        openWaiters.append(waiterCount)
        return .wait(wait, for: parent, waiter: waiterCount)
      case .cancelWait(let number):
        guard !openWaiters.isEmpty else { return nil }
        let waiter = openWaiters[number % openWaiters.count]
        guard cancelledWaiters.insert(waiter).inserted else { return nil }
        cancelSteps(of: waiter)
        return .leave(waiter: waiter)
      case .dropShowing(let number): return dropShowing(number) ? .delivery : nil
      default: return nil
      }
    }
    return isReleased ? .answer(true) : .nothing
  }

  @discardableResult
  private func release(_ makeEvent: () -> ScriptedEvent?) -> Bool {
    guard events.count < SourceScript.eventLimit, let event = makeEvent() else { return false }
    events.append(event)
    return true
  }

  private func setLoader(_ loader: ScriptedLoader?, _ scope: ScriptedLoader.Scope) {
    var new = loader
    loaderCount += 1
    new?.number = loaderCount
    let outline = latest
    let parents =
      scope == .roots
      ? outline.sections.map(ScriptedParent.section)
      : outline.entries.flatMap(\.outline.visibleItems).map(ScriptedParent.item)
    let former = parents.map { (needsLoad($0, hasChildren: false), hasMore($0)) }
    switch scope {
    case .roots: rootLoader = new
    case .items: childLoader = new
    case .section: sectionLoader = new
    }
    let changed = zip(parents, former).filter { parent, former in
      former != (needsLoad(parent, hasChildren: false), hasMore(parent))
    }.map { $0.0 }
    tell(changed)
    if !hasChildLoaders || changed.isEmpty { return }
    loadChildren(
      ofShown: changed.compactMap { if case .item(let item) = $0 { item } else { nil } })
  }

  private func performMove(_ operation: ScriptedOperation) -> ScriptedResult {
    do throws(SnapshotError<Int, Int>) {
      switch operation {
      case .canDrop(let items, let destination):
        return .answer(canDrop(items, to: destination))
      case .drop(let items, let destination):
        return .answer(try drop(items, to: destination))
      case .undo(let number, let isRepeated): try undo(number, isRepeated: isRepeated)
      default: break
      }
      return .nothing
    } catch {
      return .failed(error.summary)
    }
  }
}

extension SnapshotModel<Int, Int> {
  /// The sections, and their items with level and expansion.
  var code: [Int] {
    entries.flatMap { entry in
      [-1 - entry.section]
        + entry.outline.entries.map { $0.item << 8 | $0.level << 1 | ($0.isExpanded ? 1 : 0) }
    }
  }

  /// Gives the items of another outline the expansion that they have there.
  mutating func keepExpansion(of old: Self) {
    let known = items.filter { old.node($0) != nil }
    expand(known.filter { old.isExpanded($0) })
    collapse(known.filter { !old.isExpanded($0) })
  }
}

// MARK: - Showing updates

//  Completions wait for the updates that adapters show.

extension SourceModel {
  func whenShown(_ number: Int, _ call: SourceCall = .whenShown) {
    deferringDelivery {
      if changes.isEmpty { enqueue(Origin(presentation: .immediate)) { _ in } }
      changes[changes.count - 1].shownHandlers.append((call, number))
    }
  }

  func finishShowing(_ number: Int) {
    if dropShowing(number) { deferringDelivery {} }
  }

  /// Forgets an animation; the data source notices at the next delivery.
  func dropShowing(_ number: Int) -> Bool {
    guard !animations.isEmpty else { return false }
    animations.remove(at: number % animations.count).isShowing = false
    return true
  }

  func toggleAdapter() {
    adapters[1] = Adapter(attachment: adapters[1].attachment + 1)
    for delivery in animations { delivery.isShowing = false }
    deferringDelivery {}
  }

  func nextShownHandler() -> Handler? {
    while let first = deliveries.first, !first.isShowing {
      if !first.handlers.isEmpty { return first.handlers.removeFirst() }
      deliveries.removeFirst()
    }
    return nil
  }

  /// Performs an operation, and calls its completion once adapters show its changes.
  public func perform(_ operation: ScriptedOperation, completion: Int?) -> ScriptedResult {
    guard let completion, operation.hasCompletion else { return perform(operation) }
    callDepth += 1
    let result = perform(operation)
    let isFailed = if case .failed = result { true } else { false }
    if !isFailed { whenShown(completion, .completion) }
    callDepth -= 1
    // An undo that fails delivers nothing.
    if case .undo = operation, isFailed { return result }
    deferringDelivery {}
    return result
  }
}

extension ScriptedOperation {
  fileprivate var hasCompletion: Bool {
    switch self {
    case .apply, .applySections, .applySnapshotUsingReloadData, .update, .mark, .markSection,
      .checkContent,
      .expand,
      .collapse, .toggle, .expandSubtree, .collapseSubtree, .drop, .undo,
      .restore:
      true
    default: false
    }
  }
}

extension SnapshotModel {
  /// The sections, and the visible rows as they are drawn.
  var visibleRows: [[String]] {
    entries.map { entry in
      ["\(entry.section)"]
        + entry.outline.entries.filter(\.isVisible).map {
          "\($0.item) \($0.level) \($0.isExpanded) \($0.childCount > 0)"
        }
    }
  }
}
