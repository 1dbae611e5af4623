extension SectionSnapshot {
  /// Stops the program unless the invariants of tree and table hold, and the table has the items of the
  /// rows and no others.
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
