extension SectionSnapshot {
  /// Returns what takes a list from the visible rows of another snapshot to those of this one.
  ///
  ///     var outline = SectionSnapshot<String>()
  ///     try outline.append(["a", "b", "c"])
  ///     let before = outline
  ///     try outline.move("a", after: "c")
  ///     print(outline.difference(from: before))  // 0>2
  ///
  /// - Parameter old: The snapshot that the list shows.
  /// - Returns: The difference; empty when the rows are the same and look alike.
  /// - Complexity: O(log *n* + *k*) for versions of one snapshot that differ by edits of *k* items;
  ///   O(*n* log *n*) at worst, with *n* look-ups by hash, for snapshots that share nothing.
  @inlinable
  public func difference(from old: SectionSnapshot) -> SectionDifference {
    comparison(with: old)?.difference() ?? SectionDifference.none
  }

  /// A comparison whose elements are matched, or `nil` where both snapshots share all storage.
  @inlinable
  func comparison(with old: SectionSnapshot) -> TreeComparison? {
    if tree.isIdentical(to: old.tree) { return nil }
    var comparison = TreeComparison(old: old.tree, new: tree)
    matchRows(of: &comparison, with: old)
    return comparison
  }

  /// Matches the single rows by their items.
  ///
  /// Most come in the order that they had, so the old row just after the last match is tried first;
  /// only what is not there is looked up.
  @inlinable
  func matchRows(of comparison: inout TreeComparison, with old: SectionSnapshot) {
    let oldKeys = comparison.old.keys
    var expected = 0
    for (index, handle) in comparison.new.keys.enumerated() {
      var match = Int(comparison.matches[index])
      if handle >= 0 {
        let isExpected =
          expected < oldKeys.count && oldKeys[expected] >= 0
          && old.table[oldKeys[expected]] == table[handle]
        match = isExpected ? expected : lookUp(handle, index, in: old, &comparison)
        comparison.matches[index] = Int32(match)
      }
      expected = match >= 0 ? match + 1 : expected
    }
  }

  /// The element of the old list that has the item of a handle, or -1.
  @inlinable
  func lookUp(
    _ handle: Int32, _ element: Int, in old: SectionSnapshot, _ comparison: inout TreeComparison
  ) -> Int {
    let hash = table.handles.hash(of: handle)
    guard let oldHandle = old.table.handle(of: table[handle], hash: hash) else {
      comparison.arrivals.append(Int32(element))
      return -1
    }
    return Int(comparison.oldElement(ofHandle: oldHandle))
  }
}
