//  From rows to parents and children
//  =================================
//
//  The steps come in three phases:
//
//  1. Rows that stay in the tree but get another place, and new ones, are put in their places, in
//     the order of the new rows: so what is above them is in place already.
//  2. What is not to be seen any more goes, and rows close.
//  3. Rows open, each with all that is below it.
//
//  What is below a row that opens only now comes by opening it in phase 3. If such rows were
//  visible before, they go in phase 2 like those that are removed: together these are the
//  *leavers*. All others that are visible before and after are *stayers*. A stayer is *stable* when
//  it is open before and after. Only roots and children of stable rows are put in places.

/// A row of one of two trees, by handle.
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
  /// The new rows that come by opening a row, and the rows that open and close.
  private var opening: [Range<Int>] = []
  private var opened: [Int] = []
  private var closed: [Int] = []
  /// The new rows that are put in places, with the old row of each that was there before.
  private var placed: [Int: Int?] = [:]
  /// The old rows that go by themselves, not with a row above them.
  private var gone: [Int] = []
  /// The slots of changing children, by the parent's old handle; -1 for the roots.
  private var slots: [Int32: SiblingIndices] = [:]

  init(
    _ difference: SectionDifference, _ commonRows: CommonRows, from old: RowTree, to new: RowTree
  ) {
    self.difference = difference
    self.commonRows = commonRows
    self.old = old
    self.new = new
    findOpening()
    findPlaced()
    findGone()
    makeSlots()
  }
}

// MARK: - Which rows open and close

extension TreeTransition {
  private mutating func findOpening() {
    for row in difference.updates.joined() {
      guard let oldRow = commonRows.oldRow(ofNewRow: row) else { continue }
      _ = note(row, wasOpen: old.isOpen(old.handle(at: oldRow, visible: true)))
    }
    opening = opening.union([])
    for range in difference.insertions.subtracting(opening) {
      var row = range.lowerBound
      while row < range.upperBound {
        row = note(row, wasOpen: false)
      }
    }
    opening = opening.union([])
    opened = opened.filter { !opening.contains(row: $0) }.sorted()
    closed = closed.filter { !opening.contains(row: $0) }.sorted()
  }

  /// Notes a row that opens or closes, and returns the row after those that come by opening it.
  private mutating func note(_ row: Int, wasOpen: Bool) -> Int {
    let handle = new.handle(at: row, visible: true)
    let isOpen = new.isOpen(handle)
    if wasOpen && !isOpen {
      closed.append(row)
    }
    guard isOpen && !wasOpen else { return row + 1 }
    opened.append(row)
    opening.append(row + 1..<new.visibleEnd(of: handle))
    return new.visibleEnd(of: handle)
  }

  /// The new row of an old one that stays.
  private func newRow(ofStayer oldRow: Int) -> Int? {
    commonRows.newRow(ofOldRow: oldRow).flatMap { opening.contains(row: $0) ? nil : $0 }
  }

  /// Whether children of an old row are put in places.
  private func isStable(_ parent: Int32?) -> Bool {
    guard let parent else { return true }
    guard let row = old.visiblePosition(of: parent), let newRow = newRow(ofStayer: row) else {
      return false
    }
    return old.isOpen(parent) && new.isOpen(new.handle(at: newRow, visible: true))
  }
}

// MARK: - Which rows get another place

extension TreeTransition {
  private mutating func findPlaced() {
    for row in difference.insertions.subtracting(opening).joined() {
      placed[row] = .some(nil)
    }
    for (row, goesWhole) in removedTops where !goesWhole {
      checkChildren(ofOldRow: row)
    }
    for move in difference.moves {
      for row in move.source {
        check(oldRow: row)
        checkChildren(ofOldRow: row)
        checkChildren(ofNewRow: row - move.source.lowerBound + move.destination)
      }
    }
    for row in difference.updates.joined() {
      guard let oldRow = commonRows.oldRow(ofNewRow: row) else { continue }
      let handles = (old.handle(at: oldRow, visible: true), new.handle(at: row, visible: true))
      if old.level(of: handles.0) != new.level(of: handles.1) {
        check(oldRow: oldRow)
        checkChildren(ofOldRow: oldRow)
        checkChildren(ofNewRow: row)
      }
    }
  }

  /// The rows that are removed, without those below a row that is removed with all that is below
  /// it; and whether a row is one of that kind.
  private var removedTops: [(row: Int, goesWhole: Bool)] {
    var tops: [(row: Int, goesWhole: Bool)] = []
    for range in difference.removals {
      var row = range.lowerBound
      while row < range.upperBound {
        let end = old.visibleEnd(of: old.handle(at: row, visible: true))
        tops.append((row, end <= range.upperBound))
        row = end <= range.upperBound ? end : row + 1
      }
    }
    return tops
  }

  private mutating func checkChildren(ofOldRow row: Int) {
    for child in old.visibleChildren(ofRow: row) {
      check(oldRow: child)
    }
  }

  private mutating func checkChildren(ofNewRow row: Int) {
    for child in new.visibleChildren(ofRow: row) {
      if let oldRow = commonRows.oldRow(ofNewRow: child) {
        check(oldRow: oldRow)
      }
    }
  }

  /// Notes a row that stays and has another parent, or another place among its siblings.
  private mutating func check(oldRow: Int) {
    guard let row = newRow(ofStayer: oldRow), placed[row] == nil else { return }
    let parent = old.parentRow(ofRow: oldRow)
    let newParent = new.parentRow(ofRow: row)
    let parentPair = parent.flatMap { commonRows.pair(ofOldRow: $0) }
    let pair = commonRows.pair(ofOldRow: oldRow)
    // A child keeps its place when its row stays, or moves together with its parent's.
    let keepsPlace =
      parentPair?.isMoved == true
      ? pair?.old == parentPair?.old : pair?.isMoved == false
    let hasSameParent =
      (parent == nil) == (newParent == nil)
      && newParent == parent.flatMap { commonRows.newRow(ofOldRow: $0) }
    if !hasSameParent || !keepsPlace {
      placed[row] = oldRow
    }
  }
}

// MARK: - Which rows go, and the slots

extension TreeTransition {
  private mutating func findGone() {
    for (row, _) in removedTops {
      noteGone(row)
    }
    for pair in commonRows.pairs {
      let first = opening.firstIndexOfRange { $0.upperBound > pair.new.lowerBound }
      for range in opening[first...] {
        if range.lowerBound >= pair.new.upperBound { break }
        for row in range.clamped(to: pair.new) {
          noteGone(pair.old.lowerBound + row - pair.new.lowerBound)
        }
      }
    }
    gone.sort()
  }

  private mutating func noteGone(_ row: Int) {
    if isStable(old.parent(of: old.handle(at: row, visible: true))) {
      gone.append(row)
    }
  }

  private mutating func makeSlots() {
    if placed.isEmpty && gone.isEmpty { return }
    var leaving: [Int32: [SiblingIndices.Child]] = [:]
    var coming: [Int32: [SiblingIndices.Child]] = [:]
    for row in placed.values.compactMap(\.self) + gone {
      leaving[oldParent(of: row) ?? -1, default: []].append(old.child(atRow: row))
    }
    for row in placed.keys {
      coming[oldParent(ofNewRow: row) ?? -1, default: []].append(new.child(atRow: row))
    }
    for (parent, children) in leaving {
      slots[parent] = SiblingIndices(old: children, new: coming[parent] ?? [])
    }
    for (parent, children) in coming where leaving[parent] == nil {
      slots[parent] = SiblingIndices(old: [], new: children)
    }
  }

  private func oldParent(of row: Int) -> Int32? {
    old.parent(of: old.handle(at: row, visible: true))
  }

  /// The old handle of a new row's parent, which was there before.
  private func oldParent(ofNewRow row: Int) -> Int32? {
    let parent = new.parentRow(ofRow: row).flatMap { commonRows.oldRow(ofNewRow: $0) }
    return parent.map { old.handle(at: $0, visible: true) }
  }
}

// MARK: - The steps

extension TreeTransition {
  mutating func changes() -> [TreeChange<VersionedHandle>] {
    var changes: [TreeChange<VersionedHandle>] = []
    // Rows that come as siblings that follow each other come in one step.
    var coming: (rows: [VersionedHandle], end: Int, parent: VersionedHandle?) = ([], 0, nil)
    for (row, oldRow) in placed.sorted(by: { $0.key < $1.key }) {
      let parent = oldParent(ofNewRow: row)
      if let oldRow {
        changes.appendInsertion(&coming)
        changes += put(row, from: oldRow, in: parent)
        continue
      }
      let index = slots[parent ?? -1]?.insert(newRow: row) ?? 0
      let parentNode = parent.map { VersionedHandle.old($0) }
      if coming.end != index || coming.parent != parentNode {
        changes.appendInsertion(&coming)
      }
      coming.rows.append(node(row))
      coming.end = index + 1
      coming.parent = parentNode
    }
    changes.appendInsertion(&coming)
    for row in gone {
      let parent = oldParent(of: row)
      let index = slots[parent ?? -1]?.remove(oldRow: row) ?? 0
      changes.appendRemoval(at: index, from: parent.map { .old($0) })
    }
    changes += closed.map { .collapse(node($0)) }
    changes += opened.map { .expand(node($0)) }
    let updated = difference.updates.subtracting(opening).joined()
    changes += updated.map { .update(node($0)) }
    return changes
  }

  /// Puts a row that was there before in its place, unless it has that already.
  private mutating func put(
    _ row: Int, from oldRow: Int, in parent: Int32?
  ) -> [TreeChange<VersionedHandle>] {
    let formerParent = oldParent(of: oldRow)
    let formerIndex = slots[formerParent ?? -1]?.remove(oldRow: oldRow) ?? 0
    let index = slots[parent ?? -1]?.insert(newRow: row) ?? 0
    if formerParent == parent && formerIndex == index { return [] }
    return [
      .move(
        formerIndex, of: formerParent.map { .old($0) }, to: index, in: parent.map { .old($0) })
    ]
  }

  private func node(_ row: Int) -> VersionedHandle {
    .new(new.handle(at: row, visible: true))
  }
}

extension [TreeChange<VersionedHandle>] {
  /// Adds the insertion of some rows that end at a child index, if there are any.
  fileprivate mutating func appendInsertion(
    _ coming: inout (rows: [VersionedHandle], end: Int, parent: VersionedHandle?)
  ) {
    if coming.rows.isEmpty { return }
    append(.insert(coming.rows, at: coming.end - coming.rows.count, in: coming.parent))
    coming.rows = []
  }

  /// Adds the removal of a row, joined to the last where the rows follow each other.
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
