//  Leaves that the trees do not share may still hold the same rows, or most of them.

/// How many rows at the ends of a leaf are the same in another one.
private struct LeafCut {
  var front = 0
  var back = 0
  /// The number of the run in front, or -1 where there is no other leaf; that of the run at the
  /// back is the next.
  var run: Int32 = -1
}

extension PageComparison {
  /// Makes runs of the rows that are the same at both ends of leaves which a version has changed,
  /// in trees of one lineage.
  ///
  /// - Parameter isSameItem: Returns whether a handle stands for one item in both trees.
  @usableFromInline
  mutating func joinEqualRows(where isSameItem: (Int32) -> Bool) {
    assert(isOneLineage)
    let oldLeaves = old.openLeaves()
    lazy var oldPlaces = NumberMap(oldLeaves, count: oldLeaves.count, limit: .max)
    var next = 0
    var oldCuts = [LeafCut](LeafCut(), times: old.nodes.count)
    var cuts = [LeafCut](LeafCut(), times: new.nodes.count)
    for place in new.nodes.indices where new.nodes[place].isOpen(0) {
      let number = new.nodes[place].first.page
      // Most come in the order that they had.
      let isNext = next < oldLeaves.count && oldLeaves[next].number == number
      let oldPlace = Int(isNext ? oldLeaves[next].place : oldPlaces[number])
      guard oldPlace >= 0 else { continue }
      next += isNext ? 1 : 0
      var cut = cut(old.nodes[oldPlace], new.nodes[place], where: isSameItem)
      cut.run = makeRun(.none)
      _ = makeRun(.none)
      cuts[place] = cut
      oldCuts[oldPlace] = cut
    }
    old.divide(by: oldCuts)
    new.divide(by: cuts)
  }

  /// Compares two leaves from both ends.
  private func cut(
    _ oldLeaf: PageNode, _ leaf: PageNode, where isSameItem: (Int32) -> Bool
  ) -> LeafCut {
    let rows = (old: old.tree.leaf(oldLeaf.first.page), new: new.tree.leaf(leaf.first.page))
    let (oldShift, shift) = (oldLeaf.first.shift, leaf.first.shift)
    let ends = (old: rows.old.count, new: rows.new.count)
    func isSame(_ oldSlot: Int, _ slot: Int) -> Bool {
      let row = rows.new[slot].shifted(by: shift)
      return rows.old[oldSlot].shifted(by: oldShift) == row && isSameItem(row.handle)
    }
    var cut = LeafCut()
    let most = min(ends.old, ends.new)
    while cut.front < most && isSame(cut.front, cut.front) {
      cut.front += 1
    }
    while cut.front + cut.back < most && isSame(ends.old - 1 - cut.back, ends.new - 1 - cut.back) {
      cut.back += 1
    }
    return cut
  }

  /// The leaves that come in the same place in trees that share nothing: what was built from the
  /// same items has the same leaves.
  @usableFromInline
  func alignedLeaves() -> Zip2Sequence<Range<Int>, Range<Int>> {
    assert(!isOneLineage)
    return zip(old.nodes.indices, new.nodes.indices)
  }

  /// Whether the rows of two leaves are equal, and so are their items as told for two handles.
  @usableFromInline
  func areEqual(
    leaves pair: (old: Int, new: Int), where isEqual: (_ old: Int32, _ new: Int32) -> Bool
  ) -> Bool {
    let nodes = (old: old.nodes[pair.old], new: new.nodes[pair.new])
    let rows = old.tree.leaf(nodes.old.first.page)
    let newRows = new.tree.leaf(nodes.new.first.page)
    guard rows.count == newRows.count && nodes.old.visibleRows == nodes.new.visibleRows else {
      return false
    }
    for index in rows.indices {
      let row = rows[index].shifted(by: nodes.old.first.shift)
      let newRow = newRows[index].shifted(by: nodes.new.first.shift)
      guard row.looksLike(newRow) && isEqual(row.handle, newRow.handle) else { return false }
    }
    return true
  }

  /// Makes a run of two leaves whose rows and items are equal.
  @usableFromInline
  mutating func joinEqualLeaves(_ pair: (old: Int, new: Int)) {
    makeRun(pair, shift: .none)
  }
}

extension TreeRow {
  /// Whether two rows differ in nothing but their items.
  fileprivate func looksLike(_ other: TreeRow) -> Bool {
    indent == other.indent && folds == other.folds && isExpanded == other.isExpanded
  }
}

extension PageList {
  /// The numbers of the leaves that are no runs, with their places.
  fileprivate func openLeaves() -> [(number: Int32, place: Int32)] {
    var leaves: [(number: Int32, place: Int32)] = []
    for (place, node) in nodes.enumerated() where node.isOpen(0) {
      leaves.append((node.first.page, Int32(place)))
    }
    return leaves
  }

  /// Replaces leaves by their parts.
  fileprivate mutating func divide(by cuts: [LeafCut]) {
    for (place, cut) in cuts.enumerated() {
      let node = nodes[place]
      guard cut.run >= 0 else {
        append(node, run: node.run)
        continue
      }
      let end = tree.leaf(node.first.page).count
      appendPart(of: node, 0..<cut.front, run: cut.run)
      appendPart(of: node, cut.front..<end - cut.back, run: -1)
      appendPart(of: node, end - cut.back..<end, run: cut.run + 1)
    }
    finish()
  }

  /// Adds some of the rows of a leaf, if any.
  private mutating func appendPart(of leaf: PageNode, _ slots: Range<Int>, run: Int32) {
    if slots.isEmpty { return }
    let rows = tree.leaf(leaf.first.page)
    let visible =
      leaf.visibleRows == rows.count
      ? slots.count : slots.count { rows[$0].folds &+ leaf.first.shift.folds == 0 }
    append(leaf.part(slots, visibleRows: Int32(visible)), run: run)
  }
}
