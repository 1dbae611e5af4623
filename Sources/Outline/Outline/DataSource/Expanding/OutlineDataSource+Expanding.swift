extension OutlineDataSource {
  /// Expands an item on behalf of the user.
  ///
  /// Calls `shouldExpandItem`, `willExpandItem` and `snapshotForExpandingParent`. The first can
  /// refuse. The result of the last replaces the descendants. Then the item is expanded and
  /// observers are notified. A handler cannot expand the item that it is called for.
  ///
  /// If ``childLoader`` has not loaded the children yet, the item stays collapsed until they
  /// arrive. If a handler returns the item or one of its ancestors as a child, the item is
  /// unchanged and its loading state is `failed`.
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
  /// An item whose children are being loaded does not expand when they arrive. The `whenCollapsed`
  /// of the loader decides whether the load is cancelled. The load continues in any case if
  /// ``loadChildren(of:)`` or ``reloadChildren(of:)`` has also requested it.
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
    deferringDelivery(whenShown: completion) {
      rememberActor(isolation)
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
    deferringDelivery(whenShown: completion) {
      rememberActor(isolation)
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
      let snapshot = latest
      let level = snapshot.level(of: item) ?? 0
      var candidates = [item]
      candidates += snapshot.descendants(of: item).map(Array.init) ?? []
      candidates.removeAll { (snapshot.level(of: $0) ?? 0) - level < levels }
      return performCollapse(of: candidates, in: group)
    }
  }
}

// MARK: - Expanding with loads

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
    of item: Item, levels: Int? = nil, itemLimit: Int = 10_000, animatingDifferences: Bool = true
  ) async -> Bool {
    rememberActor(#isolation)
    guard let item = latest.item(equalTo: item) else { return false }
    var parents = [item]
    var next: [Item] = []
    var level = 0
    var count = 0
    var isComplete = true
    while !parents.isEmpty && level < levels ?? .max {
      guard count < itemLimit && !Task.isCancelled else { return false }
      let batch = Array(parents.prefix(itemLimit - count))
      parents.removeFirst(batch.count)
      await loadAndExpand(batch, animatingDifferences: animatingDifferences)
      for parent in batch {
        guard let parent = latest.item(equalTo: parent), isEffectivelyExpanded(parent),
          let children = latest.children(of: parent)
        else {
          isComplete = false
          continue
        }
        count += children.count
        next += children.filter { latest.hasChildren($0) || needsLoad(.item($0)) }
      }
      if parents.isEmpty {
        parents = next
        next = []
        level += 1
      }
    }
    return isComplete
  }

  /// Expands items; loads missing children first.
  private func loadAndExpand(_ items: [Item], animatingDifferences: Bool) async {
    var waiting: [(item: Item, waiter: Loads<Section, Item>.Waiter)] = []
    deferringDelivery {
      let group = queue.makeGroup(isAnimated: animatingDifferences)
      for listed in items {
        guard let item = latest.item(equalTo: listed) else { continue }
        let handlers = handlers(for: item)
        let isExpanded = isEffectivelyExpanded(item)
        guard
          isExpanded || isExpansionPending(item)
            || callHandlers(handlers, beforeExpanding: item, in: group)
        else { continue }
        if loadsToExpand(item, handlers) {
          let waiter = beginAwaitedLoad(of: .item(item), .firstPage, expandsParent: !isExpanded)
          waiting.append((item, waiter))
        } else if !isExpanded {
          setExpanded(true, [item], in: group)
        }
      }
    }
    for (item, waiter) in waiting {
      try? await waitForLoad(of: .item(item), waiter)
    }
  }
}

// MARK: - The steps of an expansion

// Handlers can delete and replace items, so each step reads the latest snapshot again.

extension OutlineDataSource {
  /// Returns a Boolean value that indicates whether an item expands when its children arrive.
  func isExpansionPending(_ item: Item) -> Bool {
    !loads.areFinished && loads.states.load(of: .item(item))?.expansion != nil
  }

  /// Returns a Boolean value that indicates whether an item is expanded and does not lack children
  /// that expanding it would load.
  private func isEffectivelyExpanded(_ item: Item) -> Bool {
    guard latest.isExpanded(item) else { return false }
    return !hasChildLoaders || latest.hasChildren(item) || !needsLoad(.item(item))
      || handlers(for: item).snapshotForExpandingParent != nil
  }

  /// Expands an item and everything that expands with it, while delivery is deferred.
  ///
  /// If its children have just been loaded, its handlers have been called before.
  @discardableResult
  func performExpansion(
    of top: Item, isLoaded: Bool = false, levels: Int, in group: Origin
  ) -> ExpansionResult {
    if isExpansionPending(top) {
      let expansion = States.Expansion(hasBehavior: true, chainLength: group.chainLength)
      beginLoad(of: .item(top), for: .expansion(expansion))
      return .waitingForChildren
    }
    var result = ExpansionResult.nothingToDo
    guard expandsInSteps(top, levels: levels) else {
      enqueue(group, keepsItems: true) { snapshot in
        if snapshot.setExpanded(true, inSubtreeOf: top, levels: 0..<levels) {
          result = .done
        }
      }
      return result
    }
    var stack = [(item: top, level: 1, chainLength: group.chainLength)]
    while let (listed, level, chainLength) = stack.popLast() {
      guard let item = latest.item(equalTo: listed) else { continue }
      if !isEffectivelyExpanded(item) {
        guard isLoaded && item == top || mayExpand(item, chainLength: chainLength, in: group)
        else {
          result.add(outcomeWithoutExpansion(of: item))
          continue
        }
        setExpanded(true, [item], in: group)
        result.add(.done)
      }
      if item == top && expansionBehavior.contains(.collapsesSiblings) {
        performCollapse(of: latest.siblings(of: item), in: group)
      }
      if level < levels || expansionBehavior.contains(.expandsSingleChildChains) {
        stack += itemsToExpand(below: item, level: level, levels: levels, chainLength)
      }
    }
    return result
  }

  func setExpanded(_ isExpanded: Bool, _ items: [Item], in group: Origin) {
    enqueue(group, keepsItems: true) { snapshot in
      _ = operations.setExpanded(&snapshot, isExpanded, items) { _ in true }
    }
  }

  /// Returns the reason why an item is not expanded.
  private func outcomeWithoutExpansion(of item: Item) -> ExpansionResult {
    if isExpansionPending(item) { return .waitingForChildren }
    let failure = loads.states.record(of: .item(item))?.status.failure
    return failure is MissingActorError && !hasActor ? .missingActor : .refused
  }

  /// Calls the handlers of an item, begins to load its children if there are any to load, and
  /// returns whether it expands now.
  private func mayExpand(_ item: Item, chainLength: Int, in group: Origin) -> Bool {
    // Read before the handlers run: they can move the item to a section with other handlers.
    let handlers = handlers(for: item)
    guard callHandlers(handlers, beforeExpanding: item, in: group) else { return false }
    let expansion = States.Expansion(hasBehavior: true, chainLength: chainLength)
    if loadsToExpand(item, handlers) && beginLoad(of: item, for: expansion, in: group) {
      return false
    }
    // The loader may have deleted the item.
    return latest.contains(item)
  }

  /// Returns a Boolean value that indicates whether an expansion calls handlers, loads children or
  /// affects other items, so that it is not a single edit.
  private func expandsInSteps(_ item: Item, levels: Int) -> Bool {
    !expansionBehavior.isEmpty || handlers(for: item).includeExpansion || needsLoad(.item(item))
      || levels != 1 && needsLoad(below: item)
  }

  /// Returns a Boolean value that indicates whether descendants of an item have a load in progress,
  /// or children that are out of date.
  private func needsLoad(below item: Item) -> Bool {
    let latest = latest
    return hasChildLoaders
      && loads.states.unfinishedParents.contains { parent in
        if case .item(let parent) = parent { latest.isDescendant(parent, of: item) } else { false }
      }
  }

  /// Begins to load the children of an item, and returns whether it expands when they arrive.
  private func beginLoad(
    of item: Item, for expansion: States.Expansion, in group: Origin
  ) -> Bool {
    let expandsLater = !latest.hasChildren(item)
    if expandsLater && latest.isExpanded(item) {
      setExpanded(false, [item], in: group)
    }
    beginLoad(of: .item(item), for: expandsLater ? .expansion(expansion) : .program, in: group)
    if expandsLater && expansionBehavior.contains(.collapsesSiblings) {
      performCollapse(of: latest.siblings(of: item).filter(isExpansionPending), in: group)
    }
    return expandsLater
  }

  /// Returns a Boolean value that indicates whether the loader has the children with which an item
  /// expands, after its handlers have been called.
  private func loadsToExpand(_ item: Item, _ handlers: SectionSnapshotHandlers<Item>) -> Bool {
    handlers.snapshotForExpandingParent == nil && hasChildLoaders
      && needsLoad(.item(latest.item(equalTo: item) ?? item))
  }

  /// Returns the children that expand with their parent, or after it in a chain, the last child
  /// first.
  private func itemsToExpand(
    below item: Item, level: Int, levels: Int, _ chainLength: Int
  ) -> [(item: Item, level: Int, chainLength: Int)] {
    guard let children = latest.children(of: item) else { return [] }
    if level < levels {
      return children.innerItems.reversed().map { ($0, level + 1, 0) }
    }
    guard chainLength < expansionChainLimit, children.count == 1, let child = children.first
    else { return [] }
    return latest.hasChildren(child) || needsLoad(.item(child))
      ? [(child, level, chainLength + 1)] : []
  }

  /// Keeps an item collapsed when its children arrive, and cancels the load if nothing else needs
  /// it.
  func stopWaiting(_ item: Item, in group: Origin?) {
    guard let load = loads.states.load(of: .item(item)) else { return }
    let cancels = loads.loader(of: load.id)?.collapsePolicy == .cancel
    handle(.collapsed(cancels: cancels), of: .item(item), in: group)
  }

  @discardableResult
  private func performCollapse(of items: [Item], in group: Origin) -> ExpansionResult {
    var result = ExpansionResult.nothingToDo
    var allowed: [Item] = []
    // Handlers of earlier items may have changed an item.
    for item in items where latest.isExpanded(item) || isExpansionPending(item) {
      result.add(.refused)
      if callHandlers(beforeCollapsing: item) {
        allowed.append(item)
      }
    }
    let expanded = allowed.filter(latest.isExpanded)
    if !expanded.isEmpty {
      setExpanded(false, expanded, in: group)
      result.add(.done)
    }
    for item in allowed where isExpansionPending(item) {
      stopWaiting(item, in: group)
      result.add(.stoppedWaiting)
    }
    return result
  }
}

// MARK: - Handlers

extension OutlineDataSource {
  private func handlers(for item: Item) -> SectionSnapshotHandlers<Item> {
    guard !handlersBySection.isEmpty,
      let section = latest.sectionIdentifier(containingItem: item)
    else { return sectionSnapshotHandlers }
    return handlersBySection[section] ?? sectionSnapshotHandlers
  }

  /// Calls the handlers of an item before it expands, and returns whether it may expand.
  private func callHandlers(
    _ handlers: SectionSnapshotHandlers<Item>, beforeExpanding item: Item, in group: Origin
  ) -> Bool {
    var replace: ((_ item: Item) -> Bool)?
    if let makeChildren = handlers.snapshotForExpandingParent {
      replace = { item in
        let outline = self.latest.sectionSnapshot(containingItem: item)
        let old = (try? outline?.snapshot(of: item)) ?? SectionSnapshot()
        let children = makeChildren(item, old)
        return self.replaceChildren(of: item, with: children, in: group)
      }
    }
    return callHandlers(handlers.shouldExpandItem, handlers.willExpandItem, replace, of: item)
  }

  /// Replaces the descendants of an item, or returns `false` if it is unknown or a child is its
  /// ancestor.
  private func replaceChildren(
    of item: Item, with children: SectionSnapshot<Item>, in group: Origin
  ) -> Bool {
    guard latest.contains(item) else { return false }
    var failure: (any Error)?
    // An edit keeps the marks of earlier ones in the group.
    enqueue(group) { snapshot in
      do {
        try snapshot.replaceChildren(of: item, with: children)
      } catch {
        failure = error
      }
    }
    if failure == nil {
      loads.answers.forget(childrenOf: .item(item))
    }
    if failure != nil || hasChildLoaders {
      handle(.listed(failure), of: .item(item), in: group)
    }
    return failure == nil
  }

  /// Calls the handlers of an item before it collapses, and returns whether it may collapse.
  private func callHandlers(beforeCollapsing item: Item) -> Bool {
    let handlers = handlers(for: item)
    return callHandlers(handlers.shouldCollapseItem, handlers.willCollapseItem, nil, of: item)
  }

  /// Calls handlers before a change of an item, and returns whether the item may change.
  ///
  /// It may not if one of its handlers is already running, or if a handler has deleted it.
  private func callHandlers(
    _ should: ((_ item: Item) -> Bool)?, _ will: ((_ item: Item) -> Void)?,
    _ replace: ((_ item: Item) -> Bool)?, of item: Item
  ) -> Bool {
    if should == nil && will == nil && replace == nil {
      return !queue.itemsWithRunningHandlers.contains(item)
    }
    return deferringDelivery {
      queue.callingHandlers(of: item) {
        guard let stored = latest.item(equalTo: item) else { return false }
        let editCount = queue.editCount
        // Each handler can replace or delete the item.
        func current() -> Item? {
          queue.editCount == editCount ? stored : latest.item(equalTo: item)
        }
        guard should?(stored) ?? true, let item = current() else { return false }
        will?(item)
        guard let item = current() else { return false }
        return replace?(item) ?? true
      }
    }
  }
}

extension Snapshot {
  /// Replaces the descendants of an item, and moves known items there.
  ///
  /// They bring their descendants along, unless the new outline has children of them.
  ///
  /// - Throws: ``SectionSnapshotError/moveIntoItself(_:destination:)`` if an ancestor of the item,
  ///   or the item itself, is among the new descendants.
  fileprivate mutating func replaceChildren(
    of item: Item, with children: SectionSnapshot<Item>
  ) throws {
    guard let section = sectionIdentifier(containingItem: item) else { return }
    let ancestor = children.items.first { $0 == item || isDescendant(item, of: $0) }
    if let ancestor {
      throw SectionSnapshotError.moveIntoItself([ancestor], destination: item)
    }
    let old = self
    let moved = children.items.filter { contains($0) && !isDescendant($0, of: item) }
    try deleteItems(moved)
    try self[section].replace(childrenOf: item, using: children)
    for item in moved where !children.hasChildren(item) {
      addChildren(of: .item(item), from: old)
    }
  }
}

extension SectionSnapshotHandlers {
  fileprivate var includeExpansion: Bool {
    shouldExpandItem != nil || willExpandItem != nil || snapshotForExpandingParent != nil
  }

  fileprivate var includeCollapse: Bool { shouldCollapseItem != nil || willCollapseItem != nil }
}

// MARK: - Options and results

/// The side effects of expanding an item by a user action.
public struct ExpansionBehavior: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  /// Creates a behavior from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Also expands the child of an item with a single child, and so on down the tree.
  public static let expandsSingleChildChains = ExpansionBehavior(rawValue: 1)

  /// Collapses the siblings of the item, as in an accordion.
  public static let collapsesSiblings = ExpansionBehavior(rawValue: 2)
}

/// The outcome of an attempt to expand or collapse items.
///
///     source.expand("Fruit")  // .done
///     source.expand("Fruit")  // .nothingToDo
public enum ExpansionResult: Hashable, Sendable {
  /// At least one item was expanded or collapsed.
  case done
  /// The item was waiting for its children, and no longer expands when they arrive.
  case stoppedWaiting
  /// The item expands after its children have been loaded.
  case waitingForChildren
  /// A handler forbade the change, or returned children that could not be inserted.
  case refused
  /// The children cannot be loaded, because the data source knows no actor.
  case missingActor
  /// The items are unknown, or already in the requested state.
  case nothingToDo

  private static let byPriority: [ExpansionResult] = [
    .done, .stoppedWaiting, .waitingForChildren, .missingActor, .refused, .nothingToDo,
  ]

  /// Adds the result for another item; the result with the higher priority remains.
  fileprivate mutating func add(_ other: ExpansionResult) {
    self = Self.byPriority.first { $0 == self || $0 == other } ?? other
  }
}
