extension OutlineDataSource {
  /// Sets the loader of the items of a section, which replaces ``childLoader`` there.
  ///
  /// - Parameters:
  ///   - loader: The loader, or `nil` to use ``childLoader`` again.
  ///   - section: A section, which need not exist yet.
  /// - Complexity: O(*v*) for *v* visible items
  public func setChildLoader(_ loader: ChildLoader<Item, Item>?, for section: Section) {
    childLoaders.bySection[section] = loader
  }

  /// Loads the children of an item and waits for them.
  ///
  /// Returns at once if the children are loaded, and joins a load in progress. Does not expand the
  /// item or call handlers. Cancelling all callers that wait for the load cancels the load, unless
  /// something else needs it.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - isolation: The actor of the caller, which receives the children.
  /// - Throws: ``SnapshotError/items(_:)`` for an unknown item; the error of the loader;
  ///   ``SectionSnapshotError`` if the children cannot be inserted; `CancellationError` if the load or the
  ///   calling task is cancelled, or if the item is deleted.
  /// - Complexity: O(log *n* + *k*) for *k* children, plus that of the loader
  public func loadChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await awaitLoad(of: .item(item), .firstPage, isolation: isolation)
  }

  /// Loads the children of an item again and waits for them.
  ///
  /// The current children stay until the new ones, or the first page of them, arrive. The loader is
  /// called again even if a load is in progress. That load is cancelled, and its callers wait for
  /// the new one. The load of a further page fails with a `CancellationError`.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - isolation: The actor of the caller, which receives the children.
  /// - Throws: ``SnapshotError/items(_:)`` for an unknown item; the error of the loader;
  ///   ``SectionSnapshotError`` if the children cannot be inserted; `CancellationError` if the load or the
  ///   calling task is cancelled, or if the item is deleted.
  /// - Complexity: O(log *n* + *k*) for *k* old and new children, plus that of the loader
  public func reloadChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await awaitLoad(of: .item(item), .reload, isolation: isolation)
  }

  /// Loads the next page of an item's children and waits for it.
  ///
  /// Returns at once if there is no further page, and joins a load in progress. A reload of the
  /// children cancels the load of the page.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - isolation: The actor of the caller, which receives the children.
  /// - Throws: ``SnapshotError/items(_:)`` for an unknown item; the error of the loader;
  ///   ``SectionSnapshotError`` if the children cannot be inserted; `CancellationError` if the load or the
  ///   calling task is cancelled, or if the item is deleted.
  /// - Complexity: O(log *n* + *k*) for *k* children, plus that of the loader
  public func loadMoreChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await awaitLoad(of: .item(item), .nextPage, isolation: isolation)
  }

  /// Begins to load the children of an item again, without waiting for them.
  ///
  /// The synchronous variant of ``reloadChildren(of:isolation:)``. Has no effect if the item is
  /// unknown. If the caller does not run on an actor, the loading state becomes `failed` with a
  /// ``MissingActorError``.
  ///
  /// - Parameters:
  ///   - item: An item.
  ///   - isolation: The actor of the caller, which receives the children.
  /// - Complexity: O(log *n*), plus that of the loader
  public func beginReloadingChildren(
    of item: Item, isolation: isolated (any Actor)? = #isolation
  ) {
    rememberActor(isolation)
    beginLoad(of: .item(item), for: .program, .reload)
  }

  /// Cancels the load of an item's children, or of a further page of them.
  ///
  /// The item does not expand, and returns to its previous loading state. Callers that wait for the
  /// load receive a `CancellationError`. Has no effect if no load is in progress.
  ///
  /// - Parameter item: An item.
  /// - Complexity: O(log *n*)
  public func cancelLoading(of item: Item) {
    handle(.cancelled, of: .item(item))
  }
}

// MARK: - Roots

extension OutlineDataSource {
  /// Loads the roots of a section with ``rootLoader`` and waits for them.
  ///
  /// Returns at once if the roots are loaded or the section has no loader, and joins a load in
  /// progress.
  ///
  /// - Parameters:
  ///   - section: A section.
  ///   - isolation: The actor of the caller, which receives the roots.
  /// - Throws: ``SnapshotError/unknownSections(_:)``; otherwise as
  ///   ``loadChildren(of:isolation:)``.
  /// - Complexity: O(log *n* + *k*) for *k* roots, plus that of the loader
  public func loadRoots(
    of section: Section, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await awaitLoad(of: .section(section), .firstPage, isolation: isolation)
  }

  /// Loads the roots of a section again and waits for them.
  ///
  /// The current roots stay until the new ones, or the first page of them, arrive.
  ///
  /// - Parameters:
  ///   - section: A section.
  ///   - isolation: The actor of the caller, which receives the roots.
  /// - Throws: ``SnapshotError/unknownSections(_:)``; otherwise as
  ///   ``reloadChildren(of:isolation:)``.
  /// - Complexity: O(log *n* + *k*) for *k* old and new roots, plus that of the loader
  public func reloadRoots(
    of section: Section, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await awaitLoad(of: .section(section), .reload, isolation: isolation)
  }

  /// Loads the next page of a section's roots and waits for it.
  ///
  /// Returns at once if there is no further page, and joins a load in progress.
  ///
  /// - Parameters:
  ///   - section: A section.
  ///   - isolation: The actor of the caller, which receives the roots.
  /// - Throws: ``SnapshotError/unknownSections(_:)``; otherwise as
  ///   ``loadMoreChildren(of:isolation:)``.
  /// - Complexity: O(log *n* + *k*) for *k* roots, plus that of the loader
  public func loadMoreRoots(
    of section: Section, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await awaitLoad(of: .section(section), .nextPage, isolation: isolation)
  }

  /// Begins to load the roots of a section again, without waiting for them.
  ///
  /// Has no effect if the section is unknown. The caller must run on an actor, as for
  /// ``beginReloadingChildren(of:isolation:)``.
  ///
  /// - Parameters:
  ///   - section: A section.
  ///   - isolation: The actor of the caller, which receives the roots.
  /// - Complexity: O(log *s*) for *s* sections, plus that of the loader
  public func beginReloadingRoots(
    of section: Section, isolation: isolated (any Actor)? = #isolation
  ) {
    rememberActor(isolation)
    beginLoad(of: .section(section), for: .program, .reload)
  }

  /// Cancels the load of a section's roots, or of a further page of them.
  ///
  /// - Parameter section: A section.
  /// - Complexity: O(log *s*) for *s* sections
  public func cancelLoadingRoots(of section: Section) {
    handle(.cancelled, of: .section(section))
  }
}

// MARK: - Waiting

extension OutlineDataSource {
  /// Requests a page of children and waits for it, or waits for the load in progress.
  private func awaitLoad(
    of parent: Parent, _ request: LoadRequest, isolation: isolated (any Actor)?
  ) async throws {
    // A loop of calls must notice cancellation even if nothing is in progress.
    try Task.checkCancellation()
    guard let parent = stored(parent) else { throw unknownParent(parent) }
    rememberActor(isolation)
    let waiter = beginAwaitedLoad(of: parent, request)
    try await waitForLoad(of: parent, waiter, isolation: isolation)
  }

  /// Begins a load that a caller waits for, if there is anything to load, or joins the one in
  /// progress.
  func beginAwaitedLoad(
    of parent: Parent, _ request: LoadRequest
  ) -> Loads<Section, Item>.Waiter {
    let waiter = loads.makeWaiter()
    // Handlers may have replaced it.
    let parent = stored(parent) ?? parent
    let begins =
      switch request {
      case .firstPage: needsLoad(parent)
      case .reload: boundLoader(of: parent) != nil
      case .nextPage: hasMore(parent)
      }
    // The loader of the client can delete the parent.
    if begins || stored(parent) == nil {
      beginLoad(of: parent, for: .waiter(waiter.number), request)
    } else {
      handle(.join(waiter: waiter.number), of: parent)
      loads.deliver(parent, to: reference)
    }
    return waiter
  }

  /// Waits for a load that a waiter has joined.
  func waitForLoad(
    of parent: Parent, _ waiter: Loads<Section, Item>.Waiter, isolation: isolated (any Actor)?
  ) async throws {
    while waiter.end == nil, let (load, result) = await waiter.results.next(isolation: isolation) {
      // Without an actor, the result arrives here.
      receive(result, of: load, for: parent)
    }
    if waiter.end == nil {
      // The calling task is cancelled.
      handle(.waiterLeft(waiter.number), of: parent)
      loads.resume([waiter.number], throwing: CancellationError())
      if !hasActor && loads.states.load(of: parent)?.waiters.isEmpty ?? false {
        // No caller remains that could receive the children.
        handle(.cancelled, of: parent)
      }
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
