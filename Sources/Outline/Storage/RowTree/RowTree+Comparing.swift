extension RowTree {
  /// Returns whether both trees share their root page, and so all rows.
  @usableFromInline
  package func isIdentical(to other: RowTree) -> Bool {
    guard root >= 0 && other.root >= 0 else { return root == other.root }
    return pages.sharesPage(Int(root), with: Int(other.root), of: other.pages)
  }

  /// Returns whether another tree is a version of this one with the same page numbers.
  ///
  /// Edits within one leaf write the leaf, but not the table of parent pages. So versions of a tree
  /// with one leaf share that table.
  func sharesParentTable(with other: RowTree) -> Bool {
    parents.sharesFirstPage(with: other.parents)
  }

  /// The ranges of rows that may differ from those of another tree with as many rows: all but the
  /// rows in pages that both trees share at the same position.
  ///
  /// - Complexity: O(log `count` + *k*) for *k* such rows
  @usableFromInline
  package func rangesNotShared(with other: RowTree) -> [Range<Int>] {
    guard height == other.height && count > 0 else { return count > 0 ? [0..<count] : [] }
    var ranges: [Range<Int>] = []
    var stack = [
      PagePair(page: root, otherPage: other.root, rows: 0..<count, height: height, indent: 0)
    ]
    while let pair = stack.popLast() {
      if pair.indent == 0 && sharesPage(of: pair, with: other) { continue }
      if let children = children(of: pair, in: other) {
        stack += children.reversed()
      } else if let last = ranges.last, last.upperBound == pair.rows.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<pair.rows.upperBound
      } else {
        ranges.append(pair.rows)
      }
    }
    return ranges
  }

  /// The handles of the rows in pages that another tree does not share, in the order of the rows.
  ///
  /// The rows of a shared page have the same handles in both trees, and their items are equal.
  ///
  /// - Complexity: O(log `count` + *k*) for *k* such rows
  @usableFromInline
  package func handlesNotShared(with other: RowTree) -> [Int32] {
    guard root >= 0 else { return [] }
    var handles: [Int32] = []
    var stack = [(page: root, height: height)]
    while let (page, height) = stack.popLast() {
      if pages.sharesPage(Int(page), with: other.pages) { continue }
      if height == 0 {
        let rows = leaf(page)
        handles += rows.indices.lazy.map { rows[$0].handle }
      } else {
        let children = branch(page)
        stack += children.indices.reversed().lazy.map { (children[$0].page, height - 1) }
      }
    }
    return handles
  }

  private func sharesPage(of pair: PagePair, with other: RowTree) -> Bool {
    pages.sharesPage(Int(pair.page), with: Int(pair.otherPage), of: other.pages)
  }

  /// The children of two branches, in pairs, or `nil` if their lengths differ.
  private func children(of pair: PagePair, in other: RowTree) -> [PagePair]? {
    guard pair.height > 0 else { return nil }
    let left = branch(pair.page)
    let right = other.branch(pair.otherPage)
    guard left.count == right.count else { return nil }
    var start = pair.rows.lowerBound
    var pairs: [PagePair] = []
    for index in left.indices {
      let count = left[index].summary.rows
      guard right[index].summary.rows == count else { return nil }
      pairs.append(
        PagePair(
          page: left[index].page, otherPage: right[index].page, rows: start..<start + Int(count),
          height: pair.height - 1,
          indent: pair.indent &+ left[index].pending.indent &- right[index].pending.indent))
      start += Int(count)
    }
    return pairs
  }
}

/// Two pages of two trees with rows at the same positions.
private struct PagePair {
  var page: Int32
  var otherPage: Int32
  var rows: Range<Int>
  var height: Int
  /// The difference between the pending shifts of the indents.
  var indent: Int32
}

/// A traversal of the rows at the same positions of two trees.
@usableFromInline
package struct RowPairWalk {
  private var left: RowWalk
  private var right: RowWalk
  private var leftIndex = 0
  private var rightIndex = 0

  @usableFromInline
  package init(_ left: RowTree, _ right: RowTree, in range: Range<Int>) {
    self.left = RowWalk(left, in: range, visible: false)
    self.right = RowWalk(right, in: range, visible: false)
  }

  @usableFromInline
  package mutating func next() -> (TreeRow, TreeRow)? {
    if leftIndex == left.rows.count {
      guard left.advance() else { return nil }
      leftIndex = 0
    }
    if rightIndex == right.rows.count {
      guard right.advance() else { return nil }
      rightIndex = 0
    }
    leftIndex += 1
    rightIndex += 1
    return (left.rows[leftIndex - 1], right.rows[rightIndex - 1])
  }
}
