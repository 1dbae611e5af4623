//  What opens and closes as the user wants it, step by step. Handlers may change anything on their
//  way, so each step looks at what there is by then.

extension OutlineDataSource {
  /// Opens an item and what opens along with it, while changes are held.
  ///
  /// - Parameters:
  ///   - top: The item.
  ///   - isLoaded: Whether its children have just come, so that its handlers have been asked.
  ///   - levels: How many levels open, from the item on.
  ///   - operation: What the user has asked for.
  ///   - isolation: Where children are loaded.
  /// - Returns: Whether an item opens, now or when its children have come.
  @discardableResult
  func open(
    _ top: Item, isLoaded: Bool = false, levels: Int, operation: Operation,
    isolation: isolated (any Actor)?
  ) -> Bool {
    var isDone = false
    var steps = [(item: top, level: 1)]
    while let (item, level) = steps.popLast() {
      if !isOpen(item) {
        let isReady = isLoaded && item == top
        guard isReady || prepareToOpen(item, operation, isolation: isolation) else {
          isDone = isDone || isWaitingToOpen(item)
          continue
        }
        step(operation) { $0.expand(CollectionOfOne(item)) }
        isDone = true
      }
      if item == top && expansionBehavior.contains(.collapsesSiblings) {
        closeSiblings(of: item, operation)
      }
      steps += stepsBelow(item, level: level, levels: levels)
    }
    return isDone
  }

  /// Asks and tells the handlers of an item, and gets its children.
  ///
  /// - Returns: Whether the item opens now.
  private func prepareToOpen(
    _ item: Item, _ operation: Operation, isolation: isolated (any Actor)?
  ) -> Bool {
    let handlers = handlers(for: item)
    let isAllowed = asking(item) {
      guard handlers.shouldExpandItem?(item) ?? true, latest.contains(item) else { return false }
      handlers.willExpandItem?(item)
      return latest.contains(item)
    }
    guard isAllowed else { return false }
    if let makeChildren = handlers.snapshotForExpandingParent {
      var children: SectionSnapshot<Item>?
      let isMade = asking(item) {
        children = makeChildren(item, latest.descendants(of: item))
        return true
      }
      guard isMade, let children else { return false }
      return replaceChildren(of: item, with: children, operation)
    }
    guard needsLoad(item) else { return true }
    let opensLater = !latest.hasChildren(item)
    if opensLater && latest.isExpanded(item) {
      step(operation) { $0.collapse(CollectionOfOne(item)) }
    }
    beginLoad(of: item, opens: opensLater, in: operation, isolation: isolation)
    if opensLater && expansionBehavior.contains(.collapsesSiblings) {
      withdrawSiblings(of: item, operation)
    }
    return !opensLater
  }

  /// Gives an item the children that a handler has made.
  ///
  /// - Returns: Whether it could be done.
  private func replaceChildren(
    of item: Item, with children: SectionSnapshot<Item>, _ operation: Operation
  ) -> Bool {
    let old = latest
    guard let section = old.sectionIdentifier(containingItem: item) else { return false }
    do {
      var outline = old[section]
      try outline.replace(childrenOf: item, using: children)
      step(operation) { $0[section] = outline }
    } catch {
      fail(item, error)
      return false
    }
    records[item]?.marks.failure = nil
    forgetRecords(ofItemsIn: old, goneFrom: latest)
    return true
  }

  /// The children of an item that open along with it, in reverse.
  private func stepsBelow(_ item: Item, level: Int, levels: Int) -> [(item: Item, level: Int)] {
    guard level < levels || expansionBehavior.contains(.expandsSingleChildChains),
      let outline = latest.outline(of: item), let children = outline.children(of: item)
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
  private func closeSiblings(of item: Item, _ operation: Operation) {
    withdrawSiblings(of: item, operation)
    for sibling in latest.siblings(of: item) where latest.isExpanded(sibling) {
      if mayCollapse(sibling) {
        step(operation) { $0.collapse(CollectionOfOne(sibling)) }
      }
    }
  }

  /// Has the siblings of an item stay closed when their children come.
  private func withdrawSiblings(of item: Item, _ operation: Operation) {
    guard !records.isEmpty else { return }
    for sibling in latest.siblings(of: item) where isWaitingToOpen(sibling) {
      if mayCollapse(sibling) {
        withdrawOpening(of: sibling, operation)
      }
    }
  }

  /// Asks and tells the handlers of an item that is to be collapsed.
  func mayCollapse(_ item: Item) -> Bool {
    let handlers = handlers(for: item)
    return asking(item) {
      guard handlers.shouldCollapseItem?(item) ?? true, latest.contains(item) else { return false }
      handlers.willCollapseItem?(item)
      return latest.contains(item)
    }
  }

  /// Calls the handlers of an item, unless it is one of them that asks for it.
  private func asking(_ item: Item, _ calls: () -> Bool) -> Bool {
    guard itemsInQuestion.insert(item).inserted else { return false }
    defer { itemsInQuestion.remove(item) }
    return holdingChanges(calls)
  }
}
