extension RowTree {
  /// Stops the program unless the invariants at the head of `RowTree.swift` hold, in their order.
  ///
  /// - Complexity: O(`count`)
  func checkInvariants() {
    guard root >= 0 else {
      precondition(height == 0 && summary == .empty, "1. without rows there is no root")
      checkPageNumbers(of: [])
      return
    }
    var used: [Int32] = []
    var rows: [TreeRow] = []
    var open = [(page: root, height: height, shift: Shift.none)]
    while let (page, height, shift) = open.popLast() {
      used.append(page)
      if height > 0 {
        let children = branch(page)
        checkPage(page, children)
        for index in children.indices.reversed() {
          checkEntry(children[index], of: page, height: height)
          open.append((children[index].page, height - 1, shift + children[index].pending))
        }
      } else {
        let entries = leaf(page)
        checkPage(page, entries)
        rows += entries.indices.map { entries[$0].shifted(by: shift) }
        for index in entries.indices {
          precondition(
            locations[Int(entries[index].handle)] == page, "4. a handle's location is its leaf")
        }
      }
    }
    checkRows(rows)
    checkPageNumbers(of: used)
  }

  private func checkPage<Entry: TreeEntry>(_ page: Int32, _ entries: Entries<Entry>) {
    if page == root {
      precondition(entries.count >= (height > 0 ? 2 : 1), "1. the root has rows or 2 children")
      precondition(parents[Int(page)] == -1, "3. no page is above the root")
      precondition(summary == entries.summary, "5. the tree's summary is the root's sum")
    } else {
      precondition(entries.count >= minimum(Entry.self), "2. a page is filled to the minimum")
    }
    precondition(entries.count <= capacity(Entry.self), "2. a page is not overfull")
  }

  private func checkEntry(_ child: BranchEntry, of page: Int32, height: Int) {
    precondition(parents[Int(child.page)] == page, "3. `parents` names the page above")
    let sum = height == 1 ? leaf(child.page).summary : branch(child.page).summary
    precondition(
      child.summary == sum.shifted(by: child.pending), "5. a child's summary is its page's sum")
  }

  private func checkRows(_ rows: [TreeRow]) {
    precondition(Set(rows.map(\.handle)).count == rows.count, "4. no handle has two rows")
    // The folds of the rows of each level.
    var folds: [Int32] = [0]
    for row in rows {
      precondition(
        row.indent >= 0 && row.indent < folds.count, "6. an indent is at most one more than above")
      precondition(row.folds == folds[Int(row.indent)], "7. folds count collapsed ancestors")
      folds.removeLast(folds.count - Int(row.indent) - 1)
      folds.append(row.childFolds)
    }
  }

  private func checkPageNumbers(of used: [Int32]) {
    var numbers = used
    var page = firstFreePage
    while page >= 0 {
      numbers.append(page)
      page = parents[Int(page)]
    }
    precondition(
      numbers.sorted().elementsEqual(0..<Int32(pages.count)),
      "8. a page is of the tree or free, once")
  }
}
