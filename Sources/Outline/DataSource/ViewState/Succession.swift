/// Which items take the places of those that a change has hidden or deleted.
///
/// What is found out about rows that are gone is remembered, so that many that went together are
/// passed over once.
struct Succession<Section: Hashable, Item: Hashable> {
  /// A row before the change.
  private struct Place: Hashable {
    /// The handle of the section; -1 for the list of the sections.
    var section: Int32
    var handle: Int32
  }

  /// A look along the siblings of a row.
  private struct Look: Hashable {
    var place: Place
    /// 1 to look at those after it, -1 at those before.
    var step: Int
  }

  private let old: Snapshot<Section, Item>
  private let new: Snapshot<Section, Item>
  private let rules: SelectionRules
  /// Of rows that are gone: what takes their places.
  private var heirs: [Place: Item?] = [:]
  /// Of rows that are gone: the nearest siblings that are left.
  private var neighbors: [Look: Int32?] = [:]

  init(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>, rules: SelectionRules
  ) {
    self.old = old
    self.new = new
    self.rules = rules
  }

  /// What takes the place of an item: itself, as long as no rule says otherwise.
  mutating func successor(of item: Item) -> Item? {
    guard let (section, handle) = old.locate(item) else { return item }
    if new.contains(item) { return successor(ofLeft: item) }
    guard rules.whenDeleted != .deselect else { return nil }
    return heir(of: Place(section: section, handle: handle)).flatMap(successor(ofLeft:))
  }

  /// What takes the place of an item that is left, but may be hidden.
  private func successor(ofLeft item: Item) -> Item? {
    guard rules.whenCollapsed != .keep, let visible = new.nearestVisibleItem(to: item),
      visible != item, old.isVisible(item, below: visible)
    else { return item }
    return rules.whenCollapsed == .deselect ? nil : visible
  }

  /// What takes the place of a row that is gone.
  private mutating func heir(of place: Place) -> Item? {
    let outline = old.contents[place.section]
    var passed: [Place] = []
    var place = place
    var heir: Item?
    while true {
      if let known = heirs[place] {
        heir = known
        break
      }
      passed.append(place)
      heir = rules.whenDeleted == .moveToNextSibling ? sibling(of: place, in: outline) : nil
      if heir != nil { break }
      guard let parent = outline.tree.parent(of: place.handle) else {
        heir = rules.whenDeleted == .moveToNextSibling ? root(beside: place.section) : nil
        break
      }
      if new.contains(outline.table[parent]) {
        heir = outline.table[parent]
        break
      }
      place.handle = parent
    }
    for place in passed {
      heirs.updateValue(heir, forKey: place)
    }
    return heir
  }

  /// The next sibling of a row that is left and still a sibling, or the previous one.
  private mutating func sibling(of place: Place, in outline: SectionSnapshot<Item>) -> Item? {
    let new = new
    let section = old.order.table[place.section]
    let parent = outline.tree.parent(of: place.handle).map { outline.table[$0] }
    for step in [1, -1] {
      let sibling = neighbor(of: place, in: outline.tree, step: step) { handle in
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
      let place = Place(section: -1, handle: section)
      let neighbor = neighbor(of: place, in: old.order.tree, step: step) { root(of: $0) != nil }
      if let neighbor { return root(of: neighbor) }
    }
    return nil
  }

  /// The nearest sibling of a row, after it (`step` 1) or before (-1), that is left.
  private mutating func neighbor(
    of place: Place, in tree: RowTree, step: Int, where isLeft: (_ handle: Int32) -> Bool
  ) -> Int32? {
    var look = Look(place: place, step: step)
    var looks: [Look] = []
    var neighbor: Int32?
    while true {
      if let known = neighbors[look] {
        neighbor = known
        break
      }
      looks.append(look)
      neighbor = tree.sibling(of: look.place.handle, step: step)
      guard let next = neighbor, !isLeft(next) else { break }
      look.place.handle = next
    }
    for look in looks {
      neighbors.updateValue(neighbor, forKey: look)
    }
    return neighbor
  }
}

extension Snapshot {
  /// Whether an item is a child of another, or a root of a section.
  fileprivate func isChild(_ item: Item, of parent: Item?, in section: Section) -> Bool {
    guard let (place, handle) = locate(item) else { return false }
    let outline = contents[place]
    let parentHere = outline.tree.parent(of: handle).map { outline.table[$0] }
    return parentHere == parent && (parent != nil || order.table[place] == section)
  }

  /// Whether an item is visible, and a descendant of another.
  fileprivate func isVisible(_ item: Item, below ancestor: Item) -> Bool {
    guard let (place, handle) = locate(item),
      let top = contents[place].table.handle(of: ancestor)
    else { return false }
    let tree = contents[place].tree
    return tree.isVisible(handle) && tree.isInSubtree(handle, of: top)
  }
}
