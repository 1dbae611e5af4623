/// Matches the rows of two sides, so that matching rows stand for one item.
///
/// 1. Rows with an identity match by it. Rows with different identities never match.
/// 2. From the top down, siblings match by the contents of their subtrees, by the texts of their
///    subtrees, by their own texts, and then by their keys if these are different.
/// 3. Other subtrees with descendants match wherever they are.
/// 4. Siblings match that have descendants or a note in common that no sibling with a match has,
///    unless others have their texts.
/// 5. Rows with unique texts match wherever they are.
/// 6. Rows with another text match by their surroundings.
///
/// Duplicates match by their descendants, and then in their order.
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
  /// The hashes of the contents of subtrees, or of their texts if there are no other contents.
  private let contents: Keys
  /// The hashes by which subtrees match: of their contents and of their texts.
  private let subtreeKeys: [Keys]
  private let ignoresOrder: Bool
  private let findsMoves: Bool
  /// The matching parents whose children are not yet compared.
  private var pending: [(old: Int32, new: Int32)] = []
  /// The rows that have no match after the first two steps, in ascending order.
  private var candidates: (old: [Int], new: [Int]) = ([], [])

  private typealias Keys = (old: [UInt64], new: [UInt64])

  /// Matches rows, by their identities if these are used.
  init(
    _ old: ComparedSide, _ new: ComparedSide, sectionMatches: [Int32],
    identities: (old: [UInt64], new: [UInt64]) = ([], []),
    contents: (old: [UInt64], new: [UInt64])? = nil, ignoresOrder: Bool = false, findsMoves: Bool
  ) {
    self.old = old
    self.new = new
    self.sectionMatches = sectionMatches
    self.identities = identities.old
    newIdentities = identities.new
    self.contents = contents ?? (old.subtrees, new.subtrees)
    subtreeKeys = (contents.map { [$0] } ?? []) + [(old.subtrees, new.subtrees)]
    self.ignoresOrder = ignoresOrder
    self.findsMoves = findsMoves
    matches = [Int32](repeating: -1, count: new.count)
    counterparts = [Int32](repeating: -1, count: old.count)

    matchIdentities()
    for (section, match) in sectionMatches.enumerated() where match >= 0 {
      pending.append((~match, ~Int32(section)))
    }
    matchChildren()
    candidates = (
      counterparts.indices.filter { isCandidate(old: $0) },
      matches.indices.filter { isCandidate(new: $0) }
    )
    if findsMoves {
      for keys in subtreeKeys { matchElsewhere(by: keys, ofParents: true) }
      matchRenamed()
      for keys in subtreeKeys + [(old.texts, new.texts)] { matchElsewhere(by: keys) }
      matchRenamed(bySurroundings: true)
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

  private func isCandidate(old row: Int) -> Bool { counterparts[row] < 0 }
  private func isCandidate(new row: Int) -> Bool { matches[row] < 0 }

  private func hasIdentity(old row: Int) -> Bool { !identities.isEmpty && identities[row] > 0 }
  private func hasIdentity(new row: Int) -> Bool {
    !newIdentities.isEmpty && newIdentities[row] > 0
  }

  /// Returns whether two rows have no match, and no different identities.
  private func canMatch(_ row: Int, _ newRow: Int) -> Bool {
    isCandidate(old: row) && isCandidate(new: newRow)
      && !(hasIdentity(old: row) && hasIdentity(new: newRow))
  }

  /// The parents of new candidates, from the top down.
  private var parentsOfCandidates: [Int32] {
    Set(candidates.new.lazy.filter { isCandidate(new: $0) }.map { new.parents[$0] }).sorted()
  }

  /// Whether the old and the new rows have identities, in the order in which rows match.
  private var lanes: [(old: Bool, new: Bool)] {
    identities.isEmpty && newIdentities.isEmpty
      ? [(false, false)] : [(false, false), (true, false), (false, true)]
  }

  private mutating func matchIdentities() {
    let rows = identities.indices.filter { identities[$0] > 0 }
    var index = KeyedRows(rows[...]) { identities[$0] }
    for newRow in newIdentities.indices where newIdentities[newRow] > 0 {
      guard let row = index.popFirst(newIdentities[newRow]) else { continue }
      set(row, newRow)
      pending.append((Int32(row), Int32(newRow)))
    }
  }

  private mutating func set(_ row: Int, _ newRow: Int) {
    counterparts[row] = Int32(newRow)
    matches[newRow] = Int32(row)
  }

  private mutating func match(_ pairs: [(Int, Int)]) {
    for (row, newRow) in pairs
    where canMatch(row, newRow) && old.isElement(row) == new.isElement(newRow) {
      match(row, newRow)
    }
  }

  /// Matches two rows, and their descendants if the subtrees are equal; or else, their children are
  /// compared next.
  private mutating func match(_ row: Int, _ newRow: Int) {
    set(row, newRow)
    let count = Int(old.ends[row]) - row
    guard hasEqualSubtree(row, newRow), Int(new.ends[newRow]) - newRow == count else {
      return pending.append((Int32(row), Int32(newRow)))
    }
    for offset in 1..<count where canMatch(row + offset, newRow + offset) {
      set(row + offset, newRow + offset)
    }
  }

  private func hasEqualSubtree(_ row: Int, _ newRow: Int) -> Bool {
    !ignoresOrder && contents.old[row] == contents.new[newRow]
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
    var (olds, news) = candidates(in: parent, newParent)

    while let row = olds.first, let newRow = news.first, hasEqualSubtree(row, newRow),
      canMatch(row, newRow)
    {
      match(row, newRow)
      olds.removeFirst()
      news.removeFirst()
    }
    while let row = olds.last, let newRow = news.last, hasEqualSubtree(row, newRow),
      canMatch(row, newRow)
    {
      match(row, newRow)
      olds.removeLast()
      news.removeLast()
    }
    for keys in subtreeKeys { match(pairs(olds, news, keys)) }

    olds.removeAll { !isCandidate(old: $0) || findsMoves && old.hasNoText($0) }
    news.removeAll { !isCandidate(new: $0) || findsMoves && new.hasNoText($0) }
    if olds.isEmpty || news.isEmpty { return }
    var repeated = old.repeatedTexts(of: olds).union(new.repeatedTexts(of: news))
    // Other elements of arrays have nothing in common.
    if !findsMoves { repeated.insert(old.emptyText) }
    if !repeated.isEmpty {
      let pairs = pairsByDescendants(
        olds.filter { repeated.contains(old.texts[$0]) }[...],
        news.filter { repeated.contains(new.texts[$0]) }[...], of: parent, and: newParent)
      match(pairs.filter { old.texts[$0] == new.texts[$1] })
      olds.removeAll(where: old.hasNoText)
      news.removeAll(where: new.hasNoText)
    }
    match(pairs(olds, news, (old.texts, new.texts)))
    if !findsMoves { return }
    let members = new.members(of: newParent)
    match(old.members(of: parent).compactMap { key, row in members[key].map { (row, $0) } })
  }

  private func candidates(
    in parent: Int32, _ newParent: Int32
  ) -> (old: ArraySlice<Int>, new: ArraySlice<Int>) {
    (
      old.children(of: parent).filter { isCandidate(old: $0) }[...],
      new.children(of: newParent).filter { isCandidate(new: $0) }[...]
    )
  }

  /// Returns candidates with equal keys in their order.
  private func pairs(
    _ olds: ArraySlice<Int>, _ news: ArraySlice<Int>, _ keys: Keys
  ) -> [(Int, Int)] {
    let olds = olds.filter { isCandidate(old: $0) }
    let news = news.filter { isCandidate(new: $0) }
    if olds.isEmpty || news.isEmpty { return [] }
    var pairs: [(Int, Int)] = []
    var index = KeyedRows(olds[...]) { keys.old[$0] &+ (hasIdentity(old: $0) ? 1 : 0) }
    var rest: [Int] = []
    for newRow in news {
      if !hasIdentity(new: newRow), let row = index.popFirst(keys.new[newRow]) {
        pairs.append((row, newRow))
      } else {
        rest.append(newRow)
      }
    }
    if lanes.count == 1 { return pairs }
    for newRow in rest {
      let key = keys.new[newRow] &+ (hasIdentity(new: newRow) ? 0 : 1)
      if let row = index.popFirst(key) { pairs.append((row, newRow)) }
    }
    return pairs
  }
}

// MARK: - Descendants in common

extension RowMatching {
  /// Returns children of two parents with descendants or notes in common, those with the most
  /// first.
  ///
  /// Texts that many children have below them tell little, and nothing if a child with a match has
  /// them.
  private func pairsByDescendants(
    _ olds: ArraySlice<Int>, _ news: ArraySlice<Int>, of parent: Int32, and newParent: Int32
  ) -> [(Int, Int)] {
    let limit = 4
    var owners: [UInt64: [Int]] = [:]
    for row in olds where old.hasRowsOrNote(row) {
      for text in old.textsBelow(row) { owners[text, default: []].append(row) }
    }
    var newOwners: [(row: Int, texts: Set<UInt64>)] = []
    for row in news where new.hasRowsOrNote(row) {
      let texts = new.textsBelow(row).filter { text in 1...limit ~= owners[text]?.count ?? 0 }
      if !texts.isEmpty { newOwners.append((row, texts)) }
    }
    if newOwners.isEmpty { return [] }
    let filter = KeyFilter(owners.keys)
    func remove(_ text: UInt64) {
      if filter.mayContain(text) { owners[text] = nil }
    }
    for row in old.children(of: parent) where !isCandidate(old: row) {
      old.forEachTextBelow(row, remove)
    }
    for row in new.children(of: newParent) where !isCandidate(new: row) {
      new.forEachTextBelow(row, remove)
    }

    var pairs: [(row: Int, newRow: Int, count: Int)] = []
    for newOwner in newOwners {
      var counts: [Int: Int] = [:]
      for row in newOwner.texts.lazy.compactMap({ owners[$0] }).joined() {
        counts[row, default: 0] += 1
      }
      pairs += counts.map { ($0.key, newOwner.row, $0.value) }
    }
    pairs.sort { ($1.count, $0.newRow, $0.row) < ($0.count, $1.newRow, $1.row) }
    return pairs.map { ($0.row, $0.newRow) }
  }
}

extension ComparedSide {
  /// Returns the texts that several rows have.
  func repeatedTexts(of rows: some Collection<Int>) -> Set<UInt64> {
    var seen: Set<UInt64> = []
    return Set(rows.lazy.map { texts[$0] }.filter { !seen.insert($0).inserted })
  }

  /// Calls a closure with the texts of the first descendants of a row, and with its note.
  fileprivate func forEachTextBelow(_ row: Int, _ body: (UInt64) -> Void) {
    let limit = 64
    if let note = note(of: row) { body(note) }
    for row in rows(in: Int32(row)).prefix(limit) where !hasNoText(row) { body(texts[row]) }
  }

  fileprivate func textsBelow(_ row: Int) -> Set<UInt64> {
    var texts: Set<UInt64> = []
    forEachTextBelow(row) { texts.insert($0) }
    return texts
  }

  /// Returns whether a row has descendants or a note.
  fileprivate func hasRowsOrNote(_ row: Int) -> Bool { isParent(row) || note(of: row) != nil }

  /// Returns whether the parent of a row has no text to compare.
  fileprivate func isInElement(_ row: Int) -> Bool {
    parents[row] >= 0 && hasNoText(Int(parents[row]))
  }

  /// Returns a hash of the parent's text, which differs from that of a row with the same text.
  fileprivate func parentKey(of row: Int) -> UInt64 {
    let parent = parents[row]
    return parent < 0 ? 1 : texts[Int(parent)].byteSwapped &* 3
  }
}

// MARK: - Rows elsewhere

extension RowMatching {
  /// Matches candidates with equal ones below parents with equal texts, and then anywhere.
  ///
  /// Anywhere, rows without a text or without equal descendants match only if no other row has
  /// their key.
  private mutating func matchElsewhere(by keys: Keys, ofParents: Bool = false) {
    for hasSameParent in [true, false] {
      for lane in lanes {
        let olds = candidates.old.filter {
          isCandidate(old: $0) && hasIdentity(old: $0) == lane.old
            && keys.old[$0] != old.emptyText && (!ofParents || old.isParent($0))
            && (!hasSameParent || !old.isInElement($0))
        }
        let news = candidates.new.filter {
          isCandidate(new: $0) && hasIdentity(new: $0) == lane.new
            && keys.new[$0] != new.emptyText && (!ofParents || new.isParent($0))
            && (!hasSameParent || !new.isInElement($0))
        }
        if olds.isEmpty || news.isEmpty { continue }

        let oldIndex = KeyedRows(olds[...]) {
          hasSameParent ? keys.old[$0] ^ old.parentKey(of: $0) : keys.old[$0]
        }
        let newKey = { [new] (row: Int) in
          hasSameParent ? keys.new[row] ^ new.parentKey(of: row) : keys.new[row]
        }
        let shared = Set(news.lazy.map(newKey).filter(oldIndex.contains))
        let unique =
          hasSameParent || shared.isEmpty
          ? [] : keys.old.unique(among: shared).intersection(keys.new.unique(among: shared))
        var index = oldIndex
        for newRow in news where isCandidate(new: newRow) {
          let key = newKey(newRow)
          while let row = index.popFirst(key) {
            guard isCandidate(old: row) else { continue }
            let isWhole = new.isParent(newRow) && old.subtrees[row] == new.subtrees[newRow]
            if !hasSameParent && !(isWhole && !new.hasNoText(newRow)) {
              guard unique.contains(key) else { break }
            }
            match(row, newRow)
            break
          }
        }
      }
      matchChildren()
    }
  }
}

// MARK: - Renamed rows

extension RowMatching {
  /// Matches candidates below matching parents that have descendants or a note in common, those
  /// with the most first, unless the other side has better candidates: a parent with the text of
  /// either, or rows with the texts of both.
  ///
  /// By their surroundings, other rows match that are alone between the same siblings, or whose
  /// texts are similar.
  private mutating func matchRenamed(bySurroundings: Bool = false) {
    let similarity = TextSimilarity(old, new)
    let olds = candidates.old.filter { isCandidate(old: $0) && !old.hasNoText($0) }
    let news = candidates.new.filter { isCandidate(new: $0) && !new.hasNoText($0) }
    let oldTexts = Set(olds.map { old.texts[$0] })
    let newTexts = Set(news.map { new.texts[$0] })
    let oldParents = Set(olds.filter { old.hasRowsOrNote($0) }.map { old.texts[$0] })
    let newParents = Set(news.filter { new.hasRowsOrNote($0) }.map { new.texts[$0] })
    for newParent in parentsOfCandidates {
      guard let parent = oldParent(of: newParent) else { continue }
      let rows = candidates(in: parent, newParent)
      match(
        pairsByDescendants(rows.old, rows.new, of: parent, and: newParent).filter { row, newRow in
          let (text, newText) = (old.texts[row], new.texts[newRow])
          return bySurroundings
            || !newParents.contains(text) && !oldParents.contains(newText)
              && !(newTexts.contains(text) && oldTexts.contains(newText))
        })
      if bySurroundings {
        match(renamedBySiblings(in: parent, and: newParent, similarity))
        let rows = candidates(in: parent, newParent)
        match(similarity.nearestPairs(Array(rows.old), Array(rows.new)))
      }
      matchChildren()
    }
  }

  private func renamedBySiblings(
    in parent: Int32, and newParent: Int32, _ similarity: TextSimilarity
  ) -> [(Int, Int)] {
    let olds = gaps(old.children(of: parent), isCandidate: isCandidate(old:)) { row in
      let newRow = Int(counterparts[row])
      return newRow >= 0 && new.parents[newRow] == newParent ? row : nil
    }
    let news = gaps(new.children(of: newParent), isCandidate: isCandidate(new:)) { newRow in
      let row = Int(matches[newRow])
      return row >= 0 && old.parents[row] == parent ? row : nil
    }

    var renamed: [(Int, Int)] = []
    for (before, gap) in news {
      guard let other = olds[before], other.after == gap.after else { continue }
      var rows = other.rows[...]
      var newRows = gap.rows[...]
      let similar =
        rows.count == 1 && newRows.count == 1 ? [] : similarity.pairs(other.rows, gap.rows)
      // Similar rows separate the rows around them, as equal rows do.
      for (row, newRow) in similar + [(.max, .max)] {
        let between = rows.prefix { $0 < row }
        let newBetween = newRows.prefix { $0 < newRow }
        if between.count == 1 && newBetween.count == 1 { renamed += zip(between, newBetween) }
        rows = rows.dropFirst(between.count + 1)
        newRows = newRows.dropFirst(newBetween.count + 1)
      }
      renamed += similar
    }
    return renamed.sorted { $0.1 < $1.1 }
  }

  private typealias Gap = (after: Int, rows: [Int])

  /// Returns the candidates between siblings that match within the parent, by the old row of the
  /// sibling before them.
  private func gaps(
    _ children: ComparedChildren, isCandidate: (Int) -> Bool, anchor: (Int) -> Int?
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

  init(_ rows: ArraySlice<Int>, key: (Int) -> UInt64) {
    self.rows = rows
    following = [Int32](repeating: -1, count: rows.count)
    first.reserveCapacity(rows.count)
    for index in rows.indices.reversed() {
      let number = Int32(index - rows.startIndex)
      following[Int(number)] = first.updateValue(number, forKey: key(rows[index])) ?? -1
    }
  }

  /// Returns whether a row has a key.
  func contains(_ key: UInt64) -> Bool { first[key] != nil }

  /// Removes the first row with a key, and returns it.
  mutating func popFirst(_ key: UInt64) -> Int? {
    guard let number = first[key] else { return nil }
    let next = following[Int(number)]
    first[key] = next < 0 ? nil : next
    return rows[rows.startIndex + Int(number)]
  }
}

/// A test for keys that excludes most others.
private struct KeyFilter {
  private var marks: [Bool]

  init(_ keys: some Collection<UInt64>) {
    let bits = Int.bitWidth - (keys.count * 16 | 63).leadingZeroBitCount
    marks = [Bool](repeating: false, count: 1 << bits)
    for key in keys { marks[index(of: key)] = true }
  }

  func mayContain(_ key: UInt64) -> Bool { marks[index(of: key)] }

  private func index(of key: UInt64) -> Int { Int(key & UInt64(marks.count - 1)) }
}

extension [UInt64] {
  /// Returns the keys of a set that exactly one row has.
  fileprivate func unique(among keys: Set<UInt64>) -> Set<UInt64> {
    var counts = Dictionary(uniqueKeysWithValues: keys.lazy.map { ($0, 0) })
    let filter = KeyFilter(keys)
    for key in self where filter.mayContain(key) {
      if let index = counts.index(forKey: key) { counts.values[index] += 1 }
    }
    return keys.filter { counts[$0] == 1 }
  }
}
