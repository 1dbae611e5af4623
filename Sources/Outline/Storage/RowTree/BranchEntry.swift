/// An entry of a branch: a page one level down.
struct BranchEntry: TreeEntry {
  var page: Int32
  /// What is still to be added to all rows below; the summary has it already.
  private(set) var pending: Shift
  private(set) var summary: Summary

  /// Creates an entry for a page whose own entries add up to `summary`.
  init(page: Int32, pending: Shift = .none, summary: Summary) {
    self.page = page
    self.pending = pending
    self.summary = summary.shifted(by: pending)
  }

  mutating func shift(by shift: Shift) {
    pending = pending + shift
    summary = summary.shifted(by: shift)
  }
}

extension BranchEntry {
  static func recordLocation(
    of entries: some Collection<BranchEntry>, in page: Int32, of tree: inout RowTree
  ) {
    for entry in entries {
      tree.parents[Int(entry.page)] = page
    }
  }
}
