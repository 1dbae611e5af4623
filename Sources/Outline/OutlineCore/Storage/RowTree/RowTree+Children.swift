extension RowTree {
  /// The children of a row, or the roots.
  ///
  /// - Complexity: O(log `count` + *k*) for *k* children without descendants, and O(log `count`)
  ///   for each child with descendants
  package func children(of parent: Int32?) -> [Int32] {
    var children: [Int32] = []
    var level: Int32 = 0
    var next: Cursor?
    if let parent {
      let cursor = cursor(of: parent)
      level = row(at: cursor).indent + 1
      next = scan(from: cursor, step: 1, below: level, passing: 0).stop
    } else if count > 0 {
      next = cursor(at: 0, among: .all)
    }
    while let cursor = next {
      let row = row(at: cursor)
      guard row.indent == level else { break }
      children.append(row.handle)
      next = scan(from: cursor, step: 1, below: level, passing: 0).stop
    }
    return children
  }

  /// Returns which rows of a list are a given row or its ancestors; -1 stands for a new row.
  @usableFromInline
  package func indicesOfRows(_ rows: [TreeRow], above handle: Int32) -> [Int] {
    // Children are found at once, if that costs no more than the rows of the list.
    let children = indexMap(
      childCount(of: handle) > rows.count ? [] : self.children(of: handle))
    let position = position(of: handle)
    return rows.indices.filter { index in
      let other = rows[index].handle
      return other >= 0 && children[other] < 0 && subtreeRange(of: other).contains(position)
    }
  }

  /// Sets the children of a parent, and of the rows that have children in a list.
  ///
  /// The roots of the list become the only children of the parent, or follow its other children.
  /// Rows that have children in the list get exactly these. All others keep their children. Rows
  /// that already exist keep their expansion.
  ///
  /// The fewest siblings move. Rows that leave their parent for one in the list move before any row
  /// is removed, so they survive if their old parent is removed.
  ///
  /// - Parameters:
  ///   - rows: The rows with their indents in the list, in pre-order.
  ///   - isNew: By index in `rows`: whether the tree does not have the row yet.
  ///   - parent: A row that is not in the list, and not below a row of the list.
  ///   - keptCount: The number of first children that stay in their order; the other roots of the
  ///     list follow them. `nil` if the list contains all children.
  /// - Returns: The handles of the removed rows.
  /// - Complexity: O(log `count`) for each row that is inserted, moved or removed, or that has
  ///   children; O(1) for all others. With kept children, O(log `count`) for each row of the list
  @usableFromInline
  package mutating func setChildren(
    _ rows: [TreeRow], isNew: [Bool], of parent: Int32?, keepingFirst keptCount: Int?
  ) -> [Int32] {
    let groups = SiblingGroups(rows)
    let listed = indexMap(rows.map { $0.handle })
    var leaving: [Int32] = []
    for (group, siblings) in groups.ranges.enumerated() where group == 0 || !siblings.isEmpty {
      let parent = group == 0 ? parent : rows[group - 1].handle
      let children = groups.children[siblings].map { (row: rows[$0], isNew: isNew[$0]) }
      if group == 0, let keptCount {
        let incoming = children.filter { child in
          child.isNew || self.parent(of: child.row.handle) != parent
            || childIndex(of: child.row.handle) >= keptCount
        }
        arrange(incoming, among: [], of: parent)
      } else {
        let old = self.children(of: parent)
        leaving += old.filter { listed[$0] < 0 }
        arrange(children, among: old, of: parent)
      }
    }
    var removed: [Int32] = []
    for handle in leaving {
      removed += remove(subtreeRange(of: handle))
    }
    return removed
  }

  /// Inserts and moves rows so that they are the children of a parent in their order, apart from
  /// old children between them.
  private mutating func arrange(
    _ children: [(row: TreeRow, isNew: Bool)], among old: [Int32], of parent: Int32?
  ) {
    let oldIndices = indexMap(old)
    let matches = children.map { $0.isNew ? -1 : oldIndices[$0.row.handle] }
    let matched = matches.indices.lazy.filter { matches[$0] >= 0 }.map {
      MatchedRange(old: matches[$0], new: Int32($0), weight: 1)
    }
    let movements = heaviestIncreasing(Array(matched), limit: old.count)
    var next: Int32?
    var end = children.count
    while end > 0 {
      var start = end - 1
      let match = Int(matches[start])
      if children[start].isNew {
        while start > 0 && children[start - 1].isNew { start -= 1 }
        let new = children[start..<end].map { child in
          TreeRow(
            handle: child.row.handle, isExpanded: child.row.isExpanded, indent: 0,
            collapsedAncestors: 0)
        }
        graft(new, at: insertionPoint(before: next, in: parent))
      } else if match < 0 || !movements.isEmpty && movements[match] != .stays {
        move(children[start].row.handle, to: insertionPoint(before: next, in: parent))
      }
      next = children[start].row.handle
      end = start
    }
  }

  private func insertionPoint(before next: Int32?, in parent: Int32?) -> InsertionPoint {
    next.map { insertionPoint(before: $0) } ?? insertionPoint(atEndOf: parent)
  }

  private func indexMap(_ handles: [Int32]) -> IndexMap {
    let pairs = handles.enumerated().map { (key: $1, index: Int32($0)) }
    return IndexMap(pairs, count: pairs.count, limit: .max)
  }
}
