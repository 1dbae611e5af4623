extension OutlineDataSource {
  /// Restores the expansion of a saved state in one update.
  ///
  /// Items that are not in the state keep their expansion. Items without loaded children stay
  /// collapsed; ``loadAndRestore(_:collapsingOthers:pageLimit:animatingDifferences:)``
  /// loads them. For selection, focus and scroll position, see ``ViewState/found(in:)``.
  ///
  ///     var missing = source.restore(state)
  ///     // … more items have been applied …
  ///     missing = source.restore(missing)
  ///
  /// With `collapsingOthers`, all other items collapse, and those waiting for children stay
  /// collapsed. Pass it for a whole state, not for the rest of one.
  ///
  /// - Returns: The missing part of the state: unknown items, and expanded items without loaded
  ///   children.
  /// - Complexity: O(*k* log *n*) for *k* items of the state, and O(*n*) with `collapsingOthers`
  @discardableResult
  public func restore(
    _ state: ViewState<Item>, collapsingOthers: Bool = false, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) -> ViewState<Item> {
    let (old, new, unopened) = askingLoaders { canLoad in
      let old = latest
      var new = old
      let items = state.expandedItems
      // Without loaders, each call of the first closure would take longer than the expansion.
      let unopened =
        hasChildLoaders
        ? operations.setExpanded(&new, true, items) { item in
          old.hasChildren(item) || !canLoad(.item(item)) || isLoaded(.item(item))
        }
        : operations.setExpanded(&new, true, items) { _ in true }
      if collapsingOthers {
        let expanded = Set(state.expandedItems).subtracting(unopened)
        let others = old.expandedItems.filter { !expanded.contains($0) }
        _ = operations.setExpanded(&new, false, others) { _ in true }
      }
      return (old, new, unopened)
    }
    deferringDelivery(whenShown: completion) {
      let group = queue.makeGroup(isAnimated: animatingDifferences)
      if !new.isTriviallyIdentical(to: old) {
        enqueue(group) { $0 = new }
      }
      if collapsingOthers {
        let kept = Set(state.expandedItems)
        for case .item(let item) in Array(loads.states.unfinishedParents) where !kept.contains(item)
        {
          stopWaiting(item, in: group)
        }
      }
    }
    var missing = state
    missing.expandedItems = []
    missing = missing.missing(from: old)
    missing.expandedItems = unopened
    return missing
  }

  /// Restores the expansion of a state that was saved as identifiers, in one update.
  ///
  /// To save such a state, encode `state.compactMapItems(\.id)`.
  ///
  /// - Returns: The missing part of the state, as in
  ///   ``restore(_:collapsingOthers:animatingDifferences:completion:)``.
  /// - Complexity: As for that method
  @discardableResult
  public func restore<Value>(
    ids state: ViewState<Value.ID>, collapsingOthers: Bool = false,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) -> ViewState<Value.ID> where Item == Identified<Value> {
    let known = latest
    let unopened = restore(
      state.compactMapItems(known.item(id:)), collapsingOthers: collapsingOthers,
      animatingDifferences: animatingDifferences, completion: completion)
    let unopenedIdentifiers = Set(unopened.expandedItems.map(\.id))
    var missing = state.compactMapItems { known.item(id: $0) == nil ? $0 : nil }
    missing.expandedItems = state.expandedItems.filter {
      known.item(id: $0) == nil || unopenedIdentifiers.contains($0)
    }
    return missing
  }

  /// Restores the expansion of a saved state, loading the children of expanded items as needed.
  ///
  /// Loads children level by level, the items of a level concurrently, and joins loads in progress.
  /// An item expands when its children arrive, unless the user has collapsed it in the meantime. If
  /// items of the state are missing after the first page of an item's children, loads up to
  /// `pageLimit` pages, or all with `nil`. Skips items whose children fail to load. Begins no
  /// further loads after the calling task is cancelled.
  ///
  ///     let missing = await source.loadAndRestore(state)
  ///
  /// - Returns: The missing part of the state, as in
  ///   ``restore(_:collapsingOthers:animatingDifferences:completion:)``.
  /// - Complexity: O(*k* log *n*) for *k* items of the state in each pass, plus that of loading
  @discardableResult
  public func loadAndRestore(
    _ state: ViewState<Item>, collapsingOthers: Bool = false, pageLimit: Int? = nil,
    animatingDifferences: Bool = true
  ) async -> ViewState<Item> {
    let missing = restore(
      state, collapsingOthers: collapsingOthers, animatingDifferences: animatingDifferences)
    return await load(
      missing, of: state, pageLimit: pageLimit, item: { $1.item(equalTo: $0) },
      restore: { self.restore($0, animatingDifferences: animatingDifferences) })
  }

  /// Restores the expansion of a state that was saved as identifiers, loading children as needed.
  ///
  /// - Returns: The missing part of the state, as in
  ///   ``restore(_:collapsingOthers:animatingDifferences:completion:)``.
  /// - Complexity: As for
  ///   ``loadAndRestore(_:collapsingOthers:pageLimit:animatingDifferences:)``
  @discardableResult
  public func loadAndRestore<Value>(
    ids state: ViewState<Value.ID>, collapsingOthers: Bool = false, pageLimit: Int? = nil,
    animatingDifferences: Bool = true
  ) async -> ViewState<Value.ID> where Item == Identified<Value> {
    let missing = restore(
      ids: state, collapsingOthers: collapsingOthers, animatingDifferences: animatingDifferences)
    return await load(
      missing, of: state, pageLimit: pageLimit, item: { $1.item(id: $0) },
      restore: { self.restore(ids: $0, animatingDifferences: animatingDifferences) })
  }

  /// Loads the children of expanded items of a state, and returns what is still missing.
  ///
  /// - Parameters:
  ///   - missing: The missing part of the state.
  ///   - item: Returns the item with a key in a snapshot.
  ///   - restore: Restores the missing part, and returns what is still missing.
  private func load<Key>(
    _ missing: ViewState<Key>, of state: ViewState<Key>, pageLimit: Int?,
    item: (Key, Snapshot<Section, Item>) -> Item?, restore: (ViewState<Key>) -> ViewState<Key>
  ) async -> ViewState<Key> {
    var missing = missing
    rememberActor(#isolation)
    var pageCounts: [Key: Int] = [:]
    while !Task.isCancelled {
      let known = latest
      // Loaders receive the stored items, which can have other content than those of the state.
      func withItems(_ keys: [Key]) -> [(key: Key, item: Item)] {
        keys.compactMap { key in item(key, known).map { (key, $0) } }
      }
      var parents = withItems(missing.expandedItems.filter { pageCounts[$0] == nil })
      let isNextPage = parents.isEmpty
      if isNextPage && !missing.compactMapItems({ item($0, known) == nil ? $0 : nil }).isEmpty {
        parents = withItems(state.expandedItems).filter { key, item in
          hasMoreChildren(of: .item(item)) && pageCounts[key, default: 1] < pageLimit ?? .max
        }
      }
      if parents.isEmpty { break }
      var expanding: Set<Key> = []
      let waiters = deferringDelivery {
        parents.map { key, parent in
          pageCounts[key, default: isNextPage ? 1 : 0] += 1
          let waiter = beginAwaitedLoad(
            of: .item(parent), isNextPage ? .nextPage : .firstPage, expandsParent: !isNextPage)
          if isExpansionPending(parent) { expanding.insert(key) }
          return waiter
        }
      }
      for ((key, parent), waiter) in zip(parents, waiters) {
        do {
          do {
            try await waitForLoad(of: .item(parent), waiter)
          } catch is ReplacedPageError {
            // A new list begins with the first page.
            pageCounts[key] = 1
            _ = try await awaitLoad(of: .item(parent), .firstPage)
          }
        } catch {
          pageCounts[key] = .max
          expanding.remove(key)
        }
      }
      missing.expandedItems.removeAll(where: expanding.contains)
      missing = restore(missing)
    }
    return missing
  }
}
