//  User actions: they call the handlers, unlike changes by the program.

extension OutlineDataSource {
  /// Expands an item on behalf of the user.
  ///
  /// Calls the handlers in this order: `shouldExpandItem`, which can refuse, `willExpandItem`,
  /// `snapshotForExpandingParent`, whose result replaces the descendants. Then the item is expanded
  /// and observers are notified. A handler cannot expand the item that it is called for.
  ///
  /// If ``childLoader`` has not loaded the children yet, the item stays collapsed until they
  /// arrive. An item that the program has expanded before is collapsed until then. If the new
  /// children are elsewhere in the section, the item is unchanged and its loading state is
  /// `failed`.
  ///
  /// Loaded children are inserted automatically if the caller runs on an actor, such as the main
  /// actor. A caller without an actor must await ``loadChildren(of:isolation:)`` afterwards.
  ///
  /// - Parameters:
  ///   - item: The item to expand.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - isolation: The actor of the caller, which receives loaded children.
  /// - Returns: `done`, or the reason why the item is not expanded.
  /// - Complexity: O(log *n* + *k*) plus the handlers, where *k* is the number of replaced children
  ///   and, with ``ExpansionBehavior/collapsesSiblings``, of siblings
  @discardableResult
  public func expand(
    _ item: Item, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> ExpansionResult {
    guard !isEffectivelyExpanded(item) else { return .nothingToDo }
    return expandSubtree(
      of: item, levels: 1, animatingDifferences: animatingDifferences, isolation: isolation)
  }

  /// Collapses an item on behalf of the user.
  ///
  /// Calls the handlers in this order: `shouldCollapseItem`, which can refuse, `willCollapseItem`.
  /// Then the item is collapsed and observers are notified.
  ///
  /// An item whose children are being loaded does not expand when they arrive. Depending on
  /// ``ChildLoader/whenCollapsed``, the load is cancelled or continues. It always continues if
  /// ``loadChildren(of:isolation:)`` or ``reloadChildren(of:isolation:)`` has requested it, too.
  ///
  /// - Parameters:
  ///   - item: The item to collapse.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  /// - Returns: `done` if the item was collapsed or no longer expands after its children load;
  ///   otherwise the reason.
  /// - Complexity: O(log *n*) plus the handlers
  @discardableResult
  public func collapse(_ item: Item, animatingDifferences: Bool = true) -> ExpansionResult {
    deferringDelivery {
      guard latest.isExpanded(item) || isExpansionPending(item) else { return .nothingToDo }
      guard callCollapseHandlers(of: item) else { return .refused }
      let group = makeEditGroup(isAnimated: animatingDifferences)
      if latest.isExpanded(item) {
        enqueue(in: group) { $0.collapse(CollectionOfOne(item)) }
      }
      cancelPendingExpansion(of: item, in: group)
      return .done
    }
  }

  /// Expands a collapsed item; collapses an item that is expanded or waiting for its children.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - isolation: The actor of the caller, which receives loaded children.
  /// - Returns: The result of ``expand(_:animatingDifferences:isolation:)`` or
  ///   ``collapse(_:animatingDifferences:)``.
  /// - Complexity: O(log *n* + *k*) plus the handlers, where *k* is the number of replaced children
  @discardableResult
  public func toggle(
    _ item: Item, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> ExpansionResult {
    isEffectivelyExpanded(item) || isExpansionPending(item)
      ? collapse(item, animatingDifferences: animatingDifferences)
      : expand(item, animatingDifferences: animatingDifferences, isolation: isolation)
  }

  /// Expands an item and its descendants on behalf of the user, in one update.
  ///
  /// Calls the handlers of each item with children, parents first. If a handler refuses, the
  /// descendants of that item stay as they are. If the children of the item are not loaded yet, the
  /// item alone expands when they arrive.
  ///
  /// - Parameters:
  ///   - item: The root of the subtree.
  ///   - levels: The number of levels to expand: 1 for the item alone, `nil` for all.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - isolation: The actor of the caller, which receives loaded children.
  /// - Returns: `done` if an item was expanded; else `waitingForChildren` if an item expands later;
  ///   else `refused` if a handler refused; else `nothingToDo`.
  /// - Complexity: O(*k* log *n*) for *k* descendants on these levels
  @discardableResult
  public func expandSubtree(
    of item: Item, levels: Int? = nil, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> ExpansionResult {
    guard latest.contains(item), levels ?? 1 > 0 else { return .nothingToDo }
    if isExpansionPending(item) {
      startReceivingTask(for: item, isolation: isolation)
      return .waitingForChildren
    }
    return deferringDelivery {
      performExpansion(
        of: item, levels: levels ?? .max, in: makeEditGroup(isAnimated: animatingDifferences),
        isolation: isolation)
    }
  }

  /// Collapses an item and its descendants on behalf of the user, in one update.
  ///
  /// Calls the handlers of each expanded item, parents first. An item whose handler refuses stays
  /// expanded; the others are collapsed nevertheless.
  ///
  ///     source.collapseSubtree(of: folder, keepingLevels: 1)  // the folder itself stays expanded
  ///
  /// - Parameters:
  ///   - item: The root of the subtree.
  ///   - levels: The number of levels to leave unchanged: 0 to collapse the item, too; 1 to
  ///     collapse only its descendants.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  /// - Returns: `done` if an item was collapsed or no longer expands after its children load; else
  ///   `refused` if a handler refused; else `nothingToDo`.
  /// - Complexity: O(*k* log *n*) for *k* descendants
  @discardableResult
  public func collapseSubtree(
    of item: Item, keepingLevels levels: Int = 0, animatingDifferences: Bool = true
  ) -> ExpansionResult {
    deferringDelivery {
      let descendants = latest.descendants(of: item)
      var candidates = Array(descendants.items)
      if levels > 0 {
        candidates.removeAll { descendants.level(of: $0) ?? 0 < levels - 1 }
      } else {
        candidates.insert(item, at: 0)
      }
      var isRefused = false
      let collapsed = candidates.filter { candidate in
        guard latest.isExpanded(candidate) || isExpansionPending(candidate) else { return false }
        let isAllowed = callCollapseHandlers(of: candidate)
        isRefused = isRefused || !isAllowed
        return isAllowed
      }
      guard !collapsed.isEmpty else { return isRefused ? .refused : .nothingToDo }
      let group = makeEditGroup(isAnimated: animatingDifferences)
      enqueue(in: group) { $0.collapse(collapsed) }
      for item in collapsed {
        cancelPendingExpansion(of: item, in: group)
      }
      return .done
    }
  }
}
