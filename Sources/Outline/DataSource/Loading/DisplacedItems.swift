/// The items that are not where the loads in progress will have them in the end.
///
/// Loads that follow changes on a server land one after another. In between, an item can be in two
/// pages, or in none, and a parent can be below its own child.
struct DisplacedItems<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Parent = LoadParent<Section, Item>

  /// A loaded child that stays where it is, because its parent is below it.
  struct WithheldChild {
    let item: Item
    let parent: Parent
    /// The next siblings in the page.
    let followers: ArraySlice<Item>
  }

  var withheldChildren: [WithheldChild] = []
  /// The items that loads have removed, with the snapshots before.
  var removedItems: [Item: Snapshot<Section, Item>] = [:]
  /// The parents among them whose loads, loading states or withheld children are forgotten; if one
  /// comes back, its children are loaded again.
  var forgottenParents: [Item] = []

  /// The outline from which an item was removed.
  func outline(containing item: Item) -> SectionSnapshot<Item>? {
    removedItems[item]?.sectionSnapshot(containingItem: item)
  }
}
