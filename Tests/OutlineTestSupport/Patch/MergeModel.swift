import Outline

/// A slow, plain model of merges: the table in the article on semantics.
///
/// Of the patch, it only reads the places of the inserted and moved items. `PatchChecker` checks
/// these.
struct MergeModel<Item: Hashable & Sendable> {
  typealias Outline = PlainOutline<Item>
  typealias Parent = Outline.Parent

  struct Place {
    var parent: Parent
    var previous: Item?
    var next: Item?
  }

  private let base: Outline
  private let theirs: Outline
  /// Whether orphans go to their nearest ancestors, as in `merging(_:base:)`.
  private let isBaseKnown: Bool
  private(set) var merged: Outline
  private(set) var conflicts: Set<MergeConflict<Item>> = []
  /// The sections that items were inserted in or moved to, as roots.
  private(set) var sections: [Int] = []
  private var places: [Item: Place] = [:]
  /// The items of each insertion, and then each moved item.
  private var groups: [[Item]] = []
  private var groupIndices: [Item: Int] = [:]
  private var isPlaced: Set<Item> = []

  init<PatchParent>(
    _ patch: OutlinePatch<PatchParent, Item>, mine: Outline, theirs: Outline, base: Outline,
    isBaseKnown: Bool, parent: (PatchParent?) -> Parent
  ) {
    self.base = base
    self.theirs = theirs
    self.isBaseKnown = isBaseKnown
    merged = mine
    for insertion in patch.insertions {
      let outline = insertion.outline
      var place = Place(
        parent: parent(insertion.place.parent), previous: insertion.place.previous,
        next: insertion.place.next)
      for item in outline.items {
        if let parent = outline.parent(of: item) {
          places[item] = Place(
            parent: .item(parent), previous: outline.previousSibling(of: item),
            next: outline.nextSibling(of: item))
        } else {
          places[item] = place
          // The next root comes after this one.
          place.previous = item
        }
      }
      groups.append(Array(outline.items))
    }
    for move in patch.moves {
      let place = move.destination
      places[move.item] = Place(
        parent: parent(place.parent), previous: place.previous, next: place.next)
      groups.append([move.item])
    }
    for (index, group) in groups.enumerated() {
      for item in group { groupIndices[item] = index }
    }
  }

  mutating func run() {
    placeItems()
    reportMovesOfRemovedItems()
    removeItems()
    setExpansion()
  }

  // MARK: Insertions and moves

  mutating func placeItems() {
    for group in groups { place(group) }
  }

  /// Places items, but first their new parent and their new previous sibling.
  private mutating func place(_ group: [Item]) {
    guard let first = group.first, let place = places[first], !isPlaced.contains(first) else {
      return
    }
    isPlaced.formUnion(group)
    if case .item(let parent) = place.parent { placeGroup(of: parent) }
    if let previous = place.previous { placeGroup(of: previous) }
    while let blocking = itemToMoveOut(of: first, for: place.parent) { placeGroup(of: blocking) }
    for item in group { put(item) }
  }

  private mutating func placeGroup(of item: Item) {
    if let index = groupIndices[item] { place(groups[index]) }
  }

  /// Returns the lowest item between an item and its new parent that also moves.
  private func itemToMoveOut(of item: Item, for parent: Parent) -> Item? {
    let path = merged.path(of: parent)
    guard let end = path.firstIndex(of: item) else { return nil }
    return path[..<end].first { places[$0] != nil && !isPlaced.contains($0) }
  }

  private mutating func put(_ item: Item) {
    guard let place = places[item] else { return }
    let before = base.parents[item]
    let current = merged.parents[item]
    if let before {
      guard let current else {
        conflicts.insert(.missing(item))
        return
      }
      if current != before && current != place.parent {
        conflicts.insert(.moved(item))
        if before == place.parent { return }
      }
    } else if let current, current != place.parent {
      conflicts.insert(.inserted(item))
    }
    let parent = nearestAncestor(place.parent)
    let isOrphan = parent != place.parent
    if isOrphan { conflicts.insert(.orphaned(item)) }
    if merged.path(of: parent).contains(item) {
      conflicts.insert(.cycle(item))
      return
    }
    if case .section(let section) = parent { sections.append(section) }
    merged.remove(item)
    let siblings = merged.siblings(parent)
    let index: Int
    if let previous = place.previous.flatMap({ siblings.firstIndex(of: $0) }) {
      index = previous + 1
    } else if place.previous == nil && !isOrphan {
      index = 0
    } else {
      index = place.next.flatMap { siblings.firstIndex(of: $0) } ?? siblings.count
    }
    merged.insert(item, at: index, of: parent)
  }

  private func nearestAncestor(_ parent: Parent) -> Parent {
    var parent = parent
    while case .item(let item) = parent, !merged.contains(item) {
      guard let next = theirs.parents[item] else { break }
      parent = next
      while !isBaseKnown, case .item(let item) = parent, let next = theirs.parents[item] {
        parent = next
      }
    }
    return parent
  }

  // MARK: Removals

  func isRemoved(_ item: Item) -> Bool {
    base.contains(item) && !theirs.contains(item)
  }

  private mutating func reportMovesOfRemovedItems() {
    for (item, parent) in merged.parents where isRemoved(item) && parent != base.parents[item] {
      conflicts.insert(.moved(item))
    }
  }

  /// Replaces each removed item by its children.
  private mutating func removeItems() {
    for (item, parent) in merged.parents where !isRemoved(item) {
      if case .item(let parent) = parent, isRemoved(parent) { conflicts.insert(.rescued(item)) }
    }
    for item in merged.parents.keys where isRemoved(item) {
      guard let parent = merged.parents[item] else { continue }
      let children = merged.children.removeValue(forKey: .item(item)) ?? []
      guard let index = merged.siblings(parent).firstIndex(of: item) else { continue }
      merged.children[parent]?.replaceSubrange(index...index, with: children)
      for child in children { merged.parents[child] = parent }
      merged.parents[item] = nil
    }
  }

  // MARK: Expansion

  /// Sets the expansion of inserted items, and of those that the patch expands or collapses.
  private mutating func setExpansion() {
    var expanded = merged.expandedItems
    for item in merged.parents.keys where theirs.contains(item) {
      let isExpanded = theirs.expandedItems.contains(item)
      if base.contains(item) && base.expandedItems.contains(item) == isExpanded { continue }
      if isExpanded { expanded.insert(item) } else { expanded.remove(item) }
    }
    merged.expandedItems = expanded.filter(merged.contains)
  }
}

/// The model of merges of several sections: first their list, and then their items.
struct SnapshotMergeModel<Item: Hashable & Sendable> {
  typealias Value = Snapshot<Int, Item>

  private var sections: MergeModel<Int>
  private(set) var items: MergeModel<Item>
  private(set) var conflicts: Set<Value.Conflict> = []

  init(_ patch: Value.Patch, mine: Value, theirs: Value, base: Value, isBaseKnown: Bool) {
    sections = MergeModel(
      patch.sections, mine: PlainOutline(sectionsOf: mine),
      theirs: PlainOutline(sectionsOf: theirs), base: PlainOutline(sectionsOf: base),
      isBaseKnown: isBaseKnown
    ) { _ in .section(0) }
    items = MergeModel(
      patch.items, mine: PlainOutline(mine), theirs: PlainOutline(theirs),
      base: PlainOutline(base), isBaseKnown: isBaseKnown
    ) { parent in
      guard let parent else { preconditionFailure("an item without a section") }
      return parent.item.map { .item($0) } ?? .section(parent.section)
    }
  }

  private(set) var sectionList: [Int] = []

  mutating func run() {
    sections.placeItems()
    items.run()
    sectionList = sections.merged.siblings(.section(0))
    for section in items.sections where !sectionList.contains(section) {
      sectionList.append(section)
    }
    conflicts = Set(sections.conflicts.map { .section($0) } + items.conflicts.map { .item($0) })
    for section in sectionList where sections.isRemoved(section) {
      if items.merged.siblings(.section(section)).isEmpty {
        sectionList.removeAll { $0 == section }
      } else {
        conflicts.insert(.section(.rescued(section)))
      }
    }
  }
}
