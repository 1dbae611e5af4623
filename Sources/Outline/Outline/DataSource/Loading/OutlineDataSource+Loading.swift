extension OutlineDataSource {
  /// The parent of loaded children.
  public enum Parent: Hashable, Sendable {
    /// An item, which ``OutlineDataSource/childLoader`` loads the children of.
    case item(Item)
    /// A section, which ``OutlineDataSource/rootLoader`` loads the roots of.
    case section(Section)

    var item: Item? {
      if case .item(let item) = self { item } else { nil }
    }

    var section: Section? {
      if case .section(let section) = self { section } else { nil }
    }

    /// The item or the section.
    var value: any Sendable {
      switch self {
      case .item(let item): item
      case .section(let section): section
      }
    }
  }

  /// Sets the loader of the items of a section, which replaces ``childLoader`` there.
  ///
  /// - Parameters:
  ///   - loader: The loader, or `nil` to use ``childLoader`` again.
  ///   - section: A section, which need not exist yet.
  /// - Complexity: O(*v*) for *v* visible items
  public func setChildLoader(_ loader: ChildLoader<Item, Item>?, for section: Section) {
    childLoaders.bySection[section] = loader
  }

  /// Loads the children of an item, or the roots of a section, and waits for them.
  ///
  /// Returns at once if the children are loaded or have no loader, and joins a load in progress.
  /// Does not expand the item or call handlers. Cancelling all callers that wait for the load
  /// cancels the load, unless something else needs it.
  ///
  ///     try await source.loadChildren(of: .item(folder))
  ///
  /// - Throws: ``SnapshotError`` for an unknown parent; ``MissingActorError`` without an actor; the
  ///   error of the loader; ``SectionSnapshotError`` if the children cannot be inserted;
  ///   `CancellationError` if the load or the calling task is cancelled, or if the parent is
  ///   deleted.
  /// - Complexity: O(log *n* + *k*) for *k* children, plus that of the loader
  public func loadChildren(of parent: Parent) async throws {
    try await load(parent, .firstPage)
  }

  /// Loads the children of an item, or the roots of a section, again and waits for them.
  ///
  /// The current children stay until the new ones, or the first page of them, arrive. The loader is
  /// called again even if a load is in progress. That load is cancelled, and its callers wait for
  /// the new one. The load of a further page fails with a `CancellationError`.
  ///
  /// - Throws: As ``loadChildren(of:)``
  /// - Complexity: O(log *n* + *k*) for *k* old and new children, plus that of the loader
  public func reloadChildren(of parent: Parent) async throws {
    try await load(parent, .reload)
  }

  /// Loads the next page of children and waits for it.
  ///
  /// Returns at once if there is no further page, and joins a load in progress. A reload of the
  /// children cancels the load of the page, and so does `snapshotForExpandingParent` if it lists
  /// the children.
  ///
  /// - Throws: As ``loadChildren(of:)``
  /// - Complexity: O(log *n* + *k*) for *k* children, and O(*p*) after *p* pages without new items,
  ///   plus that of the loader
  public func loadMoreChildren(of parent: Parent) async throws {
    try await load(parent, .nextPage)
  }

  private func load(_ parent: Parent, _ request: LoadRequest) async throws {
    if try await !awaitLoad(of: parent, request) { throw CancellationError() }
  }

  /// Begins to load children again, without waiting for them.
  ///
  /// The synchronous variant of ``reloadChildren(of:)``. Has no effect if the parent is unknown or
  /// has no loader. If the data source knows no actor, the loading state becomes `failed` with a
  /// ``MissingActorError``.
  ///
  /// - Parameters:
  ///   - parent: An item or a section.
  ///   - isolation: The actor of the caller, if the data source was created without one.
  /// - Complexity: O(log *n*), plus that of the loader
  public func beginReloadingChildren(
    of parent: Parent, isolation: isolated (any Actor)? = #isolation
  ) {
    rememberActor(isolation)
    beginLoad(of: parent, for: .program, .reload)
  }

  /// Cancels the load of children, or of a further page of them.
  ///
  /// The item does not expand, and returns to its previous loading state. Callers that wait for the
  /// load receive a `CancellationError`. Has no effect if no load is in progress.
  ///
  /// - Complexity: O(log *n*)
  public func cancelLoading(of parent: Parent) {
    handle(.cancelled, of: parent)
  }
}

// MARK: - Loading states

extension OutlineDataSource {
  /// Returns the state of the children of an item, or of the roots of a section.
  ///
  /// The state is also `failed` if a further page failed. Expanding the item does not load that
  /// page again; ``loadMoreChildren(of:)`` does. While handlers run, the state concerns the
  /// children in ``snapshot()``.
  ///
  ///     source.loadingState(of: .item("Fruit"))  // .loaded
  ///
  /// - Returns: The state, or `nil` if the parent is unknown.
  /// - Complexity: O(log *n*)
  public func loadingState(of parent: Parent) -> LoadingState? {
    let snapshot = snapshot()
    guard let parent = snapshot.stored(parent) else { return nil }
    if loads.states.load(of: parent) != nil { return .loading }
    let state = loads.states.state(
      of: parent, hasChildren: snapshot.hasChildren(parent), canLoad: canLoad(parent))
    if case .loaded = state, let failure = loads.states.pageFailure(of: parent) {
      return .failed(failure)
    }
    return state
  }

  /// Returns a Boolean value that indicates whether a view should show an item as expandable.
  ///
  /// - Returns: `true` if the item has children in the snapshot, or if the loader may have children
  ///   that are not loaded, failed to load, or are stale. `false` if the item is unknown.
  /// - Complexity: O(log *n*)
  public func hasChildren(_ item: Item) -> Bool {
    let snapshot = snapshot()
    guard let item = snapshot.item(equalTo: item) else { return false }
    return snapshot.hasChildren(item) || needsLoad(.item(item))
  }

  /// Returns a Boolean value that indicates whether children are loading slowly.
  ///
  /// - Returns: `true` if a view should indicate the load: it is in progress, and takes longer than
  ///   the `slowAfter` of its loader.
  /// - Complexity: O(1) expected
  public func isLoadingSlowly(of parent: Parent) -> Bool {
    loads.states.load(of: parent)?.isSlow ?? false
  }

  /// Returns a Boolean value that indicates whether a parent has further pages of children to load.
  ///
  /// - Returns: `true` if the last page had a cursor, and came from the current loader.
  /// - Complexity: O(1) expected
  public func hasMoreChildren(of parent: Parent) -> Bool {
    boundLoader(of: parent).map { loads.states.cursor(of: parent, for: $0.identity) != nil }
      ?? false
  }

  /// Marks the children of an item, or the roots of a section, as out of date.
  ///
  /// Expanding the item, or ``loadChildren(of:)``, loads them again. A load in progress does not
  /// clear the mark. Has no effect if the parent is unknown or its children are not loaded.
  ///
  /// - Complexity: O(log *n*)
  public func markStale(_ parent: Parent) {
    if let parent = stored(parent) {
      handle(.markedStale, of: parent)
    }
  }
}
