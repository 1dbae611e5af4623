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
  ///   ``SectionSnapshotError`` if the children cannot be inserted; `CancellationError` if the load
  ///   or the calling task is cancelled, or if the item is deleted.
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
  ///   ``SectionSnapshotError`` if the children cannot be inserted; `CancellationError` if the load
  ///   or the calling task is cancelled, or if the item is deleted.
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
  ///   ``SectionSnapshotError`` if the children cannot be inserted; `CancellationError` if the load
  ///   or the calling task is cancelled, or if the item is deleted.
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

// MARK: - Loading roots

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

// MARK: - Loading states

extension OutlineDataSource {
  /// Returns the state of an item's children.
  ///
  /// The state is also `failed` if a further page failed. Expanding the item does not load that
  /// page again; ``loadMoreChildren(of:isolation:)`` does. While handlers run, the state concerns
  /// the children in ``snapshot()``.
  ///
  /// - Parameter item: An item.
  /// - Returns: The state, or `nil` if the item is unknown.
  /// - Complexity: O(log *n*)
  public func loadingState(of item: Item) -> LoadingState? {
    let snapshot = snapshot()
    guard let item = snapshot.item(equalTo: item) else { return nil }
    return publicState(of: .item(item), hasChildren: snapshot.hasChildren(item))
  }

  /// Returns the state of a section's roots.
  ///
  /// - Parameter section: A section.
  /// - Returns: The state, or `nil` if the section is unknown.
  /// - Complexity: O(log *s*) for *s* sections
  public func loadingState(ofRoots section: Section) -> LoadingState? {
    let snapshot = snapshot()
    guard snapshot.indexOfSection(section) != nil else { return nil }
    return publicState(of: .section(section), hasChildren: !snapshot[section].items.isEmpty)
  }

  private func publicState(of parent: Parent, hasChildren: Bool) -> LoadingState {
    if loads.states.load(of: parent) != nil { return .loading }
    let state = loads.states.state(
      of: parent, hasChildren: hasChildren, canLoad: canLoad(parent))
    if case .loaded = state, let failure = loads.states.pageFailure(of: parent) {
      return .failed(failure)
    }
    return state
  }

  /// Returns a Boolean value that indicates whether a view should show an item as expandable.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if the item has children in the snapshot, or if the loader may have children
  ///   that are not loaded, failed to load, or are stale. `false` if the item is unknown.
  /// - Complexity: O(log *n*)
  public func hasChildren(_ item: Item) -> Bool {
    let snapshot = snapshot()
    guard let item = snapshot.item(equalTo: item) else { return false }
    return snapshot.hasChildren(item) || needsLoad(.item(item), hasChildren: false)
  }

  /// Returns a Boolean value that indicates whether the children of an item are loading slowly.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if a view should indicate the load: it is in progress, and takes longer than
  ///   the `slowAfter` of its loader.
  /// - Complexity: O(1) expected
  public func isLoadingSlowly(_ item: Item) -> Bool {
    loads.states.load(of: .item(item))?.isSlow ?? false
  }

  /// Returns a Boolean value that indicates whether the roots of a section are loading slowly.
  ///
  /// - Parameter section: A section.
  /// - Returns: `true` if a view should indicate the load: it is in progress, and takes longer than
  ///   the `slowAfter` of its loader.
  /// - Complexity: O(1) expected
  public func isLoadingRootsSlowly(of section: Section) -> Bool {
    loads.states.load(of: .section(section))?.isSlow ?? false
  }

  /// Returns a Boolean value that indicates whether an item has further pages of children to load.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if the last page had a cursor, and came from the current loader.
  /// - Complexity: O(1) expected
  public func hasMoreChildren(_ item: Item) -> Bool { hasMore(.item(item)) }

  /// Returns a Boolean value that indicates whether a section has further pages of roots to load.
  ///
  /// - Parameter section: A section.
  /// - Returns: `true` if the last page had a cursor, and came from the current ``rootLoader``.
  /// - Complexity: O(1) expected
  public func hasMoreRoots(in section: Section) -> Bool { hasMore(.section(section)) }

  /// Marks the children of an item as out of date.
  ///
  /// Expanding the item loads them again. A load in progress does not clear the mark. Has no effect
  /// if the item is unknown or its children are not loaded.
  ///
  /// - Parameter item: An item.
  /// - Complexity: O(log *n*)
  public func markStale(_ item: Item) {
    markStale(.item(item))
  }

  /// Marks the roots of a section as out of date.
  ///
  /// ``loadRoots(of:isolation:)`` loads them again. Has no effect if the section is unknown or its
  /// roots are not loaded.
  ///
  /// - Parameter section: A section.
  /// - Complexity: O(log *s*) for *s* sections
  public func markRootsStale(of section: Section) {
    markStale(.section(section))
  }
}
