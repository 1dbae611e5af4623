import Outline

/// The answers of the outline of an item's section.
extension Snapshot {
  func ancestors(of item: Item) -> [Item]? {
    sectionSnapshot(containingItem: item)?.ancestors(of: item)
  }

  func childIndex(of item: Item) -> Int? {
    sectionSnapshot(containingItem: item)?.childIndex(of: item)
  }

  func siblings(of item: Item) -> [Item]? {
    sectionSnapshot(containingItem: item)?.siblings(of: item)
  }

  func nextSibling(of item: Item) -> Item? {
    sectionSnapshot(containingItem: item)?.nextSibling(of: item)
  }

  func previousSibling(of item: Item) -> Item? {
    sectionSnapshot(containingItem: item)?.previousSibling(of: item)
  }
}
