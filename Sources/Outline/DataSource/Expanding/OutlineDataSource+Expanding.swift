//  User actions: they call the handlers, unlike changes by the program.

extension OutlineDataSource {
  /// Expands an item on behalf of the user.
  ///
  /// Calls the handlers in this order: `shouldExpandItem`, which can refuse, `willExpandItem`,
  /// `snapshotForExpandingParent`, whose result replaces the descendants. Then the item is expanded
  /// and observers are notified. A handler cannot expand the item that it is called for.
  ///
  /// If ``childLoader`` has not loaded the children yet, the item stays collapsed until they
  /// arrive. An item that the program has expanded before is collapsed until then. If a handler
  /// returns the item or one of its ancestors as a child, the item is unchanged and its loading
  /// state is `failed`.
  ///
  /// Loaded children arrive on the actor of the data source, such as the main actor. A data source
  /// that is used without an actor must await ``loadChildren(of:isolation:)`` first: there a load
  /// cannot begin, the item stays collapsed, and its loading state is `failed` with a
  /// ``MissingActorError``.
  ///
  /// - Parameters:
  ///   - item: The item to expand.
  ///   - animatingDifferences: A Boolean value that indicates whether observers should animate.
  ///   - isolation: The actor of the caller, which receives loaded children.
  /// - Returns: `done`, or the reason why the item is not expanded.
  /// - Complexity: O(log *n*) plus the handlers; O(*k* log *n*) for *k* replaced children, siblings
  ///   in an accordion, or items of a chain
  @discardableResult
  public func expand(
    _ item: Item, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) -> ExpansionResult {
    expandSubtree(
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
  /// - Returns: `done` or `stoppedWaiting`, or the reason why the item is not collapsed.
  /// - Complexity: O(log *n*) plus the handlers
  @discardableResult
  public func collapse(_ item: Item, animatingDifferences: Bool = true) -> ExpansionResult {
    deferringDelivery {
      guard let item = latest.item(equalTo: item) else { return .nothingToDo }
      return performCollapse(of: [item], in: queue.makeGroup(isAnimated: animatingDifferences))
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
    let item = latest.item(equalTo: item) ?? item
    return isEffectivelyExpanded(item) || isExpansionPending(item)
      ? collapse(item, animatingDifferences: animatingDifferences)
      : expandSubtree(
        of: item, levels: 1, animatingDifferences: animatingDifferences, isolation: isolation)
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
    rememberActor(isolation)
    guard let item = latest.item(equalTo: item), levels ?? 1 > 0,
      levels != 1 || !isEffectivelyExpanded(item)
    else { return .nothingToDo }
    if isExpansionPending(item) {
      beginLoad(of: .item(item), for: .expansion)
      return .waitingForChildren
    }
    let hasSteps =
      !expansionBehavior.isEmpty || handlers(for: item).includeExpansion || !loads.isEmpty
      || lacksChildren(item, in: latest)
    return deferringDelivery {
      let group = queue.makeGroup(isAnimated: animatingDifferences)
      return hasSteps
        ? performExpansion(of: item, levels: levels ?? .max, in: group)
        : setExpanded(true, inSubtreeOf: item, levels: 0..<(levels ?? .max), in: group)
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
  /// - Returns: `done` if an item was collapsed; else `stoppedWaiting` if an item no longer expands
  ///   after its children load; else `refused` if a handler refused; else `nothingToDo`.
  /// - Complexity: O(*k* log *n*) for *k* descendants
  @discardableResult
  public func collapseSubtree(
    of item: Item, keepingLevels levels: Int = 0, animatingDifferences: Bool = true
  ) -> ExpansionResult {
    deferringDelivery {
      guard let item = latest.item(equalTo: item) else { return .nothingToDo }
      let group = queue.makeGroup(isAnimated: animatingDifferences)
      if tasks.isEmpty && !handlers(for: item).includeCollapse {
        return setExpanded(
          false, inSubtreeOf: item, levels: max(levels, 0)..<Int.max, in: group)
      }
      let descendants = latest.descendants(of: item)
      var candidates = levels > 0 ? [] : [item]
      candidates += descendants.items.filter {
        levels <= 0 || descendants.level(of: $0) ?? 0 >= levels - 1
      }
      return performCollapse(of: candidates, in: group)
    }
  }

  /// Expands or collapses a subtree whose items have neither handlers nor loads.
  private func setExpanded(
    _ isExpanded: Bool, inSubtreeOf item: Item, levels: Range<Int>, in group: Origin
  ) -> ExpansionResult {
    var isChanged = false
    enqueueExpansion(group) { snapshot in
      isChanged = snapshot.setExpanded(isExpanded, inSubtreeOf: item, levels: levels)
    }
    return isChanged ? .done : .nothingToDo
  }
}
