/// The items between two loads: removed items, and loaded children that cannot move yet.
///
/// Loads that follow changes on a server arrive one after another. In between, an item can be in
/// two pages, or in none, and a parent can be below its own child.
struct DisplacedItems<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// A loaded child that keeps its position, because its parent is below it.
  struct WithheldChild {
    let item: Item
    let parent: Item
    /// The child, with its descendants if the loader returned them.
    let page: ChildPage<Item>
    /// The next siblings in the page.
    let nextSiblings: ArraySlice<Item>
  }

  private(set) var withheldChildren: [WithheldChild] = []
  /// The items that have left the snapshot, with their descendants among them; the oldest first.
  private(set) var removedItems = SectionSnapshot<Item>()
  /// The removed parents that have lost their loading state or withheld children.
  ///
  /// When a load brings one back, its children load again.
  private(set) var forgottenParents: Set<Item> = []
  /// The number of items in the largest snapshot since the first removal.
  private var limit = 0

  var isEmpty: Bool { withheldChildren.isEmpty && removedItems.items.isEmpty }

  /// Withholds children, and moves earlier ones to the parents that are no longer below them.
  ///
  /// - Parameters:
  ///   - children: The children that cannot move yet.
  ///   - isWithheld: Returns whether an earlier child still waits for its parent.
  ///   - move: Moves an earlier child, and returns the children that cannot move yet.
  mutating func withhold(
    _ children: [WithheldChild], isWithheld: (_ child: WithheldChild) -> Bool,
    move: (_ child: WithheldChild) -> [WithheldChild]
  ) {
    var earlier = withheldChildren.filter(isWithheld)
    var count = 0
    repeat {
      count = earlier.count
      earlier = earlier.flatMap(move)
    } while earlier.count < count
    withheldChildren = earlier + children
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
      let parents = Set(withheldChildren.map(\.parent))
      remember(items, of: old) { isForgottenParent($0) || parents.contains($0) }
    } else if !(items.isEmpty && newItems.isEmpty) {
      (removedItems, forgottenParents, limit) = (SectionSnapshot(), [], 0)
    }
    withheldChildren.removeAll { child in
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
