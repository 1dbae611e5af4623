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
    guard current.contains(item) else { return nil }
    let record = records[item]
    if record?.load != nil { return .loading }
    let state = state(of: item, hasChildren: current.hasChildren(item))
    if case .loaded = state, let failure = record?.status.pageFailure { return .failed(failure) }
    return state
  }

  /// Returns whether a view should show an item as expandable.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if the item has children in the snapshot, or if the loader can have children
  ///   for it that are not loaded, failed to load, or are stale. `false` if the item is unknown.
  /// - Complexity: O(log *n*)
  public func hasChildren(_ item: Item) -> Bool {
    guard current.contains(item) else { return false }
    return current.hasChildren(item) || needsLoad(item, hasChildren: false)
  }

  /// Returns whether a view should indicate that the children of an item are being loaded.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if a load is in progress and takes longer than ``ChildLoader/slowAfter``.
  /// - Complexity: O(1) expected
  public func isLoadingSlowly(_ item: Item) -> Bool {
    current.contains(item) && records[item]?.load?.isSlow ?? false
  }

  /// Returns whether the loader has further pages of an item's children.
  ///
  /// - Parameter item: An item.
  /// - Returns: `true` if the last page had a cursor, and the current loader has the same
  ///   ``ChildLoader/load`` closure as the loader of that page.
  /// - Complexity: O(1) expected
  public func hasMoreChildren(_ item: Item) -> Bool {
    guard let childLoader, let record = records[item] else { return false }
    return record.cursor != nil && record.cursorOwner === childLoader.identity
  }

  /// Marks the children of an item as out of date.
  ///
  /// They are loaded again when the item is expanded the next time. A load in progress does not
  /// clear the mark. Has no effect if the item is unknown or its children are not loaded.
  ///
  /// - Parameter item: An item.
  /// - Complexity: O(log *n*)
  public func markStale(_ item: Item) {
    guard latest.contains(item) else { return }
    switch state(of: item, hasChildren: latest.hasChildren(item)) {
    case .loaded, .loading:
      records[item, default: LoadRecord()].status.isStale = true
      reconfigureRow(of: item)
    case .notLoaded, .failed, .stale: break
    }
  }

  /// The state of an item's children, without regard to further pages.
  func state(of item: Item, hasChildren: Bool) -> LoadingState {
    if let record = records[item] {
      if let load = record.load, !load.isNextPage { return .loading }
      if let failure = record.status.failure { return .failed(failure) }
      if record.status.isStale { return .stale }
      if record.isEmpty { return .loaded }
    }
    return !hasChildren && childLoader?.hasChildren(item) ?? false ? .notLoaded : .loaded
  }

  /// A Boolean value that indicates whether expanding an item should load its children.
  func needsLoad(_ item: Item, hasChildren: Bool) -> Bool {
    guard let childLoader, childLoader.hasChildren(item) else { return false }
    switch state(of: item, hasChildren: hasChildren) {
    case .notLoaded, .loading, .failed, .stale: return true
    case .loaded: return false
    }
  }

  /// A Boolean value that indicates whether expanding an item should load its children.
  func needsLoad(_ item: Item) -> Bool {
    childLoader != nil && latest.contains(item)
      && needsLoad(item, hasChildren: latest.hasChildren(item))
  }

  /// A Boolean value that indicates whether an item has no children until they are loaded.
  func lacksChildren(_ item: Item, in snapshot: Snapshot<Section, Item>) -> Bool {
    childLoader != nil && !snapshot.hasChildren(item) && needsLoad(item, hasChildren: false)
  }

  /// Reconfigures the row of an item, as part of an edit group that is in progress if there is one.
  func reconfigureRow(of item: Item, in group: EditGroup? = nil) {
    if let group = group ?? pendingChanges.last?.group {
      enqueue(in: group) { try? $0.reconfigureItems(CollectionOfOne(item)) }
    } else {
      update { snapshot in try? snapshot.reconfigureItems(CollectionOfOne(item)) }
    }
  }

  /// Records that the children of an item, or a further page of them, could not be loaded.
  func recordFailure(_ error: any Error, of item: Item, isNextPage: Bool = false) {
    guard latest.contains(item) else { return }
    if isNextPage {
      records[item, default: LoadRecord()].status.pageFailure = error
    } else {
      records[item, default: LoadRecord()].status.failure = error
    }
    reconfigureRow(of: item)
  }

  /// Cancels the loads of deleted items and removes their records.
  func removeRecords(
    ofItemsIn old: Snapshot<Section, Item>, missingFrom new: Snapshot<Section, Item>
  ) {
    guard !records.isEmpty else { return }
    for item in old.items(notIn: new) {
      records.removeValue(forKey: item)?.load?.end(throwing: CancellationError())
    }
  }
}
