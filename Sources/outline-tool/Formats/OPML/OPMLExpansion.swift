import OutlineCore

/// The rows that an OPML file stores as expanded.
///
/// Programs count the rows in `expansionState` in four ways: from 1 or from 0, and all rows or only
/// those that the previous expansions show. The way with the most hits on rows with children wins.
/// Among equals, visible rows win, counted from 0 if the list contains 0 and from 1 otherwise.
struct OPMLExpansion {
  private var numbers: [Int] = []
  private var hasList = false
  private var collapsedRows: [Int] = []
  private var hasFlags = false

  mutating func read(_ text: Span<UInt8>) {
    hasList = true
    var number: Int?
    for index in text.indices {
      let byte = text[index]
      if byte.isASCIIDigit {
        number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), ParsedFile.numberLimit)
      } else if let last = number {
        numbers.append(last)
        number = nil
      }
    }
    if let number { numbers.append(number) }
  }

  mutating func report(row: Int, isCollapsed: Bool) {
    hasFlags = true
    if isCollapsed { collapsedRows.append(row) }
  }

  /// Returns the expansion of rows with these levels; all are expanded if the file stores none.
  func expansion(levels: [Int]) -> StoredExpansion {
    if hasList && !(numbers.isEmpty && hasFlags) { return .expanded(bestRows(levels: levels)) }
    return .collapsed(collapsedRows)
  }

  /// Returns the rows in the list by the best way to count them.
  private func bestRows(levels: [Int]) -> [Int] {
    let isFromZero = numbers.contains(0)
    let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    var best: (rows: [Int], score: Int) = ([], -1)

    // The first of several equal scores wins.
    for (base, countsAll) in [
      (isFromZero ? 0 : 1, false), (isFromZero ? 1 : 0, false), (0, true), (1, true),
    ] {
      let rows =
        if countsAll {
          numbers.map { $0 - base }.filter { levels.indices.contains($0) }
        } else if isAscending {
          visibleRows(from: base, levels: levels)
        } else {
          visibleRows(from: base, inAnyOrder: levels)
        }

      let score = rows.count { $0 + 1 < levels.count && levels[$0 + 1] > levels[$0] }
      if score > best.score { best = (rows, score) }
      if score == numbers.count { break }
    }

    return best.rows
  }

  /// Returns the rows in an ascending list, where an expansion only affects later rows.
  private func visibleRows(from base: Int, levels: [Int]) -> [Int] {
    var rows: [Int] = []
    var next = numbers.drop { $0 < base }
    var visible = 0
    // Deeper rows are hidden.
    var openLevel = 0

    for row in levels.indices {
      guard let number = next.first else { break }
      if levels[row] > openLevel { continue }
      openLevel = levels[row]
      if number - base == visible {
        rows.append(row)
        next.removeFirst()
        openLevel += 1
      }
      visible += 1
    }
    return rows
  }

  /// Returns the rows in a list of any order, each expanded before the next is counted.
  private func visibleRows(from base: Int, inAnyOrder levels: [Int]) -> [Int] {
    var outline = SectionSnapshot<Int>()
    do {
      try outline.append(preorder: levels.indices.lazy.map { (item: $0, level: levels[$0]) })
    } catch {
      preconditionFailure("Levels of rows make an outline: \(error)")
    }

    var rows: [Int] = []
    for number in numbers where outline.visibleItems.indices.contains(number - base) {
      let row = outline.visibleItems[number - base]
      rows.append(row)
      outline.expand(CollectionOfOne(row))
    }
    return rows
  }
}
