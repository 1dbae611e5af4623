//  The steps of an expansion by the user. Handlers can change the data source, so each step reads
//  the latest snapshot again.

extension OutlineDataSource {
  /// Expands an item and everything that expands with it, while delivery is deferred.
  ///
  /// - Parameters:
  ///   - top: The item.
  ///   - isLoaded: `true` if the children have just been loaded, so that the handlers of the item
  ///     have been called before.
  ///   - levels: The number of levels to expand.
  ///   - group: The group that receives the edits.
  ///   - isolation: The actor that receives loaded children.
  /// - Returns: The combined outcome of all items.
  @discardableResult
  func performExpansion(
    of top: Item, isLoaded: Bool = false, levels: Int, in group: EditGroup,
    isolation: isolated (any Actor)?
  ) -> ExpansionResult {
    var (isDone, isWaiting, isRefused) = (false, false, false)
    var stack = [(item: top, level: 1)]
    while let (item, level) = stack.popLast() {
      if !isEffectivelyExpanded(item) {
        let isReady = isLoaded && item == top
        guard isReady || prepareToExpand(item, in: group, isolation: isolation) else {
          let isPending = isExpansionPending(item)
          isWaiting = isWaiting || isPending
          isRefused = isRefused || !isPending
          continue
        }
        enqueue(in: group) { $0.expand(CollectionOfOne(item)) }
        isDone = true
      }
      if item == top && expansionBehavior.contains(.collapsesSiblings) {
        collapseSiblings(of: item, in: group)
      }
      stack += itemsToExpand(below: item, level: level, levels: levels)
    }
    return isDone
      ? .done : isWaiting ? .waitingForChildren : isRefused ? .refused : .nothingToDo
  }

  /// Calls the handlers of an item and gets its children.
  ///
  /// - Returns: `true` if the item can be expanded now.
  private func prepareToExpand(
    _ item: Item, in group: EditGroup, isolation: isolated (any Actor)?
  ) -> Bool {
    let handlers = handlers(for: item)
    let isAllowed = callingHandlers(of: item) {
      guard handlers.shouldExpandItem?(item) ?? true, latest.contains(item) else { return false }
      handlers.willExpandItem?(item)
      return latest.contains(item)
    }
    guard isAllowed else { return false }
    if let makeChildren = handlers.snapshotForExpandingParent {
      var children: SectionSnapshot<Item>?
      let isMade = callingHandlers(of: item) {
        children = makeChildren(item, latest.descendants(of: item))
        return true
      }
      guard isMade, let children else { return false }
      return replaceChildren(of: item, with: children, in: group)
    }
    guard needsLoad(item) else { return true }
    let expandsLater = !latest.hasChildren(item)
    if expandsLater && latest.isExpanded(item) {
      enqueue(in: group) { $0.collapse(CollectionOfOne(item)) }
    }
    beginLoad(of: item, expanding: expandsLater, in: group, isolation: isolation)
    if expandsLater && expansionBehavior.contains(.collapsesSiblings) {
      cancelPendingExpansion(ofSiblingsOf: item, in: group)
    }
    return !expandsLater
  }

  /// Replaces the descendants of an item by those from a handler.
  ///
  /// - Returns: `false` if the children are elsewhere in the section.
  private func replaceChildren(
    of item: Item, with children: SectionSnapshot<Item>, in group: EditGroup
  ) -> Bool {
    let old = latest
    guard let section = old.sectionIdentifier(containingItem: item) else { return false }
    do {
      var outline = old[section]
      try outline.replace(childrenOf: item, using: children)
      enqueue(in: group) { $0[section] = outline }
    } catch {
      recordFailure(error, of: item)
      return false
    }
    records[item]?.status.failure = nil
    removeRecords(ofItemsIn: old, missingFrom: latest)
    return true
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
    return outline.hasChildren(child) || needsLoad(child) ? [(child, level)] : []
  }

  /// Collapses the siblings of an item unless their handlers refuse.
  private func collapseSiblings(of item: Item, in group: EditGroup) {
    cancelPendingExpansion(ofSiblingsOf: item, in: group)
    for sibling in latest.siblings(of: item) ?? [] where latest.isExpanded(sibling) {
      if callCollapseHandlers(of: sibling) {
        enqueue(in: group) { $0.collapse(CollectionOfOne(sibling)) }
      }
    }
  }

  /// Keeps the siblings of an item collapsed when their children arrive.
  private func cancelPendingExpansion(ofSiblingsOf item: Item, in group: EditGroup) {
    guard !records.isEmpty else { return }
    for sibling in latest.siblings(of: item) ?? [] where isExpansionPending(sibling) {
      if callCollapseHandlers(of: sibling) {
        cancelPendingExpansion(of: sibling, in: group)
      }
    }
  }

  /// Calls the handlers for collapsing an item, and returns whether they allow it.
  func callCollapseHandlers(of item: Item) -> Bool {
    let handlers = handlers(for: item)
    return callingHandlers(of: item) {
      guard handlers.shouldCollapseItem?(item) ?? true, latest.contains(item) else { return false }
      handlers.willCollapseItem?(item)
      return latest.contains(item)
    }
  }

  /// Calls handlers of an item, or returns `false` if one of them is already running.
  private func callingHandlers(of item: Item, _ calls: () -> Bool) -> Bool {
    guard itemsWithRunningHandlers.insert(item).inserted else { return false }
    defer { itemsWithRunningHandlers.remove(item) }
    return deferringDelivery(calls)
  }
}

extension Snapshot {
  /// Returns the descendants of an item, or an empty snapshot for an unknown item.
  func descendants(of item: Item) -> SectionSnapshot<Item> {
    (try? sectionSnapshot(containingItem: item)?.snapshot(of: item)) ?? SectionSnapshot()
  }
}
