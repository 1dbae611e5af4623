import Outline

//  Actions of the user: they call handlers, which can perform further operations.

extension SourceModel {
  /// The section whose handlers make children.
  static let lazySection = 2

  private final class Outcome {
    var (isDone, isWaiting, isRefused) = (false, false, false)

    var result: ExpansionResult {
      isDone ? .done : isWaiting ? .waitingForChildren : isRefused ? .refused : .nothingToDo
    }
  }

  func expand(_ item: Int, levels: Int = 1, isAnimated: Bool) -> ExpansionResult {
    deferringDelivery {
      guard latest.node(item) != nil, levels > 1 || !isEffectivelyExpanded(item) else {
        return .nothingToDo
      }
      if isPending(item) {
        begin(.item(item), .expansion)
        return .waitingForChildren
      }
      let outcome = Outcome()
      expand(
        item, isTop: true, levels: levels, in: makeGroup(isAnimated: isAnimated), outcome)
      return outcome.result
    }
  }

  /// Expands an item whose children have just been loaded.
  func expandLoaded(_ item: Int, in group: Origin) {
    expand(item, isTop: true, isLoaded: true, levels: 1, in: group, Outcome())
  }

  private func expand(
    _ item: Int, isTop: Bool, isLoaded: Bool = false, levels: Int, in group: Origin,
    _ outcome: Outcome
  ) {
    guard latest.node(item) != nil else { return }
    if !isEffectivelyExpanded(item) {
      guard isLoaded || prepareToExpand(item, in: group) else {
        if isPending(item) { outcome.isWaiting = true } else { outcome.isRefused = true }
        return
      }
      enqueue(group) { $0.expand([item]) }
      outcome.isDone = true
    }
    if isTop && behavior.contains(.collapsesSiblings) { collapseSiblings(of: item, in: group) }
    let children = latest.node(item)?.children ?? []
    if levels > 1 {
      for child in children where !child.children.isEmpty {
        expand(child.item, isTop: false, levels: levels - 1, in: group, outcome)
      }
    } else if behavior.contains(.expandsSingleChildChains), children.count == 1 {
      for child in children
      where !child.children.isEmpty || needsLoad(.item(child.item), hasChildren: false) {
        expand(child.item, isTop: false, levels: 1, in: group, outcome)
      }
    }
  }

  private func prepareToExpand(_ item: Int, in group: Origin) -> Bool {
    let makesChildren = makesChildren(of: item)
    guard callExpandHandlers(of: item, in: group) else { return false }
    return makesChildren || beginLoad(of: item, in: group)
  }

  /// The handlers of a section make the children of its items.
  func makesChildren(of item: Int) -> Bool {
    latest.section(containing: item) == Self.lazySection
  }

  func callExpandHandlers(of item: Int, in group: Origin) -> Bool {
    let makesChildren = makesChildren(of: item)
    let isAllowed = callingHandlers(of: item) {
      guard script.call(.shouldExpand, item, of: self), latest.node(item) != nil else {
        return false
      }
      script.call(.willExpand, item, of: self)
      return latest.node(item) != nil
    }
    guard isAllowed else { return false }
    guard makesChildren else { return true }
    var children = latest.node(item)?.children ?? []
    let isMade = callingHandlers(of: item) {
      script.call(.makeChildren, item, of: self)
      if let seed = script.childSeed() { children = Self.outline(seed)[0].roots }
      return true
    }
    return isMade && replaceChildren(of: item, by: children, in: group)
  }

  /// Loads children before an item expands, or again while it shows the old ones.
  private func beginLoad(of item: Int, in group: Origin) -> Bool {
    guard needsLoad(.item(item)) else { return true }
    guard latest.node(item)?.children.isEmpty ?? true else {
      begin(.item(item), .program, in: group)
      return true
    }
    if latest.isExpanded(item) { enqueue(group) { $0.collapse([item]) } }
    begin(.item(item), .expansion, in: group)
    if behavior.contains(.collapsesSiblings) { stopWaiting(siblingsOf: item, in: group) }
    return false
  }

  /// New children leave their old parents; an ancestor cannot be a child.
  private func replaceChildren(
    of item: Int, by children: [OutlineModel<Int>.Node], in group: Origin
  ) -> Bool {
    guard let old = latest.node(item), let section = latest.section(containing: item) else {
      return false
    }
    let new = children.flatMap(\.subtree)
    let ancestors = latest[section].ancestors(of: item) ?? []
    guard !new.contains(item), !ancestors.contains(where: new.contains) else {
      let ancestor = (ancestors + [item]).first(where: new.contains) ?? item
      let error = SnapshotError<Int, Int>.items(
        .moveIntoItself([ancestor], destination: item))
      records[.item(item), default: Record()].status.failure = error.summary
      tell(.item(item), in: group)
      return false
    }
    // The group keeps its marks.
    enqueue(group) { outline in
      for child in new where !old.subtree.contains(child) { try? outline.deleteItems([child]) }
      outline[section].withChildren(of: item) { $0 = children }
    }
    if records[.item(item)]?.status.failure != nil {
      records[.item(item)]?.status.failure = nil
      tell(.item(item), in: group)
    }
    return true
  }

  func collapse(_ items: [Int], isAnimated: Bool = true) -> ExpansionResult {
    deferringDelivery {
      let group = makeGroup(isAnimated: isAnimated)
      var candidateCount = 0
      let allowed = items.filter { item in
        guard latest.isExpanded(item) || isPending(item) else { return false }
        candidateCount += 1
        return callCollapseHandlers(of: item)
      }
      let expanded = allowed.filter { latest.isExpanded($0) }
      if !expanded.isEmpty { enqueue(group) { $0.collapse(expanded) } }
      let pending = allowed.filter(isPending)
      for item in pending { stopWaiting(item, in: group) }
      return !expanded.isEmpty
        ? .done
        : !pending.isEmpty ? .stoppedWaiting : candidateCount == 0 ? .nothingToDo : .refused
    }
  }

  func collapseSubtree(of item: Int, keptLevels: Int) -> ExpansionResult {
    func items(_ node: OutlineModel<Int>.Node, level: Int) -> [Int] {
      (level < keptLevels ? [] : [node.item])
        + node.children.flatMap { items($0, level: level + 1) }
    }
    return collapse(latest.node(item).map { items($0, level: 0) } ?? [])
  }

  private func collapseSiblings(of item: Int, in group: Origin) {
    stopWaiting(siblingsOf: item, in: group)
    for sibling in latest.siblings(of: item) where latest.isExpanded(sibling) {
      if callCollapseHandlers(of: sibling) { enqueue(group) { $0.collapse([sibling]) } }
    }
  }

  private func stopWaiting(siblingsOf item: Int, in group: Origin) {
    for sibling in latest.siblings(of: item) where isPending(sibling) {
      if callCollapseHandlers(of: sibling) { stopWaiting(sibling, in: group) }
    }
  }

  private func callCollapseHandlers(of item: Int) -> Bool {
    callingHandlers(of: item) {
      guard script.call(.shouldCollapse, item, of: self), latest.node(item) != nil else {
        return false
      }
      script.call(.willCollapse, item, of: self)
      return latest.node(item) != nil
    }
  }

  /// A handler cannot expand or collapse the item that it is called for.
  private func callingHandlers(of item: Int, _ calls: () -> Bool) -> Bool {
    guard itemsWithRunningHandlers.insert(item).inserted else { return false }
    defer { itemsWithRunningHandlers.remove(item) }
    return callingHandler(calls)
  }
}

extension SnapshotModel {
  func isExpanded(_ item: Item) -> Bool { node(item)?.isExpanded ?? false }

  /// The other children of an item's parent.
  func siblings(of item: Item) -> [Item] {
    let outline = entries.first { $0.outline.contains(item) }?.outline
    return outline?.children(of: outline?.ancestors(of: item)?.first)?.filter { $0 != item } ?? []
  }
}
