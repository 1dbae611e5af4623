import Outline

/// Which rows an OPML file says are expanded.
///
/// The list `expansionState` counts rows in one of four ways, as the specification can be read in
/// several: from 1 or from 0, and only those that are visible once the rows listed before are
/// expanded, or all. The way is the one by which the most numbers are those of rows with children;
/// where several are, the list counts visible rows, from 0 if it has a 0 and from 1 otherwise.
struct OPMLExpansion {
  private var numbers: [Int] = []
  private var hasList = false
  private var collapsedRows: [Int] = []
  private var hasFlags = false

  /// Reads the text of `expansionState`; what is no number is passed over.
  mutating func read(_ text: Span<UInt8>) {
    hasList = true
    var number: Int?
    for index in text.indices {
      let byte = text[index]
      if byte.isASCIIDigit {
        number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 1 << 40)
      } else if let last = number {
        numbers.append(last)
        number = nil
      }
    }
    if let number { numbers.append(number) }
  }

  /// Notes the attribute `collapse` of a row.
  mutating func report(row: Int, isCollapsed: Bool) {
    hasFlags = true
    if isCollapsed { collapsedRows.append(row) }
  }

  /// Returns the expansion of rows with these levels; all are expanded if the file does not say.
  func expansion(levels: [Int]) -> StoredExpansion {
    if hasList && !(numbers.isEmpty && hasFlags) { return .expanded(bestRows(levels: levels)) }
    return .collapsed(collapsedRows)
  }

  /// The rows that the list names in the way of counting that fits it best.
  private func bestRows(levels: [Int]) -> [Int] {
    let isFromZero = numbers.contains(0)
    let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    var best: (rows: [Int], score: Int) = ([], -1)
    // In this order the first of holds is the one to take.
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

  /// The rows that an ascending list names, as expanding a row moves only those behind it.
  private func visibleRows(from base: Int, levels: [Int]) -> [Int] {
    var rows: [Int] = []
    var next = numbers.drop { $0 < base }
    var visible = 0
    // What is deeper than this is hidden.
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

  /// Returns the rows of a list in any order, whose numbers count the rows that are visible once
  /// the rows before them are expanded.
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
