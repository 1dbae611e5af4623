public import Outline

/// A snapshot of one section or of several, with patches.
protocol PatchedValue: Equatable {
  associatedtype Patch: InvertiblePatch
  associatedtype Failure: Error
  associatedtype Conflict

  func patch(from old: Self) -> Patch
  mutating func apply(_ patch: Patch) throws(Failure)
  mutating func merge(_ patch: Patch) -> [Conflict]

  var shape: String { get }
}

protocol InvertiblePatch: Equatable {
  var isEmpty: Bool { get }
  var inverse: Self { get }
}

extension SectionSnapshot: PatchedValue {}
extension OutlinePatch: InvertiblePatch {}
extension Snapshot: PatchedValue where Section == Int {}
extension Snapshot.Patch: InvertiblePatch {}

/// Checks the laws of patches between two outlines, and of merges of three.
public struct PatchChecker {
  public init() {}

  public func check<Item>(
    from old: SectionSnapshot<Item>, to new: SectionSnapshot<Item>
  ) throws(Disagreement) {
    try check(from: old, to: new, contents: checkContents)
  }

  public func check<Item>(
    from old: Snapshot<Int, Item>, to new: Snapshot<Int, Item>
  ) throws(Disagreement) {
    try check(from: old, to: new, contents: checkContents)
  }

  private func check<Value: PatchedValue>(
    from old: Value, to new: Value,
    contents: (_ patch: Value.Patch, _ old: Value, _ new: Value) throws(Disagreement) -> Void
  ) throws(Disagreement) {
    let patch = new.patch(from: old)
    do {
      try checkLaws(patch, from: old, to: new)
      try contents(patch, old, new)
    } catch {
      throw Disagreement("\(error)\n\(patch)\nold:\n\(old.shape)\nnew:\n\(new.shape)")
    }
  }

  private func checkLaws<Value: PatchedValue>(
    _ patch: Value.Patch, from old: Value, to new: Value
  ) throws(Disagreement) {
    try demand(patch.isEmpty == (old == new), "isEmpty")
    var applied = old
    var undone = new
    do {
      try applied.apply(patch)
      try undone.apply(patch.inverse)
    } catch {
      throw Disagreement("\(error)")
    }
    try demand(applied == new, "applied:\n\(applied.shape)")
    try demand(undone == old, "undone:\n\(undone.shape)")
    try demand(patch.inverse.inverse == patch, "the inverse of the inverse")
    var merged = old
    let conflicts = merged.merge(patch)
    try demand(merged == new && conflicts.isEmpty, "merged: \(conflicts)\n\(merged.shape)")
  }

  private func checkContents<Item>(
    _ patch: SectionSnapshot<Item>.Patch, _ old: SectionSnapshot<Item>,
    _ new: SectionSnapshot<Item>
  ) throws(Disagreement) {
    let removed = patch.removals.flatMap { Array($0.outline.items) }
    try demand(Set(removed) == Set(old.items).subtracting(new.items), "removals")
    try demand(Set(removed).count == removed.count, "an item is removed twice")
    let inserted = patch.insertions.flatMap { Array($0.outline.items) }
    try demand(Set(inserted) == Set(new.items).subtracting(old.items), "insertions")
    let moved = Set(patch.moves.map { $0.item })
    try demand(moved.count == patch.moves.count, "an item is moved twice")
    var expected = 0
    var reordered: [Item?: [Int]] = [:]
    for item in new.items where old.contains(item) {
      if old.parent(of: item) != new.parent(of: item) {
        try demand(moved.contains(item), "\(item) is not moved")
        expected += 1
      } else if let index = old.index(of: item) {
        reordered[new.parent(of: item), default: []].append(index)
      }
    }
    for indices in reordered.values {
      expected += indices.count - longestAscent(indices)
    }
    try demand(moved.count == expected, "\(moved.count) moves, not \(expected)")
    for item in new.items where old.contains(item) {
      let isToggled = old.isExpanded(item) != new.isExpanded(item)
      let list = new.isExpanded(item) ? patch.expandedItems : patch.collapsedItems
      try demand(list.contains(item) == isToggled, "expansion of \(item)")
    }
  }

  private func longestAscent(_ numbers: [Int]) -> Int {
    // By length, the smallest end of an ascending subsequence.
    var ends: [Int] = []
    for number in numbers {
      var (index, end) = (0, ends.count)
      while index < end {
        let middle = (index + end) / 2
        if ends[middle] < number {
          index = middle + 1
        } else {
          end = middle
        }
      }
      if index == ends.count {
        ends.append(number)
      } else {
        ends[index] = number
      }
    }
    return ends.count
  }
}

// MARK: - Merges

extension PatchChecker {
  public func checkMerge<Item>(
    of theirs: SectionSnapshot<Item>, into mine: SectionSnapshot<Item>, base: SectionSnapshot<Item>
  ) throws(Disagreement) {
    let (merged, conflicts) = mine.merging(theirs, base: base)
    do {
      try checkItems(of: merged, theirs, mine, base)
      try checkParents(of: merged, theirs, mine, base, conflicts)
      try checkUnchangedSides(theirs, mine, base)
    } catch {
      throw Disagreement(
        """
        \(error)
        \(conflicts)
        base:
        \(base.shape)
        mine:
        \(mine.shape)
        theirs:
        \(theirs.shape)
        merged:
        \(merged.shape)
        """)
    }
  }

  private func checkUnchangedSides<Item>(
    _ theirs: SectionSnapshot<Item>, _ mine: SectionSnapshot<Item>, _ base: SectionSnapshot<Item>
  ) throws(Disagreement) {
    try demand(mine.merging(base, base: base).snapshot == mine, "theirs unchanged")
    try demand(base.merging(theirs, base: base).snapshot == theirs, "mine unchanged")
    try demand(mine.merging(mine, base: base).snapshot == mine, "both sides the same")
  }

  /// Additions of both sides stay; removals of each side are kept.
  private func checkItems<Item>(
    of merged: SectionSnapshot<Item>, _ theirs: SectionSnapshot<Item>,
    _ mine: SectionSnapshot<Item>, _ base: SectionSnapshot<Item>
  ) throws(Disagreement) {
    let both = Set(mine.items).intersection(theirs.items)
    let added = Set(mine.items).union(theirs.items).subtracting(base.items)
    try demand(Set(merged.items) == added.union(both), "items")
    for item in merged.items {
      // The patch sets what theirs changed.
      let isTheirs = theirs.contains(item) && base.isExpanded(item) != theirs.isExpanded(item)
      let isNew = theirs.contains(item) && !base.contains(item)
      let side = isTheirs || isNew || !mine.contains(item) ? theirs : mine
      try demand(merged.isExpanded(item) == side.isExpanded(item), "expansion of \(item)")
    }
  }

  private func checkParents<Item>(
    of merged: SectionSnapshot<Item>, _ theirs: SectionSnapshot<Item>,
    _ mine: SectionSnapshot<Item>, _ base: SectionSnapshot<Item>,
    _ conflicts: [MergeConflict<Item>]
  ) throws(Disagreement) {
    for item in merged.items {
      let parent = merged.parent(of: item)
      if conflicts.contains(.cycle(item)) { continue }
      let isPlaced =
        theirs.contains(item)
        && (!base.contains(item) || base.parent(of: item) != theirs.parent(of: item))
      let side = isPlaced ? theirs : mine
      var expected = side.parent(of: item)
      while let missing = expected, !merged.contains(missing) {
        expected = side.parent(of: missing)
      }
      try demand(
        parent == expected, "the parent of \(item) is \(String(describing: parent))")
    }
  }
}

// MARK: - Snapshots

extension PatchChecker {
  private func checkContents<Item>(
    _ patch: Snapshot<Int, Item>.Patch, _ old: Snapshot<Int, Item>, _ new: Snapshot<Int, Item>
  ) throws(Disagreement) {
    let removed = patch.items.removals.flatMap { Array($0.outline.items) }
    try demand(
      Set(removed) == Set(old.itemIdentifiers).subtracting(new.itemIdentifiers), "removals")
    let inserted = patch.items.insertions.flatMap { Array($0.outline.items) }
    try demand(
      Set(inserted) == Set(new.itemIdentifiers).subtracting(old.itemIdentifiers), "insertions")
    let moved = Set(patch.items.moves.map { $0.item })
    var expected = 0
    var reordered: [Snapshot<Int, Item>.Parent: [Int]] = [:]
    for item in new.itemIdentifiers where old.contains(item) {
      guard let parent = parent(of: item, in: new), let oldParent = self.parent(of: item, in: old),
        let index = old.indexOfItem(item)
      else { continue }
      if parent == oldParent || (parent.item != nil && parent.item == oldParent.item) {
        reordered[parent, default: []].append(index)
      } else {
        try demand(moved.contains(item), "\(item) is not moved")
        expected += 1
      }
    }
    for indices in reordered.values {
      expected += indices.count - longestAscent(indices)
    }
    try demand(moved.count == expected, "\(moved.count) moves, not \(expected)")
  }

  private func parent<Item>(
    of item: Item, in snapshot: Snapshot<Int, Item>
  ) -> Snapshot<Int, Item>.Parent? {
    snapshot.sectionIdentifier(containingItem: item).map {
      Snapshot<Int, Item>.Parent(section: $0, item: snapshot.parent(of: item))
    }
  }

  public func checkMerge<Item>(
    of theirs: Snapshot<Int, Item>, into mine: Snapshot<Int, Item>,
    base: Snapshot<Int, Item>
  ) throws(Disagreement) {
    let (merged, conflicts) = mine.merging(theirs, base: base)
    do {
      let both = Set(mine.itemIdentifiers).intersection(theirs.itemIdentifiers)
      let added = Set(mine.itemIdentifiers).union(theirs.itemIdentifiers)
        .subtracting(base.itemIdentifiers)
      try demand(Set(merged.itemIdentifiers) == added.union(both), "items")
      try demand(mine.merging(base, base: base).snapshot == mine, "theirs unchanged")
      try demand(base.merging(theirs, base: base).snapshot == theirs, "mine unchanged")
      try demand(mine.merging(mine, base: base).snapshot == mine, "both sides the same")
    } catch {
      throw Disagreement(
        """
        \(error)
        \(conflicts)
        base:
        \(base.shape)
        mine:
        \(mine.shape)
        theirs:
        \(theirs.shape)
        merged:
        \(merged.shape)
        """)
    }
  }
}
