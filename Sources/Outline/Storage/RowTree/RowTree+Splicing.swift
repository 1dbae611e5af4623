//  Rows are inserted, removed and moved by cutting the tree into trees and joining them. Only edits
//  of a few rows within one leaf are made in place.

extension RowTree {
  /// Inserts rows, whose indents and folds are whole, ahead of the row at `position`.
  ///
  /// - Complexity: O(log `count` + `rows.count`)
  @usableFromInline
  mutating func insert(_ rows: [TreeRow], at position: Int) {
    if rows.isEmpty || insertInPlace(rows, at: position) { return }
    let built = build(rows)
    let (before, after) = cut(whole, at: position)
    adopt(join(join(before, built), after))
  }

  /// Removes a range of rows and returns their handles.
  ///
  /// - Complexity: O(log `count` + `range.count`)
  @usableFromInline
  mutating func remove(_ range: Range<Int>) -> [Int32] {
    if range.isEmpty { return [] }
    if let handles = removeInPlace(range) { return handles }
    let (before, rest) = cut(whole, at: range.lowerBound)
    let (removed, after) = cut(rest, at: range.count)
    adopt(join(before, after))
    return discard(removed)
  }

  /// Moves a range of rows ahead of the row at `destination`, outside of the range, and shifts
  /// them.
  mutating func move(_ range: Range<Int>, to destination: Int, shiftedBy shift: Shift) {
    let target = destination > range.lowerBound ? destination - range.count : destination
    if range.count <= minimum(TreeRow.self) {
      let moved = rows(in: range).map { $0.shifted(by: shift) }
      _ = remove(range)
      insert(moved, at: target)
      return
    }
    let (before, rest) = cut(whole, at: range.lowerBound)
    var (moved, after) = cut(rest, at: range.count)
    moved?.top.shift(by: shift)
    let (start, end) = cut(join(before, after), at: target)
    adopt(join(join(start, moved), end))
  }

  /// Puts rows in the place of a range.
  ///
  /// - Complexity: O(log `count` + `range.count` + `rows.count`)
  @usableFromInline
  mutating func replace(_ range: Range<Int>, with rows: [TreeRow]) {
    _ = remove(range)
    insert(rows, at: range.lowerBound)
  }

  /// The rows of a range, with their whole indents and folds.
  ///
  /// - Complexity: O(log `count` + `range.count`)
  @usableFromInline
  func rows(in range: Range<Int>) -> [TreeRow] {
    var rows: [TreeRow] = []
    rows.reserveCapacity(range.count)
    var walk = Walk(self, in: range, visible: false)
    while walk.advance() {
      rows += walk.rows
    }
    return rows
  }
}

// MARK: - In place

extension RowTree {
  private mutating func insertInPlace(_ rows: [TreeRow], at position: Int) -> Bool {
    guard root >= 0 else { return false }
    var place = cursor(at: max(0, position - 1), visible: false)
    place.slot += position > 0 ? 1 : 0
    let count = leaf(place.leaf).count
    guard count + rows.count <= capacity(TreeRow.self) else { return false }
    let entries = write(place.leaf, as: TreeRow.self, roomFor: count + rows.count)
    entries.openGap(rows.count, at: place.slot)
    for (offset, row) in rows.enumerated() {
      entries[place.slot + offset] = row.shifted(by: .none - place.shift)
      row.settle(in: place.leaf, of: &self)
    }
    refreshAncestors(of: place.leaf, summary: entries.entries.summary)
    return true
  }

  private mutating func removeInPlace(_ range: Range<Int>) -> [Int32]? {
    let place = cursor(at: range.lowerBound, visible: false)
    let slots = place.slot..<place.slot + range.count
    let left = leaf(place.leaf).count - range.count
    guard left >= (place.leaf == root ? 1 : minimum(TreeRow.self)),
      slots.upperBound <= left + range.count
    else { return nil }
    let entries = write(place.leaf, as: TreeRow.self)
    let handles = slots.map { entries[$0].handle }
    entries.remove(slots)
    refreshAncestors(of: place.leaf, summary: entries.entries.summary)
    return handles
  }
}
