//  From rows to parents and children
//  =================================
//
//  The steps come in three groups:
//
//  1. Structural steps. Rows are inserted and moved, in the order of the new rows, so that
//     everything above them is in place. Then rows are removed, and rows collapse.
//  2. Updates.
//  3. Expansions: rows expand. After each, its visible descendants with children expand or
//     collapse.
//
//  The difference says which rows are inserted, removed and updated. Here, a row is *expanded* only
//  if it also has children. The descendants of an expanding row become visible in group 3. If they
//  were visible before, group 1 also removes them. All other rows that are visible before and after
//  are *kept*; a comparison of their parents and siblings finds the moves. A kept row is *stable*
//  if it is expanded before and after. Only roots and children of stable rows are inserted, moved
//  and removed one by one.

@usableFromInline
enum VersionedHandle: Equatable {
  case old(Int32)
  case new(Int32)
}

/// The steps of a tree view from one tree to another.
struct TreeTransition {
  private let commonRows: CommonRows
  private let old: RowTree
  private let new: RowTree
  /// The kept rows, in their new order: single updated rows, and ranges of others.
  private var kept: [(old: Range<Int>, new: Range<Int>)] = []
  /// The updated rows that are not below an expanding row.
  private var updated: [Int] = []
  /// The kept rows that expand, and the inserted rows.
  private var shown: [Int] = []
  private var collapsed: [Int] = []
  private var inserted: [Int] = []
  /// The inserted and moved rows, in ascending order of the new rows, with the old row of each.
  private var arranged: [(new: Child, old: Child?)] = []
  /// The old rows to remove, without descendants of such rows.
  private var removed: [Child] = []

  init(
    _ difference: SectionDifference, _ commonRows: CommonRows, from old: RowTree, to new: RowTree
  ) {
    self.commonRows = commonRows
    self.old = old
    self.new = new
    readRows(difference)
    let changes = HierarchyComparison(from: old, to: new, pairs: kept)
    removed = changes.removedChildren(ofRowsWhere: new.showsChildren).map(oldChild)
    let moves = changes.moves.compactMap { move in
      new.position(of: move.new, among: .visible).map { ($0, commonRows.oldRow(ofNewRow: $0)) }
    }
    let placed = (inserted.map { ($0, nil) } + moves).sorted(byKey: { ($0.0, 0) })
    arranged = placed.map { (newChild($0), $1.map(oldChild)) }
  }

  private func oldChild(_ row: Int) -> Child {
    let (parent, index) = old.parent(ofRow: row)
    return Child(row: row, parent: parent.map { old.handle(ofRow: $0) } ?? -1, index: index)
  }

  /// Returns a new child of a stable row.
  private func newChild(_ row: Int) -> Child {
    let (parent, index) = new.parent(ofRow: row)
    let oldParent = parent.flatMap { commonRows.oldRow(ofNewRow: $0) }
    return Child(row: row, parent: oldParent.map { old.handle(ofRow: $0) } ?? -1, index: index)
  }
}

extension TreeTransition {
  /// Finds the kept and the inserted rows, and those that expand and collapse.
  private mutating func readRows(_ difference: SectionDifference) {
    var pairs = commonRows.pairs[...]
    var updates = difference.updates[...]
    var row = 0
    while row < new.visibleCount {
      pairs = pairs.drop { $0.new.upperBound <= row }
      updates = updates.drop { $0.upperBound <= row }
      let pair = pairs.first.flatMap { $0.new.contains(row) ? $0 : nil }
      let oldRow = pair.map { $0.old.lowerBound + row - $0.new.lowerBound }
      let isUpdated = updates.first?.contains(row) ?? false
      if let pair, let oldRow, !isUpdated {
        let end = min(pair.new.upperBound, updates.first?.lowerBound ?? .max)
        kept.append((oldRow..<oldRow + end - row, row..<end))
        row = end
        continue
      }
      let wasExpanded = oldRow.map { old.showsChildren(old.handle(ofRow: $0)) } ?? false
      let handle = new.handle(ofRow: row)
      let isExpanded = new.showsChildren(handle)
      if isUpdated { updated.append(row) }
      if let oldRow {
        kept.append((oldRow..<oldRow + 1, row..<row + 1))
      } else {
        inserted.append(row)
      }
      if oldRow == nil || isExpanded && !wasExpanded { shown.append(row) }
      if wasExpanded && !isExpanded { collapsed.append(row) }
      row = isExpanded && !wasExpanded ? new.visibleEnd(of: handle) : row + 1
    }
  }
}

// MARK: - The steps

extension TreeTransition {
  /// Returns the steps.
  func changes() -> SectionDifference.TreeChanges<VersionedHandle> {
    SectionDifference.TreeChanges(
      structural: structuralChanges(),
      subsequent: updated.map { .update(handle($0)) } + expansions())
  }

  private func structuralChanges() -> [SectionDifference.TreeChange<VersionedHandle>] {
    var changes: [SectionDifference.TreeChange<VersionedHandle>] = []
    var siblings = siblingIndices()
    for (child, oldChild) in arranged {
      if let oldChild {
        let source = siblings[oldChild.parent]?.remove(oldRow: oldChild.row) ?? 0
        let target = siblings[child.parent]?.insert(newRow: child.row) ?? 0
        if oldChild.parent != child.parent || source != target {
          changes.append(.move(source, of: oldChild.oldParent, to: target, in: child.oldParent))
        }
      } else {
        let index = siblings[child.parent]?.insert(newRow: child.row) ?? 0
        changes.appendInsertion(of: handle(child.row), at: index, in: child.oldParent)
      }
    }
    for child in removed {
      let index = siblings[child.parent]?.remove(oldRow: child.row) ?? 0
      changes.appendRemoval(at: index, from: child.oldParent)
    }
    return changes + collapsed.map { .collapse(handle($0)) }
  }

  /// Returns the children that change, by the old handles of their parents.
  private func siblingIndices() -> [Int32: SiblingIndices] {
    let oldChildren = Dictionary(grouping: arranged.compactMap { $0.old } + removed) { $0.parent }
    let newChildren = Dictionary(grouping: arranged.map { $0.new }) { $0.parent }
    var siblings: [Int32: SiblingIndices] = [:]
    for parent in Set(oldChildren.keys).union(newChildren.keys) {
      siblings[parent] = SiblingIndices(
        old: oldChildren[parent] ?? [], new: newChildren[parent] ?? [])
    }
    return siblings
  }

  /// The rows that expand, and the state of each row with children that becomes visible.
  ///
  /// A view may remember that a row was expanded, even if its item left the outline in between, so
  /// each collapsed row gets a step.
  private func expansions() -> [SectionDifference.TreeChange<VersionedHandle>] {
    var changes: [SectionDifference.TreeChange<VersionedHandle>] = []
    for row in shown {
      let handle = new.handle(ofRow: row)
      if new.showsChildren(handle) {
        changes.append(.expand(.new(handle)))
        for parent in new.visibleParents(below: handle) {
          let isExpanded = new.isExpanded(parent)
          changes.append(isExpanded ? .expand(.new(parent)) : .collapse(.new(parent)))
        }
      } else if new.hasChildren(handle) {
        changes.append(.collapse(.new(handle)))
      }
    }
    return changes
  }

  private func handle(_ row: Int) -> VersionedHandle {
    .new(new.handle(ofRow: row))
  }
}

extension [SectionDifference.TreeChange<VersionedHandle>] {
  /// Adds the insertion of a row, joined to the last step if the rows are consecutive siblings.
  fileprivate mutating func appendInsertion(
    of row: VersionedHandle, at index: Int, in parent: VersionedHandle?
  ) {
    if case .insert(var rows, let first, let sameParent)? = last,
      sameParent == parent && first + rows.count == index
    {
      removeLast()
      rows.append(row)
      append(.insert(rows, at: first, in: parent))
    } else {
      append(.insert([row], at: index, in: parent))
    }
  }

  /// Adds the removal of a row, joined to the last step if the rows are consecutive siblings.
  fileprivate mutating func appendRemoval(at index: Int, from parent: VersionedHandle?) {
    if case .remove(let indices, let sameParent)? = last,
      sameParent == parent && indices.lowerBound == index
    {
      self[count - 1] = .remove(index..<indices.upperBound + 1, from: parent)
    } else {
      append(.remove(index..<index + 1, from: parent))
    }
  }
}

extension RowTree {
  fileprivate func handle(ofRow row: Int) -> Int32 { handle(at: row, among: .visible) }
}

// MARK: - Child indices during the steps

/// A visible row as a child.
private struct Child {
  let row: Int
  /// The old handle of its parent, or -1 for a root.
  let parent: Int32
  /// Its index among all children.
  let index: Int

  var oldParent: VersionedHandle? { parent < 0 ? nil : .old(parent) }
}

/// The children of one row that change, with the child index of each during the steps.
///
/// A removed child has a slot at its old index, and an inserted child has one at its new index. The
/// number of unchanged children before a slot is constant. Filled slots are counted.
private struct SiblingIndices {
  private struct Slot {
    /// The number of unchanged children before the slot.
    var unchangedBefore: Int
    var row: Int
    var isOld: Bool
  }

  private var slots: [Slot] = []
  private var oldSlots: [Int: Int] = [:]
  private var newSlots: [Int: Int] = [:]
  /// The numbers of filled slots, as a Fenwick tree.
  private var sums: [Int] = []

  init(old: [Child], new: [Child]) {
    slots.reserveCapacity(old.count + new.count)
    append(old, isOld: true)
    append(new, isOld: false)
    slots = slots.sorted(byKey: { ($0.unchangedBefore, 0) })
    sums = [Int](repeating: 0, count: slots.count + 1)
    for (index, slot) in slots.enumerated() {
      if slot.isOld {
        oldSlots[slot.row] = index
        add(1, at: index)
      } else {
        newSlots[slot.row] = index
      }
    }
  }

  private mutating func append(_ children: [Child], isOld: Bool) {
    for (number, child) in children.sorted(byKey: { ($0.index, 0) }).enumerated() {
      slots.append(Slot(unchangedBefore: child.index - number, row: child.row, isOld: isOld))
    }
  }

  mutating func remove(oldRow row: Int) -> Int {
    let slot = oldSlots[row] ?? 0
    add(-1, at: slot)
    return index(of: slot)
  }

  mutating func insert(newRow row: Int) -> Int {
    let slot = newSlots[row] ?? 0
    add(1, at: slot)
    return index(of: slot)
  }

  private func index(of slot: Int) -> Int {
    var sum = slots[slot].unchangedBefore
    var end = slot
    while end > 0 {
      sum += sums[end]
      end &= end - 1
    }
    return sum
  }

  private mutating func add(_ value: Int, at slot: Int) {
    var end = slot + 1
    while end < sums.count {
      sums[end] += value
      end += end & -end
    }
  }
}
