/// Who are whose children in a list of rows, as ranges of one list of positions.
///
/// - Complexity: O(`rows.count`), without recursion.
@usableFromInline
struct SiblingGroups {
  /// The positions of all rows, siblings together: first the roots, then the children of the row at
  /// position 0, and so on.
  @usableFromInline var children: [Int]
  /// For the roots, and then for the row at each position, where its children are in `children`.
  @usableFromInline private(set) var ranges: [Range<Int>]

  /// Creates the families of rows, the first of which is a root.
  @usableFromInline
  init(_ rows: [TreeRow]) {
    // The family of each row: 0 for the roots, and one more than the position of the parent.
    var families: [Int] = []
    families.reserveCapacity(rows.count)
    var counts = [Int](repeating: 0, count: rows.count + 1)
    var open = [0]
    for (index, row) in rows.enumerated() {
      open.removeLast(open.count - 1 - Int(row.indent - rows[0].indent))
      families.append(open[open.count - 1])
      counts[families[index]] += 1
      open.append(index + 1)
    }
    ranges = []
    ranges.reserveCapacity(counts.count)
    var start = 0
    for count in counts {
      ranges.append(start..<start + count)
      start += count
    }
    children = [Int](repeating: 0, count: rows.count)
    var next = ranges.map(\.lowerBound)
    for (index, family) in families.enumerated() {
      children[next[family]] = index
      next[family] += 1
    }
  }

  /// The positions of the rows in pre-order, siblings as they are in `children`.
  @usableFromInline var preorder: [Int] {
    var preorder: [Int] = []
    preorder.reserveCapacity(children.count)
    var open = Array(children[ranges[0]].reversed())
    while let index = open.popLast() {
      preorder.append(index)
      open += children[ranges[index + 1]].reversed()
    }
    return preorder
  }
}
