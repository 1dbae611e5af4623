/// Inserts loaded children, and remembers the items that later insertions need.
///
/// Loads that follow changes on a server arrive one after another. In between, an item can be in
/// two pages, or in none, and a parent can be below its own child.
struct ChildInserter<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Parent = OutlineDataSource<Section, Item>.Parent

  /// A load that has returned a page.
  struct CompletedLoad {
    let parent: Parent
    /// `true` to append the page to the children, `false` to replace them.
    let isNextPage: Bool
    let movesKnownChildren: Bool
  }

  /// A loaded child that cannot move to its parent yet, because the parent is below it.
  struct CyclicChild {
    let item: Item
    let parent: Item
    /// The child, with its descendants if the loader returned them.
    let page: ChildPage<Item>
    /// The next siblings in the page.
    let nextSiblings: ArraySlice<Item>
  }

  private(set) var cyclicChildren: [CyclicChild] = []
  /// The items that have left the snapshot, with their descendants among them; the oldest first.
  private(set) var removedItems = SectionSnapshot<Item>()
  /// The removed parents that have lost their loading state or cyclic children.
  ///
  /// When a load brings one back, its children load again.
  private(set) var forgottenParents: Set<Item> = []
  /// The number of items in the largest snapshot since the first removal.
  private var limit = 0

  var isEmpty: Bool { cyclicChildren.isEmpty && removedItems.items.isEmpty }

  /// Inserts a page below its parent, and moves earlier children to their parents if these are no
  /// longer below them.
  mutating func insert(
    _ page: ChildPage<Item>, of load: CompletedLoad, into snapshot: inout Snapshot<Section, Item>,
    lacksChildren: (_ item: Item) -> Bool
  ) throws {
    let former = { [old = snapshot, removedItems] item in
      old.sectionSnapshot(containingItem: item) ?? removedItems
    }
    let cyclic = try snapshot.insert(page, of: load, former: former, lacksChildren: lacksChildren)
    let items = cyclicChildren.isEmpty ? [] : page.itemSet
    var earlier = cyclicChildren.filter { child in
      (load.isNextPage || .item(child.parent) != load.parent) && !items.contains(child.item)
    }
    var count = 0
    repeat {
      count = earlier.count
      earlier = earlier.flatMap { child in
        snapshot.insert(child, former: former, lacksChildren: lacksChildren)
      }
    } while earlier.count < count
    cyclicChildren = earlier + cyclic
  }

  /// Remembers removed items while a load is in progress, and forgets them at the next change that
  /// adds or removes items afterward.
  ///
  /// - Parameters:
  ///   - old: The snapshot before a change.
  ///   - new: The snapshot after the change.
  ///   - items: The items that only the old snapshot has.
  ///   - isLoading: `true` if a load is in progress.
  ///   - isForgottenParent: Returns whether a removed item loses a loading state.
  mutating func update(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>, removing items: [Item],
    isLoading: Bool, isForgottenParent: (_ item: Item) -> Bool
  ) {
    let newItems = removedItems.items.isEmpty ? [] : new.items(notIn: old)
    if isLoading {
      forget(new.sortedItems(newItems))
      let parents = Set(cyclicChildren.map(\.parent))
      remember(items, of: old) { isForgottenParent($0) || parents.contains($0) }
    } else if !(items.isEmpty && newItems.isEmpty) {
      removedItems = SectionSnapshot()
      forgottenParents = []
      limit = 0
    }
    cyclicChildren.removeAll { child in
      !new.contains(child.parent) || !isLoading && !new.isDescendant(child.parent, of: child.item)
    }
  }

  /// Remembers removed items, up to the size of the largest snapshot so far.
  private mutating func remember(
    _ items: [Item], of snapshot: Snapshot<Section, Item>,
    isForgottenParent: (_ item: Item) -> Bool
  ) {
    if items.isEmpty { return }
    let removed = Set(items)
    let roots = items.filter { snapshot.parent(of: $0).map { !removed.contains($0) } ?? true }
    // Cannot throw: an item that comes back is no longer remembered.
    try? removedItems.append(
      SectionSnapshot(roots: snapshot.sortedItems(roots)) { item in
        snapshot.children(of: item)?.filter(removed.contains) ?? []
      })
    removedItems.expand(items.filter(snapshot.isExpanded))
    forgottenParents.formUnion(items.filter(isForgottenParent))
    limit = max(limit, snapshot.numberOfItems)
    while removedItems.items.count > limit, let oldest = removedItems.rootItems.first {
      let subtree = try? removedItems.snapshot(of: oldest, includingParent: true)
      forgottenParents.subtract(subtree?.items.map(\.self) ?? [])
      try? removedItems.delete(CollectionOfOne(oldest))
    }
  }

  /// Forgets items that have come back, but not their descendants.
  private mutating func forget(_ items: [Item]) {
    for item in items where removedItems.contains(item) {
      for child in removedItems.children(of: item).map(Array.init) ?? [] {
        try? removedItems.move(child, to: nil)
      }
      try? removedItems.delete(CollectionOfOne(item))
      forgottenParents.remove(item)
    }
  }
}

// MARK: - Pages

extension Snapshot {
  fileprivate typealias CyclicChild = ChildInserter<Section, Item>.CyclicChild

  /// Inserts a page of loaded children.
  ///
  /// Children of other parents move, with their descendants and their expansion. Removed children
  /// come back with both. The parent and its ancestors keep their positions.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - load: The load that has returned it.
  ///   - former: Returns the outline that contained an item, if it is no longer in the snapshot.
  ///   - lacksChildren: Returns whether an item without children has children to load.
  /// - Returns: The items of the page that are ancestors of the parent, and keep their positions.
  /// - Throws: ``SectionSnapshotError`` for an item that is repeated in the page, or for a known one that
  ///   must not move.
  fileprivate mutating func insert(
    _ page: ChildPage<Item>, of load: ChildInserter<Section, Item>.CompletedLoad,
    former: (_ item: Item) -> SectionSnapshot<Item>, lacksChildren: (_ item: Item) -> Bool
  ) throws -> [CyclicChild] {
    let parent = load.parent
    let isNextPage = load.isNextPage
    guard let section = section(of: parent) else { return [] }
    var arriving = try page.outline()
    func isElsewhere(_ item: Item) -> Bool {
      contains(item) && (isNextPage || !isDescendant(item, of: parent))
    }
    if !load.movesKnownChildren {
      let known = arriving.items.filter(isElsewhere)
      guard known.isEmpty else { throw SectionSnapshotError.duplicateItems(known) }
    }
    var cyclic = try removeAncestors(of: parent, from: &arriving, of: page)
    let present =
      isNextPage ? try removePresentChildren(of: parent, from: &arriving) : SectionSnapshot()
    switch page.contents {
    case .items: try addDescendants(to: &arriving, former: former)
    case .snapshot: keepExpansion(in: &arriving, former: former, lacksChildren: lacksChildren)
    }
    try deleteItems(arriving.items.filter(isElsewhere))
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
        of: .init(parent: .item(child), isNextPage: false, movesKnownChildren: true),
        former: former, lacksChildren: lacksChildren)
    }
    return cyclic
  }

  /// Removes a parent and its ancestors from a page.
  private func removeAncestors(
    of parent: OutlineDataSource<Section, Item>.Parent, from arriving: inout SectionSnapshot<Item>,
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
    of parent: OutlineDataSource<Section, Item>.Parent, from arriving: inout SectionSnapshot<Item>
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

  /// Moves a cyclic child below its parent, unless the parent is still below it.
  ///
  /// - Returns: The children that are cyclic afterward.
  fileprivate mutating func insert(
    _ child: CyclicChild, former: (_ item: Item) -> SectionSnapshot<Item>,
    lacksChildren: (_ item: Item) -> Bool
  ) -> [CyclicChild] {
    let item = child.item
    let parent = OutlineDataSource<Section, Item>.Parent.item(child.parent)
    guard contains(child.parent), !isDescendant(child.parent, of: item) else { return [child] }
    if isChild(item, of: parent) { return [] }
    do {
      var new = self
      let cyclic = try new.insert(
        child.page, of: .init(parent: parent, isNextPage: true, movesKnownChildren: true),
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
  private func section(of parent: OutlineDataSource<Section, Item>.Parent) -> Section? {
    switch parent {
    case .item(let item): sectionIdentifier(containingItem: item)
    case .section(let section): indexOfSection(section) == nil ? nil : section
    }
  }

  private func isChild(_ item: Item, of parent: OutlineDataSource<Section, Item>.Parent) -> Bool {
    switch parent {
    case .item(let parent): self.parent(of: item) == parent
    case .section(let section):
      self.parent(of: item) == nil && sectionIdentifier(containingItem: item) == section
    }
  }

  private func isDescendant(_ item: Item, of parent: OutlineDataSource<Section, Item>.Parent) -> Bool {
    switch parent {
    case .item(let parent): isDescendant(item, of: parent)
    case .section(let section): sectionIdentifier(containingItem: item) == section
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
    var expanded: [Item] = []
    var collapsed: [Item] = []
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
  /// The items of the page.
  var itemSet: Set<Item> {
    switch contents {
    case .items(let items): Set(items)
    case .snapshot(let snapshot): Set(snapshot.items)
    }
  }

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
