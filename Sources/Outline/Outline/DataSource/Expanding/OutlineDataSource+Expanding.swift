extension OutlineDataSource {
  /// Expands an item on behalf of the user.
  ///
  /// Calls `shouldExpandItem`, which can refuse, `willExpandItem`, and
  /// `snapshotForExpandingParent`, whose result replaces the descendants. Then the item is expanded
  /// and observers are notified. A handler cannot expand the item that it is called for.
  ///
  /// If ``childLoader`` has not loaded the children yet, the item stays collapsed until they
  /// arrive. If a handler returns the item or one of its ancestors as a child, the item is
  /// unchanged and its loading state is `failed`.
  ///
  /// A data source that is used without an actor must await ``loadChildren(of:isolation:)`` first.
  /// Otherwise, the item stays collapsed, and its loading state is `failed` with a
  /// ``MissingActorError``.
  ///
  /// - Returns: `done`, or the reason why the item is not expanded.
  /// - Complexity: O(log *n*) plus the handlers; O(*k* log *n*) for *k* replaced children, siblings
  ///   in an accordion, or items of a chain
  @discardableResult
  public func expand(
    _ item: Item, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation, completion: (() -> Void)? = nil
  ) -> ExpansionResult {
    expandSubtree(
      of: item, levels: 1, animatingDifferences: animatingDifferences, isolation: isolation,
      completion: completion)
  }

  /// Collapses an item on behalf of the user.
  ///
  /// Calls `shouldCollapseItem`, which can refuse, and `willCollapseItem`. Then the item is
  /// collapsed and observers are notified.
  ///
  /// An item whose children are being loaded does not expand when they arrive.
  /// ``ChildLoader/whenCollapsed`` decides whether the load is cancelled. The load always continues
  /// if ``loadChildren(of:isolation:)`` or ``reloadChildren(of:isolation:)`` has requested it, too.
  ///
  /// - Returns: `done` or `stoppedWaiting`, or the reason why the item is not collapsed.
  /// - Complexity: O(log *n*) plus the handlers
  @discardableResult
  public func collapse(
    _ item: Item, animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) -> ExpansionResult {
    deferringDelivery(whenShown: completion) {
      guard let item = latest.item(equalTo: item) else { return .nothingToDo }
      return performCollapse(of: [item], in: queue.makeGroup(isAnimated: animatingDifferences))
    }
  }

  /// Expands a collapsed item; collapses an item that is expanded or waiting for its children.
  ///
  /// - Returns: The result of ``expand(_:animatingDifferences:isolation:completion:)`` or
  ///   ``collapse(_:animatingDifferences:completion:)``.
  /// - Complexity: O(log *n* + *k*) plus the handlers, where *k* is the number of replaced children
  @discardableResult
  public func toggle(
    _ item: Item, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation, completion: (() -> Void)? = nil
  ) -> ExpansionResult {
    rememberActor(isolation)
    return deferringDelivery(whenShown: completion) {
      guard let item = latest.item(equalTo: item) else { return .nothingToDo }
      let group = queue.makeGroup(isAnimated: animatingDifferences)
      return isEffectivelyExpanded(item) || isExpansionPending(item)
        ? performCollapse(of: [item], in: group)
        : performExpansion(of: item, levels: 1, in: group)
    }
  }

  /// Expands an item and its descendants on behalf of the user, in one update.
  ///
  /// Calls the handlers of each item with children, parents first. If a handler refuses, that item
  /// and its descendants stay as they are. If the children of the item are not loaded yet, only the
  /// item itself expands when they arrive. One level is the item itself; with `nil`, all levels
  /// expand.
  ///
  /// - Returns: `done` if an item was expanded; else `waitingForChildren` if an item expands later;
  ///   else `refused` if a handler refused; else `nothingToDo`.
  /// - Complexity: O(*k* log *n*) for *k* descendants on these levels
  @discardableResult
  public func expandSubtree(
    of item: Item, levels: Int? = nil, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation, completion: (() -> Void)? = nil
  ) -> ExpansionResult {
    rememberActor(isolation)
    return deferringDelivery(whenShown: completion) {
      guard let item = latest.item(equalTo: item), levels ?? 1 > 0,
        levels != 1 || !isEffectivelyExpanded(item)
      else { return .nothingToDo }
      let group = queue.makeGroup(isAnimated: animatingDifferences)
      return performExpansion(of: item, levels: levels ?? .max, in: group)
    }
  }

  /// Collapses an item and its descendants on behalf of the user, in one update.
  ///
  /// Calls the handlers of each expanded item, parents first. An item whose handler refuses stays
  /// expanded, but all others collapse.
  ///
  ///     source.collapseSubtree(of: folder, keepingLevels: 1)  // the folder itself stays expanded
  ///
  /// With one kept level, only the descendants of the item are collapsed.
  ///
  /// - Returns: The first that applies: `done` if an item was collapsed, `stoppedWaiting` if an
  ///   item no longer waits for its children, `refused` if a handler refused, or `nothingToDo`.
  /// - Complexity: O(*k* log *n*) for *k* descendants
  @discardableResult
  public func collapseSubtree(
    of item: Item, keepingLevels levels: Int = 0, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) -> ExpansionResult {
    deferringDelivery(whenShown: completion) {
      guard let item = latest.item(equalTo: item) else { return .nothingToDo }
      let group = queue.makeGroup(isAnimated: animatingDifferences)
      if loads.areFinished && !handlers(for: item).includeCollapse {
        var isChanged = false
        enqueue(group, keepsItems: true) { snapshot in
          isChanged = snapshot.setExpanded(
            false, inSubtreeOf: item, levels: max(levels, 0)..<Int.max)
        }
        return isChanged ? .done : .nothingToDo
      }
      let descendants = latest.outline(below: item)
      var candidates = levels > 0 ? [] : [item]
      candidates += descendants.items.filter {
        levels <= 0 || descendants.level(of: $0) ?? 0 >= levels - 1
      }
      return performCollapse(of: candidates, in: group)
    }
  }
}
