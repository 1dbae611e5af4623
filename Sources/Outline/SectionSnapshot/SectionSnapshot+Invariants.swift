extension SectionSnapshot {
  /// Checks the invariants in builds with `OUTLINE_INTERNAL_CHECKS`, for outlines that are not so
  /// large that checking each of many edits would take minutes: the last line of every mutation.
  @inlinable @inline(__always)
  func checkInternally() {
    #if OUTLINE_INTERNAL_CHECKS
      if tree.count <= 5000 {
        checkInvariants()
      }
    #endif
  }

  /// Stops the program unless the invariants of tree and table hold, and the table has the items of
  /// the rows and no others.
  ///
  /// - Complexity: O(*n*)
  @usableFromInline
  func checkInvariants() {
    tree.checkInvariants()
    table.handles.checkInvariants()
    precondition(table.count == tree.count, "there is an item for each row and no other")
    for row in tree.rows(in: 0..<tree.count) {
      precondition(
        table.handle(of: table[row.handle]) == row.handle, "each row's item is found by its hash")
    }
  }
}
