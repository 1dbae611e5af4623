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
//  Here, a row is *expanded* only if it also has children. The descendants of an expanding row
//  become visible in group 3. If they were visible before, group 1 removes them, too. All other
//  rows that are visible before and after are *kept*. A kept row is *stable* if it is expanded
//  before and after. Only roots and children of stable rows are inserted, moved and removed one by
//  one.
//
//  Helpers are not inlined. Otherwise, their callers are among the slowest functions to compile.

@usableFromInline
enum VersionedHandle: Equatable {
  case old(Int32)
  case new(Int32)
}

/// The steps of a tree view from one tree to another.
struct TreeTransition {
  let difference: SectionDifference
  private let commonRows: CommonRows
  private let old: RowTree
  let new: RowTree
  private(set) var expanded: [Int] = []
  private(set) var collapsed: [Int] = []
  private(set) var rowsBelowExpanded: [Range<Int>] = []
  private var rowsBelowCollapsed: [Range<Int>] = []
  /// The new rows that are inserted or moved, with the old row of each moved one.
  private(set) var arranged: [Int: Int?] = [:]
  /// The old rows to remove, without descendants of such rows.
  private(set) var removed: [Int] = []

  init(
    _ difference: SectionDifference, _ commonRows: CommonRows, from old: RowTree,
    to new: RowTree
  ) {
    self.difference = difference
    self.commonRows = commonRows
    self.old = old
    self.new = new
    findExpandedAndCollapsed()
    findArranged()
  }
}

// MARK: - Which rows expand and collapse

extension TreeTransition {
  private mutating func findExpandedAndCollapsed() {
    for row in difference.updates.joined() {
      if let oldRow = commonRows.oldRow(ofNewRow: row) {
        recordExpansion(of: row, oldRow: oldRow)
      }
    }
    rowsBelowExpanded = rowsBelowExpanded.union([])
    for range in difference.insertions.subtracting(rowsBelowExpanded) {
      var row = range.lowerBound
      while row < range.upperBound {
        row = recordExpansion(of: row, oldRow: nil)
      }
    }
    rowsBelowExpanded = rowsBelowExpanded.union([])
    rowsBelowCollapsed = rowsBelowCollapsed.union([])
    expanded = expanded.filter { !rowsBelowExpanded.contains(row: $0) }.sorted()
    collapsed = collapsed.filter { !rowsBelowExpanded.contains(row: $0) }.sorted()
  }

  /// Records whether a row expands or collapses, and returns the next row to visit: the end of the
  /// subtree if the row expands.
  @inline(never) @discardableResult
  private mutating func recordExpansion(of row: Int, oldRow: Int?) -> Int {
    let wasExpanded = oldRow.map { old.showsChildren(old.handle(ofRow: $0)) } ?? false
    let isExpanded = new.showsChildren(new.handle(ofRow: row))
    if wasExpanded && !isExpanded, let oldRow {
      collapsed.append(row)
      rowsBelowCollapsed.append(oldRow + 1..<old.end(ofRow: oldRow))
    }
    guard isExpanded && !wasExpanded else { return row + 1 }
    let end = new.end(ofRow: row)
    expanded.append(row)
    rowsBelowExpanded.append(row + 1..<end)
    return end
  }

  @inline(never)
  private func newRow(ofKept oldRow: Int) -> Int? {
    commonRows.newRow(ofOldRow: oldRow).flatMap { rowsBelowExpanded.contains(row: $0) ? nil : $0 }
  }

  /// Returns whether the children of an old row are inserted, moved and removed one by one.
  @inline(never)
  private func isStable(_ parent: Int32?) -> Bool {
    guard let parent else { return true }
    guard let row = old.visiblePosition(of: parent), let newRow = newRow(ofKept: row) else {
      return false
    }
    return old.showsChildren(parent) && new.showsChildren(new.handle(ofRow: newRow))
  }
}

// MARK: - Which rows are inserted, moved and removed

extension TreeTransition {
  private mutating func findArranged() {
    for row in difference.insertions.subtracting(rowsBelowExpanded).joined() {
      arranged[row] = .some(nil)
    }
    findRemoved()
    for move in difference.moves {
      for row in move.source {
        checkMove(ofOldRow: row)
        checkChildren(ofOldRow: row)
        checkChildren(ofNewRow: row - move.source.lowerBound + move.destination)
      }
    }
    for row in difference.updates.joined() {
      guard let oldRow = commonRows.oldRow(ofNewRow: row) else { continue }
      let handles = (old.handle(ofRow: oldRow), new.handle(ofRow: row))
      if old.level(of: handles.0) != new.level(of: handles.1) {
        checkMove(ofOldRow: oldRow)
        checkChildren(ofOldRow: oldRow)
        checkChildren(ofNewRow: row)
      }
    }
  }

  /// Finds the rows to remove.
  ///
  /// If all visible descendants of a row are removed, too, only the row is listed. A collapse needs
  /// no removals below it.
  private mutating func findRemoved() {
    let keptSubtrees = rowsOfKeptSubtrees
    for range in keptSubtrees {
      checkMove(ofOldRow: range.lowerBound)
    }
    var ranges = difference.removals.union(removalsBelowExpanded)
    ranges = ranges.subtracting(rowsBelowCollapsed.subtracting(keptSubtrees))
    for range in ranges {
      var row = range.lowerBound
      while row < range.upperBound {
        let handle = old.handle(ofRow: row)
        if isStable(old.parent(of: handle)) {
          removed.append(row)
        }
        let end = old.end(ofRow: row)
        if end <= range.upperBound {
          row = end
        } else {
          checkChildren(ofOldRow: row)
          row += 1
        }
      }
    }
  }

  /// The old rows to remove because their new rows are below an expanding row.
  private var removalsBelowExpanded: [Range<Int>] {
    var ranges: [Range<Int>] = []
    if rowsBelowExpanded.isEmpty { return ranges }
    for pair in commonRows.pairs {
      let first = rowsBelowExpanded.firstIndexOfRange { $0.upperBound > pair.new.lowerBound }
      for range in rowsBelowExpanded[first...] {
        if range.lowerBound >= pair.new.upperBound { break }
        let rows = range.clamped(to: pair.new)
        let start = pair.old.lowerBound + rows.lowerBound - pair.new.lowerBound
        ranges.append(start..<start + rows.count)
      }
    }
    return ranges
  }

  /// The old rows that are below a row that collapses, and are kept or below a kept row.
  private var rowsOfKeptSubtrees: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for range in rowsBelowCollapsed {
      var next = commonRows.oldRow(from: range.lowerBound)
      while let row = next, row < range.upperBound {
        var end = row + 1
        if newRow(ofKept: row) != nil {
          end = old.end(ofRow: row)
          ranges.append(row..<end)
        }
        next = commonRows.oldRow(from: end)
      }
    }
    return ranges
  }

  @inline(never)
  private mutating func checkChildren(ofOldRow row: Int) {
    for child in old.children(ofRow: row) {
      checkMove(ofOldRow: child)
    }
  }

  @inline(never)
  private mutating func checkChildren(ofNewRow row: Int) {
    for child in new.children(ofRow: row) {
      if let oldRow = commonRows.oldRow(ofNewRow: child) {
        checkMove(ofOldRow: oldRow)
      }
    }
  }

  /// Records a kept row that has another parent, or another order among its siblings.
  @inline(never)
  private mutating func checkMove(ofOldRow oldRow: Int) {
    guard let row = newRow(ofKept: oldRow), arranged[row] == nil else { return }
    let parent = old.parentRow(ofRow: oldRow)
    let newParent = new.parentRow(ofRow: row)
    let pair = commonRows.pair(ofOldRow: oldRow)
    let parentPair = parent.flatMap { commonRows.pair(ofOldRow: $0) }
    // A child keeps its order if its row stays, or moves together with its parent's row.
    let keepsOrder =
      parentPair?.isMoved == true ? pair?.old == parentPair?.old : pair?.isMoved == false
    let hasSameParent =
      (parent == nil) == (newParent == nil)
      && newParent == parent.flatMap { commonRows.newRow(ofOldRow: $0) }
    if !hasSameParent || !keepsOrder {
      arranged[row] = oldRow
    }
  }
}

// MARK: - Parents

extension TreeTransition {
  @inline(never)
  func oldParent(of row: Int) -> Int32? {
    old.parent(of: old.handle(ofRow: row))
  }

  /// Returns the old handle of a new row's parent, which is stable, or `nil` for a root.
  @inline(never)
  func oldParent(ofNewRow row: Int) -> Int32? {
    let parent = new.parentRow(ofRow: row).flatMap { commonRows.oldRow(ofNewRow: $0) }
    return parent.map { old.handle(ofRow: $0) }
  }

  /// Returns the children that change, by the old handles of their parents, or -1 for the roots.
  func siblingIndices() -> [Int32: SiblingIndices] {
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
  func handle(ofRow row: Int) -> Int32 { handle(at: row, visible: true) }

  fileprivate func parentRow(ofRow row: Int) -> Int? {
    parent(of: handle(ofRow: row)).flatMap { visiblePosition(of: $0) }
  }

  func childIndex(ofRow row: Int) -> Int { childIndex(of: handle(ofRow: row)) }

  fileprivate func end(ofRow row: Int) -> Int { visibleEnd(of: handle(ofRow: row)) }

  fileprivate func children(ofRow row: Int) -> [Int] {
    let end = end(ofRow: row)
    return Array(sequence(first: row + 1) { self.end(ofRow: $0) }.prefix { $0 < end })
  }
}
