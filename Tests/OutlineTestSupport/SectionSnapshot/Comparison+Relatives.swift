import Outline

protocol ItemQueries<Item> {
  associatedtype Item: Hashable & Sendable

  func contains(_ item: Item) -> Bool
  func isExpanded(_ item: Item) -> Bool
  func isVisible(_ item: Item) -> Bool
  func row(of item: Item) -> Int?
  func level(of item: Item) -> Int?
  func parent(of item: Item) -> Item?
  func ancestors(of item: Item) -> [Item]?
  func hasChildren(_ item: Item) -> Bool
  func childIndex(of item: Item) -> Int?
  func siblings(of item: Item) -> [Item]?
  func nextSibling(of item: Item) -> Item?
  func previousSibling(of item: Item) -> Item?
  func isDescendant(_ item: Item, of ancestor: Item) -> Bool
}

extension SectionSnapshot: ItemQueries {}
extension Snapshot: ItemQueries {}

extension ItemQueries {
  func compareUnknown(_ item: Item, others: some Sequence<Item>) throws(Disagreement) {
    try agree("contains \(item)", contains(item), false)
    try agree("isExpanded \(item)", isExpanded(item), false)
    try agree("isVisible \(item)", isVisible(item), false)
    try agree("row of \(item)", row(of: item), nil)
    try agree("level of \(item)", level(of: item), nil)
    try agree("parent of \(item)", parent(of: item), nil)
    try agree("ancestors of \(item)", ancestors(of: item), nil)
    try agree("hasChildren \(item)", hasChildren(item), false)
    try agree("childIndex of \(item)", childIndex(of: item), nil)
    try agree("siblings of \(item)", siblings(of: item), nil)
    try agree("nextSibling of \(item)", nextSibling(of: item), nil)
    try agree("previousSibling of \(item)", previousSibling(of: item), nil)
    for other in others {
      try agree("\(item) below \(other)", isDescendant(item, of: other), false)
      try agree("\(other) below \(item)", isDescendant(other, of: item), false)
    }
  }
}

extension OutlineModel {
  func compareRelatives(
    with snapshot: some ItemQueries<Item>, others: [Item]
  ) throws(Disagreement) {
    for entry in entries {
      let item = entry.item
      let ancestors = ancestors(of: item) ?? []
      let group = children(of: entry.parent) ?? []
      let (before, after) = (group.prefix(entry.position), group.dropFirst(entry.position + 1))
      try agree("level of \(item)", snapshot.level(of: item), entry.level)
      try agree("parent of \(item)", snapshot.parent(of: item), entry.parent)
      try agree("ancestors of \(item)", snapshot.ancestors(of: item), ancestors)
      try agree("hasChildren \(item)", snapshot.hasChildren(item), entry.childCount > 0)
      try agree("childIndex of \(item)", snapshot.childIndex(of: item), entry.position)
      try agree("siblings of \(item)", snapshot.siblings(of: item), Array(before + after))
      try agree("nextSibling of \(item)", snapshot.nextSibling(of: item), after.first)
      try agree("previousSibling of \(item)", snapshot.previousSibling(of: item), before.last)
      for other in others {
        let isBelow = snapshot.isDescendant(item, of: other)
        try agree("\(item) below \(other)", isBelow, ancestors.contains(other))
      }
    }
  }
}
