public import Outline

/// A snapshot of one section or of several, with patches.
public protocol PatchedValue: Equatable {
  associatedtype Item
  associatedtype Patch: InvertiblePatch
  associatedtype Failure: Error
  associatedtype Conflict

  func patch(from old: Self) -> Patch
  mutating func apply(_ patch: Patch) throws(Failure)
  mutating func merge(_ patch: Patch) -> [Conflict]
  func merging(
    _ theirs: Self, base: Self, isContentEqual: (Item, Item) -> Bool
  ) -> (snapshot: Self, conflicts: [Conflict])

  var shape: String { get }

  /// Compares the contents of the patch from another version with both versions.
  func compareContents(of patch: Patch, from old: Self) throws(Disagreement)
  /// Compares the merge of the patch from `base` to this version with the model.
  func compareMerge(of patch: Patch, into mine: Self, base: Self) throws(Disagreement)
}

public protocol InvertiblePatch: Equatable {
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

  /// Checks the patch between two versions.
  public func check<Value: PatchedValue>(
    from old: Value, to new: Value
  ) throws(Disagreement) {
    let patch = new.patch(from: old)
    do {
      try checkLaws(patch, from: old, to: new)
      try new.compareContents(of: patch, from: old)
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

  /// Compares the result and the conflicts of a merge with the model, and checks unchanged sides.
  public func checkMerge<Value: PatchedValue>(
    of theirs: Value, into mine: Value, base: Value
  ) throws(Disagreement) {
    let patch = theirs.patch(from: base)
    do {
      try theirs.compareMerge(of: patch, into: mine, base: base)
      try demand(mine.merged(with: base, base: base) == mine, "theirs unchanged")
      try demand(base.merged(with: theirs, base: base) == theirs, "mine unchanged")
      try demand(mine.merged(with: mine, base: base) == mine, "both sides the same")
    } catch {
      throw Disagreement(
        """
        \(error)
        \(patch)
        base:
        \(base.shape)
        mine:
        \(mine.shape)
        theirs:
        \(theirs.shape)
        """)
    }
  }
}

extension PatchedValue {
  fileprivate func merged(with theirs: Self, base: Self) -> Self {
    merging(theirs, base: base) { _, _ in true }.snapshot
  }
}

/// Returns the length of a longest ascending subsequence.
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

// MARK: - Outlines

extension SectionSnapshot {
  public func compareContents(of patch: Patch, from old: SectionSnapshot) throws(Disagreement) {
    let removed = patch.removals.flatMap { Array($0.outline.items) }
    try demand(Set(removed) == Set(old.items).subtracting(items), "removals")
    try demand(Set(removed).count == removed.count, "an item is removed twice")
    let inserted = patch.insertions.flatMap { Array($0.outline.items) }
    try demand(Set(inserted) == Set(items).subtracting(old.items), "insertions")
    let moved = Set(patch.moves.map { $0.item })
    try demand(moved.count == patch.moves.count, "an item is moved twice")
    var expected = 0
    var reordered: [Item?: [Int]] = [:]
    for item in items where old.contains(item) {
      if old.parent(of: item) != parent(of: item) {
        try demand(moved.contains(item), "\(item) is not moved")
        expected += 1
      } else if let index = old.index(of: item) {
        reordered[parent(of: item), default: []].append(index)
      }
    }
    for indices in reordered.values {
      expected += indices.count - longestAscent(indices)
    }
    try demand(moved.count == expected, "\(moved.count) moves, not \(expected)")
    for item in items where old.contains(item) {
      let isToggled = old.isExpanded(item) != isExpanded(item)
      let list = isExpanded(item) ? patch.expandedItems : patch.collapsedItems
      try demand(list.contains(item) == isToggled, "expansion of \(item)")
    }
  }

  public func compareMerge(
    of patch: Patch, into mine: SectionSnapshot, base: SectionSnapshot
  ) throws(Disagreement) {
    for isBaseKnown in [true, false] {
      var merged = mine
      var conflicts: [MergeConflict<Item>]
      if isBaseKnown {
        (merged, conflicts) = mine.merging(self, base: base)
      } else {
        conflicts = merged.merge(patch)
      }
      var model = MergeModel(
        patch, mine: PlainOutline(mine), theirs: PlainOutline(self), base: PlainOutline(base),
        isBaseKnown: isBaseKnown
      ) { $0.map { .item($0) } ?? .section(0) }
      model.run()
      try demand(
        PlainOutline(merged) == model.merged, "merged:\n\(merged.shape)\nnot \(model.merged)")
      try demand(
        Set(conflicts) == model.conflicts && conflicts.count == model.conflicts.count,
        "conflicts: \(conflicts), not \(model.conflicts)")
    }
  }
}

// MARK: - Snapshots

extension Snapshot where Section == Int {
  public func compareContents(of patch: Patch, from old: Snapshot) throws(Disagreement) {
    let removed = patch.items.removals.flatMap { Array($0.outline.items) }
    try demand(
      Set(removed) == Set(old.itemIdentifiers).subtracting(itemIdentifiers), "removals")
    let inserted = patch.items.insertions.flatMap { Array($0.outline.items) }
    try demand(
      Set(inserted) == Set(itemIdentifiers).subtracting(old.itemIdentifiers), "insertions")
    let moved = Set(patch.items.moves.map { $0.item })
    var expected = 0
    var reordered: [Parent: [Int]] = [:]
    for item in itemIdentifiers where old.contains(item) {
      guard let parent = patchParent(of: item), let oldParent = old.patchParent(of: item),
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

  private func patchParent(of item: Item) -> Parent? {
    sectionIdentifier(containingItem: item).map {
      Parent(section: $0, item: parent(of: item))
    }
  }

  public func compareMerge(of patch: Patch, into mine: Snapshot, base: Snapshot)
    throws(Disagreement)
  {
    for isBaseKnown in [true, false] {
      var merged = mine
      var conflicts: [Conflict]
      if isBaseKnown {
        (merged, conflicts) = mine.merging(self, base: base)
      } else {
        conflicts = merged.merge(patch)
      }
      var model = SnapshotMergeModel(
        patch, mine: mine, theirs: self, base: base, isBaseKnown: isBaseKnown)
      model.run()
      try demand(
        PlainOutline(merged) == model.items.merged
          && Array(merged.sectionIdentifiers) == model.sectionList,
        "merged:\n\(merged.shape)\nnot \(model.sectionList) \(model.items.merged)")
      try demand(
        Set(conflicts) == model.conflicts && conflicts.count == model.conflicts.count,
        "conflicts: \(conflicts), not \(model.conflicts)")
    }
  }
}
