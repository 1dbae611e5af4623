//  Rows are matched by their items, which only the snapshots know.

extension SectionSnapshot {
  /// A comparison whose elements are matched, or `nil` where both snapshots share all storage.
  @inlinable
  func comparison(with old: SectionSnapshot) -> TreeComparison? {
    if tree.isIdentical(to: old.tree) { return nil }
    var pages = PageComparison(old: old.tree, new: tree)
    var sameItems = SameItems(table, old.table)
    pages.joinEqualRows { sameItems.include($0) }
    joinEqualLeaves(of: &pages, with: old)
    var comparison = TreeComparison(pages)
    var matcher = RowMatcher(sameItems)
    matcher.matchRows(of: &comparison)
    return comparison
  }

  /// Makes runs of the leaves of two trees that share nothing where they hold equal items.
  @inlinable
  func joinEqualLeaves(of pages: inout PageComparison, with old: SectionSnapshot) {
    for pair in pages.alignedLeaves() {
      guard let handles = pages.handles(ofLeaves: pair) else { continue }
      let areEqual = handles.indices.allSatisfy {
        old.table[handles[$0].old] == table[handles[$0].new]
      }
      if areEqual {
        pages.joinEqualLeaves(pair)
      }
    }
    pages.joinRuns()
  }
}
