extension OutlineDataSource {
  /// Returns what is known of an item's children.
  ///
  /// Where one more page could not be loaded or used, this is `failed`, too; to expand the item
  /// leaves the pages that are there, and ``loadMoreChildren(of:isolation:)`` tries again.
  /// While handlers run this is about the children that are on screen, as ``snapshot()`` is.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: The state; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  public func loadingState(of item: Item) -> LoadingState? {
    guard current.contains(item) else { return nil }
    let record = records[item]
    if record?.load != nil { return .loading }
    let state = state(of: item, hasChildren: current.hasChildren(item))
    if case .loaded = state, let failure = record?.status.pageFailure { return .failed(failure) }
    return state
  }

  /// Returns whether an item has children, loaded or not: whether a view should let it be expanded.
  ///
  /// An item that was found empty counts again as soon as it is to be loaded again, so that the
  /// user can have that done by expanding it.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: Whether there are children in the snapshot, or the loader can have some for it that
  ///   are not loaded, could not be loaded, or are out of date; `false` for an unknown item.
  /// - Complexity: O(log *n*)
  public func hasChildren(_ item: Item) -> Bool {
    guard current.contains(item) else { return false }
    return current.hasChildren(item) || needsLoad(item, hasChildren: false)
  }

  /// Returns whether the children of an item have been awaited for so long that a view should show
  /// it.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: Whether a load is under way and has taken longer than ``ChildLoader/slowAfter``.
  /// - Complexity: O(1) expected
  public func isLoadingSlowly(_ item: Item) -> Bool {
    current.contains(item) && records[item]?.load?.isSlow ?? false
  }

  /// Returns whether the loader has more children for an item than are there.
  ///
  /// Where another closure becomes the loader's ``ChildLoader/load``, or there is none any more,
  /// this is `false` until it has loaded children itself.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: Whether the last page came with a cursor, from the same ``ChildLoader/load``.
  /// - Complexity: O(1) expected
  public func hasMoreChildren(_ item: Item) -> Bool {
    guard let childLoader, let record = records[item] else { return false }
    return record.cursor != nil && record.cursorOwner === childLoader.identity
  }

  /// Notes that the children of an item are out of date, so that they are loaded again when it is
  /// expanded the next time.
  ///
  /// Children that are being loaded are out of date, too, when they come.
  ///
  /// - Parameter item: The item; an unknown one is ignored, and so is one whose children are not
  ///   loaded.
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

  /// What is known of an item's children, whatever becomes of further pages.
  func state(of item: Item, hasChildren: Bool) -> LoadingState {
    if let record = records[item] {
      if let load = record.load, !load.isNextPage { return .loading }
      if let failure = record.status.failure { return .failed(failure) }
      if record.status.isStale { return .stale }
      if record.isEmpty { return .loaded }
    }
    return !hasChildren && childLoader?.hasChildren(item) ?? false ? .notLoaded : .loaded
  }

  /// Whether the children of an item are still to come, or to come anew, if it has some or none.
  func needsLoad(_ item: Item, hasChildren: Bool) -> Bool {
    guard let childLoader, childLoader.hasChildren(item) else { return false }
    switch state(of: item, hasChildren: hasChildren) {
    case .notLoaded, .loading, .failed, .stale: return true
    case .loaded: return false
    }
  }

  /// Whether the children of an item are still to come, or to come anew.
  func needsLoad(_ item: Item) -> Bool {
    childLoader != nil && latest.contains(item)
      && needsLoad(item, hasChildren: latest.hasChildren(item))
  }

  /// Whether an item has no children as long as none are loaded, so that to show it expanded would
  /// show nothing.
  func lacksChildren(_ item: Item, in snapshot: Snapshot<Section, Item>) -> Bool {
    childLoader != nil && !snapshot.hasChildren(item) && needsLoad(item, hasChildren: false)
  }

  /// Has the row of an item brought up to date, along with a group that is under way.
  func reconfigureRow(of item: Item, in group: EditGroup? = nil) {
    if let group = group ?? pendingChanges.last?.group {
      enqueue(in: group) { try? $0.reconfigureItems(CollectionOfOne(item)) }
    } else {
      update { snapshot in try? snapshot.reconfigureItems(CollectionOfOne(item)) }
    }
  }

  /// Notes that the children of an item cannot be had, or one more page of them.
  func recordFailure(_ error: any Error, of item: Item, isNextPage: Bool = false) {
    guard latest.contains(item) else { return }
    if isNextPage {
      records[item, default: LoadRecord()].status.pageFailure = error
    } else {
      records[item, default: LoadRecord()].status.failure = error
    }
    reconfigureRow(of: item)
  }

  /// Forgets what was known of the children of items that have gone.
  func removeRecords(
    ofItemsIn old: Snapshot<Section, Item>, missingFrom new: Snapshot<Section, Item>
  ) {
    guard !records.isEmpty else { return }
    for item in old.items(notIn: new) {
      records.removeValue(forKey: item)?.load?.end(throwing: CancellationError())
    }
  }
}
