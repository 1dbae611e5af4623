//  Between two rows the pointer's distance from the margin says how deep a drop goes:
//
//      Fruit                   level 0: after Fruit
//        Apple                 level 1: after Apple
//            |        <- gap   level 2: into Apple, which could have children
//      Tools
//
//  Rows that travel are looked past, so that an item can change its level where it is.

extension Snapshot {
  /// Returns the levels that can be chosen for a drop between two rows.
  ///
  /// They go from the level of the row below the gap up to that of the row above it, and to one
  /// more where the row above is expanded or has no children. Rows of items that travel, and of
  /// what is below those, do not count.
  ///
  /// - Parameters:
  ///   - gap: The place of the row below the gap; at the end of a section, the place where a
  ///     further row would be.
  ///   - items: The items that travel, none for what comes from outside; unknown ones are ignored.
  /// - Returns: The levels; `nil` where there is no such gap.
  /// - Complexity: O(log *n*) for each item that travels
  public func dropLevels(
    at gap: RowPath, moving items: some Collection<Item>
  ) -> ClosedRange<Int>? {
    neighbors(of: gap, besides: items)?.levels
  }

  /// Returns the destination of a drop between two rows at a level.
  ///
  ///     let level = pointer.x / indentation
  ///     let destination = snapshot.dropDestination(at: gap, level: level, moving: dragged)
  ///
  /// - Parameters:
  ///   - gap: The place of the row below the gap; at the end of a section, the place where a
  ///     further row would be.
  ///   - level: The level to choose; the nearest one that can be chosen stands in for others.
  ///   - items: The items that travel, none for what comes from outside; unknown ones are ignored.
  /// - Returns: The destination, which is not in or below items that travel; `nil` where there is
  ///   no such gap.
  /// - Complexity: O(log *n*) for each item that travels, and for each level above that of the row
  ///   above the gap
  public func dropDestination(
    at gap: RowPath, level: Int, moving items: some Collection<Item>
  ) -> DropDestination<Section, Item>? {
    guard let neighbors = neighbors(of: gap, besides: items) else { return nil }
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

/// The rows above and below a gap, as far as there are any, and the levels between them.
private struct Neighbors {
  let section: Int32
  let above: Int32?
  let below: Int32?
  let levels: ClosedRange<Int>
}

extension Snapshot {
  private func neighbors(of gap: RowPath, besides items: some Collection<Item>) -> Neighbors? {
    guard let section = sectionHandle(at: gap.section),
      gap.row >= 0 && gap.row <= contents[section].tree.visibleCount
    else { return nil }
    let tree = contents[section].tree
    let traveling = items.compactMap { item -> Range<Int>? in
      guard let place = locate(item), place.section == section,
        let row = tree.visiblePosition(of: place.handle)
      else { return nil }
      return row..<tree.visibleEnd(of: place.handle)
    }
    // Joined where they meet, so that at most one of them touches the gap.
    let hole = traveling.union([]).first { $0.lowerBound <= gap.row && gap.row <= $0.upperBound }
    let (start, end) = (hole?.lowerBound ?? gap.row, hole?.upperBound ?? gap.row)
    let above = start > 0 ? tree.handle(at: start - 1, visible: true) : nil
    let below = end < tree.visibleCount ? tree.handle(at: end, visible: true) : nil
    let deepest = above.map { above in
      let takesChild = tree.isExpanded(above) || tree.childCount(of: above) == 0
      return tree.level(of: above) + (takesChild ? 1 : 0)
    }
    return Neighbors(
      section: section, above: above, below: below,
      levels: (below.map(tree.level) ?? 0)...(deepest ?? 0))
  }
}
