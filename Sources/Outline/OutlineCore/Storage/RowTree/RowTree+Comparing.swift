extension RowTree {
  /// Returns whether both trees share their root page, and so all rows.
  @usableFromInline
  package func isIdentical(to other: RowTree) -> Bool {
    guard root >= 0 && other.root >= 0 else { return root == other.root }
    return pages.sharesPage(Int(root), with: Int(other.root), of: other.pages)
  }

  /// Returns whether both trees share the start of `parents`.
  ///
  /// `true` only if one tree is a version of the other, or both are versions of a third one. Edits
  /// in place within a leaf keep this; edits that add or remove pages may not.
  func sharesParentTable(with other: RowTree) -> Bool {
    parents.sharesFirstPage(with: other.parents)
  }

  /// The handles of the rows in pages that another tree does not share, in the order of the rows.
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
}

/// A traversal of the rows at the same positions of two trees with as many rows.
///
/// It skips the pages that both trees share at the same position with the same indents.
///
/// - Complexity: O(log `count` + *k*) for *k* rows that it visits
@usableFromInline
package struct RowPairWalk: ~Copyable {
  private var left: PageStack
  private var right: PageStack

  @usableFromInline
  package init(_ left: RowTree, _ right: RowTree) {
    self.left = PageStack(left)
    self.right = PageStack(right)
  }

  @usableFromInline
  package mutating func next() -> (TreeRow, TreeRow)? {
    while left.rows.isEmpty || right.rows.isEmpty {
      if left.rows.isEmpty && right.rows.isEmpty {
        guard let page = left.pages.last, let other = right.pages.last else { return nil }
        if page.shift.indent == other.shift.indent,
          left.tree.pages.sharesPage(Int(page.page), with: Int(other.page), of: right.tree.pages)
        {
          left.pages.removeLast()
          right.pages.removeLast()
          continue
        }
        let height = max(page.height, other.height)
        if height > 0 {
          if page.height == height { left.replaceBranch() }
          if other.height == height { right.replaceBranch() }
          continue
        }
      }
      left.readLeaf()
      right.readLeaf()
    }
    guard let row = left.nextRow(), let other = right.nextRow() else { return nil }
    return (row, other)
  }
}

/// The pages of a tree that a traversal has not visited yet, and the rest of the current leaf.
private struct PageStack: ~Copyable {
  let tree: RowTree
  /// The next page last.
  var pages: [ShiftedPage] = []
  private(set) var rows = 0..<0
  private var leaf: Entries<TreeRow>?
  private var shift = Shift.none

  init(_ tree: RowTree) {
    self.tree = tree
    pages = tree.pageTree.map { [ShiftedPage($0.root, height: $0.height, shift: .none)] } ?? []
  }

  mutating func replaceBranch() {
    let page = pages.removeLast()
    let children = tree.branch(page.page)
    for index in children.indices.reversed() {
      pages.append(
        ShiftedPage(children[index], height: Int(page.height) - 1, shift: page.shift))
    }
  }

  mutating func readLeaf() {
    guard rows.isEmpty else { return }
    while let page = pages.last, page.height > 0 { replaceBranch() }
    guard let page = pages.popLast() else { return }
    let leaf = tree.leaf(page.page)
    self.leaf = leaf
    rows = leaf.indices
    shift = page.shift
  }

  mutating func nextRow() -> TreeRow? {
    leaf?[rows.removeFirst()].shifted(by: shift)
  }
}
