extension SectionSnapshot {
  /// Returns the outline of the items that match and of their ancestors.
  ///
  /// Order, hierarchy and what is expanded are kept; ``expandAll()`` shows all that was found.
  ///
  ///     let found = outline.filtered { $0.hasPrefix("A") }
  ///     Array(found.items)  // ["Fruit", "Apple"]
  ///
  /// - Parameters:
  ///   - keepingSubtrees: Whether all descendants of a matching item are kept, too.
  ///   - isMatch: Returns whether an item matches; called once for each item in pre-order, and not
  ///     for those that are kept anyway below a match.
  /// - Returns: A snapshot of what was kept.
  /// - Complexity: O(*n*)
  @inlinable
  public func filtered(
    keepingSubtrees: Bool = false, _ isMatch: (Item) -> Bool
  ) -> SectionSnapshot {
    let rows = tree.subtree(0..<tree.count)
    var items = ItemReader(table)
    var isKept = [Bool](repeating: false, count: rows.count)
    // The level of the match whose subtree the row is in.
    var matchLevel = Int.max
    for index in rows.indices {
      let level = Int(rows[index].indent)
      if level > matchLevel {
        isKept[index] = true
      } else {
        matchLevel = .max
        isKept[index] = isMatch(items.item(rows[index].handle))
        if isKept[index] && keepingSubtrees {
          matchLevel = level
        }
      }
    }
    return SectionSnapshot(TreeRow.withAncestors(rows, isKept: isKept), of: self)
  }
}

extension TreeRow {
  /// The rows that are kept, and their ancestors.
  @usableFromInline
  static func withAncestors(_ rows: consuming [TreeRow], isKept: [Bool]) -> [TreeRow] {
    // What is kept is gathered at the end, in place.
    var start = rows.count
    // By level: whether the nearest row above with that level is an ancestor of a row that is kept.
    var isWanted: [Bool] = []
    for index in rows.indices.reversed() {
      let level = Int(rows[index].indent)
      if level >= isWanted.count {
        isWanted += repeatElement(false, count: level - isWanted.count + 1)
      }
      guard isKept[index] || isWanted[level] else { continue }
      start -= 1
      rows[start] = rows[index]
      isWanted[level] = false
      if level > 0 {
        isWanted[level - 1] = true
      }
    }
    rows.removeFirst(start)
    return rows
  }
}
