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
  ///   - gap: The path of the row below the gap; at the end of a section, the path of a further
  ///     row.
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
  ///   - gap: The gap, as in ``dropLevels(at:moving:)``.
  ///   - level: The requested level; the nearest one of ``dropLevels(at:moving:)`` is used.
  ///   - items: The moved items; none for a drop from outside. Unknown items are ignored.
  /// - Returns: A destination outside the moved items; `nil` if there is no such gap.
  /// - Complexity: O(log *n*) for each moved item, and for each level between the row above the gap
  ///   and the destination
  public func dropDestination(
    at gap: RowPath, level: Int, moving items: some Sequence<Item>
  ) -> Snapshot<Section, Item>.Destination? {
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

/// The rows that count in the position of a drop.
public enum DropCounting: Hashable, Sendable {
  /// All rows, as in `NSTableView` and in `onMove` of SwiftUI.
  case beforeRemoval
  /// All rows except those of the moved items themselves, as in `UITableView` and
  /// `UICollectionView`, which show the rows as after the drop.
  case afterRemoval
}

extension Snapshot {
  /// Returns the destination of a drop in a list view, which knows a row but no level.
  ///
  /// The moved items keep the level of the first of them if possible. Otherwise they get the
  /// nearest level between those of the rows below and above them. An item without visible children
  /// gets no children by the drop, unless they were its children before.
  ///
  ///     let destination = snapshot.dropDestination(
  ///       at: path, counting: .afterRemoval, moving: dragged)
  ///
  /// - Parameters:
  ///   - path: The path of the first moved row after the drop.
  ///   - counting: The rows that count in the path.
  ///   - items: The moved items; none for a drop from outside, which takes the level of the row
  ///     above. Unknown items are ignored.
  /// - Returns: A destination outside the moved items; `nil` if there is no such row.
  /// - Complexity: O(log *n*) for each moved item, and for each level between the row above and the
  ///   destination
  public func dropDestination(
    at path: RowPath, counting: DropCounting, moving items: some Sequence<Item>
  ) -> Snapshot<Section, Item>.Destination? {
    let items = Array(items)
    var gap = path
    if counting == .afterRemoval {
      let paths = items.compactMap(rowPath(of:)).filter { $0.section == path.section }
      for row in Set(paths.map({ $0.row })).sorted() where row <= gap.row && gap.row < .max {
        gap.row += 1
      }
    }
    guard let neighbors = neighbors(of: gap, moving: items) else { return nil }
    let tree = contents[neighbors.section].tree
    let first = topmostItems(among: items).first
    var highest = max(neighbors.below.map(tree.level) ?? 0, neighbors.above.map(tree.level) ?? 0)
    if let above = neighbors.above, let first,
      parent(of: first) == contents[neighbors.section].table[above]
    {
      highest = tree.level(of: above) + 1
    }
    return dropDestination(
      at: gap, level: min(first.flatMap(level(of:)) ?? highest, highest), moving: items)
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
    let skipped = movedRows(around: gap, moving: items)
    let above =
      skipped.lowerBound > 0
      ? tree.handle(at: skipped.lowerBound - 1, among: .visible) : nil
    let below =
      skipped.upperBound < tree.visibleCount
      ? tree.handle(at: skipped.upperBound, among: .visible) : nil
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
    around gap: RowPath, moving items: some Sequence<Item>
  ) -> Range<Int> {
    let ranges = items.compactMap(rows(ofSubtree:)).filter { $0.section == gap.section }
    let row = gap.row
    var joined: Range<Int>?
    for range in ranges.map({ $0.rows }).sorted(byKey: { ($0.lowerBound, 0) }) {
      if let last = joined, range.lowerBound <= last.upperBound {
        joined = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else if range.lowerBound > row {
        break
      } else {
        joined = range
      }
    }
    guard let joined, joined.upperBound >= row else { return row..<row }
    return joined
  }
}
