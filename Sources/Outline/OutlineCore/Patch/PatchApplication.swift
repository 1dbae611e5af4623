//  Applying and merging patches
//  ============================
//
//  One algorithm applies a patch to the version that it comes from, and to versions that have
//  changed in other ways. First it inserts and moves items, each one after its new parent and its
//  new previous sibling, so that these are in place. Siblings that do not move are in order
//  already. Then it removes items. If the version had not changed, their other descendants have
//  moved away by then.

/// The application of a patch to a target, with the conflicts that it meets.
struct PatchApplication<Target: PatchTarget> {
  typealias Parent = Target.Parent
  typealias Item = Target.Item
  typealias Patch = OutlinePatch<Parent, Item>

  var target: Target
  private let patch: Patch
  private(set) var conflicts: [MergeConflict<Item>] = []
  /// The inserted items that the target already had.
  private var duplicates: [Item] = []
  /// Returns the parent of a parent that is missing in the target.
  private let parentOfParent: (Parent) -> Parent?
  /// The nearest known ancestors of parents that are missing in the target.
  private var nearestParents: [Parent: Parent?] = [:]

  init(
    _ patch: Patch, to target: Target, parentOfParent: @escaping (Parent) -> Parent? = { _ in nil }
  ) {
    self.patch = patch
    self.target = target
    self.parentOfParent = parentOfParent
  }

  mutating func run() {
    insertAndMove()
    remove(removedSubtrees())
    setStates()
  }
}

// MARK: - Insertions and moves

extension PatchApplication {
  mutating func insertAndMove() {
    let places = patch.insertions.map { $0.place } + patch.moves.map { $0.destination }
    let indices = places.count > 1 ? placementIndices() : [:]
    // This also ends a cycle of places, which a damaged patch can contain.
    var isVisited = [Bool](repeating: false, count: places.count)
    var stack: [(index: Int, isReady: Bool)] = []
    func push(_ item: Item?) {
      if let item, let index = indices[item], !isVisited[index] {
        stack.append((index, false))
      }
    }
    for start in places.indices {
      stack.append((start, false))
      while let (index, isReady) = stack.popLast() {
        if !isReady && !isVisited[index] {
          isVisited[index] = true
          stack.append((index, true))
          push(places[index].previous)
          push(item(of: places[index].parent))
        } else if isReady {
          let moveIndex = index - patch.insertions.count
          // The target can already have an inserted item.
          let placed =
            moveIndex < 0
            ? patch.insertions[index].outline.rootItems.first : patch.moves[moveIndex].item
          // Items that move out of its subtree come first, if the destination is below one of them.
          let blocking = item(of: places[index].parent).flatMap { parent in
            placed.flatMap {
              target.firstItem(from: parent, upTo: $0) { item in
                indices[item].map { !isVisited[$0] } ?? false
              }
            }
          }
          if let blocking {
            stack.append((index, true))
            push(blocking)
          } else if moveIndex < 0 {
            insert(patch.insertions[index])
          } else {
            move(patch.moves[moveIndex])
          }
        }
      }
    }
  }

  private func item(of parent: Parent?) -> Item? {
    guard let parent else { return nil }
    return target.item(of: parent)
  }

  /// By item, the index of the insertion, or that of the move after all insertions.
  private func placementIndices() -> [Item: Int] {
    var indices: [Item: Int] = [:]
    for (index, insertion) in patch.insertions.enumerated() {
      for item in insertion.outline.items {
        indices[item] = index
      }
    }
    for (index, move) in patch.moves.enumerated() {
      indices[move.item] = index + patch.insertions.count
    }
    return indices
  }

  private mutating func insert(_ subtrees: Patch.Subtrees) {
    let outline = subtrees.outline
    if outline.isEmpty { return }
    let conflictCount = conflicts.count
    if !insert(outline, at: subtrees.place) {
      conflicts.removeSubrange(conflictCount...)
      insertUnknownItems(of: subtrees)
    }
  }

  private mutating func insert(_ outline: SectionSnapshot<Item>, at place: Patch.Place) -> Bool {
    target.insert(outline, at: position(for: place, of: outline.rootItems))
  }

  /// Inserts the items that are not there yet, and moves the others.
  private mutating func insertUnknownItems(of subtrees: Patch.Subtrees) {
    let outline = subtrees.outline
    var previousRoot = subtrees.place.previous
    for item in outline.items {
      var place = subtrees.place
      if let parent = outline.parent(of: item) {
        place.parent = target.parent(parent, inSectionOf: place.parent)
        place.previous = outline.previousSibling(of: item)
        place.next = outline.nextSibling(of: item)
      } else {
        place.previous = previousRoot
        previousRoot = item
      }
      if target.contains(item) {
        duplicates.append(item)
        if !target.isChild(item, of: place.parent) { conflicts.append(.inserted(item)) }
        checkContent(of: item, item)
        move(item, to: place)
        setExpanded(item, outline.isExpanded(item))
        target.update([item])
      } else {
        var single = SectionSnapshot<Item>()
        try? single.append(CollectionOfOne(item))
        if outline.isExpanded(item) { single.expand(CollectionOfOne(item)) }
        if !insert(single, at: place) { conflicts.append(.missing(item)) }
      }
    }
  }

  private mutating func setExpanded(_ item: Item, _ isExpanded: Bool) {
    if isExpanded {
      target.expand([item])
    } else {
      target.collapse([item])
    }
  }

  private mutating func move(_ move: Patch.Move) {
    guard target.contains(move.item) else {
      conflicts.append(.missing(move.item))
      return
    }
    if !target.isChild(move.item, of: move.source.parent)
      && !target.isChild(move.item, of: move.destination.parent)
    {
      conflicts.append(.moved(move.item))
      // A change of the order among siblings does not bring an item back to them.
      if isSameParent(move.source.parent, move.destination.parent) { return }
    }
    self.move(move.item, to: move.destination)
  }

  /// Returns a Boolean value that indicates whether two places have the same parent, whose section
  /// may have changed.
  private func isSameParent(_ parent: Parent?, _ other: Parent?) -> Bool {
    guard let item = parent.flatMap(target.item(of:)) else { return parent == other }
    return item == other.flatMap(target.item(of:))
  }

  private mutating func move(_ item: Item, to place: Patch.Place) {
    let position = position(for: place, of: CollectionOfOne(item))
    if !position.isNextTo(item) && !target.move(item, to: position) {
      conflicts.append(.cycle(item))
    }
  }

  /// Returns the position for a place, as near to it as the target allows.
  private mutating func position(
    for place: Patch.Place, of items: some Sequence<Item>
  ) -> PatchPosition<Parent, Item> {
    let parent = target.prepare(nearestParent(place.parent))
    if parent != place.parent { conflicts += items.map { .orphaned($0) } }
    if let previous = place.previous, target.isChild(previous, of: parent) {
      return .after(previous)
    }
    if place.previous == nil, parent == place.parent, let first = target.firstChild(of: parent) {
      return .before(first)
    }
    if let next = place.next, target.isChild(next, of: parent) {
      return .before(next)
    }
    return .end(of: parent)
  }
}

extension PatchApplication {
  /// Returns a parent, or its nearest ancestor that the target has.
  private mutating func nearestParent(_ parent: Parent?) -> Parent? {
    var path: [Parent] = []
    var parent = parent
    while let missing = parent, let item = target.item(of: missing), !target.contains(item) {
      path.append(missing)
      parent =
        nearestParents[missing] ?? parentOfParent(missing)
        ?? target.parent(nil, inSectionOf: missing)
    }
    for missing in path {
      nearestParents[missing] = .some(parent)
    }
    return parent
  }
}

extension PatchPosition where Item: Equatable {
  fileprivate func isNextTo(_ item: Item) -> Bool {
    switch self {
    case .before(item), .after(item): true
    default: false
    }
  }
}

// MARK: - Removals

extension PatchApplication {
  /// A subtree to remove, as the patch lists it.
  struct RemovedSubtree {
    let root: Item
    let parent: Parent?
    let outline: SectionSnapshot<Item>
  }

  /// Returns the roots of the subtrees to remove that equal those in the patch, and the subtrees
  /// that differ.
  func removedSubtrees() -> (unchanged: [Item], changed: [RemovedSubtree]) {
    var unchanged: [Item] = []
    var changed: [RemovedSubtree] = []
    for removal in patch.removals {
      let outline = removal.outline
      let roots = outline.tree.children(of: nil).map { outline.table[$0] }
      if let place = place(of: outline, roots), place.parent == removal.place.parent {
        unchanged += roots
        continue
      }
      for root in roots {
        if target.isChild(root, of: removal.place.parent)
          && target.hasSubtrees(from: root, through: root, of: outline)
        {
          unchanged.append(root)
        } else {
          changed.append(
            RemovedSubtree(
              root: root, parent: removal.place.parent, outline: outline.subtree(of: root)))
        }
      }
    }
    return (unchanged, changed)
  }

  /// Returns the place of subtrees if their roots are consecutive, with the same descendants.
  private func place(of outline: SectionSnapshot<Item>, _ roots: [Item]) -> Patch.Place? {
    guard let first = roots.first, let last = roots.last,
      target.hasSubtrees(from: first, through: last, of: outline)
    else { return nil }
    var place = target.place(of: first)
    place?.next = target.place(of: last)?.next
    return place
  }

  /// Returns an item as a parent in its section.
  private func parent(_ item: Item) -> Parent? {
    target.parent(item, inSectionOf: target.place(of: item)?.parent)
  }

  mutating func remove(_ subtrees: (unchanged: [Item], changed: [RemovedSubtree])) {
    let changedItems = subtrees.changed.flatMap { subtree in
      subtree.outline.items.filter(target.contains).map { (item: $0, subtree: subtree) }
    }
    for (item, subtree) in changedItems {
      let parent = subtree.outline.parent(of: item).map {
        target.parent($0, inSectionOf: subtree.parent)
      }
      if !target.isChild(item, of: parent ?? subtree.parent) {
        conflicts.append(.moved(item))
      }
    }
    remove(subtrees.unchanged)
    let removedItems = Set(changedItems.map { $0.item })
    for (item, _) in changedItems where target.contains(item) {
      // A child of a removed item goes with it.
      let parent = target.place(of: item)?.parent.flatMap(target.item)
      if parent.map(removedItems.contains) != true { remove(item, with: removedItems) }
    }
  }

  private mutating func remove(_ items: [Item]) {
    conflicts += target.remove(items).map { .rescued($0) }
  }

  /// Removes an item and those of its descendants that are removed; the others take its place.
  private mutating func remove(_ item: Item, with removedItems: Set<Item>) {
    var anchor = item
    // The removed items whose children are visited.
    var parents = [item]
    var child = target.firstChild(of: parent(item))
    while let last = parents.last {
      guard let next = child else {
        parents.removeLast()
        child = parents.isEmpty ? nil : target.place(of: last)?.next
        continue
      }
      if removedItems.contains(next) {
        parents.append(next)
        child = target.firstChild(of: parent(next))
      } else {
        child = target.place(of: next)?.next
        conflicts.append(.rescued(next))
        _ = target.move(next, to: .after(anchor))
        anchor = next
      }
    }
    remove([item])
  }
}

// MARK: - States

extension PatchApplication {
  /// Replaces, expands and collapses items.
  private mutating func setStates() {
    var replacements: [Item] = []
    // An item that also moves is missing once.
    let earlierConflicts = Set(conflicts)
    for change in patch.replacements {
      // A damaged patch can replace an item by another one.
      if change.old == change.new && target.contains(change.old) {
        checkContent(of: change.old, change.new)
        replacements.append(change.new)
      } else if !earlierConflicts.contains(.missing(change.old)) {
        conflicts.append(.missing(change.old))
      }
    }
    target.update(replacements)
    target.expand(patch.expandedItems)
    target.collapse(patch.collapsedItems)
  }

  /// Records a conflict if the content of an item is neither that before nor that after the patch.
  private mutating func checkContent(of old: Item, _ new: Item) {
    guard let item = target.item(equalTo: new) else { return }
    if haveSameContent(item, new) == false && haveSameContent(item, old) == false {
      conflicts.append(.replaced(item))
    }
  }
}

// MARK: - Strict application

extension PatchApplication {
  mutating func runStrictly() throws(SectionSnapshotError<Item>) {
    try insertAndMoveStrictly()
    let subtrees = removedSubtrees()
    let roots = Set(patch.removals.flatMap { $0.outline.rootItems })
    try check(subtrees.changed.flatMap { misplacedItems(in: $0, apartFrom: roots) })
    remove(subtrees)
    setStates()
    try checkDestinations()
  }

  mutating func insertAndMoveStrictly() throws(SectionSnapshotError<Item>) {
    try checkKnown()
    let misplaced =
      patch.moves.filter { target.place(of: $0.item) != $0.source }.map { $0.item }
      + misplacedRoots(of: patch.removals)
    insertAndMove()
    let duplicates = duplicates + itemsChangedTwice()
    guard duplicates.isEmpty else { throw .duplicateItems(duplicates.eachOnce()) }
    try check(misplaced)
  }

  /// Throws if the patch changes an item that the target does not have.
  private func checkKnown() throws(SectionSnapshotError<Item>) {
    let removed = patch.removals.flatMap { Array($0.outline.items) }
    let changed =
      patch.moves.map { $0.item } + patch.expandedItems + patch.collapsedItems
      + patch.replacements.flatMap { [$0.old, $0.new] }
    let places = patch.insertions.map { $0.place } + patch.moves.map { $0.destination }
    let parents = places.compactMap { $0.parent.flatMap(target.item) }.filter {
      !target.contains($0)
    }
    // Items can move into inserted ones.
    let inserted = parents.isEmpty ? [] : Set(patch.insertions.flatMap { $0.outline.items })
    let unknown =
      (removed + changed).filter { !target.contains($0) }
      + parents.filter { !inserted.contains($0) }
    guard unknown.isEmpty else { throw .unknownItems(unknown.eachOnce()) }
  }

  /// Returns the items with several changes of one kind, and removed items with other changes.
  private func itemsChangedTwice() -> [Item] {
    let removed = patch.removals.flatMap { Array($0.outline.items) }
    let moved = patch.moves.map { $0.item }
    let toggled = patch.expandedItems + patch.collapsedItems
    let replaced = patch.replacements.map { $0.old }
    let changedItems = Set(moved + toggled + replaced)
    return removed.repeated() + moved.repeated() + toggled.repeated() + replaced.repeated()
      + removed.filter(changedItems.contains)
      + patch.replacements.filter { $0.old != $0.new }.map { $0.new }
  }

  /// Returns the items of a removed subtree that are not where the patch has them.
  ///
  /// - Parameter roots: The roots of all removed subtrees, which can be in others.
  private func misplacedItems(in removed: RemovedSubtree, apartFrom roots: Set<Item>) -> [Item] {
    if target.hasSubtree(of: removed.root, as: removed.outline, apartFrom: roots) { return [] }
    let subtree = target.subtree(of: removed.root)
    let misplaced = subtree.items.filter {
      subtree.parent(of: $0) != removed.outline.parent(of: $0)
    }
    return misplaced.isEmpty ? [removed.root] : misplaced
  }

  /// Throws if inserted and moved items are not between the siblings that the patch expects.
  func checkDestinations() throws(SectionSnapshotError<Item>) {
    try check(conflicts.map { $0.item })
    try check(patch.moves.filter { target.place(of: $0.item) != $0.destination }.map { $0.item })
    try check(misplacedRoots(of: patch.insertions))
  }

  /// Returns the roots of subtrees that are not where the patch has them.
  private func misplacedRoots(of subtrees: [Patch.Subtrees]) -> [Item] {
    var misplaced: [Item] = []
    for subtrees in subtrees {
      let outline = subtrees.outline
      let roots = outline.tree.children(of: nil).map { outline.table[$0] }
      if place(of: outline, roots) == subtrees.place { continue }
      for (index, root) in roots.enumerated() {
        var place = subtrees.place
        if index > 0 { place.previous = roots[index - 1] }
        if index + 1 < roots.count { place.next = roots[index + 1] }
        if target.place(of: root) != place { misplaced.append(root) }
      }
    }
    return misplaced
  }

  private func check(_ misplaced: [Item]) throws(SectionSnapshotError<Item>) {
    guard misplaced.isEmpty else { throw .misplacedItems(misplaced.eachOnce()) }
  }
}
