//  Rows are matched by their items, which only the snapshots know.

extension SectionSnapshot {
  /// A comparison whose elements are matched, or `nil` where both snapshots share all storage.
  @inlinable
  func comparison(with old: SectionSnapshot) -> TreeComparison? {
    if tree.isIdentical(to: old.tree) { return nil }
    var comparison = TreeComparison(old: old.tree, new: tree)
    var sameItems = SameItems(table, old.table)
    comparison.joinEqualRows { sameItems.include($0) }
    joinEqualLeaves(of: &comparison, with: old)
    comparison.listElements()
    var matcher = RowMatcher(table, old.table, sameItems)
    matcher.matchRows(of: &comparison)
    return comparison
  }

  /// Makes runs of the leaves of two trees that share nothing where they hold equal items.
  @inlinable
  func joinEqualLeaves(of comparison: inout TreeComparison, with old: SectionSnapshot) {
    for pair in comparison.alignedLeaves() {
      guard let handles = comparison.handles(ofLeaves: pair) else { continue }
      let areEqual = handles.indices.allSatisfy {
        old.table[handles[$0].old] == table[handles[$0].new]
      }
      if areEqual {
        comparison.joinEqualLeaves(pair)
      }
    }
  }
}
