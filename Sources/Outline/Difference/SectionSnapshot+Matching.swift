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
    matchRows(of: &comparison, with: old)
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

  /// Matches the single rows by their items.
  ///
  /// Most come in the order that they had, so the old row just after the last match is tried first;
  /// only what is not there is looked up. Where rows come in another order, they are looked up many
  /// at a time, so that waiting for memory is done for all of them at once.
  @inlinable
  func matchRows(of comparison: inout TreeComparison, with old: SectionSnapshot) {
    let (keys, oldKeys) = (comparison.new.keys, comparison.old.keys)
    var expected = 0
    var missesInARow = 0
    var index = 0
    while index < keys.count {
      var end = index + 1
      if keys[index] < 0 {
        missesInARow = 0
      } else if missesInARow < 4 && expected < oldKeys.count && oldKeys[expected] >= 0
        && old.table[oldKeys[expected]] == table[keys[index]]
      {
        comparison.matches[index] = Int32(expected)
      } else {
        while missesInARow >= 4 && end < min(keys.count, index + 256) && keys[end] >= 0 {
          end += 1
        }
        lookUp(index..<end, in: old, &comparison)
      }
      for match in comparison.matches[index..<end] {
        missesInARow = match == expected ? 0 : missesInARow + 1
        expected = match >= 0 ? Int(match) + 1 : expected
      }
      index = end
    }
  }

  /// Matches some single rows with the old rows of their items, wherever they are.
  @inlinable
  func lookUp(
    _ elements: Range<Int>, in old: SectionSnapshot, _ comparison: inout TreeComparison
  ) {
    let handles = Array(comparison.new.keys[elements])
    var sameItems = SameItems(table, old.table)
    let oldHandles =
      comparison.isOneLineage
      ? handles.map { sameItems.include($0) ? $0 : counterpart(of: $0, in: old) }
      : counterparts(of: handles, in: old)
    comparison.match(elements, withHandles: oldHandles)
  }

  /// The handle in another snapshot of the item that has a handle here, or -1.
  @inlinable
  func counterpart(of handle: Int32, in old: SectionSnapshot) -> Int32 {
    old.table.handle(of: table[handle], hash: table.handles.hash(of: handle)) ?? -1
  }

  @inlinable
  func counterparts(of handles: [Int32], in old: SectionSnapshot) -> [Int32] {
    var candidates = old.table.handles.firstCandidates(for: table.handles.hashes(of: handles))
    for (index, candidate) in candidates.enumerated() where candidate >= 0 {
      if old.table[candidate] != table[handles[index]] {
        candidates[index] = counterpart(of: handles[index], in: old)
      }
    }
    return candidates
  }
}
