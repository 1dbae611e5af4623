//  What opens and closes as the user wants it, step by step. Handlers may change anything on their
//  way, so each step looks at what there is by then.

extension OutlineDataSource {
  /// Opens an item and what opens along with it, while changes are held.
  ///
  /// - Parameters:
  ///   - top: The item.
  ///   - isLoaded: Whether its children have just come, so that its handlers have been asked.
  ///   - levels: How many levels open, from the item on.
  ///   - group: What the user has asked for.
  ///   - isolation: Where children are loaded.
  /// - Returns: Whether an item opens, now or when its children have come.
  @discardableResult
  func performExpansion(
    of top: Item, isLoaded: Bool = false, levels: Int, in group: EditGroup,
    isolation: isolated (any Actor)?
  ) -> Bool {
    var isDone = false
    var stack = [(item: top, level: 1)]
    while let (item, level) = stack.popLast() {
      if !isEffectivelyExpanded(item) {
        let isReady = isLoaded && item == top
        guard isReady || prepareToExpand(item, in: group, isolation: isolation) else {
          isDone = isDone || isExpansionPending(item)
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
  }

  /// Asks and tells the handlers of an item, and gets its children.
  ///
  /// - Returns: Whether the item opens now.
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

  /// Gives an item the children that a handler has made.
  ///
  /// - Returns: Whether it could be done.
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

  /// The children of an item that open along with it, in reverse.
  private func itemsToExpand(below item: Item, level: Int, levels: Int) -> [(
    item: Item, level: Int
  )] {
    guard level < levels || expansionBehavior.contains(.expandsSingleChildChains),
      let outline = latest.sectionSnapshot(containing: item),
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

  /// Closes the siblings of an item, as far as their handlers allow it.
  private func collapseSiblings(of item: Item, in group: EditGroup) {
    cancelPendingExpansion(ofSiblingsOf: item, in: group)
    for sibling in latest.siblings(of: item) ?? [] where latest.isExpanded(sibling) {
      if callCollapseHandlers(of: sibling) {
        enqueue(in: group) { $0.collapse(CollectionOfOne(sibling)) }
      }
    }
  }

  /// Has the siblings of an item stay closed when their children come.
  private func cancelPendingExpansion(ofSiblingsOf item: Item, in group: EditGroup) {
    guard !records.isEmpty else { return }
    for sibling in latest.siblings(of: item) ?? [] where isExpansionPending(sibling) {
      if callCollapseHandlers(of: sibling) {
        cancelPendingExpansion(of: sibling, in: group)
      }
    }
  }

  /// Asks and tells the handlers of an item that is to be collapsed.
  func callCollapseHandlers(of item: Item) -> Bool {
    let handlers = handlers(for: item)
    return callingHandlers(of: item) {
      guard handlers.shouldCollapseItem?(item) ?? true, latest.contains(item) else { return false }
      handlers.willCollapseItem?(item)
      return latest.contains(item)
    }
  }

  /// Calls the handlers of an item, unless it is one of them that asks for it.
  private func callingHandlers(of item: Item, _ calls: () -> Bool) -> Bool {
    guard itemsWithRunningHandlers.insert(item).inserted else { return false }
    defer { itemsWithRunningHandlers.remove(item) }
    return deferringDelivery(calls)
  }
}

extension Snapshot {
  /// What is below an item; nothing for an unknown one.
  func descendants(of item: Item) -> SectionSnapshot<Item> {
    (try? sectionSnapshot(containing: item)?.snapshot(of: item)) ?? SectionSnapshot()
  }
}
