extension RowMatching {
  /// Matches candidates below matching parents by their surroundings.
  ///
  /// Two rows match if they share a child, or are alone between the same siblings. Of several rows
  /// between the same siblings, those with similar texts match.
  mutating func matchRenamed() {
    let similarity = TextSimilarity(old, new)
    var known: Set<Int32> = []
    var parents = newCandidates.map { new.parents[$0] }.filter { known.insert($0).inserted }
    while let newParent = parents.popLast() {
      guard let parent = oldParent(of: newParent) else { continue }
      let renamed = renamedByChildren(of: parent, and: newParent)
      for (row, newRow) in renamed where isCandidate(old: row) && isCandidate(new: newRow) {
        match(row, newRow)
        parents.append(Int32(newRow))
      }
      for (row, newRow) in renamedBySiblings(in: parent, and: newParent, similarity) {
        match(row, newRow)
        parents.append(Int32(newRow))
      }
      matchChildren()
    }
  }

  /// Returns the pairs of candidates with matching children.
  private func renamedByChildren(of parent: Int32, and newParent: Int32) -> [(Int, Int)] {
    var renamed: [(Int, Int)] = []
    for newRow in new.children(of: newParent) where isCandidate(new: newRow) {
      for newChild in new.children(of: Int32(newRow)) where matches[newChild] >= 0 {
        let row = old.parents[Int(matches[newChild])]
        guard row >= 0, isCandidate(old: Int(row)), old.parents[Int(row)] == parent else {
          continue
        }
        renamed.append((Int(row), newRow))
        break
      }
    }
    return renamed
  }

  private func renamedBySiblings(
    in parent: Int32, and newParent: Int32, _ similarity: TextSimilarity
  ) -> [(Int, Int)] {
    let olds = gaps(old.children(of: parent)) { row in
      let newRow = Int(counterparts[row])
      return newRow >= 0 && new.parents[newRow] == newParent ? row : nil
    } isCandidate: {
      isCandidate(old: $0)
    }
    let news = gaps(new.children(of: newParent)) { newRow in
      let row = Int(matches[newRow])
      return row >= 0 && old.parents[row] == parent ? row : nil
    } isCandidate: {
      isCandidate(new: $0)
    }
    var renamed: [(Int, Int)] = []
    for (before, gap) in news {
      guard let other = olds[before], other.after == gap.after else { continue }
      if other.rows.count == 1 && gap.rows.count == 1 {
        renamed.append((other.rows[0], gap.rows[0]))
      } else {
        renamed += similarity.pairs(other.rows, gap.rows)
      }
    }
    return renamed.sorted { $0.1 < $1.1 }
  }

  private typealias Gap = (after: Int, rows: [Int])

  /// Returns the candidates between siblings that match within the parent, by the old row of the
  /// sibling before them.
  private func gaps(
    _ children: ComparedChildren, anchor: (Int) -> Int?, isCandidate: (Int) -> Bool
  ) -> [Int: Gap] {
    var gaps: [Int: Gap] = [:]
    var (before, rows) = (-1, [Int]())
    for row in children {
      if let next = anchor(row) {
        if !rows.isEmpty { gaps[before] = (next, rows) }
        (before, rows) = (next, [])
      } else if isCandidate(row) {
        rows.append(row)
      }
    }
    if !rows.isEmpty { gaps[before] = (-1, rows) }
    return gaps
  }
}
