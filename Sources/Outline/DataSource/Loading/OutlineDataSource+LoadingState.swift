extension OutlineDataSource {
  /// Returns what is known of an item's children.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: The state; `nil` for an unknown item.
  /// - Complexity: O(log *n*)
  public func loadingState(of item: Item) -> LoadingState? {
    guard latest.contains(item) else { return nil }
    if let record = records[item] {
      if record.load != nil { return .loading }
      if let failure = record.failure { return .failed(failure) }
      if record.isStale { return .stale }
      if record.isEmpty { return .loaded }
    }
    if latest.hasChildren(item) { return .loaded }
    return childLoader?.hasChildren(item) ?? false ? .notLoaded : .loaded
  }

  /// Returns whether an item has children, loaded or not: whether a view should let it be expanded.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: Whether there are children in the snapshot, or the loader can have some for it;
  ///   `false` for an unknown item.
  /// - Complexity: O(log *n*)
  public func hasChildren(_ item: Item) -> Bool {
    guard latest.contains(item) else { return false }
    if latest.hasChildren(item) { return true }
    return !(records[item]?.isEmpty ?? false) && childLoader?.hasChildren(item) ?? false
  }

  /// Returns whether the children of an item have been awaited for so long that a view should show
  /// it.
  ///
  /// - Parameter item: The item to ask about.
  /// - Returns: Whether a load is under way and has taken longer than ``ChildLoader/slowAfter``.
  /// - Complexity: O(1) expected
  public func isLoadingSlowly(_ item: Item) -> Bool { records[item]?.load?.isSlow ?? false }

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
    switch loadingState(of: item) {
    case .loaded, .loading:
      records[item, default: LoadRecord()].isStale = true
      tellState(of: item)
    case .notLoaded, .failed, .stale, nil: break
    }
  }

  /// Whether the children of an item are still to come, or to come anew.
  func needsLoad(_ item: Item) -> Bool {
    guard let childLoader, childLoader.hasChildren(item) else { return false }
    switch loadingState(of: item) {
    case .notLoaded, .loading, .failed, .stale: return true
    case .loaded, nil: return false
    }
  }

  /// Has the row of an item brought up to date, along with an operation that is under way.
  func tellState(of item: Item) {
    if pending.last?.operation != nil {
      try? pending[pending.count - 1].snapshot.reconfigureItems(CollectionOfOne(item))
    } else {
      update { snapshot in try? snapshot.reconfigureItems(CollectionOfOne(item)) }
    }
  }

  /// Notes that the children of an item cannot be had.
  func fail(_ item: Item, _ error: any Error) {
    guard latest.contains(item) else { return }
    records[item, default: LoadRecord()].failure = error
    tellState(of: item)
  }

  /// Forgets what was known of the children of items that have gone.
  func forgetRecords(
    ofItemsIn old: Snapshot<Section, Item>, goneFrom new: Snapshot<Section, Item>
  ) {
    guard !records.isEmpty else { return }
    for item in old.items(goneFrom: new) {
      records.removeValue(forKey: item)?.load?.end(throwing: CancellationError())
    }
  }
}
