extension SectionSnapshot {
  /// Returns a comparison with all rows matched, or `nil` if both snapshots share all storage.
  @inlinable
  func comparison(with old: SectionSnapshot) -> TreeComparison? {
    if tree.isIdentical(to: old.tree) { return nil }
    var pages = PageComparison(old: old.tree, new: tree)
    var matcher = RowMatcher(SharedHandles(table, old.table))
    if pages.sharesStorage {
      pages.shareEqualRows { matcher.sharedHandles.contains($0) }
    } else {
      shareEqualLeaves(of: &pages, with: old)
    }
    var comparison = TreeComparison(pages)
    matcher.matchRows(of: &comparison)
    return comparison
  }

  /// Shares the leaves with equal items of two trees that share no page.
  @inlinable
  func shareEqualLeaves(of pages: inout PageComparison, with old: SectionSnapshot) {
    for pair in pages.alignedLeaves() {
      if pages.areEqual(leaves: pair, where: { old.table[$0] == table[$1] }) {
        pages.shareEqualLeaves(pair)
      }
    }
    pages.joinSharedRanges()
  }
}
