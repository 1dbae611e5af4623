extension OutlineDataSource {
  /// Expands an item and its descendants on behalf of the user, loading children as needed.
  ///
  /// Works level by level, and loads the children of many items at the same time. Calls the
  /// handlers of each item before its children load. If a handler refuses or a load fails, the item
  /// stays collapsed. Loads the first page of children only, and loads stale children again.
  /// ``expansionBehavior`` has no effect. Cancelling the task begins no further loads, and
  /// collapses nothing. The method does not wait for the animations of views: see
  /// ``waitUntilShown()``.
  ///
  ///     await source.loadAndExpandSubtree(of: folder, levels: 3, itemLimit: 500)
  ///
  /// One level is the item itself; with `nil`, all levels expand. With `itemLimit` or more
  /// descendants in expanded items, no further item is expanded.
  ///
  /// - Returns: `true` if all items with children on these levels are expanded.
  /// - Complexity: O(*k* log *n*) for *k* descendants on these levels, plus that of the loader
  @discardableResult
  public func loadAndExpandSubtree(
    of item: Item, levels: Int? = nil, itemLimit: Int = 10_000, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    rememberActor(isolation)
    guard let item = latest.item(equalTo: item) else { return false }
    var (parents, next) = ([item], [Item]())
    var (level, count, isComplete) = (0, 0, true)
    while !parents.isEmpty && level < levels ?? .max {
      guard count < itemLimit && !Task.isCancelled else { return false }
      let batch = Array(parents.prefix(itemLimit - count))
      parents.removeFirst(batch.count)
      await loadAndExpand(
        batch, animatingDifferences: animatingDifferences, isolation: isolation)
      for parent in batch {
        guard let parent = latest.item(equalTo: parent), isEffectivelyExpanded(parent),
          let children = latest.children(of: parent)
        else {
          isComplete = false
          continue
        }
        count += children.count
        next += children.filter {
          latest.hasChildren($0) || needsLoad(.item($0), hasChildren: false)
        }
      }
      if parents.isEmpty {
        (parents, next) = (next, [])
        level += 1
      }
    }
    return isComplete
  }

  /// Expands items, those without children after they have been loaded.
  private func loadAndExpand(
    _ items: [Item], animatingDifferences: Bool, isolation: isolated (any Actor)?
  ) async {
    var waiting: [(item: Item, waiter: Loads<Section, Item>.Waiter)] = []
    deferringDelivery {
      let group = queue.makeGroup(isAnimated: animatingDifferences)
      for listed in items {
        guard let item = latest.item(equalTo: listed), !isEffectivelyExpanded(item)
        else { continue }
        let handlers = handlers(for: item)
        guard
          isExpansionPending(item)
            || callHandlers(
              handlers.shouldExpandItem, handlers.willExpandItem,
              replacingChildren(by: handlers, in: group), of: item)
        else { continue }
        if loadsToExpand(item, handlers) {
          waiting.append((item, beginAwaitedLoad(of: .item(item), .firstPage)))
          beginLoad(of: .item(item), for: .expansion(.plain), in: group)
        } else {
          enqueue(group, keepsItems: true) { $0.expand(CollectionOfOne(item)) }
        }
      }
    }
    for (item, waiter) in waiting {
      try? await waitForLoad(of: .item(item), waiter, isolation: isolation)
      if Task.isCancelled && loads.states.load(of: .item(item))?.expansion == .plain {
        handle(.collapsed(cancels: true), of: .item(item))
      }
    }
  }
}
