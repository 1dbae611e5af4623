//  Leaves that the trees do not share may still hold the same rows, or most of them.

/// How many rows at the ends of a leaf are the same in another one.
private struct LeafCut {
  var front = 0
  var back = 0
  /// The number of the run in front; that of the run at the back is the next.
  var run: Int32
}

extension TreeComparison {
  /// Makes runs of the rows that are the same at both ends of leaves which a version has changed.
  ///
  /// - Parameter isSameItem: Returns whether a handle stands for one item in both versions.
  @usableFromInline
  mutating func joinEqualRows(where isSameItem: (Int32) -> Bool) {
    guard isOneLineage else { return }
    var numbers: [(number: Int32, place: Int32)] = []
    for (place, node) in pages.old.nodes.enumerated() where node.isOpen(0) {
      numbers.append((node.first.page, Int32(place)))
    }
    let oldPlaces = NumberMap(numbers, count: numbers.count, limit: .max)
    var oldCuts = [LeafCut?](repeating: nil, count: pages.old.nodes.count)
    var cuts = [LeafCut?](repeating: nil, count: pages.new.nodes.count)
    for (place, node) in pages.new.nodes.enumerated() where node.isOpen(0) {
      let oldPlace = Int(oldPlaces[node.first.page])
      guard oldPlace >= 0 else { continue }
      cuts[place] = cut(pages.old.nodes[oldPlace], node, where: isSameItem)
      oldCuts[oldPlace] = cuts[place]
    }
    pages.old.divide(by: oldCuts)
    pages.new.divide(by: cuts)
    joinRuns()
  }

  private mutating func cut(
    _ oldNode: PageNode, _ node: PageNode, where isSameItem: (Int32) -> Bool
  ) -> LeafCut {
    let rows = (old: pages.old.rows(of: oldNode), new: pages.new.rows(of: node))
    let ends = (old: rows.old.count, new: rows.new.count)
    func isSame(_ oldSlot: Int, _ slot: Int) -> Bool {
      let row = rows.new[slot].shifted(by: node.first.shift)
      return rows.old[oldSlot].shifted(by: oldNode.first.shift) == row && isSameItem(row.handle)
    }
    var cut = LeafCut(run: Int32(runs.count))
    let most = min(ends.old, ends.new)
    while cut.front < most && isSame(cut.front, cut.front) {
      cut.front += 1
    }
    while cut.front + cut.back < most && isSame(ends.old - 1 - cut.back, ends.new - 1 - cut.back) {
      cut.back += 1
    }
    runs.append(Run(shift: .none, place: -1))
    runs.append(Run(shift: .none, place: -1))
    return cut
  }
}

extension PageList {
  fileprivate func rows(of leaf: PageNode) -> Entries<TreeRow> {
    tree.leaf(leaf.first.page)
  }

  /// Replaces leaves by their parts.
  fileprivate mutating func divide(by cuts: [LeafCut?]) {
    var result: [PageNode] = []
    result.reserveCapacity(nodes.count + 8)
    for (node, cut) in zip(nodes, cuts) {
      guard let cut else {
        result.append(node)
        continue
      }
      let end = rows(of: node).count
      let parts = [
        (0..<cut.front, cut.run), (cut.front..<end - cut.back, -1),
        (end - cut.back..<end, cut.run + 1),
      ]
      for (slots, run) in parts where !slots.isEmpty {
        result.append(part(of: node, slots, run: run))
      }
    }
    nodes = result
  }

  private func part(of leaf: PageNode, _ slots: Range<Int>, run: Int32) -> PageNode {
    let rows = rows(of: leaf)
    let visible = slots.count { rows[$0].folds &+ leaf.first.shift.folds == 0 }
    return leaf.part(slots, visibleRows: Int32(visible), run: run)
  }
}
