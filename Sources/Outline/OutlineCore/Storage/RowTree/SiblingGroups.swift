/// The children of each row in a list of rows, as ranges of one list of positions.
///
/// - Complexity: O(`rows.count`), without recursion.
@usableFromInline
package struct SiblingGroups {
  /// The positions of all rows by parent: the roots, the children of row 0, and so on.
  @usableFromInline package var children: [Int]
  /// The range of the roots in `children`, and then the range of the children of each row.
  @usableFromInline package private(set) var ranges: [Range<Int>]

  /// Creates the groups of rows, the first of which is a root.
  @usableFromInline
  package init(_ rows: [TreeRow]) {
    // By row: the index of its group in `ranges`.
    var groups: [Int] = []
    groups.reserveCapacity(rows.count)
    var counts = [Int](repeating: 0, count: rows.count + 1)
    // By level: the group of the next row.
    var groupsByLevel = [0]
    for (index, row) in rows.enumerated() {
      groupsByLevel.removeLast(groupsByLevel.count - 1 - Int(row.indent - rows[0].indent))
      let group = groupsByLevel[groupsByLevel.count - 1]
      groups.append(group)
      counts[group] += 1
      groupsByLevel.append(index + 1)
    }
    ranges = []
    ranges.reserveCapacity(counts.count)
    var start = 0
    for count in counts {
      ranges.append(start..<start + count)
      start += count
    }
    children = [Int](repeating: 0, count: rows.count)
    var next = ranges.map { $0.lowerBound }
    for (index, group) in groups.enumerated() {
      children[next[group]] = index
      next[group] += 1
    }
  }

  /// The positions of the rows in pre-order, with siblings in the order of `children`.
  @usableFromInline package var preorder: [Int] {
    var preorder: [Int] = []
    preorder.reserveCapacity(children.count)
    var stack = Array(children[ranges[0]].reversed())
    while let index = stack.popLast() {
      preorder.append(index)
      stack += children[ranges[index + 1]].reversed()
    }
    return preorder
  }
}
