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

  /// Returns whether a view should show an item as expandable.
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

  /// Returns whether a view should indicate that the children of an item are being loaded.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if a load is in progress and takes longer than ``ChildLoader/slowAfter``.
  /// - Complexity: O(1) expected
  public func isLoadingSlowly(_ item: Item) -> Bool {
    loads.states.load(of: .item(item))?.isSlow ?? false
  }

  /// Returns whether a view should indicate that the roots of a section are being loaded.
  ///
  /// - Parameter section: A section.
  /// - Returns: `true` if a load is in progress and takes longer than ``ChildLoader/slowAfter``.
  /// - Complexity: O(1) expected
  public func isLoadingRootsSlowly(of section: Section) -> Bool {
    loads.states.load(of: .section(section))?.isSlow ?? false
  }

  /// Returns whether the loader has further pages of an item's children.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if the last page had a cursor, and the current loader has the same
  ///   ``ChildLoader/load`` closure as the loader of that page.
  /// - Complexity: O(1) expected
  public func hasMoreChildren(_ item: Item) -> Bool { hasMore(.item(item)) }

  /// Returns whether the loader has further pages of a section's roots.
  ///
  /// - Parameter section: A section.
  /// - Returns: `true` if the last page had a cursor, and ``rootLoader`` has the same
  ///   ``ChildLoader/load`` closure as the loader of that page.
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
    guard let item = latest.item(equalTo: item) else { return }
    handle(.markedStale, of: .item(item))
  }

  /// Marks the roots of a section as out of date.
  ///
  /// ``loadRoots(of:isolation:)`` loads them again. Has no effect if the section is unknown or its
  /// roots are not loaded.
  ///
  /// - Parameter section: A section.
  /// - Complexity: O(log *s*) for *s* sections
  public func markRootsStale(of section: Section) {
    guard latest.indexOfSection(section) != nil else { return }
    handle(.markedStale, of: .section(section))
  }
}

extension OutlineDataSource {
  /// Reconfigures the rows that are expandable only with the loaders before or after a change.
  func reconfigureRows(expandableSince old: Loaders<Section, Item, Item>) {
    let snapshot = latest
    let changed = snapshot.visibleItems.filter { item in
      !snapshot.hasChildren(item)
        && old.hasChildren(item, in: snapshot) != childLoaders.hasChildren(item, in: snapshot)
    }
    if changed.isEmpty { return }
    enqueue(.edit(isAnimated: true)) { snapshot in
      // Loaders may have deleted items.
      try? snapshot.reconfigureItems(changed.filter(snapshot.contains))
    }
  }

  /// Reports empty sections that only the loader before or after a change can load.
  func notifySections(loadableSince old: Loaders<Section, Section, Item>) {
    deferringDelivery {
      for section in latest.sectionIdentifiers
      where !hasChildren(.section(section))
        && old.hasRoots(section) != canLoad(.section(section))
      {
        notifyObservers(of: .section(section), in: nil)
      }
    }
  }
}

// MARK: - Queries by parent

extension OutlineDataSource {
  /// A Boolean value that indicates whether the latest snapshot has children of a parent.
  func hasChildren(_ parent: Parent) -> Bool {
    switch parent {
    case .item(let item): latest.hasChildren(item)
    case .section(let section): !latest[section].items.isEmpty
    }
  }

  /// A Boolean value that indicates whether a loader may have children of a parent.
  func canLoad(_ parent: Parent) -> Bool {
    switch parent {
    case .item(let item): childLoaders.hasChildren(item, in: latest)
    case .section(let section): rootLoaders.hasRoots(section)
    }
  }

  /// A Boolean value that indicates whether children of a parent should be loaded.
  ///
  /// - Parameter hasChildren: `true` if a snapshot has children of it; `nil` for the latest one.
  func needsLoad(_ parent: Parent, hasChildren: Bool? = nil) -> Bool {
    canLoad(parent) && !isLoaded(parent, hasChildren: hasChildren ?? self.hasChildren(parent))
  }

  /// A Boolean value that indicates whether the children of a parent are loaded, if a loader has
  /// any.
  func isLoaded(_ parent: Parent, hasChildren: Bool) -> Bool {
    loads.states.state(of: parent, hasChildren: hasChildren, canLoad: true) == .loaded
  }

  /// Computes a change of the latest snapshot that depends on loaders.
  ///
  /// A loader can make changes when it is asked. Then this method computes again, with the new
  /// snapshot. It asks for each item once.
  ///
  /// - Parameter compute: The computation; `canLoad` returns whether a loader may have children of
  ///   an item.
  func askingLoaders<Change, Failure: Error>(
    _ compute: (_ canLoad: (_ item: Item) -> Bool) throws(Failure) -> Change
  ) throws(Failure) -> Change {
    var answers: [Item: Bool] = [:]
    while true {
      let editCount = queue.editCount
      let change = Result { () throws(Failure) in
        try compute { item in
          if let answer = answers[item] { return answer }
          let answer = canLoad(.item(item))
          answers[item] = answer
          return answer
        }
      }
      if queue.editCount == editCount { return try change.get() }
    }
  }

  /// A Boolean value that indicates whether the loader has further pages of a parent's children.
  func hasMore(_ parent: Parent) -> Bool {
    boundLoader(of: parent).map { loads.states.cursor(of: parent, for: $0.identity) != nil }
      ?? false
  }

  /// A Boolean value that indicates whether descendants of an item have a load in progress, or
  /// children that are out of date.
  func needsLoad(below item: Item) -> Bool {
    let latest = latest
    return !childLoaders.isEmpty
      && loads.states.unfinishedParents.contains { parent in
        if case .item(let parent) = parent { latest.isDescendant(parent, of: item) } else { false }
      }
  }

  /// A Boolean value that indicates whether an item has no children in a snapshot until they are
  /// loaded.
  func lacksChildren(
    _ item: Item, in snapshot: @autoclosure () -> Snapshot<Section, Item>,
    canLoad: (_ item: Item) -> Bool
  ) -> Bool {
    !childLoaders.isEmpty && !snapshot().hasChildren(item) && canLoad(item)
      && !isLoaded(.item(item), hasChildren: false)
  }
}
