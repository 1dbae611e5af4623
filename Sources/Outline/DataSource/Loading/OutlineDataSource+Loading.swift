//  Each item has at most one load. A load that has been removed from the record of its item is
//  cancelled, and its result is ignored.

extension OutlineDataSource {
  /// Loads the children of an item and waits for them.
  ///
  /// Returns at once if the children are loaded, and joins a load in progress. The expansion of the
  /// item does not change. Does not call handlers.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - isolation: The actor of the caller, which receives the children.
  /// - Throws: ``SectionedSnapshotError/items(_:)`` for an unknown item; the error of the loader;
  ///   ``SnapshotError`` if the children cannot be inserted; `CancellationError` if the load or the calling task is cancelled.
  /// - Complexity: O(log *n* + *k*) for *k* children, plus that of the loader
  public func loadChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try checkIsKnown(item)
    if needsLoad(item) {
      beginLoad(of: item, expanding: false, isolation: isolation)
    }
    try await awaitLoad(of: item, isolation: isolation)
  }

  /// Loads the children of an item again and waits for them.
  ///
  /// The current children stay until the new ones, or the first page of them, arrive. Joins a load
  /// in progress, except that of a further page, which is cancelled.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - isolation: The actor of the caller, which receives the children.
  /// - Throws: ``SectionedSnapshotError/items(_:)`` for an unknown item; the error of the loader;
  ///   ``SnapshotError`` if the children cannot be inserted; `CancellationError` if the load or the calling task is cancelled.
  /// - Complexity: O(log *n* + *k*) for *k* old and new children, plus that of the loader
  public func reloadChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try checkIsKnown(item)
    beginReloadingChildren(of: item, isolation: isolation)
    try await awaitLoad(of: item, isolation: isolation)
  }

  /// Begins to load the children of an item again, without waiting for them.
  ///
  /// Does what ``reloadChildren(of:isolation:)`` does, from code that is not asynchronous. Has no
  /// effect if the item is unknown.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - isolation: The actor of the caller, which receives the children.
  /// - Complexity: O(log *n*), plus that of the loader
  public func beginReloadingChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) {
    beginLoad(of: item, expanding: false, isolation: isolation)
  }

  /// Loads the next page of an item's children and waits for it.
  ///
  /// Returns at once if there is no further page, and joins a load in progress. If the first page
  /// is requested again meanwhile, this load is cancelled.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - isolation: The actor of the caller, which receives the children.
  /// - Throws: ``SectionedSnapshotError/items(_:)`` for an unknown item; the error of the loader;
  ///   ``SnapshotError`` if the children cannot be inserted; `CancellationError` if the load or the calling task is cancelled.
  /// - Complexity: O(log *n* + *k*) for *k* children, plus that of the loader
  public func loadMoreChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try checkIsKnown(item)
    if hasMoreChildren(item) {
      beginLoad(of: item, expanding: false, isNextPage: true, isolation: isolation)
    }
    try await awaitLoad(of: item, isolation: isolation)
  }

  private func checkIsKnown(_ item: Item) throws(SectionedSnapshotError<Section, Item>) {
    guard latest.contains(item) else { throw .items(.unknownItems([item])) }
  }
}

// MARK: - Pending expansion

extension OutlineDataSource {
  /// A Boolean value that indicates whether an item expands when its children arrive.
  func isExpansionPending(_ item: Item) -> Bool { records[item]?.load?.expandsItem ?? false }

  /// A Boolean value that indicates whether an item is expanded and does not lack its children.
  func isEffectivelyExpanded(_ item: Item) -> Bool {
    latest.isExpanded(item) && !lacksChildren(item, in: latest)
  }

  /// Keeps an item collapsed when its children arrive, and cancels the load if nothing else needs
  /// it.
  func cancelPendingExpansion(of item: Item, in group: EditGroup) {
    guard let load = records[item]?.load, load.expandsItem else { return }
    records[item]?.load?.expandsItem = false
    if load.loader.whenCollapsed == .cancels && load.isForExpansionOnly {
      cancelLoad(of: item, in: group)
    }
  }

  /// Cancels the load of an item and restores the state before it.
  func cancelLoad(of item: Item, in group: EditGroup? = nil) {
    guard let record = records[item], let load = record.load else { return }
    records[item]?.load = nil
    records[item]?.status = load.previousStatus
    load.end(throwing: CancellationError())
    reconfigureRow(of: item, in: group)
    if record.status.isStale {
      // A mark that was set during the load applies to the previous children.
      markStale(item)
    }
  }
}

// MARK: - Performing loads

extension OutlineDataSource {
  /// Begins a load of children unless one is in progress; the first page supersedes a further page.
  func beginLoad(
    of item: Item, expanding expands: Bool, isNextPage: Bool = false, in group: EditGroup? = nil,
    isolation: isolated (any Actor)?
  ) {
    guard latest.contains(item) else { return }
    var record = records[item] ?? LoadRecord()
    let current = record.load
    if let current, isNextPage || !current.isNextPage {
      records[item]?.load?.expandsItem = current.expandsItem || expands
      records[item]?.load?.isForExpansionOnly = current.isForExpansionOnly && expands
      startReceivingTask(for: item, isolation: isolation)
      return
    }
    guard let loader = childLoader, !isNextPage || hasMoreChildren(item) else { return }
    let cursor = isNextPage ? record.cursor : nil
    let task = Task {
      _ = isolation
      return try await loader.load(item, cursor)
    }
    lastNumber += 1
    record.load = Load(
      id: lastNumber, loader: loader, isNextPage: isNextPage, previousStatus: record.status,
      expandsItem: expands, isForExpansionOnly: expands, task: task)
    if isNextPage {
      record.status.pageFailure = nil
    } else {
      record.status = ChildrenStatus()
    }
    records[item] = record
    current?.end(throwing: CancellationError())
    startReceivingTask(for: item, isolation: isolation)
    reconfigureRow(of: item, in: group)
  }

  /// Starts the tasks that receive the result of a load and measure its time, if there is an actor.
  func startReceivingTask(for item: Item, isolation: isolated (any Actor)?) {
    guard isolation != nil, let load = records[item]?.load, !load.hasReceivingTask else { return }
    let (id, task, loader) = (load.id, load.task, load.loader)
    records[item]?.load?.hasReceivingTask = true
    Task { [weak self] in
      let result = await task.result
      self?.finishLoad(of: item, id: id, with: result, isolation: isolation)
    }
    records[item]?.load?.timer = Task { [weak self] in
      _ = isolation
      let isOver = (try? await loader.clock.sleep(for: loader.slowAfter)) != nil
      if isOver {
        self?.markSlow(item, id: id)
      }
    }
  }

  /// Waits for the load of an item if one is in progress.
  func awaitLoad(of item: Item, isolation: isolated (any Actor)?) async throws {
    // A loop of calls must notice cancellation even if nothing is in progress.
    try Task.checkCancellation()
    guard let load = records[item]?.load else { return }
    let (ends, waiter) = AsyncThrowingStream<Void, any Error>.makeStream()
    records[item]?.load?.waiters.append(waiter)
    if !load.hasReceivingTask {
      Task {
        _ = isolation
        _ = await load.task.result
        waiter.yield()
      }
    }
    while try await ends.next(isolation: isolation) != nil {
      finishLoad(of: item, id: load.id, with: await load.task.result, isolation: isolation)
    }
    try Task.checkCancellation()
  }

  func markSlow(_ item: Item, id: Int) {
    guard records[item]?.load?.id == id else { return }
    records[item]?.load?.isSlow = true
    reconfigureRow(of: item)
  }

  /// Inserts the result of a load or records its failure, unless the load has been cancelled.
  func finishLoad(
    of item: Item, id: Int, with result: Result<ChildPage<Item>, any Error>,
    isolation: isolated (any Actor)?
  ) {
    guard let load = records[item]?.load, load.id == id else { return }
    records[item]?.load = nil
    deferringDelivery {
      var failure: (any Error)?
      do {
        try insert(try result.get(), below: item, load: load, isolation: isolation)
      } catch {
        recordFailure(error, of: item, isNextPage: load.isNextPage)
        failure = error
      }
      load.end(throwing: latest.contains(item) ? failure : CancellationError())
    }
  }

  /// Inserts a page of children below their parent, while delivery is deferred.
  private func insert(
    _ page: ChildPage<Item>, below item: Item, load: Load<Item>, isolation: isolated (any Actor)?
  ) throws {
    let old = latest
    guard let section = old.sectionIdentifier(containingItem: item) else { return }
    var outline = old[section]
    let children = try page.snapshot(replacing: load.isNextPage ? nil : outline.snapshot(of: item))
    {
      needsLoad($0, hasChildren: false)
    }
    if load.isNextPage {
      try outline.append(children, to: item)
    } else {
      try outline.replace(childrenOf: item, using: children)
      // A handler may have failed to supply children during the load.
      records[item]?.status.failure = nil
    }
    records[item]?.cursor = page.cursor
    records[item]?.cursorOwner = load.loader.identity
    records[item]?.isEmpty = !outline.hasChildren(item)
    let group = makeEditGroup(isAnimated: true)
    enqueue(in: group) { snapshot in
      snapshot[section] = outline
      try? snapshot.reconfigureItems(CollectionOfOne(item))
    }
    removeRecords(ofItemsIn: old, missingFrom: latest)
    if load.expandsItem {
      performExpansion(of: item, isLoaded: true, levels: 1, in: group, isolation: isolation)
    }
  }
}

extension ChildPage {
  /// The children of the page, with the expansion and the descendants that a reload preserves.
  ///
  /// Items whose children must be loaded again do not stay expanded.
  fileprivate func snapshot(
    replacing old: SectionSnapshot<Item>?, needsLoad: (_ item: Item) -> Bool
  ) throws(SnapshotError<Item>) -> SectionSnapshot<Item> {
    switch contents {
    case .snapshot(let given):
      guard let old else { return given }
      var snapshot = given
      snapshot.keepExpansion(of: old)
      snapshot.collapse(
        snapshot.expandedItems.filter { item in
          !given.isExpanded(item) && !given.hasChildren(item) && needsLoad(item)
        })
      return snapshot
    case .items(let items):
      var snapshot = SectionSnapshot<Item>()
      try snapshot.append(items)
      guard let old else { return snapshot }
      for item in items where old.hasChildren(item) {
        var subtree = try old.snapshot(of: item)
        // Items that the page has elsewhere leave their old parent.
        try subtree.delete(subtree.items.filter(snapshot.contains))
        try snapshot.append(subtree, to: item)
      }
      snapshot.keepExpansion(of: old)
      return snapshot
    }
  }
}
