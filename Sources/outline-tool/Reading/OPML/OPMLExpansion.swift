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
  func apply(to outline: inout SectionSnapshot<Node>) {
    if hasList && !(numbers.isEmpty && hasFlags) {
      outline = best(of: outline)
    } else {
      outline.expandAll()
      outline.collapse(collapsedRows.lazy.map { Node($0) })
    }
  }

  private func best(of outline: SectionSnapshot<Node>) -> SectionSnapshot<Node> {
    let isFromZero = numbers.contains(0)
    var best: (outline: SectionSnapshot<Node>, score: Int)?
    // In this order the first of equals is the one to take.
    for (base, countsAll) in [
      (isFromZero ? 0 : 1, false), (isFromZero ? 1 : 0, false), (0, true), (1, true),
    ] {
      let candidate = expanded(outline, from: base, countsAll: countsAll)
      if candidate.score > best?.score ?? -1 { best = candidate }
    }
    return best?.outline ?? outline
  }

  /// Expands the rows that the list names, and counts those of them that have children.
  private func expanded(
    _ outline: SectionSnapshot<Node>, from base: Int, countsAll: Bool
  ) -> (outline: SectionSnapshot<Node>, score: Int) {
    var outline = outline
    outline.collapseAll()
    var score = 0
    for number in numbers {
      let rows = countsAll ? outline.items : outline.visibleItems
      guard rows.indices.contains(number - base) else { continue }
      let node = rows[number - base]
      score += outline.children(of: node)?.isEmpty ?? true ? 0 : 1
      outline.expand(CollectionOfOne(node))
    }
    return (outline, score)
  }
}
