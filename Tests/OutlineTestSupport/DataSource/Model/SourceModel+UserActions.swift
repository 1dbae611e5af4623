import Outline

//  Actions of the user: they call handlers, which can perform further operations.

extension SourceModel {
  /// The section whose handlers make children.
  static let lazySection = 2

  private final class Outcome {
    var isDone = false
    var isWaiting = false
    var isRefused = false

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
        begin(.item(item), .expansion(chainLength: 0))
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
    expand(
      item, isTop: true, isLoaded: true, levels: 1, chainLength: group.chainLength, in: group,
      Outcome())
  }

  private func expand(
    _ item: Int, isTop: Bool, isLoaded: Bool = false, levels: Int, chainLength: Int = 0,
    in group: Origin, _ outcome: Outcome
  ) {
    guard latest.node(item) != nil else { return }
    if !isEffectivelyExpanded(item) {
      guard isLoaded || prepareToExpand(item, chainLength: chainLength, in: group) else {
        if isPending(item) { outcome.isWaiting = true } else { outcome.isRefused = true }
        return
      }
      enqueue(group) { $0.expand([item]) }
      outcome.isDone = true
    }
    if isTop && behavior.contains(.collapsesSiblings) {
      collapse(latest.siblings(of: item), in: group)
    }
    let children = latest.node(item)?.children ?? []
    if levels > 1 {
      for child in children where !child.children.isEmpty {
        expand(child.item, isTop: false, levels: levels - 1, in: group, outcome)
      }
    } else if behavior.contains(.expandsSingleChildChains), children.count == 1,
      chainLength < Self.chainLimit
    {
      for child in children
      where !child.children.isEmpty || needsLoad(.item(child.item), hasChildren: false) {
        expand(
          child.item, isTop: false, levels: 1, chainLength: chainLength + 1, in: group, outcome)
      }
    }
  }

  private func prepareToExpand(_ item: Int, chainLength: Int, in group: Origin) -> Bool {
    let makesChildren = makesChildren(of: item)
    guard callExpandHandlers(of: item, in: group) else { return false }
    // Either can end the load that kept the item, so that it is removed.
    return (makesChildren || beginLoad(of: item, chainLength: chainLength, in: group))
      && latest.node(item) != nil
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
  private func beginLoad(of item: Int, chainLength: Int, in group: Origin) -> Bool {
    guard needsLoad(.item(item)) else { return true }
    guard latest.node(item)?.children.isEmpty ?? true else {
      begin(.item(item), .program, in: group)
      return true
    }
    if latest.isExpanded(item) { enqueue(group, keepsItems: true) { $0.collapse([item]) } }
    begin(.item(item), .expansion(chainLength: chainLength), in: group)
    if behavior.contains(.collapsesSiblings) {
      collapse(latest.siblings(of: item).filter(isPending), in: group)
    }
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
      let ancestor = new.first { $0 == item || ancestors.contains($0) } ?? item
      let error = SnapshotError<Int, Int>.items(
        .moveIntoItself([ancestor], destination: item))
      records[.item(item), default: Record()].status.failure = error.summary
      records[.item(item)]?.load?.previous.failure = error.summary
      tell([.item(item)], in: group)
      return false
    }
    let moved = Set(new).subtracting(old.subtree)
    let former = latest
    // Items from elsewhere bring their descendants along.
    let completed = children.completed { child in
      moved.contains(child) ? former.node(child)?.children.without(Set(new)) : nil
    }
    // The group keeps its marks.
    enqueue(group) { outline in
      for child in new where moved.contains(child) { try? outline.deleteItems([child]) }
      outline[section].withChildren(of: item) { $0 = completed }
    }
    cyclicChildren.removeAll { $0.parent == item }
    missingChildren = missingChildren.filter { $1.parent != .item(item) }
    guard hasChildLoaders else { return true }
    var record = records[.item(item)] ?? Record()
    let status = record.status
    let isKnown =
      status.isListed && !status.isStale && status.failure == nil && status.pageFailure == nil
      && record.cursor == nil && record.load == nil
    record.status = Status(isListed: true)
    record.load?.previous = record.status
    if let load = record.load, load.isNextPage {
      // A further page would follow other children.
      resume(load.waiters, Self.replacement)
      record.load = nil
    }
    record.cursor = nil
    record.hasPages = false
    records[.item(item)] = record
    moreItems[.item(item)] = nil
    if !isKnown { tell([.item(item)], in: group) }
    removeMissingChildren(in: group)
    return true
  }

  func collapse(_ items: [Int], isAnimated: Bool = true) -> ExpansionResult {
    deferringDelivery { collapse(items, in: makeGroup(isAnimated: isAnimated)) }
  }

  @discardableResult
  private func collapse(_ items: [Int], in group: Origin) -> ExpansionResult {
    deferringDelivery {
      var candidateCount = 0
      let allowed = items.filter { item in
        guard latest.isExpanded(item) || isPending(item) else { return false }
        candidateCount += 1
        return callCollapseHandlers(of: item)
      }
      let expanded = allowed.filter { latest.isExpanded($0) }
      if !expanded.isEmpty { enqueue(group, keepsItems: true) { $0.collapse(expanded) } }
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

extension [OutlineModel<Int>.Node] {
  /// Gives nodes without children those that a closure returns.
  fileprivate func completed(_ children: (_ item: Int) -> Self?) -> Self {
    map { node in
      var node = node
      node.children =
        node.children.isEmpty ? children(node.item) ?? [] : node.children.completed(children)
      return node
    }
  }

  /// The nodes without some items and their descendants.
  fileprivate func without(_ items: Set<Int>) -> Self {
    filter { !items.contains($0.item) }.map { node in
      var node = node
      node.children = node.children.without(items)
      return node
    }
  }
}

extension SnapshotModel {
  func isExpanded(_ item: Item) -> Bool { node(item)?.isExpanded ?? false }

  func isVisible(_ item: Item) -> Bool { entries.contains { $0.outline.isVisible(item) } }

  /// The other children of an item's parent.
  func siblings(of item: Item) -> [Item] {
    let outline = entries.first { $0.outline.contains(item) }?.outline
    return outline?.children(of: outline?.ancestors(of: item)?.first)?.filter { $0 != item } ?? []
  }
}

// MARK: - Moving

extension SourceModel {
  func canDrop(_ items: [Int], to destination: Snapshot<Int, Int>.Destination) -> Bool {
    var outline = latest
    guard (try? outline.moveItems(items, to: destination)) != nil else { return false }
    return canReorder(latest.topmost(items), to: destination)
  }

  private func canReorder(_ items: [Int], to destination: Snapshot<Int, Int>.Destination) -> Bool {
    callingHandler {
      items.allSatisfy {
        latest.items.contains($0) && !isMoreItem($0) && script.call(.canReorder, $0, of: self)
      }
        && canMove(items, to: destination) && !isIntoMoreItem(destination)
        && script.call(.canDropItems, items.count, of: self)
        && canMove(items, to: destination)
    }
  }

  private func isIntoMoreItem(_ destination: Snapshot<Int, Int>.Destination) -> Bool {
    if case .into(let item) = destination { isMoreItem(item) } else { false }
  }

  private func canMove(_ items: [Int], to destination: Snapshot<Int, Int>.Destination) -> Bool {
    var outline = latest
    return (try? outline.moveItems(items, to: destination)) != nil
  }

  /// Moves items, and returns `false` if nothing moves.
  func drop(
    _ items: [Int], to destination: Snapshot<Int, Int>.Destination
  ) throws(SnapshotError<Int, Int>) -> Bool {
    try deferringDelivery { () throws(SnapshotError<Int, Int>) in
      let initial = latest
      var final = initial
      let known = initial.items.filter(items.contains)
      try final.moveItems(items.filter { !known.contains($0) } + known, to: destination)
      placeMoreItems(in: &final, after: initial)
      let moved = initial.topmost(items)
      guard final.entries != initial.entries, canReorder(moved, to: destination) else {
        return false
      }
      let planned = Move(initial: initial, final: final, items: moved)
      guard (try? planned.repeated(on: latest)) != nil else { return false }
      callingHandler { _ = script.call(.willReorder, moved.count, of: self) }
      guard canMove(moved, to: destination), let move = try? planned.repeated(on: latest) else {
        return false
      }
      let didReorder = { [unowned self] in
        moves.append(move)
        script.call(.didReorder, moved.count, of: self)
      }
      enqueue(Origin(presentation: .animated), completion: didReorder) { $0 = move.final }
      return true
    }
  }

  func undo(_ number: Int, isRepeated: Bool) throws(SnapshotError<Int, Int>) {
    guard !moves.isEmpty else { return }
    var move = moves[number % moves.count]
    if !isRepeated { swap(&move.initial, &move.final) }
    let repeated = try move.repeated(on: latest)
    enqueue { $0 = repeated.final }
  }
}

extension SourceModel.Move {
  /// The same move, of another outline.
  fileprivate func repeated(
    on outline: SourceModel.Outline
  ) throws(SnapshotError<Int, Int>) -> Self {
    var result = outline
    let moved = final.items.filter {
      items.contains($0) && initial.place(of: $0) != final.place(of: $0)
    }
    let places = moved.compactMap { final.place(of: $0) }
    let unknown = (items + places.compactMap { $0.parent }).filter { outline.node($0) == nil }
    guard unknown.isEmpty else { throw .items(.unknownItems(unknown.uniqued)) }
    let sections = places.filter { $0.parent == nil }.map { $0.section }
    let unknownSections = sections.filter { !outline.hasSection($0) }
    guard unknownSections.isEmpty else { throw .unknownSections(unknownSections.uniqued) }
    for item in moved {
      guard let source = initial.place(of: item), let place = final.place(of: item),
        let node = result.node(item)
      else { continue }
      if let parent = place.parent, node.subtree.contains(parent) {
        throw .items(.moveIntoItself([item], destination: parent))
      }
      let isOrder = source.isChild(of: place)
      if isOrder && result.place(of: item)?.isChild(of: place) == false { continue }
      for index in result.entries.indices { result.entries[index].outline.remove(item) }
      let section = place.parent.flatMap { result.section(containing: $0) } ?? place.section
      result[section].withChildren(of: place.parent) { children in
        let index =
          place.previous == nil
          ? 0
          : children.firstIndex { $0.item == place.previous }.map { $0 + 1 }
            ?? children.firstIndex { $0.item == place.next } ?? children.count
        children.insert(node, at: index)
      }
    }
    return Self(
      initial: outline, final: result, items: outline.items.filter(items.contains))
  }
}

extension SnapshotModel where Section == Int, Item == Int {
  /// The place of an item among its siblings.
  fileprivate struct Place: Equatable {
    var section: Int
    var parent: Int?
    var previous: Int?
    var next: Int?

    func isChild(of other: Place) -> Bool {
      parent == other.parent && (parent != nil || section == other.section)
    }
  }

  fileprivate func place(of item: Int) -> Place? {
    guard let entry = entries.first(where: { $0.outline.contains(item) }) else { return nil }
    let parent = parent(of: item)
    let siblings = entry.outline.children(of: parent) ?? []
    guard let index = siblings.firstIndex(of: item) else { return nil }
    return Place(
      section: entry.section, parent: parent, previous: index > 0 ? siblings[index - 1] : nil,
      next: index + 1 < siblings.count ? siblings[index + 1] : nil)
  }
}

extension SnapshotModel {
  fileprivate func topmost(_ items: [Item]) -> [Item] {
    entries.flatMap { $0.outline.topmost(items) }.map(\.item)
  }

  func parent(of item: Item) -> Item? {
    entries.lazy.compactMap { $0.outline.ancestors(of: item) }.first?.first
  }
}
