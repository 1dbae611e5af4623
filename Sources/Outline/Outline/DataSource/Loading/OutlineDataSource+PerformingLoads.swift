//  Loads, and the edits that they make: they insert children, and reconfigure the rows of items and
//  the headers of sections.

extension OutlineDataSource {
  typealias States = Loads<Section, Item>.States

  /// The request for a page of children.
  enum LoadRequest {
    /// The first page; a load in progress suffices.
    case firstPage
    /// The first page; a new load replaces a load in progress.
    case reload
    case nextPage
  }

  /// Remembers the actor of a caller, if there is one, to receive loads there.
  func rememberActor(_ actor: (any Actor)?) {
    if let actor, actor !== reference?.actor {
      let reference = SourceReference(self, on: actor)
      self.reference = reference
      observers.setReference(reference)
      let items = loads.states.parentsWithoutActor.compactMap { $0.item }
      if items.isEmpty { return }
      // The action of the user that the data source learns the actor from comes first.
      let load = { [weak self] in
        guard let self else { return }
        loadChildren(ofShown: latest.sortedItems(items))
      }
      enqueue(.edit(isAnimated: true), keepsItems: true, whenReceived: load) { _ in }
    }
  }

  /// A Boolean value that indicates whether an actor can receive loaded children.
  var hasActor: Bool { reference?.actor != nil }

  /// Begins a load, or joins the one in progress.
  func beginLoad(
    of parent: Parent, for reason: States.Reason, _ request: LoadRequest = .firstPage,
    in group: Origin? = nil
  ) {
    guard let parent = stored(parent), var loader = boundLoader(of: parent) else {
      return loads.resume(reason.waiters, throwing: CancellationError())
    }
    guard hasActor else {
      handle(.listed(MissingActorError()), of: parent, in: group)
      return loads.resume(reason.waiters, throwing: MissingActorError())
    }
    if request != .nextPage {
      let moreItem = loads.states.moreItems[parent]
      let hasMoreItem = moreItem.map { latest.isChild($0, of: parent) } ?? false
      let count = latest.children(of: parent)?.count ?? 0
      // A first page without children says nothing about the parent.
      loader.leastCount = max(count - (hasMoreItem ? 1 : 0), 1)
    }
    let event: States.Event =
      request == .reload ? .restart(reason) : .begin(reason, isNextPage: request == .nextPage)
    handle(event, of: parent, in: group, loader: loader)
    loads.escalateLoad(of: parent)
  }

  /// Passes an event to the loads and performs its effects on the snapshot, in the group if there
  /// is one.
  ///
  /// - Parameter loader: The loader, for an event that begins a load or has its result.
  func handle(
    _ event: States.Event, of parent: Parent, in group: Origin? = nil,
    loader: BoundLoader<Item>? = nil
  ) {
    let parent = stored(parent) ?? parent
    let effects = loads.handle(event, of: parent, loader: loader, for: reference)
    // An event without an effect delivers nothing.
    if effects.isEmpty { return removeMissingChildren(in: group) }
    deferringDelivery {
      for effect in effects {
        switch effect {
        case .insert(let id, let page, let isNextPage):
          if let loader {
            insert(page, of: id, isNextPage: isNextPage, below: parent, with: loader)
          }
        case .expand(let expansion):
          guard case .item(let item) = parent, let group else { continue }
          // Collapsing an ancestor ends a chain of items that expand by themselves.
          guard expansion.chainLength == 0 || latest.isVisible(item) else { continue }
          if expansion.hasBehavior {
            performExpansion(of: item, isLoaded: true, levels: 1, in: group)
          } else {
            setExpanded(true, [item], in: group)
          }
        case .notify:
          reconfigure([parent], in: group)
        case .start, .cancel, .resume:
          break  // Performed by the loads.
        }
      }
      removeMissingChildren(in: group)
    }
  }

  /// Removes children that answers do not contain, after the last load that could contain them.
  func removeMissingChildren(in group: Origin?) {
    guard loads.answers.hasMissingChildren else { return }
    let missing = loads.answers.takeMissingChildren(of: latest, oldestLoad: loads.findOldestLoad())
    if missing.isEmpty { return }
    // An edit keeps the marks of earlier ones in the group.
    enqueue(group ?? queue.openGroup ?? .edit(isAnimated: true), isAnswer: true) { snapshot in
      try? snapshot.deleteMissingChildren(missing, placedItems: loads.placedItems)
    }
  }

  /// Inserts the result of a load, or records its failure, unless the load has been cancelled.
  func receive(
    _ result: Result<ChildPage<Item>, any Error>, of id: Int, for parent: Parent
  ) {
    // A result that arrives too late has no effect, so it delivers no changes either.
    guard loads.states.load(of: parent)?.id == id else { return }
    deferringDelivery {
      let loader = loads.remove(id)
      switch result {
      case .success(let page): handle(.arrived(id: id, page), of: parent, loader: loader)
      case .failure(let error): handle(.failed(id: id, error), of: parent)
      }
    }
  }

  /// Inserts a page of children, and ends its load.
  private func insert(
    _ page: ChildPage<Item>, of id: Int, isNextPage: Bool, below parent: Parent,
    with loader: BoundLoader<Item>
  ) {
    do {
      // Servers that keep the position themselves return one cursor with all pages.
      let isRepetition = isNextPage && page.itemSet.allSatisfy(latest.contains)
      let last = isRepetition ? loads.states.cursor(of: parent, for: loader.identity) : nil
      let cursor = page.cursor.flatMap { PageCursor($0, after: last, owner: loader.identity) }
      if let value = page.cursor, cursor == nil {
        throw RepeatedCursorError(parent: parent.value, cursor: value)
      }
      var group = queue.makeGroup(isAnimated: true)
      let chainLength = loads.states.record(of: parent)?.load?.expansion?.chainLength ?? 0
      group.chain = UpdateQueue.Chain(length: chainLength, end: parent.item)
      let moreItem = loads.states.moreItems[parent]
      let answer = ChildAnswer(
        parent: parent, page: page, isNextPage: isNextPage,
        movesKnownChildren: loader.movesKnownChildren, moreItem: moreItem,
        request: loads.states.lastID,
        hasEdit: { [weak loads] in loads?.hasEdit($0, sinceLoad: id) ?? false })
      let old = latest
      var new = old
      try loads.answers.insert(answer, into: &new)
      loads.placeMoreItems(in: &new, after: old, answering: parent)
      enqueue(group, isAnswer: true) { $0 = new }
      reconfigure([parent], in: group)
      // If it is still a child, the page contains it as an item.
      let formerMoreItem = moreItem.flatMap { new.isChild($0, of: parent) ? nil : $0 }
      handle(
        .inserted(id: id, cursor: cursor, moreItem: page.moreItem ?? formerMoreItem), of: parent,
        in: group)
    } catch {
      handle(.failed(id: id, error), of: parent)
    }
  }

  /// Updates the rows of items, and the headers of sections, whose loading state has changed.
  private func reconfigure(_ parents: [Parent], in group: Origin? = nil) {
    // Loaders may have deleted some of them.
    let known = parents.filter { stored($0) != nil }
    if known.isEmpty { return }
    // An edit keeps the marks of earlier ones in the group.
    enqueue(group ?? queue.openGroup ?? .edit(isAnimated: true), keepsItems: true) { snapshot in
      try? snapshot.reconfigureItems(known.compactMap { $0.item })
      try? snapshot.reconfigureSections(known.compactMap { $0.section })
    }
  }
}

// MARK: - Expanded items that become visible

extension OutlineDataSource {
  /// Begins to load the children of expanded items that an update has made visible.
  func loadChildrenOfExpandedItems(shownBy update: Update, after origin: Origin) {
    guard loadsExpandedItems && origin.chainLength < expansionChainLimit else { return }
    let old = update.initialSnapshot
    let shown = update.rowsThatCanShowExpandedItems.flatMap { section, rows in
      update.finalSnapshot[section].expandedItems(inRows: rows)
    }.filter { item in
      // An outline that is applied can also take the children of an item that stays expanded.
      let wasShown =
        old.isExpanded(item) && old.isVisible(item)
        && old.hasChildren(item) == update.finalSnapshot.hasChildren(item)
        && childLoaders.loader(of: item, in: old)?.identity
          === childLoaders.loader(of: item, in: update.finalSnapshot)?.identity
      return !wasShown && loadsWhenShown(item)
    }
    loadChildren(ofShown: update.finalSnapshot.sortedItems(shown), after: origin)
  }

  /// Begins to load the children of those items that are visible and expanded, if they do not
  /// exceed the limit of the chain that a change continues.
  func loadChildren(ofShown items: [Item], after origin: Origin = .edit(isAnimated: true)) {
    guard loadsExpandedItems && !items.isEmpty else { return }
    deferringDelivery {
      var group = queue.makeGroup(isAnimated: true)
      group.chain = UpdateQueue.Chain(length: origin.chainLength + 1, end: nil)
      for item in items where latest.isExpanded(item) && latest.isVisible(item) {
        let chainLength = origin.chainLength + latest.depth(of: item, below: origin.chain?.end)
        // The loader may have collapsed or hidden the item when it was asked for children.
        guard chainLength <= expansionChainLimit, loadsWhenShown(item), latest.isExpanded(item),
          latest.isVisible(item)
        else { continue }
        let expansion = States.Expansion(hasBehavior: false, chainLength: chainLength)
        beginLoad(of: .item(item), for: .expansion(expansion), in: group)
      }
    }
  }

  /// Returns a Boolean value that indicates whether the children of an item are not known or out of
  /// date, so that they load when the item is shown expanded.
  private func loadsWhenShown(_ item: Item) -> Bool {
    if let record = loads.states.record(of: .item(item)) {
      guard record.load?.isNextPage ?? true, record.status.failure is MissingActorError?,
        record.status.isStale || !record.status.isListed
      else { return false }
    }
    return queue.askingLoaders { canLoad(.item(item)) }
  }

  /// Marks the sections whose loading state an edit changes: it inserts the first root, or removes
  /// the last one.
  ///
  /// The roots of these sections have not been loaded: otherwise, an edit does not change the
  /// state.
  func markSectionsWithChangedState(of snapshot: inout Snapshot<Section, Item>, isByLoader: Bool) {
    let (old, new) = (queue.delivered, snapshot)
    let sections = new.sections(changedSince: old).filter { section in
      let parent = Parent.section(section)
      return old.indexOfSection(section) != nil
        && old.hasChildren(parent) != new.hasChildren(parent)
        && loads.states.record(of: parent) == nil
        && (isByLoader || queue.askingLoaders { canLoad(parent) })
    }
    // Cannot throw: each section occurs once.
    try? snapshot.reconfigureSections(sections)
  }

  /// Marks the items that an edit moves to a section with another loader, if they look different.
  func markItemsWithOtherLoaders(in snapshot: inout Snapshot<Section, Item>, isByLoader: Bool) {
    let (old, new) = (queue.delivered, snapshot)
    let items = new.items(withOtherSectionIn: old).filter { item in
      guard old.contains(item) else { return false }
      return isByLoader
        || queue.askingLoaders {
          isAppearanceChanged(
            of: .item(item), for: item, from: childLoaders.loader(of: item, in: old),
            to: childLoaders.loader(of: item, in: new))
        }
    }
    // Cannot throw: each item occurs once.
    try? snapshot.reconfigureItems(items)
  }

  /// Returns a Boolean value that indicates whether a view shows a parent in another way because it
  /// gets another loader.
  private func isAppearanceChanged<Value>(
    of parent: Parent, for value: Value, from old: ChildLoader<Value, Item>?,
    to new: ChildLoader<Value, Item>?
  ) -> Bool {
    func hasMore(_ loader: ChildLoader<Value, Item>?) -> Bool {
      loader.map { loads.states.cursor(of: parent, for: $0.identity) != nil } ?? false
    }
    let (couldLoad, canLoad) = (old?.hasChildren(value) ?? false, new?.hasChildren(value) ?? false)
    return couldLoad != canLoad && !isLoaded(parent)
      || hasMore(old) != hasMore(new)
  }
}

extension Snapshot {
  /// The number of levels between an item and an ancestor; 1 for an item elsewhere.
  fileprivate func depth(of item: Item, below ancestor: Item?) -> Int {
    guard let ancestor, isDescendant(item, of: ancestor), let level = level(of: item),
      let top = self.level(of: ancestor)
    else { return 1 }
    return level - top
  }
}

extension OutlineDataSource.Update {
  /// The ranges of rows that became visible or changed their appearance, with their sections.
  fileprivate var rowsThatCanShowExpandedItems: [(section: Section, rows: Range<Int>)] {
    let new = finalSnapshot
    if presentation == .reload {
      return new.sections(changedSince: initialSnapshot).map { section in
        (section, 0..<new[section].visibleItems.count)
      }
    }
    let sections = new.sectionIdentifiers
    let reloaded = difference.sections.reloads.joined().map { position in
      (section: sections[position], rows: 0..<new.numberOfRows(inSection: position))
    }
    return reloaded
      + difference.changes.flatMap { change in
        guard let section = change.newSection.map({ sections[$0] }) else {
          return [(section: Section, rows: Range<Int>)]()
        }
        // The row of an item that expands is reloaded if it is also marked.
        let ranges = change.difference.insertions + change.difference.updates
        return ranges.map { (section, $0) }
      }
  }
}

// MARK: - Waiting

extension OutlineDataSource {
  /// Requests a page of children and waits for it, or waits for the load in progress.
  ///
  /// - Returns: `false` if the call waited for a further page, and a new list of the children
  ///   replaced it.
  func awaitLoad(
    of parent: Parent, _ request: LoadRequest
  ) async throws -> Bool {
    // A loop of calls must notice cancellation even if nothing is in progress.
    try Task.checkCancellation()
    guard let parent = stored(parent) else { throw unknownParent(parent) }
    rememberActor(#isolation)
    let waiter = beginAwaitedLoad(of: parent, request)
    do {
      try await waitForLoad(of: parent, waiter)
      return true
    } catch is ReplacedPageError {
      return false
    }
  }

  /// Begins a load that a caller waits for, if there is anything to load, or joins the one in
  /// progress.
  ///
  /// - Parameter expandsParent: `true` to expand the parent when its children arrive.
  func beginAwaitedLoad(
    of parent: Parent, _ request: LoadRequest, expandsParent: Bool = false
  ) -> Loads<Section, Item>.Waiter {
    let waiter = loads.makeWaiter()
    // Handlers may have replaced the parent.
    let parent = stored(parent) ?? parent
    let begins =
      switch request {
      case .firstPage: needsLoad(parent)
      case .reload: boundLoader(of: parent) != nil
      case .nextPage: hasMoreChildren(of: parent)
      }
    // The loader of the client can delete the parent.
    if begins || stored(parent) == nil {
      let reason = States.Reason.waiter(waiter.number, expandsParent: expandsParent)
      beginLoad(of: parent, for: reason, request)
    } else {
      handle(.join(waiter: waiter.number), of: parent)
      loads.escalateLoad(of: parent)
    }
    return waiter
  }

  /// Waits for a load that a waiter has joined.
  func waitForLoad(
    of parent: Parent, _ waiter: Loads<Section, Item>.Waiter
  ) async throws {
    // A cancelled task would let others run before it continues.
    if waiter.end == nil && !Task.isCancelled {
      _ = await waiter.ends.next(isolation: #isolation)
    }
    if waiter.end == nil {
      // The calling task is cancelled.
      handle(.waiterLeft(waiter.number), of: parent)
      loads.resume([waiter.number], throwing: CancellationError())
    }
    try waiter.end?.get()
  }

  private func unknownParent(_ parent: Parent) -> SnapshotError<Section, Item> {
    switch parent {
    case .item(let item): .items(.unknownItems([item]))
    case .section(let section): .unknownSections([section])
    }
  }
}

// MARK: - Queries

extension OutlineDataSource {
  /// The parent as it is stored in the latest snapshot; `nil` if it is unknown.
  func stored(_ parent: Parent) -> Parent? { latest.stored(parent) }

  func boundLoader(of parent: Parent) -> BoundLoader<Item>? {
    switch parent {
    case .item(let item):
      childLoaders.loader(of: item, in: latest).map { BoundLoader($0, parent: item) }
    case .section(let section):
      rootLoaders.loader(of: section).map { BoundLoader($0, parent: section) }
    }
  }

  /// Returns a Boolean value that indicates whether a loader may have children of a parent.
  func canLoad(_ parent: Parent) -> Bool {
    switch parent {
    case .item(let item): hasChildLoaders && childLoaders.hasChildren(item, in: latest)
    case .section(let section): rootLoaders.hasRoots(section)
    }
  }

  /// Returns a Boolean value that indicates whether children of a parent should be loaded.
  func needsLoad(_ parent: Parent) -> Bool { canLoad(parent) && !isLoaded(parent) }

  /// Returns a Boolean value that indicates whether the children of a parent are loaded, if a
  /// loader has any.
  func isLoaded(_ parent: Parent) -> Bool {
    loads.states.state(of: parent, hasChildren: false, canLoad: true) == .loaded
  }

  /// Computes a change of the latest snapshot that depends on loaders.
  ///
  /// A loader can make changes when it is asked. Then this method computes again, with the new
  /// snapshot. It asks for each parent once.
  ///
  /// - Parameter compute: The computation; `canLoad` returns whether a loader may have children of
  ///   a parent.
  func askingLoaders<Change, Failure: Error>(
    _ compute: (_ canLoad: (_ parent: Parent) -> Bool) throws(Failure) -> Change
  ) throws(Failure) -> Change {
    var answers: [Parent: Bool] = [:]
    while true {
      let editCount = queue.editCount
      let change = Result { () throws(Failure) in
        try compute { parent in
          if let answer = answers[parent] { return answer }
          let answer = canLoad(parent)
          answers[parent] = answer
          return answer
        }
      }
      if queue.editCount == editCount { return try change.get() }
    }
  }
}

// MARK: - New loaders

extension OutlineDataSource {
  /// Reconfigures the rows that look different with new loaders, and begins to load the children of
  /// those that are expanded.
  func reconfigureRows(replacing old: Loaders<Section, Item, Item>) {
    let snapshot = latest
    let changed = snapshot.visibleItems.filter { item in
      isAppearanceChanged(
        of: .item(item), for: item, from: old.loader(of: item, in: snapshot),
        to: childLoaders.loader(of: item, in: snapshot))
    }
    reconfigure(changed.map { .item($0) })
    if hasChildLoaders && !changed.isEmpty {
      loadChildren(ofShown: changed)
    }
  }

  /// Reconfigures the headers that look different with new loaders.
  func reconfigureHeaders(replacing old: Loaders<Section, Section, Item>) {
    let changed = latest.sectionIdentifiers.filter { section in
      isAppearanceChanged(
        of: .section(section), for: section, from: old.loader(of: section),
        to: rootLoaders.loader(of: section))
    }
    reconfigure(changed.map { .section($0) })
  }
}
