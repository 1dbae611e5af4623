//  Rows are matched by their items, which only the snapshots know.

extension SectionSnapshot {
  /// A comparison whose elements are matched, or `nil` where both snapshots share all storage.
  @inlinable
  func comparison(with old: SectionSnapshot) -> TreeComparison? {
    if tree.isIdentical(to: old.tree) { return nil }
    var pages = PageComparison(old: old.tree, new: tree)
    var matcher = RowMatcher(SharedHandles(table, old.table))
    if pages.isOneLineage {
      pages.joinEqualRows { matcher.sharedHandles.contains($0) }
    } else {
      joinEqualLeaves(of: &pages, with: old)
    }
    var comparison = TreeComparison(pages)
    matcher.matchRows(of: &comparison)
    return comparison
  }

  /// Makes runs of the leaves of two trees that share nothing where they hold equal items.
  @inlinable
  func joinEqualLeaves(of pages: inout PageComparison, with old: SectionSnapshot) {
    for pair in pages.alignedLeaves() {
      if pages.areEqual(leaves: pair, where: { old.table[$0] == table[$1] }) {
        pages.joinEqualLeaves(pair)
      }
    }
    pages.joinRuns()
  }
}
