extension Snapshot {
  /// Inserts a page of loaded children.
  ///
  /// Children that are elsewhere move, with their descendants and their expansion. Those that have
  /// left the snapshot come back as they were. Ancestors of the parent, and the parent itself, stay
  /// where they are.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - parent: The item, or the section whose roots the children are.
  ///   - isNextPage: `true` to append the page to the children, `false` to replace them.
  ///   - knownChildren: The treatment of children that are in the snapshot already.
  ///   - removed: Returns the outline that contained an item which is not in the snapshot any more.
  ///   - lacksChildren: Returns whether an item without children has children to load.
  /// - Returns: The children that stay where they are, as ancestors of the parent.
  /// - Throws: ``SnapshotError`` for an item that is in the page twice, or for a known one that
  ///   must not move.
  mutating func insert(
    _ page: ChildPage<Item>, below parent: LoadParent<Section, Item>, isNextPage: Bool,
    knownChildren: KnownChildren, removed: (_ item: Item) -> SectionSnapshot<Item>?,
    lacksChildren: (_ item: Item) -> Bool
  ) throws -> [DisplacedItems<Section, Item>.WithheldChild] {
    guard let section = section(of: parent) else { return [] }
    var arriving = try page.outline()
    let replaced = isNextPage ? SectionSnapshot() : descendants(of: parent)
    if knownChildren == .fail {
      let known = arriving.items.filter { contains($0) && !replaced.contains($0) }
      guard known.isEmpty else { throw SnapshotError.duplicateItems(known) }
    }
    let ancestors = ancestors(orSelf: parent).filter(arriving.contains)
    let withheld = withheldChildren(ancestors, of: parent, in: Array(arriving.rootItems))
    try arriving.delete(ancestors)
    if isNextPage {
      let present = arriving.rootItems.filter { contains($0) && isChild($0, of: parent) }
      try updateItems(present)
      try arriving.delete(present)
    }
    switch page.contents {
    case .items: try addDescendants(to: &arriving, removed: removed)
    case .snapshot: keepExpansion(in: &arriving, removed: removed, lacksChildren: lacksChildren)
    }
    try deleteItems(arriving.items.filter { contains($0) && !replaced.contains($0) })
    switch parent {
    case .item(let item):
      if isNextPage {
        try self[section].append(arriving, to: item)
      } else {
        try self[section].replace(childrenOf: item, using: arriving)
      }
    case .section:
      if isNextPage {
        try self[section].append(arriving)
      } else {
        self[section] = arriving
      }
    }
    return withheld
  }

  /// Describes those items that are children in a page.
  private func withheldChildren(
    _ items: [Item], of parent: LoadParent<Section, Item>, in children: [Item]
  ) -> [DisplacedItems<Section, Item>.WithheldChild] {
    // The parent itself can never be its own child.
    items.filter { .item($0) != parent }.compactMap { item in
      children.firstIndex(of: item).map { index in
        .init(item: item, parent: parent, followers: children[(index + 1)...])
      }
    }
  }

  /// Replaces the descendants of an item, taking known items from where they are.
  ///
  /// - Throws: ``SnapshotError/moveIntoItself(_:destination:)`` if an ancestor of the item, or the
  ///   item itself, is among the new descendants.
  mutating func replaceChildren(of item: Item, with children: SectionSnapshot<Item>) throws {
    guard let section = sectionIdentifier(containingItem: item) else { return }
    if let ancestor = ancestors(orSelf: .item(item)).first(where: children.contains) {
      throw SnapshotError.moveIntoItself([ancestor], destination: item)
    }
    let replaced = descendants(of: item)
    try deleteItems(children.items.filter { contains($0) && !replaced.contains($0) })
    try self[section].replace(childrenOf: item, using: children)
  }

  /// Moves a child below its parent, or brings it back from an earlier snapshot.
  ///
  /// - Returns: `false` if the child would be below itself, or if no snapshot has it.
  mutating func adopt(
    _ child: DisplacedItems<Section, Item>.WithheldChild,
    removed: (_ item: Item) -> SectionSnapshot<Item>?
  ) -> Bool {
    let (item, parent) = (child.item, child.parent)
    guard let section = section(of: parent), !ancestors(orSelf: parent).contains(item) else {
      return false
    }
    if isChild(item, of: parent) { return true }
    do {
      if !contains(item) {
        guard let outline = removed(item) else { return false }
        var subtree = try outline.snapshot(of: item, includingParent: true)
        try subtree.delete(subtree.items.filter(contains))
        try self[section].append(subtree)
      }
      if let follower = child.followers.first(where: { isChild($0, of: parent) }) {
        try moveItems([item], to: .before(follower))
      } else if case .item(let parent) = parent {
        try moveItems([item], to: .into(parent))
      } else {
        try moveItems([item], to: .end(of: section))
      }
      return true
    } catch {
      return false
    }
  }

  /// The section of a parent; `nil` if the snapshot does not have it.
  private func section(of parent: LoadParent<Section, Item>) -> Section? {
    switch parent {
    case .item(let item): sectionIdentifier(containingItem: item)
    case .section(let section): indexOfSection(section) == nil ? nil : section
    }
  }

  /// The parent and its ancestors, if it is an item.
  private func ancestors(orSelf parent: LoadParent<Section, Item>) -> [Item] {
    guard case .item(let item) = parent else { return [] }
    return (ancestors(of: item) ?? []) + [item]
  }

  private func isChild(_ item: Item, of parent: LoadParent<Section, Item>) -> Bool {
    switch parent {
    case .item(let parent): self.parent(of: item) == parent
    case .section(let section):
      self.parent(of: item) == nil && sectionIdentifier(containingItem: item) == section
    }
  }

  private func descendants(of parent: LoadParent<Section, Item>) -> SectionSnapshot<Item> {
    switch parent {
    case .item(let item): descendants(of: item)
    case .section(let section): self[section]
    }
  }

  /// Gives the roots of an outline the descendants that they have, or had when they were removed.
  private func addDescendants(
    to arriving: inout SectionSnapshot<Item>, removed: (_ item: Item) -> SectionSnapshot<Item>?
  ) throws {
    for item in Array(arriving.rootItems) {
      let isKnown = contains(item)
      guard let outline = sectionSnapshot(containingItem: item) ?? removed(item) else { continue }
      if outline.isExpanded(item) {
        arriving.expand(CollectionOfOne(item))
      }
      guard outline.hasChildren(item) else { continue }
      var subtree = try outline.snapshot(of: item)
      // Items that the page has elsewhere, or that have moved away, leave their old parent.
      try subtree.delete(subtree.items.filter { arriving.contains($0) || !isKnown && contains($0) })
      try arriving.append(subtree, to: item)
    }
  }

  /// Gives items of an outline the expansion that they have, or had when they were removed.
  private func keepExpansion(
    in arriving: inout SectionSnapshot<Item>, removed: (_ item: Item) -> SectionSnapshot<Item>?,
    lacksChildren: (_ item: Item) -> Bool
  ) {
    var (expanded, collapsed): ([Item], [Item]) = ([], [])
    for item in arriving.items {
      guard let outline = sectionSnapshot(containingItem: item) ?? removed(item) else { continue }
      if !outline.isExpanded(item) {
        collapsed.append(item)
      } else if arriving.hasChildren(item) || arriving.isExpanded(item) || !lacksChildren(item) {
        expanded.append(item)
      }
    }
    arriving.expand(expanded)
    arriving.collapse(collapsed)
  }
}

extension ChildPage {
  /// The children of the page as an outline.
  fileprivate func outline() throws(SnapshotError<Item>) -> SectionSnapshot<Item> {
    switch contents {
    case .snapshot(let snapshot): return snapshot
    case .items(let items):
      var snapshot = SectionSnapshot<Item>()
      try snapshot.append(items)
      return snapshot
    }
  }
}
