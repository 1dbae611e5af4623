extension OutlineDataSource {
  /// Restores the expansion of a saved state in one update.
  ///
  /// Items that are not in the state keep their expansion. Items without loaded children stay
  /// collapsed; ``loadAndRestore(_:collapsingOthers:pageLimit:animatingDifferences:isolation:)``
  /// loads them. Does not call handlers. The view restores selection, focus and scroll position
  /// from ``ViewState/found(in:)``.
  ///
  ///     var missing = source.restore(state)
  ///     // … more items have been applied …
  ///     missing = source.restore(missing)
  ///
  /// - Parameters:
  ///   - state: The saved state.
  ///   - collapsingOthers: `true` to collapse all other items, including those that would expand
  ///     after their children load. Pass `true` for a whole state, not for the rest of one.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  /// - Returns: The part of the state that cannot be restored yet: unknown items, and expanded
  ///   items without loaded children.
  /// - Complexity: O(*k* log *n*) for *k* items of the state, and O(*n*) with `collapsingOthers`
  @discardableResult
  public func restore(
    _ state: ViewState<Item>, collapsingOthers: Bool = false, animatingDifferences: Bool = true
  ) -> ViewState<Item> {
    let shown = latest
    var missing = state.missing(from: shown)
    missing.expandedItems = state.expandedItems.filter { item in
      !shown.contains(item) || lacksChildren(item, in: shown)
    }
    let opened = Set(state.expandedItems).subtracting(missing.expandedItems)
    let closed = collapsingOthers ? shown.expandedItems.filter { !opened.contains($0) } : []
    deferringDelivery {
      let group = queue.makeGroup(isAnimated: animatingDifferences)
      if !closed.isEmpty || opened.contains(where: { !shown.isExpanded($0) }) {
        enqueue(group) { snapshot in
          snapshot.expand(opened)
          snapshot.collapse(closed)
        }
      }
      if collapsingOthers {
        let kept = Set(state.expandedItems)
        for case .item(let item) in Array(loads.parents) where !kept.contains(item) {
          stopWaiting(item, in: group)
        }
      }
    }
    return missing
  }

  /// Restores the expansion of a saved state, loading the children of expanded items as needed.
  ///
  /// Children are loaded level by level, the items of a level concurrently. Loads in progress are
  /// joined. If items of the state are missing after the first pages of children, further pages are
  /// loaded. Items whose children fail to load are skipped. Does not call handlers. No further
  /// loads begin after the calling task is cancelled.
  ///
  ///     let missing = await source.loadAndRestore(state)
  ///
  /// - Parameters:
  ///   - state: The saved state.
  ///   - collapsingOthers: `true` to collapse all other items first.
  ///   - pageLimit: The maximal number of pages to load for one item; `nil` for no limit, which
  ///     loads all pages if an item of the state no longer exists.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - isolation: The actor of the caller, which receives loaded children.
  /// - Returns: The part of the state that could not be restored, as in
  ///   ``restore(_:collapsingOthers:animatingDifferences:)``.
  /// - Complexity: O(*k* log *n*) for *k* items of the state in each pass, plus that of loading
  @discardableResult
  public func loadAndRestore(
    _ state: ViewState<Item>, collapsingOthers: Bool = false, pageLimit: Int? = nil,
    animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation
  ) async -> ViewState<Item> {
    var missing = restore(
      state, collapsingOthers: collapsingOthers, animatingDifferences: animatingDifferences)
    rememberActor(isolation)
    var pageCounts: [Item: Int] = [:]
    while !Task.isCancelled {
      let known = latest
      var parents = missing.expandedItems.filter { known.contains($0) && pageCounts[$0] == nil }
      let isNextPage = parents.isEmpty
      if isNextPage && !missing.missing(from: known).isEmpty {
        parents = state.expandedItems.filter { item in
          hasMoreChildren(item) && pageCounts[item, default: 1] < pageLimit ?? .max
        }
      }
      if parents.isEmpty { break }
      let waiters = deferringDelivery {
        parents.map { parent in
          pageCounts[parent, default: isNextPage ? 1 : 0] += 1
          return beginAwaitedLoad(of: .item(parent), isNextPage: isNextPage)
        }
      }
      for (parent, waiter) in zip(parents, waiters) {
        do {
          try await waitForLoad(of: .item(parent), waiter, isolation: isolation)
        } catch {
          pageCounts[parent] = .max
        }
      }
      missing = restore(missing, animatingDifferences: animatingDifferences)
    }
    return missing
  }
}
