extension RowTree {
  /// Stops the program unless the invariants in `RowTree.swift` hold.
  package func checkInvariants() {
    guard root >= 0 else {
      precondition(height == 0 && summary == .empty, "1. a tree without rows has no root page")
      checkPageNumbers(of: [])
      return
    }
    var pages: [Int32] = []
    var rows: [TreeRow] = []
    var stack = [(page: root, height: height, shift: Shift.none)]
    while let (page, height, shift) = stack.popLast() {
      pages.append(page)
      if height > 0 {
        let children = branch(page)
        checkPage(page, children)
        for index in children.indices.reversed() {
          checkEntry(children[index], of: page, height: height)
          stack.append((children[index].page, height - 1, shift + children[index].pending))
        }
      } else {
        let entries = leaf(page)
        checkPage(page, entries)
        rows += entries.indices.map { entries[$0].shifted(by: shift) }
        for index in entries.indices {
          precondition(
            locations[Int(entries[index].handle)] == page, "4. `locations` has the leaf of a handle"
          )
        }
      }
    }
    checkRows(rows)
    checkPageNumbers(of: pages)
  }

  private func checkPage<Entry: TreeEntry>(_ page: Int32, _ entries: Entries<Entry>) {
    if page == root {
      precondition(entries.count >= (height > 0 ? 2 : 1), "1. the root has rows or 2 children")
      precondition(parents[Int(page)] == -1, "3. `parents` has -1 for the root page")
      precondition(summary == entries.summary, "5. the tree's summary is the root page's sum")
    } else {
      precondition(entries.count >= minimum(Entry.self), "2. a page has the minimum of entries")
    }
    precondition(entries.count <= capacity(Entry.self), "2. a page does not exceed its capacity")
  }

  private func checkEntry(_ child: BranchEntry, of page: Int32, height: Int) {
    precondition(parents[Int(child.page)] == page, "3. `parents` has the parent page")
    let sum = height == 1 ? leaf(child.page).summary : branch(child.page).summary
    precondition(
      child.summary == sum.shifted(by: child.pending), "5. an entry's summary is its page's sum")
  }

  private func checkRows(_ rows: [TreeRow]) {
    precondition(Set(rows.map { $0.handle }).count == rows.count, "4. no handle has two rows")
    var collapsedAncestors: [Int32] = [0]
    for row in rows {
      precondition(
        row.indent >= 0 && row.indent < collapsedAncestors.count,
        "6. an indent is at most one more than above")
      precondition(
        row.collapsedAncestors == collapsedAncestors[Int(row.indent)],
        "7. a row has the number of its collapsed ancestors")
      collapsedAncestors.removeLast(collapsedAncestors.count - Int(row.indent) - 1)
      collapsedAncestors.append(row.childCollapsedAncestors)
    }
  }

  private func checkPageNumbers(of usedPages: [Int32]) {
    var numbers = usedPages
    var page = firstFreePage
    while page >= 0 {
      numbers.append(page)
      page = parents[Int(page)]
    }
    precondition(
      numbers.sorted().elementsEqual(0..<Int32(pages.count)),
      "8. a page number belongs to one page, or is free")
  }
}
