/// Inserts loaded children, and remembers the items that later insertions need.
///
/// Loads that follow changes on a server arrive one after another. In between, an item can be in
/// two pages, or in none, and a parent can be below its own child.
struct ChildInserter<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Parent = LoadParent<Section, Item>

  /// A load that has returned a page.
  struct CompletedLoad {
    let parent: Parent
    /// `true` to append the page to the children, `false` to replace them.
    let isNextPage: Bool
    let knownChildren: KnownChildrenPolicy
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
      (removedItems, forgottenParents, limit) = (SectionSnapshot(), [], 0)
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
    // Cannot throw: an item that comes back is not remembered any more.
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

extension ChildPage {
  /// The items of the page.
  var itemSet: Set<Item> {
    switch contents {
    case .items(let items): Set(items)
    case .snapshot(let snapshot): Set(snapshot.items)
    }
  }
}
