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
    let followers: ArraySlice<Item>
  }

  var withheldChildren: [WithheldChild] = []
  /// The parents among the removed items whose loads, loading states or withheld children are
  /// forgotten; if a load brings one back, its children are loaded again.
  var forgottenParents: Set<Item> = []

  /// The items that have left the snapshot, with the snapshots before.
  private var removedItems: [Item: (snapshot: Snapshot<Section, Item>, change: Int)] = [:]
  /// The removed items of each change, the oldest change first.
  private var changes: [(number: Int, items: [Item])] = []
  /// The number of items in all changes.
  private(set) var removedItemCount = 0
  private var lastChange = 0
  /// The number of items in the largest snapshot since the first removal.
  private var limit = 0

  var isEmpty: Bool { withheldChildren.isEmpty && changes.isEmpty }
  var hasRemovedItems: Bool { !changes.isEmpty }

  /// The outline from which an item was removed.
  func outline(containing item: Item) -> SectionSnapshot<Item>? {
    removedItems[item]?.snapshot.sectionSnapshot(containingItem: item)
  }

  /// Remembers the items that a change has removed, at most as many as the largest snapshot had.
  mutating func remember(_ items: [Item], of snapshot: Snapshot<Section, Item>) {
    if items.isEmpty { return }
    lastChange += 1
    changes.append((lastChange, items))
    removedItemCount += items.count
    limit = max(limit, snapshot.numberOfItems)
    for item in items {
      removedItems[item] = (snapshot, lastChange)
    }
    while removedItemCount > limit {
      let oldest = changes.removeFirst()
      removedItemCount -= oldest.items.count
      for item in oldest.items where removedItems[item]?.change == oldest.number {
        removedItems[item] = nil
        forgottenParents.remove(item)
      }
    }
  }

  mutating func forgetRemovedItems() {
    (removedItems, changes, forgottenParents) = ([:], [], [])
    (removedItemCount, limit) = (0, 0)
  }
}
