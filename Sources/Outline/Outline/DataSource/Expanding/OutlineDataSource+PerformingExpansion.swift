//  The steps of an expansion by the user. Handlers can delete and replace items, so each step reads
//  the latest snapshot again.

extension OutlineDataSource {
  /// A Boolean value that indicates whether an item expands when its children arrive.
  func isExpansionPending(_ item: Item) -> Bool {
    loads.states.load(of: .item(item))?.expansion != nil
  }

  /// A Boolean value that indicates whether an item is expanded and does not lack children that
  /// expanding it would load.
  func isEffectivelyExpanded(_ item: Item) -> Bool {
    guard latest.isExpanded(item) else { return false }
    return !lacksChildren(item, in: latest) { canLoad(.item($0)) }
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
      beginLoad(of: .item(top), for: .expansion(.withBehavior))
      return .waitingForChildren
    }
    var result = ExpansionResult.nothingToDo
    guard expandsInSteps(top, levels: levels) else {
      enqueue(group, keepsItems: true) { snapshot in
        if snapshot.setExpanded(true, inSubtreeOf: top, levels: 0..<levels) { result = .done }
      }
      return result
    }
    var stack = [(item: top, level: 1)]
    while let (listed, level) = stack.popLast() {
      guard let item = latest.item(equalTo: listed) else { continue }
      if !isEffectivelyExpanded(item) {
        guard isLoaded && item == top || mayExpand(item, in: group) else {
          result.add(isExpansionPending(item) ? .waitingForChildren : .refused)
          continue
        }
        enqueue(group, keepsItems: true) { $0.expand(CollectionOfOne(item)) }
        result.add(.done)
      }
      if item == top && expansionBehavior.contains(.collapsesSiblings) {
        collapseSiblings(of: item, in: group)
      }
      stack += itemsToExpand(below: item, level: level, levels: levels)
    }
    return result
  }

  /// Calls the handlers of an item, begins to load its children if there are any to load, and
  /// returns whether it expands now.
  private func mayExpand(_ item: Item, in group: Origin) -> Bool {
    // Read before the handlers run: they can move the item to a section with other handlers.
    let handlers = handlers(for: item)
    return callHandlers(
      handlers.shouldExpandItem, handlers.willExpandItem,
      replacingChildren(by: handlers, in: group), of: item)
      && !(loadsToExpand(item, handlers) && beginExpansionLoad(of: item, in: group))
      // The loader may have deleted it.
      && latest.contains(item)
  }

  /// A Boolean value that indicates whether an expansion calls handlers, loads children or affects
  /// other items, so that it is not a single edit.
  private func expandsInSteps(_ item: Item, levels: Int) -> Bool {
    !expansionBehavior.isEmpty || handlers(for: item).includeExpansion || needsLoad(.item(item))
      || levels != 1 && needsLoad(below: item)
  }

  /// Begins to load the children of an item, and returns whether it expands when they arrive.
  private func beginExpansionLoad(of item: Item, in group: Origin) -> Bool {
    let expandsLater = !latest.hasChildren(item)
    if expandsLater && latest.isExpanded(item) {
      enqueue(group, keepsItems: true) { $0.collapse(CollectionOfOne(item)) }
    }
    beginLoad(of: .item(item), for: expandsLater ? .expansion(.withBehavior) : .program, in: group)
    if expandsLater && expansionBehavior.contains(.collapsesSiblings) {
      stopWaiting(siblingsOf: item, in: group)
    }
    return expandsLater
  }

  /// A Boolean value that indicates whether the loader has the children with which an item expands,
  /// after its handlers have been called.
  func loadsToExpand(_ item: Item, _ handlers: SectionSnapshotHandlers<Item>) -> Bool {
    guard handlers.snapshotForExpandingParent == nil && !childLoaders.isEmpty else { return false }
    return needsLoad(.item(latest.item(equalTo: item) ?? item))
  }

  /// Returns a closure that replaces the children of an item by those of a handler, and returns
  /// whether the item may expand; `nil` without such a handler.
  func replacingChildren(
    by handlers: SectionSnapshotHandlers<Item>, in group: Origin
  ) -> ((_ item: Item) -> Bool)? {
    guard let makeChildren = handlers.snapshotForExpandingParent else { return nil }
    return { item in
      let children = makeChildren(item, self.latest.outline(below: item))
      return self.replaceChildren(of: item, with: children, in: group)
    }
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
      do { try snapshot.replaceChildren(of: item, with: children) } catch { failure = error }
    }
    handle(.replaced(failure), of: .item(item), in: group)
    return failure == nil
  }

  /// Returns the children that expand with their parent, the last child first.
  private func itemsToExpand(
    below item: Item, level: Int, levels: Int
  ) -> [(item: Item, level: Int)] {
    guard level < levels || expansionBehavior.contains(.expandsSingleChildChains),
      let outline = latest.sectionSnapshot(containingItem: item),
      let children = outline.children(of: item)
    else { return [] }
    if level < levels {
      return children.reversed().compactMap { child in
        outline.hasChildren(child) ? (child, level + 1) : nil
      }
    }
    guard children.count == 1, let child = children.first else { return [] }
    return outline.hasChildren(child) || needsLoad(.item(child), hasChildren: false)
      ? [(child, level)] : []
  }

  private func collapseSiblings(of item: Item, in group: Origin) {
    stopWaiting(siblingsOf: item, in: group)
    for sibling in latest.siblings(of: item) where latest.isExpanded(sibling) {
      let handlers = handlers(for: sibling)
      if callHandlers(handlers.shouldCollapseItem, handlers.willCollapseItem, of: sibling) {
        enqueue(group, keepsItems: true) { $0.collapse(CollectionOfOne(sibling)) }
      }
    }
  }

  /// Keeps the siblings of an item collapsed when their children arrive.
  private func stopWaiting(siblingsOf item: Item, in group: Origin) {
    guard !loads.states.isEmpty else { return }
    for sibling in latest.siblings(of: item) where isExpansionPending(sibling) {
      let handlers = handlers(for: sibling)
      if callHandlers(handlers.shouldCollapseItem, handlers.willCollapseItem, of: sibling) {
        stopWaiting(sibling, in: group)
      }
    }
  }

  /// Keeps an item collapsed when its children arrive, and cancels the load if nothing else needs
  /// it.
  func stopWaiting(_ item: Item, in group: Origin) {
    guard let load = loads.states.load(of: .item(item)) else { return }
    let cancels = loads.loader(of: load.id)?.collapsePolicy == .cancel
    handle(.collapsed(cancels: cancels), of: .item(item), in: group)
  }

  func performCollapse(of items: [Item], in group: Origin) -> ExpansionResult {
    var result = ExpansionResult.nothingToDo
    var allowed: [Item] = []
    // Handlers of earlier items may have changed it.
    for item in items where latest.isExpanded(item) || isExpansionPending(item) {
      result.add(.refused)
      let handlers = handlers(for: item)
      if callHandlers(handlers.shouldCollapseItem, handlers.willCollapseItem, of: item) {
        allowed.append(item)
      }
    }
    let expanded = allowed.filter(latest.isExpanded)
    if !expanded.isEmpty {
      enqueue(group, keepsItems: true) { $0.collapse(expanded) }
      result.add(.done)
    }
    for item in allowed where isExpansionPending(item) {
      stopWaiting(item, in: group)
      result.add(.stoppedWaiting)
    }
    return result
  }

  /// Calls handlers before a change of an item, and returns whether the item may change.
  ///
  /// It may not if one of its handlers is already running, or if a handler has deleted it.
  func callHandlers(
    _ should: ((_ item: Item) -> Bool)?, _ will: ((_ item: Item) -> Void)?,
    _ replace: ((_ item: Item) -> Bool)? = nil, of item: Item
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
  func outline(below item: Item) -> SectionSnapshot<Item> {
    (try? sectionSnapshot(containingItem: item)?.snapshot(of: item)) ?? SectionSnapshot()
  }
}
