//  What the user wants: handlers are asked and told, then the change is made.

extension OutlineDataSource {
  /// Expands an item because the user wants it.
  ///
  /// The handlers run in this order: `shouldExpandItem`, which may forbid it, `willExpandItem`,
  /// `snapshotForExpandingParent`, whose children replace those that there are. Then the item is
  /// expanded, and observers are told.
  ///
  /// Where ``childLoader`` has still to load the children, the item stays collapsed until they have
  /// come, or becomes so if the program has expanded it. To expand it again meanwhile changes
  /// nothing. If what should become the children is in the section elsewhere, the item stays as it
  /// is, and its state is `failed`. A handler that wants to expand the very item that it is called
  /// for is refused.
  ///
  /// Children come in by themselves where the caller is on an actor, as all code of an app is that
  /// is isolated to the main actor. A caller that is on none, such as a plain function of a server,
  /// has to await ``loadChildren(of:isolation:)`` after this, and they come in there.
  ///
  /// - Parameters:
  ///   - item: The item to expand.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  /// - Returns: Whether the item is expanded or will be when its children have come; `false` for an
  ///   unknown item, for one that is expanded already, and where a handler forbids it.
  /// - Complexity: O(log *n* + *k*) and what handlers do, where *k* children are replaced; O(*k*)
  ///   for *k* siblings with ``ExpansionBehavior/collapsesSiblings``
  @discardableResult
  public func expand(
    _ item: Item, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> Bool {
    guard !isEffectivelyExpanded(item) else { return false }
    return expandSubtree(
      of: item, levels: 1, animatingDifferences: animatingDifferences, isolation: isolation)
  }

  /// Collapses an item because the user wants it.
  ///
  /// The handlers run in this order: `shouldCollapseItem`, which may forbid it, `willCollapseItem`.
  /// Then the item is collapsed, and observers are told. An item whose children are being loaded is
  /// not expanded when they come; the load is cancelled or goes on as
  /// ``ChildLoader/whenCollapsed`` says. It always goes on if ``loadChildren(of:isolation:)`` or
  /// ``reloadChildren(of:isolation:)`` wants it, too.
  ///
  /// - Parameters:
  ///   - item: The item to collapse.
  ///   - animatingDifferences: Whether observers are asked to animate.
  /// - Returns: Whether the item is collapsed, or will not be expanded; `false` for an unknown
  ///   item, for one that is collapsed already, and where a handler forbids it.
  /// - Complexity: O(log *n*) and what handlers do
  @discardableResult
  public func collapse(_ item: Item, animatingDifferences: Bool = true) -> Bool {
    deferringDelivery {
      guard latest.isExpanded(item) || isExpansionPending(item), callCollapseHandlers(of: item)
      else {
        return false
      }
      let group = makeEditGroup(isAnimated: animatingDifferences)
      if latest.isExpanded(item) {
        enqueue(in: group) { $0.collapse(CollectionOfOne(item)) }
      }
      cancelPendingExpansion(of: item, in: group)
      return true
    }
  }

  /// Expands an item that is collapsed, and collapses one that is expanded or about to be.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  /// - Returns: Whether it was done; `false` for an unknown item, and where a handler forbids it.
  /// - Complexity: O(log *n* + *k*) and what handlers do, where *k* children are replaced
  @discardableResult
  public func toggle(
    _ item: Item, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> Bool {
    isEffectivelyExpanded(item) || isExpansionPending(item)
      ? collapse(item, animatingDifferences: animatingDifferences)
      : expand(item, animatingDifferences: animatingDifferences, isolation: isolation)
  }

  /// Expands an item and its descendants because the user wants it, as one update.
  ///
  /// Handlers are asked and told of each item with children, the item first. What is below an item
  /// that may not be expanded stays as it is. Where the children of the item are not loaded yet,
  /// it opens when they have come, and nothing below it does.
  ///
  /// - Parameters:
  ///   - item: The item at the top.
  ///   - levels: How many levels to open: 1 for the item alone; `nil` for all.
  ///   - animatingDifferences: Whether observers are asked to animate.
  ///   - isolation: Where children are loaded and come in: the actor of the caller.
  /// - Returns: Whether an item was expanded or will be.
  /// - Complexity: O(*k* log *n*) for *k* descendants on these levels
  @discardableResult
  public func expandSubtree(
    of item: Item, levels: Int? = nil, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> Bool {
    guard latest.contains(item), levels ?? 1 > 0 else { return false }
    if isExpansionPending(item) {
      startReceivingTask(for: item, isolation: isolation)
      return true
    }
    return deferringDelivery {
      performExpansion(
        of: item, levels: levels ?? .max, in: makeEditGroup(isAnimated: animatingDifferences),
        isolation: isolation)
    }
  }

  /// Collapses an item and its descendants because the user wants it, as one update.
  ///
  /// Handlers are asked and told of each item that is expanded, the item first. Where one may not
  /// be collapsed it stays expanded, and the others are collapsed all the same.
  ///
  ///     source.collapseSubtree(of: folder, keepingLevels: 1)  // the folder itself stays open
  ///
  /// - Parameters:
  ///   - item: The item at the top.
  ///   - levels: How many levels stay as they are, counted from the item on as
  ///     ``expandSubtree(of:levels:animatingDifferences:isolation:)`` counts them: 0 to collapse
  ///     the item, too; 1 for all that is below it.
  ///   - animatingDifferences: Whether observers are asked to animate.
  /// - Returns: Whether an item was collapsed, or will not be expanded.
  /// - Complexity: O(*k* log *n*) for *k* descendants
  @discardableResult
  public func collapseSubtree(
    of item: Item, keepingLevels levels: Int = 0, animatingDifferences: Bool = true
  ) -> Bool {
    deferringDelivery {
      let descendants = latest.descendants(of: item)
      var candidates = Array(descendants.items)
      if levels > 0 {
        candidates.removeAll { descendants.level(of: $0) ?? 0 < levels - 1 }
      } else {
        candidates.insert(item, at: 0)
      }
      let collapsed = candidates.filter { candidate in
        (latest.isExpanded(candidate) || isExpansionPending(candidate))
          && callCollapseHandlers(of: candidate)
      }
      guard !collapsed.isEmpty else { return false }
      let group = makeEditGroup(isAnimated: animatingDifferences)
      enqueue(in: group) { $0.collapse(collapsed) }
      for item in collapsed {
        cancelPendingExpansion(of: item, in: group)
      }
      return true
    }
  }
}
