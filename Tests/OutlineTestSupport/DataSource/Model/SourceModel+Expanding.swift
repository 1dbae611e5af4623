import Outline

//  What the user does: it calls handlers, which can do anything meanwhile.

extension SourceModel {
  /// The section whose handlers make children.
  static let lazySection = 2

  private final class Outcome {
    var (isDone, isRefused) = (false, false)

    var result: ExpansionResult { isDone ? .done : isRefused ? .refused : .nothingToDo }
  }

  func expand(_ item: Int, levels: Int = 1, isAnimated: Bool) -> ExpansionResult {
    let outline = latest
    guard outline.node(item) != nil, levels > 1 || !outline.isExpanded(item) else {
      return .nothingToDo
    }
    return deferringDelivery {
      let outcome = Outcome()
      expand(
        item, isTop: true, levels: levels, in: makeGroup(isAnimated: isAnimated), outcome)
      return outcome.result
    }
  }

  private func expand(
    _ item: Int, isTop: Bool, levels: Int, in group: Origin, _ outcome: Outcome
  ) {
    guard latest.node(item) != nil else { return }
    if !latest.isExpanded(item) {
      guard callExpandHandlers(of: item, in: group) else {
        outcome.isRefused = true
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
      for child in children where !child.children.isEmpty {
        expand(child.item, isTop: false, levels: 1, in: group, outcome)
      }
    }
  }

  private func callExpandHandlers(of item: Int, in group: Origin) -> Bool {
    let makesChildren = latest.section(containing: item) == Self.lazySection
    let isAllowed = callingHandlers(of: item) {
      guard script.call(.shouldExpand, item, of: self), latest.node(item) != nil else {
        return false
      }
      script.call(.willExpand, item, of: self)
      return latest.node(item) != nil
    }
    guard isAllowed, makesChildren else { return isAllowed }
    var children = latest.node(item)?.children ?? []
    let isMade = callingHandlers(of: item) {
      script.call(.makeChildren, item, of: self)
      if let seed = script.childSeed() { children = Self.outline(seed)[0].roots }
      return true
    }
    return isMade && replaceChildren(of: item, by: children, in: group)
  }

  /// New children leave their old places; an ancestor cannot be a child.
  private func replaceChildren(
    of item: Int, by children: [OutlineModel<Int>.Node], in group: Origin
  ) -> Bool {
    var outline = latest
    guard let old = outline.node(item), let section = outline.section(containing: item) else {
      return false
    }
    let new = children.flatMap(\.subtree)
    let ancestors = outline[section].ancestors(of: item) ?? []
    guard !new.contains(item), !ancestors.contains(where: new.contains) else {
      failures.insert(item)
      enqueue(group) { try? $0.reconfigureItems([item]) }
      return false
    }
    for child in new where !old.subtree.contains(child) { try? outline.deleteItems([child]) }
    outline[section].withChildren(of: item) { $0 = children }
    enqueue(group) { $0 = outline }
    failures.remove(item)
    return true
  }

  func collapse(_ items: [Int], isAnimated: Bool = true) -> ExpansionResult {
    deferringDelivery {
      let group = makeGroup(isAnimated: isAnimated)
      var candidateCount = 0
      let allowed = items.filter { item in
        guard latest.isExpanded(item) else { return false }
        candidateCount += 1
        return callCollapseHandlers(of: item)
      }
      let expanded = allowed.filter { latest.isExpanded($0) }
      if !expanded.isEmpty { enqueue(group) { $0.collapse(expanded) } }
      return !expanded.isEmpty ? .done : candidateCount == 0 ? .nothingToDo : .refused
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
    let siblings = latest.entries.lazy.compactMap { $0.outline.siblings(of: item) }.first ?? []
    for sibling in siblings where latest.isExpanded(sibling) {
      if callCollapseHandlers(of: sibling) { enqueue(group) { $0.collapse([sibling]) } }
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
}

extension OutlineModel {
  /// The other children of an item's parent; `nil` for an unknown item.
  func siblings(of item: Item) -> [Item]? {
    guard contains(item) else { return nil }
    return children(of: ancestors(of: item)?.first)?.filter { $0 != item }
  }
}
