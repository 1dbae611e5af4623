/// Matches the rows of two sides, so that matching rows stand for one item.
///
/// 1. Rows with an identity match by it, and by nothing else.
/// 2. From the top down, siblings match by their whole subtrees, and then by their texts. If the
///    order is ignored, siblings whose subtrees have equal contents match first.
/// 3. Other subtrees and rows match wherever they are; see `RowMatching+Elsewhere.swift`.
/// 4. Rows with another text match by their surroundings; see `RowMatching+Renames.swift`.
///
/// Duplicates match in their order.
///
/// - Complexity: O(*n*) for *n* rows of both sides
struct RowMatching {
  let old: ComparedSide
  let new: ComparedSide
  /// By new row: the old row, or -1.
  private(set) var matches: [Int32]
  /// By old row: the new row, or -1.
  private(set) var counterparts: [Int32]
  /// By new section: the old section, or -1.
  let sectionMatches: [Int32]
  /// The identities of the rows, or 0; empty if they do not count.
  private let identities: [UInt64]
  private let newIdentities: [UInt64]
  /// The contents of subtrees, regardless of their order; empty if the order counts.
  private let contents: (old: [UInt64], new: [UInt64])
  /// The matching parents whose children are not yet compared.
  private var pending: [(old: Int32, new: Int32)] = []

  /// Matches rows, with their identities if they count.
  init(
    _ old: ComparedSide, _ new: ComparedSide, sectionMatches: [Int32],
    identities: (old: [UInt64], new: [UInt64]) = ([], []),
    contents: (old: [UInt64], new: [UInt64]) = ([], []), findsMoves: Bool
  ) {
    self.contents = contents
    self.identities = identities.old
    newIdentities = identities.new
    self.old = old
    self.new = new
    self.sectionMatches = sectionMatches
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

  /// Returns whether a row is a candidate for a match: it has neither a match nor an identity.
  func isCandidate(old row: Int) -> Bool {
    counterparts[row] < 0 && (identities.isEmpty || identities[row] == 0)
  }

  func isCandidate(new row: Int) -> Bool {
    matches[row] < 0 && (newIdentities.isEmpty || newIdentities[row] == 0)
  }

  var oldCandidates: [Int] { counterparts.indices.filter { isCandidate(old: $0) } }
  var newCandidates: [Int] { matches.indices.filter { isCandidate(new: $0) } }

  /// Matches two rows, whose children are compared next.
  mutating func match(_ row: Int, _ newRow: Int) {
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
  mutating func matchSubtrees(_ row: Int, _ newRow: Int) {
    let count = Int(old.ends[row]) - row
    guard Int(new.ends[newRow]) - newRow == count else { return match(row, newRow) }
    for offset in 0..<count
    where isCandidate(old: row + offset) && isCandidate(new: newRow + offset) {
      counterparts[row + offset] = Int32(newRow + offset)
      matches[newRow + offset] = Int32(row + offset)
    }
  }
}

extension RowMatching {
  /// Makes ascending rows and their descendants match no others.
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
}

// MARK: - Siblings

extension RowMatching {
  /// Matches the children of all matching parents.
  mutating func matchChildren() {
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

/// Rows by keys, which can have several rows.
struct KeyedRows {
  private var first: [UInt64: Int32] = [:]
  /// By row of a list: the next one with the same key, or -1.
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
