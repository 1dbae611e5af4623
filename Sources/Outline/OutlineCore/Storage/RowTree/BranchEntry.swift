struct BranchEntry: TreeEntry {
  var page: Int32
  /// The shift of all rows below that is not yet in them; the summary includes it.
  private(set) var pending: Shift
  private(set) var summary: Summary

  init(page: Int32, pending: Shift = .none, summary: Summary) {
    self.page = page
    self.pending = pending
    self.summary = summary.shifted(by: pending)
  }

  mutating func shift(by shift: Shift) {
    pending = pending + shift
    summary = summary.shifted(by: shift)
  }

  static func recordPage(
    _ page: Int32, of children: some Collection<BranchEntry>, in tree: inout RowTree
  ) {
    for child in children {
      tree.parents[Int(child.page)] = page
    }
  }
}

extension Entries<BranchEntry> {
  func index(of page: Int32) -> Int {
    var index = 0
    while self[index].page != page {
      index += 1
    }
    return index
  }
}
