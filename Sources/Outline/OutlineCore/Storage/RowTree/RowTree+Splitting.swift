extension RowTree {
  /// Splits a tree of pages into its first `position` rows and the others.
  mutating func split(_ tree: PageTree?, at position: Int) -> (PageTree?, PageTree?) {
    guard let tree, position > 0 else { return (nil, tree) }
    guard position < Int(tree.root.summary.rows) else { return (tree, nil) }
    if tree.height == 0 {
      let (low, high) = splitPage(tree.root, at: position, as: TreeRow.self)
      return (PageTree(root: low, height: 0), high.map { PageTree(root: $0, height: 0) })
    }
    let children = branch(tree.root.page)
    var index = 0
    var rest = position
    while rest >= Int(children[index].summary.rows) {
      rest -= Int(children[index].summary.rows)
      index += 1
    }
    if rest == 0 {
      let (low, high) = splitPage(tree.root, at: index, as: BranchEntry.self)
      return (trimmed(low, tree.height), high.flatMap { trimmed($0, tree.height) })
    }
    // The position is inside a child: the child is removed and split, and its halves are joined to
    // its neighbors.
    let (low, high) = splitPage(tree.root, at: index + 1, as: BranchEntry.self)
    let entries = write(low.page, as: BranchEntry.self)
    var middle = PageTree(root: entries[index], height: tree.height - 1)
    middle.root.shift(by: low.pending)
    entries.remove(index..<index + 1)
    let (lowMiddle, highMiddle) = split(middle, at: rest)
    return (
      join(trimmed(updated(low, as: BranchEntry.self), tree.height), lowMiddle),
      join(highMiddle, high.flatMap { trimmed($0, tree.height) })
    )
  }

  mutating func splitPage<Entry: TreeEntry>(
    _ child: BranchEntry, at index: Int, as type: Entry.Type
  ) -> (BranchEntry, BranchEntry?) {
    guard index < self.entries(of: child, as: type).count else { return (child, nil) }
    let entries = write(child.page, as: type)
    let new = makePage((index..<entries.count).map { entries[$0] })
    entries.remove(index..<entries.count)
    let high = BranchEntry(page: new, pending: child.pending, summary: .empty)
    return (updated(child, as: type), updated(high, as: type))
  }

  /// Replaces a root page that has one child by that child, and one without children by no tree.
  private mutating func trimmed(_ root: BranchEntry, _ height: Int) -> PageTree? {
    let children = branch(root.page)
    if children.count > 1 { return PageTree(root: root, height: height) }
    var only = children.count == 1 ? children[0] : nil
    only?.shift(by: root.pending)
    release(root.page)
    return only.map { PageTree(root: $0, height: height - 1) }
  }

  mutating func release(_ tree: PageTree?) -> [Int32] {
    guard let tree else { return [] }
    var handles: [Int32] = []
    handles.reserveCapacity(Int(tree.root.summary.rows))
    var stack = [(page: tree.root.page, height: tree.height)]
    while let (page, height) = stack.popLast() {
      if height == 0 {
        let rows = leaf(page)
        handles += rows.indices.map { rows[$0].handle }
      } else {
        let children = branch(page)
        stack += children.indices.reversed().map { (children[$0].page, height - 1) }
      }
      release(page)
    }
    return handles
  }

  func entries<Entry: TreeEntry>(
    of child: BranchEntry, as type: Entry.Type = Entry.self
  ) -> Entries<Entry> {
    pages.entries(of: Int(child.page))
  }

  func updated<Entry: TreeEntry>(_ child: BranchEntry, as type: Entry.Type) -> BranchEntry {
    let entries = entries(of: child, as: type)
    return BranchEntry(page: child.page, pending: child.pending, summary: entries.summary)
  }
}
