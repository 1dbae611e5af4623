/// Matches the rows of two sides, so that matching rows stand for one item.
///
/// 1. Rows with an identity match only by it.
/// 2. From the top down, siblings match by their whole subtrees, and then by their texts. If the
///    order is ignored, siblings whose subtrees have equal contents match first.
/// 3. Other subtrees and rows match wherever they are.
/// 4. Rows with another text match by their surroundings.
///
/// Duplicates match in their order.
///
/// - Complexity: O(*n*) for *n* rows of both sides
struct RowMatching {
  let old: ComparedSide
  let new: ComparedSide
  /// The old row of each new row, or -1.
  private(set) var matches: [Int32]
  /// The new row of each old row, or -1.
  private(set) var counterparts: [Int32]
  /// The old section of each new section, or -1.
  let sectionMatches: [Int32]
  /// The identities of the rows, or 0; empty if identities are not used.
  private let identities: [UInt64]
  private let newIdentities: [UInt64]
  /// The contents of subtrees, regardless of their order; empty if the order counts.
  private let contents: (old: [UInt64], new: [UInt64])
  /// The matching parents whose children are not yet compared.
  private var pending: [(old: Int32, new: Int32)] = []

  /// Matches rows, by their identities if these are used.
  init(
    _ old: ComparedSide, _ new: ComparedSide, sectionMatches: [Int32],
    identities: (old: [UInt64], new: [UInt64]) = ([], []),
    contents: (old: [UInt64], new: [UInt64]) = ([], []), findsMoves: Bool
  ) {
    self.old = old
    self.new = new
    self.sectionMatches = sectionMatches
    self.identities = identities.old
    newIdentities = identities.new
    self.contents = contents
    matches = [Int32](repeating: -1, count: new.count)
    counterparts = [Int32](repeating: -1, count: old.count)

    matchIdentities()
    for (section, match) in sectionMatches.enumerated() where match >= 0 {
      pending.append((~match, ~Int32(section)))
    }
    matchChildren()
    if findsMoves {
      matchElsewhere()
      matchRenamed()
    }
  }

  /// Returns the old parent that matches a new one.
  func oldParent(of parent: Int32) -> Int32? {
    if parent >= 0 { return matches[Int(parent)] < 0 ? nil : matches[Int(parent)] }
    let match = sectionMatches[Int(~parent)]
    return match < 0 ? nil : ~match
  }

  /// Removes the matches of ascending rows and of their descendants.
  mutating func separate(_ newRows: [Int]) {
    var end = 0
    for newRow in newRows where newRow >= end {
      end = Int(new.ends[newRow])
      for row in newRow..<end where matches[row] >= 0 {
        counterparts[Int(matches[row])] = -1
        matches[row] = -1
      }
    }
  }

  /// Returns whether a row is a candidate for a match: it has neither a match nor an identity.
  private func isCandidate(old row: Int) -> Bool {
    counterparts[row] < 0 && (identities.isEmpty || identities[row] == 0)
  }

  private func isCandidate(new row: Int) -> Bool {
    matches[row] < 0 && (newIdentities.isEmpty || newIdentities[row] == 0)
  }

  private var oldCandidates: [Int] { counterparts.indices.filter { isCandidate(old: $0) } }
  private var newCandidates: [Int] { matches.indices.filter { isCandidate(new: $0) } }

  /// Matches two rows, whose children are compared next.
  private mutating func match(_ row: Int, _ newRow: Int) {
    counterparts[row] = Int32(newRow)
    matches[newRow] = Int32(row)
    pending.append((Int32(row), Int32(newRow)))
  }

  private mutating func matchIdentities() {
    var index = KeyedRows(identities.indices.filter { identities[$0] > 0 }[...], keys: identities)
    for row in newIdentities.indices where newIdentities[row] > 0 {
      if let oldRow = index.popFirst(newIdentities[row]) { match(oldRow, row) }
    }
  }

  /// Matches the rows of two subtrees with equal hashes.
  private mutating func matchSubtrees(_ row: Int, _ newRow: Int) {
    let count = Int(old.ends[row]) - row
    guard Int(new.ends[newRow]) - newRow == count else { return match(row, newRow) }
    for offset in 0..<count
    where isCandidate(old: row + offset) && isCandidate(new: newRow + offset) {
      counterparts[row + offset] = Int32(newRow + offset)
      matches[newRow + offset] = Int32(row + offset)
    }
  }
}

// MARK: - Siblings

extension RowMatching {
  /// Matches the children of all matching parents.
  private mutating func matchChildren() {
    while let (parent, newParent) = pending.popLast() {
      matchChildren(of: parent, and: newParent)
    }
  }

  private mutating func matchChildren(of parent: Int32, and newParent: Int32) {
    var olds = old.children(of: parent).filter { isCandidate(old: $0) }[...]
    var news = new.children(of: newParent).filter { isCandidate(new: $0) }[...]

    if !contents.old.isEmpty {
      for (row, newRow) in pairs(olds, news, contents.old, contents.new) { match(row, newRow) }
      olds.removeAll { !isCandidate(old: $0) }
      news.removeAll { !isCandidate(new: $0) }
    }

    while let (row, newRow) = equalSubtrees(olds.first, news.first) {
      matchSubtrees(row, newRow)
      olds.removeFirst()
      news.removeFirst()
    }
    while let (row, newRow) = equalSubtrees(olds.last, news.last) {
      matchSubtrees(row, newRow)
      olds.removeLast()
      news.removeLast()
    }

    for (row, newRow) in pairs(olds, news, old.subtrees, new.subtrees) {
      matchSubtrees(row, newRow)
    }

    olds.removeAll { !isCandidate(old: $0) }
    news.removeAll { !isCandidate(new: $0) }
    for (row, newRow) in pairs(olds, news, old.texts, new.texts) { match(row, newRow) }
  }

  private func equalSubtrees(_ row: Int?, _ newRow: Int?) -> (Int, Int)? {
    guard let row, let newRow, old.subtrees[row] == new.subtrees[newRow] else { return nil }
    return (row, newRow)
  }

  private func pairs(
    _ olds: ArraySlice<Int>, _ news: ArraySlice<Int>, _ keys: [UInt64], _ newKeys: [UInt64]
  ) -> [(Int, Int)] {
    if olds.isEmpty || news.isEmpty { return [] }
    var index = KeyedRows(olds, keys: keys)
    return news.compactMap { row in index.popFirst(newKeys[row]).map { ($0, row) } }
  }
}

// MARK: - Rows elsewhere

extension RowMatching {
  /// Matches candidates with equal ones anywhere.
  ///
  /// Whole subtrees match before single rows, and rows below parents with equal texts before
  /// others. Otherwise, a row matches only if its text or subtree is unique among the candidates.
  private mutating func matchElsewhere() {
    for isSingle in [false, true] {
      for hasSameParent in [true, false] {
        matchElsewhere(isSingle: isSingle, hasSameParent: hasSameParent)
        matchChildren()
      }
    }
  }

  private mutating func matchElsewhere(isSingle: Bool, hasSameParent: Bool) {
    let olds = oldCandidates
    let news = newCandidates
    if olds.isEmpty || news.isEmpty { return }

    func key(_ side: ComparedSide, _ row: Int) -> UInt64 {
      let key = isSingle ? side.texts[row] : side.subtrees[row]
      return hasSameParent ? key ^ side.parentKey(of: row) : key
    }

    let oldIndex = KeyedRows(olds[...]) { key(old, $0) }
    var index = oldIndex
    let newIndex = KeyedRows(news[...]) { key(new, $0) }
    for newRow in news where isCandidate(new: newRow) {
      let newKey = key(new, newRow)
      let isLeaf = Int(new.ends[newRow]) == newRow + 1
      if !hasSameParent && (isSingle || isLeaf) {
        guard oldIndex.hasOne(newKey) && newIndex.hasOne(newKey) else { continue }
      }
      while let row = index.popFirst(newKey) {
        guard isCandidate(old: row) else { continue }
        if isSingle { match(row, newRow) } else { matchSubtrees(row, newRow) }
        break
      }
    }
  }
}

extension ComparedSide {
  /// Returns a hash of the parent's text, which differs from that of a row with the same text.
  fileprivate func parentKey(of row: Int) -> UInt64 {
    let parent = parents[row]
    return parent < 0 ? 1 : texts[Int(parent)].byteSwapped &* 3
  }
}

// MARK: - Renamed rows

extension RowMatching {
  /// Matches candidates below matching parents by their surroundings.
  ///
  /// Two rows match if they share a child, or are alone between the same siblings. Of several rows
  /// between the same siblings, those with similar texts match.
  private mutating func matchRenamed() {
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
    var before = -1
    var rows: [Int] = []
    for row in children {
      if let next = anchor(row) {
        if !rows.isEmpty { gaps[before] = (next, rows) }
        before = next
        rows = []
      } else if isCandidate(row) {
        rows.append(row)
      }
    }
    if !rows.isEmpty { gaps[before] = (-1, rows) }
    return gaps
  }
}

// MARK: - Keys

/// Rows by their keys, which need not be unique.
private struct KeyedRows {
  private var first: [UInt64: Int32] = [:]
  /// The next row with the same key, or -1, for each row.
  private var following: [Int32]
  private let rows: ArraySlice<Int>

  init(_ rows: ArraySlice<Int>, keys: [UInt64]) {
    self.init(rows) { keys[$0] }
  }

  init(_ rows: ArraySlice<Int>, key: (Int) -> UInt64) {
    self.rows = rows
    following = [Int32](repeating: -1, count: rows.count)
    first.reserveCapacity(rows.count)
    for index in rows.indices.reversed() {
      let number = Int32(index - rows.startIndex)
      following[Int(number)] = first.updateValue(number, forKey: key(rows[index])) ?? -1
    }
  }

  /// Returns whether exactly one row has a key.
  func hasOne(_ key: UInt64) -> Bool {
    first[key].map { following[Int($0)] < 0 } ?? false
  }

  /// Removes the first row with a key, and returns it.
  mutating func popFirst(_ key: UInt64) -> Int? {
    guard let number = first[key] else { return nil }
    let next = following[Int(number)]
    first[key] = next < 0 ? nil : next
    return rows[rows.startIndex + Int(number)]
  }
}
