extension RowTree {
  /// Returns a Boolean value that indicates whether both trees share their root page, and so all
  /// rows.
  @usableFromInline
  package func isIdentical(to other: RowTree) -> Bool {
    guard root >= 0 && other.root >= 0 else { return root == other.root }
    return pages.sharesPage(Int(root), with: Int(other.root), of: other.pages)
  }

  /// Returns a Boolean value that indicates whether both trees share the start of `parents`.
  ///
  /// `true` only if one tree is a version of the other, or both are versions of a third one. Edits
  /// in place within a leaf keep this; edits that add or remove pages may not.
  @usableFromInline
  package func sharesParentTable(with other: RowTree) -> Bool {
    parents.sharesFirstPage(with: other.parents)
  }

  /// Returns the handles of the rows in pages that another tree does not share, in the order of
  /// the rows.
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

// MARK: - Equality

extension RowTree {
  /// Returns a Boolean value that indicates whether two trees have rows with equal states and,
  /// according to `areEqual`, with equal items.
  ///
  /// The pages that both trees share at the same position with the same shift are skipped.
  ///
  /// - Parameter areEqual: Returns whether items with consecutive handles are equal.
  /// - Complexity: O(log `count` + *k*) for *k* rows that are compared
  @usableFromInline
  package func isEqual(
    to other: RowTree, where areEqual: (_ own: Int32, _ other: Int32, _ count: Int) -> Bool
  ) -> Bool {
    guard count == other.count && visibleCount == other.visibleCount else { return false }
    var pages = PageStack(self)
    var otherPages = PageStack(other)
    while true {
      if pages.rows.isEmpty && otherPages.rows.isEmpty {
        guard let page = pages.pages.last, let otherPage = otherPages.pages.last else {
          return true
        }
        if page.shift == otherPage.shift,
          self.pages.sharesPage(Int(page.page), with: Int(otherPage.page), of: other.pages)
        {
          pages.pages.removeLast()
          otherPages.pages.removeLast()
          continue
        }
        let height = max(page.height, otherPage.height)
        if height > 0 {
          if page.height == height { pages.replaceBranch() }
          if otherPage.height == height { otherPages.replaceBranch() }
          continue
        }
      }
      pages.readLeaf()
      otherPages.readLeaf()
      let count = min(pages.rows.count, otherPages.rows.count)
      guard pages.rows.prefix(count).isEqual(to: otherPages.rows.prefix(count), where: areEqual)
      else { return false }
      pages.rows.removeFirst(count)
      otherPages.rows.removeFirst(count)
    }
  }
}

/// The pages of a tree that a comparison has not visited yet, and the rest of the current leaf.
private struct PageStack: ~Copyable {
  let tree: RowTree
  /// The next page last.
  var pages: [ShiftedPage] = []
  var rows: LeafRows

  init(_ tree: RowTree) {
    self.tree = tree
    pages = tree.pageTree.map { [ShiftedPage($0.root, height: $0.height, shift: .none)] } ?? []
    rows = LeafRows()
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
    rows = LeafRows(tree.leaf(page.page), shift: page.shift)
  }
}

/// Rows of a leaf, with the shift that is pending above it.
struct LeafRows {
  private var leaf: Entries<TreeRow>?
  private var range = 0..<0
  private var shift = Shift.none

  init() {}

  init(_ leaf: Entries<TreeRow>, shift: Shift) {
    self.leaf = leaf
    self.shift = shift
    range = leaf.indices
  }

  var isEmpty: Bool { range.isEmpty }
  var count: Int { range.count }

  func prefix(_ count: Int) -> LeafRows {
    var prefix = self
    prefix.range = range.prefix(count)
    return prefix
  }

  mutating func removeFirst(_ count: Int) {
    range = range.dropFirst(count)
  }

  /// Returns a Boolean value that indicates whether as many rows of another leaf have equal states
  /// and, according to `areEqual`, equal items.
  ///
  /// The function gets items with consecutive handles together. In outlines that were built at
  /// once, these are all items of a leaf.
  func isEqual(
    to other: LeafRows, where areEqual: (_ own: Int32, _ other: Int32, _ count: Int) -> Bool
  ) -> Bool {
    guard let leaf, let otherLeaf = other.leaf, !range.isEmpty else { return true }
    let difference = shift - other.shift
    if difference == .none && range == leaf.indices && range == other.range
      && leaf.hasSameWords(as: otherLeaf) && leaf.hasConsecutiveHandles
    {
      return areEqual(leaf[0].handle, leaf[0].handle, range.count)
    }
    let distance = other.range.lowerBound - range.lowerBound
    var start = range.lowerBound
    for index in range {
      let row = leaf[index].shifted(by: difference)
      let otherRow = otherLeaf[index + distance]
      guard row.shift == otherRow.shift && row.isExpanded == otherRow.isExpanded else {
        return false
      }
      let next = index + 1
      let isLast =
        next == range.upperBound || leaf[next].handle != row.handle + 1
        || otherLeaf[next + distance].handle != otherRow.handle + 1
      if isLast {
        let (first, otherFirst) = (leaf[start].handle, otherLeaf[start + distance].handle)
        guard areEqual(first, otherFirst, next - start) else { return false }
        start = next
      }
    }
    return true
  }
}

extension Range<Int> {
  fileprivate func prefix(_ count: Int) -> Range<Int> { lowerBound..<lowerBound + count }
  fileprivate func dropFirst(_ count: Int) -> Range<Int> { lowerBound + count..<upperBound }
}

extension Entries<TreeRow> {
  /// The loop does not end early, because it then compares several rows at once.
  fileprivate var hasConsecutiveHandles: Bool {
    let first = self[0].handle
    var differences: Int32 = 0
    for index in indices {
      differences |= self[index].handle &- first &- Int32(truncatingIfNeeded: index)
    }
    return differences == 0
  }
}
