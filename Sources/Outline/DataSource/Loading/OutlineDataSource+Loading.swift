//  One load per item at a time. A load that is no longer in its item's record has been withdrawn:
//  its result is dropped.

extension OutlineDataSource {
  /// Loads the children of an item, unless they are loaded, and waits until they are there.
  ///
  /// The item stays expanded or collapsed as it is. A load that is under way is joined. No handler
  /// runs.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  /// - Throws: ``SectionedSnapshotError/unknownItems(_:)``; what the loader throws, or why its
  ///   children cannot be used; `CancellationError` when the load or the calling task is cancelled.
  /// - Complexity: O(log *n* + *k*) for *k* children, besides what the loader does
  public func loadChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    guard latest.contains(item) else {
      throw SectionedSnapshotError<Section, Item>.unknownItems([item])
    }
    if needsLoad(item) {
      beginLoad(of: item, expanding: false, isolation: isolation)
    }
    try await awaitLoad(of: item, isolation: isolation)
  }

  /// Loads the children of an item again, whether or not they are loaded.
  ///
  /// What is there stays until the new children have come, where they come by pages the first one.
  /// A load that is under way is joined, but one of a further page is cancelled. To wait for the
  /// new children, await ``loadChildren(of:isolation:)`` next, which joins.
  ///
  /// - Parameters:
  ///   - item: The item; an unknown one is ignored.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  /// - Complexity: O(log *n*), besides what the loader does
  public func reloadChildren(of item: Item, isolation: isolated (any Actor)? = #isolation) {
    guard latest.contains(item) else { return }
    beginLoad(of: item, expanding: false, isolation: isolation)
  }

  /// Loads the page that follows the children of an item, and waits until it is there.
  ///
  /// A load that is under way is joined. Where the first page is asked for again meanwhile, this
  /// load is cancelled.
  ///
  /// - Parameters:
  ///   - item: The item; one without more children is ignored.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  /// - Throws: ``SectionedSnapshotError/unknownItems(_:)``; what the loader throws, or why its
  ///   children cannot be used; `CancellationError` when the load or the calling task is cancelled.
  /// - Complexity: O(log *n* + *k*) for *k* children, besides what the loader does
  public func loadMoreChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    guard latest.contains(item) else {
      throw SectionedSnapshotError<Section, Item>.unknownItems([item])
    }
    if hasMoreChildren(item) {
      beginLoad(of: item, expanding: false, isNextPage: true, isolation: isolation)
    }
    try await awaitLoad(of: item, isolation: isolation)
  }
}

// MARK: - The user's wish to open

extension OutlineDataSource {
  /// Whether an item is to open when its children have come.
  func isExpansionPending(_ item: Item) -> Bool { records[item]?.load?.expandsItem ?? false }

  /// Whether an item is expanded, and does not just lack the children that it would show.
  func isEffectivelyExpanded(_ item: Item) -> Bool {
    latest.isExpanded(item) && !lacksChildren(item, in: latest)
  }

  /// Has an item stay collapsed when its children come.
  func cancelPendingExpansion(of item: Item, in group: EditGroup) {
    guard let load = records[item]?.load, load.expandsItem else { return }
    records[item]?.load?.expandsItem = false
    if load.loader.whenCollapsed == .cancels && load.isForExpansionOnly {
      cancelLoad(of: item, in: group)
    }
  }

  /// Ends the load of an item as if it had not begun.
  func cancelLoad(of item: Item, in group: EditGroup? = nil) {
    guard let record = records[item], let load = record.load else { return }
    records[item]?.load = nil
    records[item]?.status = load.previousStatus
    load.end(throwing: CancellationError())
    reconfigureRow(of: item, in: group)
    if record.status.isStale {
      // It has been marked meanwhile, which counts if there is something to be out of date.
      markStale(item)
    }
  }
}

// MARK: - Steps

extension OutlineDataSource {
  /// Begins to load children, unless they are being loaded; the first page takes the place of a
  /// further one.
  func beginLoad(
    of item: Item, expanding expands: Bool, isNextPage: Bool = false, in group: EditGroup? = nil,
    isolation: isolated (any Actor)?
  ) {
    guard latest.contains(item) else { return }
    var record = records[item] ?? LoadRecord()
    let former = record.load
    if let former, isNextPage || !former.isNextPage {
      records[item]?.load?.expandsItem = former.expandsItem || expands
      records[item]?.load?.isForExpansionOnly = former.isForExpansionOnly && expands
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
      expandsItem: expands,
      isForExpansionOnly: expands, task: task)
    if isNextPage {
      record.status.pageFailure = nil
    } else {
      record.status = ChildrenStatus()
    }
    records[item] = record
    former?.end(throwing: CancellationError())
    startReceivingTask(for: item, isolation: isolation)
    reconfigureRow(of: item, in: group)
  }

  /// Has what a load brings come in by itself if there is an actor, and has the time taken.
  func startReceivingTask(for item: Item, isolation: isolated (any Actor)?) {
    guard isolation != nil, let load = records[item]?.load, !load.isTakenByTask else { return }
    let (id, task, loader) = (load.id, load.task, load.loader)
    records[item]?.load?.isTakenByTask = true
    Task { [weak self] in
      let result = await task.result
      self?.land(result, of: item, id: id, isolation: isolation)
    }
    records[item]?.load?.timer = Task { [weak self] in
      _ = isolation
      let isOver = (try? await loader.clock.sleep(for: loader.slowAfter)) != nil
      if isOver {
        self?.markSlow(item, id: id)
      }
    }
  }

  /// Waits for the load of an item, if one is under way.
  func awaitLoad(of item: Item, isolation: isolated (any Actor)?) async throws {
    // Who asks again and again is to notice, even if nothing is under way.
    try Task.checkCancellation()
    guard let load = records[item]?.load else { return }
    let (ends, waiter) = AsyncThrowingStream<Void, any Error>.makeStream()
    records[item]?.load?.waiters.append(waiter)
    if !load.isTakenByTask {
      Task {
        _ = isolation
        _ = await load.task.result
        waiter.yield()
      }
    }
    while try await ends.next(isolation: isolation) != nil {
      land(await load.task.result, of: item, id: load.id, isolation: isolation)
    }
    try Task.checkCancellation()
  }

  func markSlow(_ item: Item, id: Int) {
    guard records[item]?.load?.id == id else { return }
    records[item]?.load?.isSlow = true
    reconfigureRow(of: item)
  }

  /// Takes what a load has brought, unless the load has been withdrawn.
  func land(
    _ result: Result<ChildPage<Item>, any Error>, of item: Item, id: Int,
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

  /// Puts children where their parent is now, while changes are held.
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
    }
    if !load.isNextPage {
      // A handler's children may have come to nothing meanwhile.
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
  /// The children, with what is to be kept of those that were there.
  ///
  /// Those that lack children and need a load do not stay expanded.
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
        // What has come to stand elsewhere is no longer below its old parent.
        try subtree.delete(subtree.items.filter(snapshot.contains))
        try snapshot.append(subtree, to: item)
      }
      snapshot.keepExpansion(of: old)
      return snapshot
    }
  }
}
