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
  mutating func note(row: Int, isCollapsed: Bool) {
    hasFlags = true
    if isCollapsed { collapsedRows.append(row) }
  }

  /// Expands and collapses the rows of an outline as the file says; where it says nothing, all are
  /// expanded.
  func apply(to outline: inout SectionSnapshot<Node>, levels: [Int]) {
    if hasList && !(numbers.isEmpty && hasFlags) {
      outline.restoreExpansion(bestRows(of: outline, levels: levels).lazy.map { Node($0) })
    } else {
      outline.expandAll()
      outline.collapse(collapsedRows.lazy.map { Node($0) })
    }
  }

  /// The rows that the list names in the way of counting that fits it best.
  private func bestRows(of outline: SectionSnapshot<Node>, levels: [Int]) -> [Int] {
    let isFromZero = numbers.contains(0)
    let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    var best: (rows: [Int], score: Int) = ([], -1)
    // In this order the first of equals is the one to take.
    for (base, countsAll) in [
      (isFromZero ? 0 : 1, false), (isFromZero ? 1 : 0, false), (0, true), (1, true),
    ] {
      let rows =
        if countsAll {
          numbers.map { $0 - base }.filter { levels.indices.contains($0) }
        } else if isAscending {
          visibleRows(from: base, levels: levels)
        } else {
          visibleRows(from: base, of: outline)
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

  /// The rows that a list in any order names, each one expanded before the next is looked for.
  private func visibleRows(from base: Int, of outline: SectionSnapshot<Node>) -> [Int] {
    var outline = outline
    outline.collapseAll()
    var rows: [Int] = []
    for number in numbers where outline.visibleItems.indices.contains(number - base) {
      let node = outline.visibleItems[number - base]
      rows.append(Int(node.number))
      outline.expand(CollectionOfOne(node))
    }
    return rows
  }
}
