extension SectionSnapshot {
  /// Checks the invariants of small outlines in builds with `OUTLINE_INTERNAL_CHECKS`.
  ///
  /// Every mutation calls it last. Large outlines are not checked, because that would take minutes.
  @inlinable @inline(__always)
  func checkInternally() {
    #if OUTLINE_INTERNAL_CHECKS
      if tree.count <= 5000 {
        checkInvariants()
      }
    #endif
  }

  /// Traps unless the invariants of the tree and the table hold, and the table has exactly the
  /// items of the rows.
  ///
  /// - Complexity: O(*n*)
  @usableFromInline
  package func checkInvariants() {
    tree.checkInvariants()
    table.checkInvariants()
    precondition(table.count == tree.count, "there is an item for each row and no other")
    for row in tree.rows(in: 0..<tree.count) {
      precondition(
        table.handle(of: table[row.handle]) == row.handle, "each row's item is found by its hash")
    }
  }
}
