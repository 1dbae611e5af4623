//  What opens when the user expands an item is found out first, by asking the handlers, and then
//  made in one change.

extension OutlineDataSource {
  /// What is to open and close, now or once children have come.
  struct OpeningPlan {
    /// How many levels open, from the item on.
    let levels: Int
    /// The items to open, each with the children that replace those it has.
    var opened: [(item: Item, children: SectionSnapshot<Item>?)] = []
    /// The items to load the children of, and whether each opens when they have come.
    var awaited: [(item: Item, opens: Bool)] = []
    /// The items to close.
    var closed: [Item] = []
  }

  /// Asks and tells the handlers of an item and of what opens along with it.
  ///
  /// - Parameters:
  ///   - plan: Gets what they allow.
  ///   - item: The item at the top.
  ///   - arrived: The children of the item if they have just been loaded, after the handlers were
  ///     asked about it.
  func makePlan(
    _ plan: inout OpeningPlan, from item: Item, arrived: SectionSnapshot<Item>? = nil
  ) {
    if let arrived {
      plan.opened.append((item, arrived))
    } else if !latest.isExpanded(item), !prepareToOpen(item, in: &plan) {
      return
    }
    if expansionBehavior.contains(.collapsesSiblings) {
      plan.closed = latest.expandedSiblings(of: item).filter(mayCollapse)
    }
    var steps = stepsBelow(item, level: 1, in: plan)
    while let (item, level) = steps.popLast() {
      if latest.isExpanded(item) || prepareToOpen(item, in: &plan) {
        steps += stepsBelow(item, level: level, in: plan)
      }
    }
  }

  /// Asks and tells the handlers of one item.
  ///
  /// - Returns: Whether the item opens now.
  private func prepareToOpen(_ item: Item, in plan: inout OpeningPlan) -> Bool {
    let handlers = handlers(for: item)
    guard handlers.shouldExpandItem?(item) ?? true else { return false }
    handlers.willExpandItem?(item)
    let children = handlers.snapshotForExpandingParent.map {
      $0(item, latest.descendants(of: item))
    }
    if children == nil && needsLoad(item) {
      let opens = !latest.hasChildren(item)
      plan.awaited.append((item, opens))
      if opens { return false }
    }
    plan.opened.append((item, children))
    return true
  }

  /// The children of an item that open along with it, in reverse.
  private func stepsBelow(
    _ item: Item, level: Int, in plan: OpeningPlan
  ) -> [(item: Item, level: Int)] {
    guard level < plan.levels || expansionBehavior.contains(.expandsSingleChildChains) else {
      return []
    }
    let replacement = plan.opened.last.flatMap { $0.item == item ? $0.children : nil }
    guard let children = replacement?.rootItems ?? latest.outline(of: item)?.children(of: item)
    else { return [] }
    let outline = replacement ?? latest.outline(of: item)
    if level < plan.levels {
      return children.reversed().compactMap { child in
        outline?.hasChildren(child) ?? false ? (child, level + 1) : nil
      }
    }
    guard children.count == 1, let child = children.first else { return [] }
    return outline?.hasChildren(child) ?? false || needsLoad(child) ? [(child, level)] : []
  }

  /// Opens and closes what a plan says, as one update.
  func carryOut(_ plan: OpeningPlan, isAnimated: Bool) {
    guard !plan.opened.isEmpty else { return }
    var snapshot = latest
    for (item, children) in plan.opened {
      guard let section = snapshot.sectionIdentifier(containingItem: item) else { continue }
      if let children {
        do {
          try snapshot[section].replace(childrenOf: item, using: children)
        } catch {
          fail(item, error, in: &snapshot)
          continue
        }
      }
      snapshot.expand(CollectionOfOne(item))
    }
    snapshot.collapse(plan.closed)
    tell(snapshot, isAnimated: isAnimated)
  }

  /// Asks and tells the handlers of an item that is to be collapsed.
  func mayCollapse(_ item: Item) -> Bool {
    let handlers = handlers(for: item)
    return holdingChanges {
      guard handlers.shouldCollapseItem?(item) ?? true else { return false }
      handlers.willCollapseItem?(item)
      return true
    }
  }
}

// MARK: - Relatives

extension SectionSnapshot {
  func hasChildren(_ item: Item) -> Bool {
    guard let handle = table.handle(of: item) else { return false }
    return tree.subtreeRange(of: handle).count > 1
  }
}

extension Snapshot {
  /// The contents of the section that an item is in.
  func outline(of item: Item) -> SectionSnapshot<Item>? {
    locate(item).map { contents[$0.section] }
  }

  func hasChildren(_ item: Item) -> Bool { outline(of: item)?.hasChildren(item) ?? false }

  /// What is below an item; nothing for an unknown one.
  func descendants(of item: Item) -> SectionSnapshot<Item> {
    (try? outline(of: item)?.snapshot(of: item)) ?? SectionSnapshot()
  }

  /// The expanded items below an item, in their order.
  func expandedDescendants(of item: Item) -> [Item] {
    descendants(of: item).expandedItems
  }

  /// The expanded siblings of an item.
  func expandedSiblings(of item: Item) -> [Item] {
    guard let outline = outline(of: item) else { return [] }
    let siblings = outline.parent(of: item).flatMap { outline.children(of: $0) }
    return (siblings ?? outline.rootItems).filter { $0 != item && outline.isExpanded($0) }
  }
}

// MARK: - Comparing

extension Snapshot {
  /// The items that are nowhere in another snapshot.
  ///
  /// - Complexity: O(log *n* + *k*) where all but *k* items are in storage that both share, and
  ///   O(log *s*) where the sections have the same items
  func items(goneFrom new: Snapshot) -> [Item] {
    sectionHandlesNotShared(with: new).flatMap { section in
      let outline = contents[section]
      let other = new[order.table[section]]
      if outline.table.isIdentical(to: other.table) { return [Item]() }
      return outline.handlesOfItems(notIn: other).lazy.map { outline.table[$0] }
        .filter { !new.contains($0) }
    }
  }
}
