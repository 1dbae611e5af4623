/// Which items take the places of those that a change has hidden or deleted.
///
/// What is found out about rows that are gone is remembered, so that many that went together are
/// visited once.
struct ReplacementFinder<Section: Hashable, Item: Hashable> {
  /// A row before the change.
  private struct OldRow: Hashable {
    /// The handle of the section; -1 for the list of the sections.
    var section: Int32
    var handle: Int32
  }

  /// A search along the siblings of a row.
  private struct SiblingSearch: Hashable {
    var row: OldRow
    /// 1 to look at those after it, -1 at those before.
    var step: Int
  }

  private let old: Snapshot<Section, Item>
  private let new: Snapshot<Section, Item>
  private let rules: SelectionRules
  /// Of rows that are gone: what takes their places.
  private var replacements: [OldRow: Item?] = [:]
  /// Of rows that are gone: the nearest siblings that are left.
  private var nearestSiblings: [SiblingSearch: Int32?] = [:]

  init(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>, rules: SelectionRules
  ) {
    self.old = old
    self.new = new
    self.rules = rules
  }

  /// What takes the place of an item: itself, as long as no rule says otherwise.
  mutating func replacement(for item: Item) -> Item? {
    guard let (section, handle) = old.locate(item) else { return item }
    if new.contains(item) { return replacement(forSurvivor: item) }
    guard rules.whenDeleted != .deselect else { return nil }
    return replacement(forDeleted: OldRow(section: section, handle: handle)).flatMap(
      replacement(forSurvivor:))
  }

  /// What takes the place of an item that is left, but may be hidden.
  private func replacement(forSurvivor item: Item) -> Item? {
    guard rules.whenCollapsed != .keep, let visible = new.nearestVisibleItem(to: item),
      visible != item, old.isVisible(item, below: visible)
    else { return item }
    return rules.whenCollapsed == .deselect ? nil : visible
  }

  /// What takes the place of a row that is gone.
  private mutating func replacement(forDeleted row: OldRow) -> Item? {
    let outline = old.contents[row.section]
    var visited: [OldRow] = []
    var row = row
    var replacement: Item?
    while true {
      if let known = replacements[row] {
        replacement = known
        break
      }
      visited.append(row)
      replacement = rules.whenDeleted == .moveToNextSibling ? sibling(of: row, in: outline) : nil
      if replacement != nil { break }
      guard let parent = outline.tree.parent(of: row.handle) else {
        replacement = rules.whenDeleted == .moveToNextSibling ? root(beside: row.section) : nil
        break
      }
      if new.contains(outline.table[parent]) {
        replacement = outline.table[parent]
        break
      }
      row.handle = parent
    }
    for row in visited {
      replacements.updateValue(replacement, forKey: row)
    }
    return replacement
  }

  /// The next sibling of a row that is left and still a sibling, or the previous one.
  private mutating func sibling(of row: OldRow, in outline: SectionSnapshot<Item>) -> Item? {
    let new = new
    let section = old.order.table[row.section]
    let parent = outline.tree.parent(of: row.handle).map { outline.table[$0] }
    for step in [1, -1] {
      let sibling = nearestSibling(of: row, in: outline.tree, step: step) { handle in
        new.isChild(outline.table[handle], of: parent, in: section)
      }
      if let sibling { return outline.table[sibling] }
    }
    return nil
  }

  /// The first root of the next section that has one left there, or the last of the previous one.
  private mutating func root(beside section: Int32) -> Item? {
    let (old, new) = (old, new)
    for step in [1, -1] {
      func root(of section: Int32) -> Item? {
        let roots = new[old.order.table[section]].rootItems
        return (step > 0 ? roots.first : roots.last).flatMap { old.contains($0) ? $0 : nil }
      }
      let row = OldRow(section: -1, handle: section)
      let nearestSibling = nearestSibling(of: row, in: old.order.tree, step: step) {
        root(of: $0) != nil
      }
      if let nearestSibling { return root(of: nearestSibling) }
    }
    return nil
  }

  /// The nearest sibling of a row, after it (`step` 1) or before (-1), that is left.
  private mutating func nearestSibling(
    of row: OldRow, in tree: RowTree, step: Int, where remains: (_ handle: Int32) -> Bool
  ) -> Int32? {
    var search = SiblingSearch(row: row, step: step)
    var searches: [SiblingSearch] = []
    var nearestSibling: Int32?
    while true {
      if let known = nearestSiblings[search] {
        nearestSibling = known
        break
      }
      searches.append(search)
      nearestSibling = tree.sibling(of: search.row.handle, step: step)
      guard let next = nearestSibling, !remains(next) else { break }
      search.row.handle = next
    }
    for search in searches {
      nearestSiblings.updateValue(nearestSibling, forKey: search)
    }
    return nearestSibling
  }
}

extension Snapshot {
  /// Whether an item is a child of another, or a root of a section.
  fileprivate func isChild(_ item: Item, of parent: Item?, in section: Section) -> Bool {
    contains(item) && self.parent(of: item) == parent
      && (parent != nil || sectionIdentifier(containingItem: item) == section)
  }

  /// Whether an item is visible, and a descendant of another.
  fileprivate func isVisible(_ item: Item, below ancestor: Item) -> Bool {
    isVisible(item) && isDescendant(item, of: ancestor)
  }
}
