extension SectionSnapshot {
  /// Returns an outline of the matching items and their ancestors.
  ///
  /// Order, hierarchy and expansion are kept. To show all matches, call ``expandAll(in:)`` on the
  /// result.
  ///
  ///     let found = outline.filtered { $0.hasPrefix("A") }
  ///     Array(found.items)  // ["Fruit", "Apple"]
  ///
  /// - Parameters:
  ///   - keepingSubtrees: A Boolean value that indicates whether to keep all descendants of
  ///     matching items.
  ///   - isMatch: Returns a Boolean value that indicates whether an item matches. It is called in
  ///     pre-order, except for the descendants of matches whose subtrees are kept.
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
  /// Returns the kept rows and their ancestors.
  @usableFromInline
  static func withAncestors(_ rows: consuming [TreeRow], isKept: [Bool]) -> [TreeRow] {
    // The result is built in place, at the end of the array.
    var start = rows.count
    // For each level, indicates whether the nearest row above is an ancestor of a kept row.
    var isAncestor: [Bool] = []
    for index in rows.indices.reversed() {
      let level = Int(rows[index].indent)
      if level >= isAncestor.count {
        isAncestor += repeatElement(false, count: level - isAncestor.count + 1)
      }
      guard isKept[index] || isAncestor[level] else { continue }
      start -= 1
      rows[start] = rows[index]
      isAncestor[level] = false
      if level > 0 {
        isAncestor[level - 1] = true
      }
    }
    rows.removeFirst(start)
    return rows
  }
}
