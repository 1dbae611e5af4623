extension Snapshot {
  typealias CyclicChild = ChildInserter<Section, Item>.CyclicChild

  /// Inserts a page of loaded children.
  ///
  /// Children of other parents move, with their descendants and their expansion. Removed children
  /// come back with both. The parent and its ancestors keep their positions.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - load: The load that has returned it.
  ///   - former: Returns the outline that contained an item, if it is not in the snapshot any more.
  ///   - lacksChildren: Returns whether an item without children has children to load.
  /// - Returns: The items of the page that are ancestors of the parent, and keep their positions.
  /// - Throws: ``SectionSnapshotError`` for an item that is in the page twice, or for a known one that
  ///   must not move.
  mutating func insert(
    _ page: ChildPage<Item>, of load: ChildInserter<Section, Item>.CompletedLoad,
    former: (_ item: Item) -> SectionSnapshot<Item>, lacksChildren: (_ item: Item) -> Bool
  ) throws -> [CyclicChild] {
    let (parent, isNextPage) = (load.parent, load.isNextPage)
    guard let section = section(of: parent) else { return [] }
    var arriving = try page.outline()
    let replaced = isNextPage ? SectionSnapshot() : outline(below: parent)
    if load.knownChildren == .fail {
      let known = arriving.items.filter { contains($0) && !replaced.contains($0) }
      guard known.isEmpty else { throw SectionSnapshotError.duplicateItems(known) }
    }
    var cyclic = try removeAncestors(of: parent, from: &arriving, of: page)
    let present =
      isNextPage ? try removePresentChildren(of: parent, from: &arriving) : SectionSnapshot()
    switch page.contents {
    case .items: try addDescendants(to: &arriving, former: former)
    case .snapshot: keepExpansion(in: &arriving, former: former, lacksChildren: lacksChildren)
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
    for child in present.rootItems where present.hasChildren(child) {
      cyclic += try insert(
        ChildPage(try present.snapshot(of: child)),
        of: .init(parent: .item(child), isNextPage: false, knownChildren: .move),
        former: former, lacksChildren: lacksChildren)
    }
    return cyclic
  }

  /// Removes a parent and its ancestors from a page.
  private func removeAncestors(
    of parent: LoadParent<Section, Item>, from arriving: inout SectionSnapshot<Item>,
    of page: ChildPage<Item>
  ) throws -> [CyclicChild] {
    guard case .item(let parent) = parent else { return [] }
    let ancestors = ancestors(of: parent) + [parent]
    let items = arriving.topmostItems(among: ancestors)
    let cyclic: [CyclicChild] = try items.filter { $0 != parent }.map { item in
      let arrivingParent = arriving.parent(of: item)
      let siblings = Array(arriving.children(of: arrivingParent) ?? arriving.rootItems)
      return CyclicChild(
        item: item, parent: arrivingParent ?? parent,
        page: try page.page(of: item, in: arriving),
        nextSiblings: siblings.drop { $0 != item }.dropFirst())
    }
    try arriving.delete(items)
    return cyclic
  }

  /// Removes the children that earlier pages had from a page, and updates their values.
  ///
  /// - Returns: These children, with the descendants that they have in the page.
  private mutating func removePresentChildren(
    of parent: LoadParent<Section, Item>, from arriving: inout SectionSnapshot<Item>
  ) throws -> SectionSnapshot<Item> {
    let items = arriving.rootItems.filter { isChild($0, of: parent) }
    try updateItems(items)
    var present = SectionSnapshot<Item>()
    for item in items {
      try present.append(arriving.snapshot(of: item, includingParent: true))
    }
    try arriving.delete(items)
    return present
  }

  /// Replaces the descendants of an item, and moves known items there.
  ///
  /// - Throws: ``SectionSnapshotError/moveIntoItself(_:destination:)`` if an ancestor of the item, or the
  ///   item itself, is among the new descendants.
  mutating func replaceChildren(of item: Item, with children: SectionSnapshot<Item>) throws {
    guard let section = sectionIdentifier(containingItem: item) else { return }
    if let ancestor = (ancestors(of: item) + [item]).first(where: children.contains) {
      throw SectionSnapshotError.moveIntoItself([ancestor], destination: item)
    }
    let replaced = outline(below: item)
    try deleteItems(children.items.filter { contains($0) && !replaced.contains($0) })
    try self[section].replace(childrenOf: item, using: children)
  }

  /// Moves a cyclic child below its parent, unless the parent is still below it.
  ///
  /// - Returns: The children that are cyclic afterward.
  mutating func insert(
    _ child: CyclicChild, former: (_ item: Item) -> SectionSnapshot<Item>,
    lacksChildren: (_ item: Item) -> Bool
  ) -> [CyclicChild] {
    let (item, parent) = (child.item, LoadParent<Section, Item>.item(child.parent))
    guard contains(child.parent), !isDescendant(child.parent, of: item) else { return [child] }
    if isChild(item, of: parent) { return [] }
    do {
      var new = self
      let cyclic = try new.insert(
        child.page, of: .init(parent: parent, isNextPage: true, knownChildren: .move),
        former: former, lacksChildren: lacksChildren)
      if let sibling = child.nextSiblings.first(where: { new.isChild($0, of: parent) }) {
        try new.moveItems([item], to: .before(sibling))
      }
      self = new
      return cyclic
    } catch {
      return []
    }
  }

  /// The section of a parent; `nil` if the snapshot does not have it.
  private func section(of parent: LoadParent<Section, Item>) -> Section? {
    switch parent {
    case .item(let item): sectionIdentifier(containingItem: item)
    case .section(let section): indexOfSection(section) == nil ? nil : section
    }
  }

  private func isChild(_ item: Item, of parent: LoadParent<Section, Item>) -> Bool {
    switch parent {
    case .item(let parent): self.parent(of: item) == parent
    case .section(let section):
      self.parent(of: item) == nil && sectionIdentifier(containingItem: item) == section
    }
  }

  private func outline(below parent: LoadParent<Section, Item>) -> SectionSnapshot<Item> {
    switch parent {
    case .item(let item): outline(below: item)
    case .section(let section): self[section]
    }
  }

  /// Gives the roots of an outline the descendants that they have, or had when they were removed.
  private func addDescendants(
    to arriving: inout SectionSnapshot<Item>, former: (_ item: Item) -> SectionSnapshot<Item>
  ) throws {
    for item in Array(arriving.rootItems) {
      let isKnown = contains(item)
      let outline = sectionSnapshot(containingItem: item) ?? former(item)
      if outline.isExpanded(item) {
        arriving.expand(CollectionOfOne(item))
      }
      guard outline.hasChildren(item) else { continue }
      var subtree = try outline.snapshot(of: item)
      // Items that the page has elsewhere, or that have moved away, leave their old parent.
      let moved = subtree.items.filter {
        if arriving.contains($0) || isKnown { return arriving.contains($0) }
        return contains($0) || former($0).parent(of: $0) != outline.parent(of: $0)
      }
      try subtree.delete(moved)
      try arriving.append(subtree, to: item)
    }
  }

  /// Gives items of an outline the expansion that they have, or had when they were removed.
  private func keepExpansion(
    in arriving: inout SectionSnapshot<Item>, former: (_ item: Item) -> SectionSnapshot<Item>,
    lacksChildren: (_ item: Item) -> Bool
  ) {
    var (expanded, collapsed): ([Item], [Item]) = ([], [])
    for item in arriving.items {
      let outline = sectionSnapshot(containingItem: item) ?? former(item)
      guard outline.contains(item) else { continue }
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
  /// A page of one item, with its descendants if this page has descendants.
  fileprivate func page(of item: Item, in outline: SectionSnapshot<Item>) throws -> ChildPage {
    switch contents {
    case .items: ChildPage([item])
    case .snapshot: ChildPage(try outline.snapshot(of: item, includingParent: true))
    }
  }

  /// The children of the page as an outline.
  fileprivate func outline() throws(SectionSnapshotError<Item>) -> SectionSnapshot<Item> {
    switch contents {
    case .snapshot(let snapshot): return snapshot
    case .items(let items):
      var snapshot = SectionSnapshot<Item>()
      try snapshot.append(items)
      return snapshot
    }
  }
}
