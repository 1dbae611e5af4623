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
//  The changes by item say which rows are inserted, removed and moved; the difference says which are
//  updated. Here, a row is *expanded* only if it also has children. The descendants of an expanding
//  row become visible in group 3. If they were visible before, group 1 also removes them. All other
//  rows that are visible before and after are *kept*. A kept row is *stable* if it is expanded
//  before and after. Only roots and children of stable rows are inserted, moved and removed one by
//  one.
//
//  Lookups of parents are not inlined. Otherwise, their callers are among the slowest functions to
//  compile.

@usableFromInline
enum VersionedHandle: Equatable {
  case old(Int32)
  case new(Int32)
}

/// The steps of a tree view from one tree to another.
struct TreeTransition {
  private let difference: SectionDifference
  private let commonRows: CommonRows
  private let old: RowTree
  private let new: RowTree
  private var expanded: [Int] = []
  private var collapsed: [Int] = []
  private var rowsBelowExpanded: [Range<Int>] = []
  /// The new rows that are inserted or moved, with the old row of each moved one.
  private var arranged: [Int: Int?] = [:]
  /// The old rows to remove, without descendants of such rows.
  private var removed: [Int] = []

  init(
    _ difference: SectionDifference, _ changes: HierarchyComparison?, _ commonRows: CommonRows,
    from old: RowTree, to new: RowTree
  ) {
    self.difference = difference
    self.commonRows = commonRows
    self.old = old
    self.new = new
    if let changes {
      let insertedRoots = changes.forests(ofInsertedRows: changes.insertedRows).roots
      let removedRoots = changes.forests(ofRemovedRows: changes.removedRows).roots
      findExpandedAndCollapsed(changes, insertedRoots, removedRoots)
      findArranged(changes, insertedRoots, removedRoots)
    }
  }
}

extension TreeTransition {
  /// Finds the rows that show children only before or only after the changes.
  private mutating func findExpandedAndCollapsed(
    _ changes: HierarchyComparison, _ insertedRoots: [Int32], _ removedRoots: [Int32]
  ) {
    let placed = insertedRoots + changes.moves.map { $0.new }
    let shown = changes.toggledRows + placed + placed.compactMap(new.parent)
    for row in Set(shown.compactMap(new.visiblePosition)) {
      let oldRow = commonRows.oldRow(ofNewRow: row)
      let wasExpanded = oldRow.map { old.showsChildren(old.handle(ofRow: $0)) } ?? false
      if !wasExpanded && new.showsChildren(new.handle(ofRow: row)) {
        expanded.append(row)
        rowsBelowExpanded.append(row + 1..<new.end(ofRow: row))
      }
    }
    rowsBelowExpanded = rowsBelowExpanded.union([])
    expanded = expanded.filter { !rowsBelowExpanded.contains(row: $0) }.sorted()
    let left = removedRoots + changes.moves.map { $0.old }
    let parents = left.compactMap(old.parent).compactMap(old.visiblePosition)
    let hidden = changes.toggledRows.compactMap(new.visiblePosition) + parents.compactMap(newRow)
    collapsed = Set(hidden).filter { row in
      let oldRow = commonRows.oldRow(ofNewRow: row)
      return !rowsBelowExpanded.contains(row: row)
        && !new.showsChildren(new.handle(ofRow: row))
        && oldRow.map { old.showsChildren(old.handle(ofRow: $0)) } ?? false
    }.sorted()
  }

  /// Finds the rows that are inserted, moved and removed one by one.
  private mutating func findArranged(
    _ changes: HierarchyComparison, _ insertedRoots: [Int32], _ removedRoots: [Int32]
  ) {
    for row in insertedRoots.compactMap(keptRow) {
      arranged[row] = .some(nil)
    }
    var left = removedRoots
    for move in changes.moves {
      if let row = keptRow(of: move.new) {
        arranged[row] = .some(old.visiblePosition(of: move.old))
      } else {
        left.append(move.old)
      }
    }
    removed = left.filter { isStable(old.parent(of: $0)) }.compactMap(old.visiblePosition).sorted()
  }

  /// Returns the new row of a handle, unless the row is hidden or below an expanding row.
  private func keptRow(of handle: Int32) -> Int? {
    new.visiblePosition(of: handle).flatMap { rowsBelowExpanded.contains(row: $0) ? nil : $0 }
  }

  private func newRow(ofKept oldRow: Int) -> Int? {
    commonRows.newRow(ofOldRow: oldRow).flatMap { rowsBelowExpanded.contains(row: $0) ? nil : $0 }
  }

  /// Returns whether the children of an old row are inserted, moved and removed one by one.
  private func isStable(_ parent: Int32?) -> Bool {
    guard let parent else { return true }
    guard let row = old.visiblePosition(of: parent), let newRow = newRow(ofKept: row) else {
      return false
    }
    return old.showsChildren(parent) && new.showsChildren(new.handle(ofRow: newRow))
  }
}

extension [RowForest] {
  /// The handles of the rows that are not below others of their forest.
  fileprivate var roots: [Int32] {
    flatMap { $0.rows.filter { $0.indent == 0 }.map { $0.handle } }
  }
}

// MARK: - The steps

extension TreeTransition {
  /// Returns the steps.
  func changes() -> SectionDifference.TreeChanges<VersionedHandle> {
    let updated = difference.updates.subtracting(rowsBelowExpanded).joined()
    return SectionDifference.TreeChanges(
      structural: structuralChanges(),
      subsequent: updated.map { .update(handle($0)) } + expansions())
  }

  private func structuralChanges() -> [SectionDifference.TreeChange<VersionedHandle>] {
    var changes: [SectionDifference.TreeChange<VersionedHandle>] = []
    var siblings = siblingIndices()
    for row in arranged.keys.sorted() {
      let parent = oldParent(ofNewRow: row)
      if let oldRow = arranged[row] ?? nil {
        let oldParent = oldParent(of: oldRow)
        let source = siblings[oldParent ?? -1]?.remove(oldRow: oldRow) ?? 0
        let target = siblings[parent ?? -1]?.insert(newRow: row) ?? 0
        if oldParent != parent || source != target {
          changes.append(
            .move(source, of: oldParent.map { .old($0) }, to: target, in: parent.map { .old($0) }))
        }
      } else {
        let index = siblings[parent ?? -1]?.insert(newRow: row) ?? 0
        changes.appendInsertion(of: handle(row), at: index, in: parent.map { .old($0) })
      }
    }
    for row in removed {
      let parent = oldParent(of: row)
      let index = siblings[parent ?? -1]?.remove(oldRow: row) ?? 0
      changes.appendRemoval(at: index, from: parent.map { .old($0) })
    }
    return changes + collapsed.map { .collapse(handle($0)) }
  }

  /// The rows that expand, and the state of each row with children that becomes visible.
  ///
  /// A view may remember that a row was expanded, even if its item left the outline in between, so
  /// each collapsed row gets a step.
  private func expansions() -> [SectionDifference.TreeChange<VersionedHandle>] {
    var changes: [SectionDifference.TreeChange<VersionedHandle>] = []
    let inserted = arranged.keys.filter { arranged[$0] == .some(nil) }
    for row in Set(expanded).union(inserted).sorted() {
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

// MARK: - Parents

extension TreeTransition {
  @inline(never)
  private func oldParent(of row: Int) -> Int32? {
    old.parent(of: old.handle(ofRow: row))
  }

  /// Returns the old handle of a new row's parent, which is stable, or `nil` for a root.
  @inline(never)
  private func oldParent(ofNewRow row: Int) -> Int32? {
    let parent = new.parentRow(ofRow: row).flatMap { commonRows.oldRow(ofNewRow: $0) }
    return parent.map { old.handle(ofRow: $0) }
  }

  /// Returns the children that change, by the old handles of their parents, or -1 for the roots.
  private func siblingIndices() -> [Int32: SiblingIndices] {
    if arranged.isEmpty && removed.isEmpty { return [:] }
    var oldChildren: [Int32: [SiblingIndices.Child]] = [:]
    var newChildren: [Int32: [SiblingIndices.Child]] = [:]
    for row in arranged.values.compactMap({ $0 }) + removed {
      oldChildren[oldParent(of: row) ?? -1, default: []].append(old.child(atRow: row))
    }
    for row in arranged.keys {
      newChildren[oldParent(ofNewRow: row) ?? -1, default: []].append(new.child(atRow: row))
    }
    var siblings: [Int32: SiblingIndices] = [:]
    for parent in Set(oldChildren.keys).union(newChildren.keys) {
      siblings[parent] = SiblingIndices(
        old: oldChildren[parent] ?? [], new: newChildren[parent] ?? [])
    }
    return siblings
  }
}

// MARK: - Visible rows as a tree

extension RowTree {
  fileprivate func handle(ofRow row: Int) -> Int32 { handle(at: row, visible: true) }

  fileprivate func parentRow(ofRow row: Int) -> Int? {
    parent(of: handle(ofRow: row)).flatMap { visiblePosition(of: $0) }
  }

  fileprivate func end(ofRow row: Int) -> Int { visibleEnd(of: handle(ofRow: row)) }

  fileprivate func child(atRow row: Int) -> SiblingIndices.Child {
    SiblingIndices.Child(index: childIndex(of: handle(ofRow: row)), row: row)
  }
}

// MARK: - Child indices during the steps

/// The children of one row that change, with the child index of each during the steps.
///
/// A removed child has a slot at its old index, and an inserted child has one at its new index. The
/// number of unchanged children before a slot is constant. Filled slots are counted.
private struct SiblingIndices {
  /// A child by its index among all children, and its row.
  struct Child {
    var index: Int
    var row: Int
  }

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
