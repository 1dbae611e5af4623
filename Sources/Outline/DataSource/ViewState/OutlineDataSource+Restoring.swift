extension OutlineDataSource {
  /// Expands the items that a saved state has expanded, as one update.
  ///
  /// Items that the state does not name stay as they are. An item whose children are not loaded
  /// yet stays collapsed, as one that is expanded would not load them; see
  /// ``loadAndRestore(_:collapsingOthers:pageLimit:animatingDifferences:isolation:)``. No handler
  /// runs. What is selected, focused and scrolled to is for the view to show:
  /// ``ViewState/found(in:)`` has what is there of it.
  ///
  ///     var missing = source.restore(state)
  ///     // … more items have been applied …
  ///     missing = source.restore(missing)
  ///
  /// - Parameters:
  ///   - state: The saved state.
  ///   - collapsingOthers: Whether all other items are collapsed, and those that are to open when
  ///     their children come stay so: for a state that is restored whole, not for the rest of one.
  ///   - animatingDifferences: Whether observers are asked to animate.
  /// - Returns: What cannot be restored yet: the items that are not there, and those expanded ones
  ///   whose children are not loaded.
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
      let group = makeEditGroup(isAnimated: animatingDifferences)
      if !closed.isEmpty || opened.contains(where: { !shown.isExpanded($0) }) {
        enqueue(in: group) { snapshot in
          snapshot.expand(opened)
          snapshot.collapse(closed)
        }
      }
      if collapsingOthers {
        for item in Set(records.keys).subtracting(state.expandedItems) {
          cancelPendingExpansion(of: item, in: group)
        }
      }
    }
    return missing
  }

  /// Restores a saved state, and loads what it needs: the children of expanded items, level by
  /// level, until all is there that exists.
  ///
  /// The loads of a level run at the same time, and join those that are under way. Where items of
  /// the state are missing after the first pages of children, the further ones are loaded. An item
  /// whose children cannot be loaded is passed over. No handler runs. When the calling task is
  /// cancelled, no further loads begin.
  ///
  ///     let missing = await source.loadAndRestore(state)
  ///
  /// - Parameters:
  ///   - state: The saved state.
  ///   - collapsingOthers: Whether all other items are collapsed at first.
  ///   - pageLimit: How many pages of children are loaded for one item at most; `nil` for as many
  ///     as it takes, which is all of them where an item of the state exists no more.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  /// - Returns: What could not be restored, as
  ///   ``restore(_:collapsingOthers:animatingDifferences:)`` has it.
  /// - Complexity: O(*k* log *n*) for *k* items of the state in each pass, besides what is loaded
  @discardableResult
  public func loadAndRestore(
    _ state: ViewState<Item>, collapsingOthers: Bool = false, pageLimit: Int? = nil,
    animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation
  ) async -> ViewState<Item> {
    var missing = restore(
      state, collapsingOthers: collapsingOthers, animatingDifferences: animatingDifferences)
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
      for parent in parents {
        pageCounts[parent, default: isNextPage ? 1 : 0] += 1
        beginLoad(of: parent, expanding: false, isNextPage: isNextPage, isolation: isolation)
      }
      for parent in parents {
        do {
          try await awaitLoad(of: parent, isolation: isolation)
        } catch {
          pageCounts[parent] = .max
        }
      }
      missing = restore(missing, animatingDifferences: animatingDifferences)
    }
    return missing
  }
}
