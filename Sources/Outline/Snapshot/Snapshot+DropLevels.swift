//  The distance of the pointer from the margin sets the level of a drop between two rows:
//
//      Fruit                   level 0: after Fruit
//        Apple                 level 1: after Apple
//            |        <- gap   level 2: into Apple, which could have children
//      Tools
//
//  Moved rows are skipped, so that an item can change its level without changing its row.

extension Snapshot {
  /// Returns the levels that a drop between two rows can choose from.
  ///
  /// The lowest is the level of the row below the gap. The highest is the level of the row above
  /// the gap, or one more if that row is expanded or has no children. The rows of the moved items
  /// and of their descendants do not count.
  ///
  /// - Parameters:
  ///   - gap: The path of the row below the gap; at the end of a section, the path that a further
  ///     row would have.
  ///   - items: The moved items; none for a drop from outside. Unknown items are ignored.
  /// - Returns: The levels; `nil` if there is no such gap.
  /// - Complexity: O(log *n*) for each moved item
  public func dropLevels(
    at gap: RowPath, moving items: some Sequence<Item>
  ) -> ClosedRange<Int>? {
    neighbors(of: gap, moving: items)?.levels
  }

  /// Returns the destination of a drop between two rows at a level.
  ///
  ///     let level = pointer.x / indentation
  ///     let destination = snapshot.dropDestination(at: gap, level: level, moving: dragged)
  ///
  /// - Parameters:
  ///   - gap: The path of the row below the gap; at the end of a section, the path that a further
  ///     row would have.
  ///   - level: The wanted level; the nearest one of ``dropLevels(at:moving:)`` is used.
  ///   - items: The moved items; none for a drop from outside. Unknown items are ignored.
  /// - Returns: A destination that is not in or below a moved item; `nil` if there is no such gap.
  /// - Complexity: O(log *n*) for each moved item, and for each level between the row above the gap
  ///   and the destination
  public func dropDestination(
    at gap: RowPath, level: Int, moving items: some Sequence<Item>
  ) -> DropDestination<Section, Item>? {
    guard let neighbors = neighbors(of: gap, moving: items) else { return nil }
    let outline = contents[neighbors.section]
    let below = neighbors.below
    guard var anchor = neighbors.above else {
      return below.map { .before(outline.table[$0]) }
        ?? .end(of: order.table[neighbors.section])
    }
    var anchorLevel = outline.tree.level(of: anchor)
    let level = min(max(level, neighbors.levels.lowerBound), neighbors.levels.upperBound)
    if level > anchorLevel {
      guard let below, outline.tree.level(of: below) == level else {
        return .into(outline.table[anchor])
      }
      return .before(outline.table[below])
    }
    while anchorLevel > level, let parent = outline.tree.parent(of: anchor) {
      anchor = parent
      anchorLevel -= 1
    }
    return .after(outline.table[anchor])
  }
}

/// The rows above and below a gap, if there are any, and the levels of a drop between them.
private struct Neighbors {
  let section: Int32
  let above: Int32?
  let below: Int32?
  let levels: ClosedRange<Int>
}

extension Snapshot {
  private func neighbors(of gap: RowPath, moving items: some Sequence<Item>) -> Neighbors? {
    guard let section = sectionHandle(at: gap.section),
      gap.row >= 0 && gap.row <= contents[section].tree.visibleCount
    else { return nil }
    let tree = contents[section].tree
    let skipped = movedRows(around: gap.row, inSection: section, moving: items)
    let above =
      skipped.lowerBound > 0
      ? tree.handle(at: skipped.lowerBound - 1, visible: true) : nil
    let below =
      skipped.upperBound < tree.visibleCount
      ? tree.handle(at: skipped.upperBound, visible: true) : nil
    let deepest = above.map { above in
      let takesChild = tree.isExpanded(above) || tree.childCount(of: above) == 0
      return tree.level(of: above) + (takesChild ? 1 : 0)
    }
    return Neighbors(
      section: section, above: above, below: below,
      levels: (below.map(tree.level) ?? 0)...(deepest ?? 0))
  }

  /// The longest range of moved rows that touches a gap.
  private func movedRows(
    around gap: Int, inSection section: Int32, moving items: some Sequence<Item>
  ) -> Range<Int> {
    let tree = contents[section].tree
    let ranges = items.compactMap { item -> Range<Int>? in
      guard let location = locate(item), location.section == section,
        let row = tree.visiblePosition(of: location.handle)
      else { return nil }
      return row..<tree.visibleEnd(of: location.handle)
    }
    var joined: Range<Int>?
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined, range.lowerBound <= last.upperBound {
        joined = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else if range.lowerBound > gap {
        break
      } else {
        joined = range
      }
    }
    guard let joined, joined.upperBound >= gap else { return gap..<gap }
    return joined
  }
}
