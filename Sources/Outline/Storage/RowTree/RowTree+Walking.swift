/// A walk along the rows of a range, leaf by leaf.
///
/// - Complexity: Every row is O(1), amortized; hidden ones that are not wanted are passed over as
///   whole pages.
@usableFromInline
struct Walk: Sendable {
  private let tree: RowTree
  private let isVisibleOnly: Bool
  /// How many rows are still to come.
  private var left: Int
  /// The next leaf, and the slot in it to begin at.
  private var next: Cursor
  /// The rows of the present leaf, with their whole indents and folds.
  @usableFromInline private(set) var rows: [TreeRow] = []

  /// Starts ahead of a range of positions in the list of all rows, or of the visible ones.
  @usableFromInline
  init(_ tree: RowTree, in range: Range<Int>, visible: Bool) {
    self.tree = tree
    isVisibleOnly = visible
    left = range.count
    next = tree.start(of: range, visible: visible)
  }

  /// Goes on to the next rows, and returns whether there are any.
  @usableFromInline
  mutating func advance() -> Bool {
    rows = []
    while left > 0 && rows.isEmpty {
      let entries = tree.leaf(next.leaf)
      let (shift, isVisibleOnly) = (next.shift, isVisibleOnly)
      rows = entries.compactMap(in: next.slot..<entries.count) { entry in
        let row = entry.shifted(by: shift)
        return isVisibleOnly && row.folds != 0 ? nil : row
      }
      rows.removeLast(max(0, rows.count - left))
      left -= rows.count
      if left > 0, let leaf = tree.leaf(after: next, visible: isVisibleOnly) {
        next = leaf
      }
    }
    return !rows.isEmpty
  }
}

extension RowTree {
  /// The first row of a range, or none that is ever looked at.
  fileprivate func start(of range: Range<Int>, visible: Bool) -> Cursor {
    range.isEmpty
      ? Cursor(leaf: -1, slot: 0, shift: .none) : cursor(at: range.lowerBound, visible: visible)
  }

  /// The beginning of the first leaf after one that has rows, or has visible ones.
  fileprivate func leaf(after cursor: Cursor, visible: Bool) -> Cursor? {
    var page = cursor.leaf
    var shift = cursor.shift
    var level = 0
    while page != root {
      let above = parents[Int(page)]
      var children = branch(above)
      var index = children.index(of: page)
      shift = shift - children[index].pending
      page = above
      level += 1
      index += 1
      while let next = children.firstIndex(from: index, visible: visible, shift: shift) {
        shift = shift + children[next].pending
        page = children[next].page
        level -= 1
        if level == 0 { return Cursor(leaf: page, slot: 0, shift: shift) }
        children = branch(page)
        index = 0
      }
    }
    return nil
  }
}

extension Entries<Child> {
  /// The first child from `index` on that has rows, or has visible ones.
  fileprivate func firstIndex(from index: Int, visible: Bool, shift: Shift) -> Int? {
    (index..<count).first {
      !visible || self[$0].summary.shifted(by: shift).visibleRows > 0
    }
  }
}

// MARK: - Rows with their relations

/// A visible row, and what is to be known of it for drawing it.
@usableFromInline
struct RowDetails {
  @usableFromInline var row: TreeRow
  @usableFromInline var childCount: Int
  @usableFromInline var position: Int
  @usableFromInline var siblingCount: Int
}

/// A walk along visible rows that knows each row's siblings, leaf by leaf.
///
/// - Complexity: Every row is O(log `count`) at most, and O(1), amortized, where all its
///   descendants are in its leaf; rows outside of the leaves of the range cost nothing but where
///   the walk comes to siblings of ancestors of its first row.
@usableFromInline
struct DetailWalk: Sendable {
  private let tree: RowTree
  private var left: Int
  /// A place in the leaf at hand.
  private var place: Cursor
  /// The visible rows of the leaf from the place on, the last ones first.
  private var rows: [CountedRow] = []
  /// How many of `rows` are still to come: the first ones.
  private var rowsLeft = 0
  /// The level of the first of `siblings`.
  private var firstLevel: Int32 = 0
  /// Of the last row and of its ancestors down to `firstLevel`: the position among the siblings,
  /// and their number.
  private var siblings: [(position: Int, count: Int)] = []
  private var lastChildCount = 0

  /// Starts ahead of a range of positions among the visible rows.
  @usableFromInline
  init(_ tree: RowTree, in range: Range<Int>) {
    self.tree = tree
    left = range.count
    place = tree.start(of: range, visible: true)
    if left > 0 { enterLeaf() }
  }

  private mutating func enterLeaf() {
    rows = tree.lastVisibleRows(from: place)
    rowsLeft = rows.count
  }

  @usableFromInline
  mutating func next() -> RowDetails? {
    guard left > 0 else { return nil }
    left -= 1
    while rowsLeft == 0 {
      guard let leaf = tree.leaf(after: place, visible: true) else { return nil }
      place = leaf
      enterLeaf()
    }
    rowsLeft -= 1
    let next = rows[rowsLeft]
    let siblings = noteSiblings(of: next.row)
    lastChildCount = next.childCount
    if next.goesOn {
      place.slot = tree.leaf(place.leaf).count - 1
      lastChildCount += tree.scan(from: place, step: 1, below: next.row.indent + 1).rowsAtLimit
    }
    return RowDetails(
      row: next.row, childCount: lastChildCount, position: siblings.position,
      siblingCount: siblings.count)
  }

  /// Returns the position of a row among its siblings, and their number.
  private mutating func noteSiblings(of row: TreeRow) -> (position: Int, count: Int) {
    let depth = Int(row.indent - firstLevel)
    if depth == siblings.count && depth > 0 {
      siblings.append((0, lastChildCount))
    } else if depth >= 0 && depth < siblings.count {
      while siblings.count > depth + 1 { siblings.removeLast() }
      siblings[depth].position += 1
    } else {
      firstLevel = row.indent
      siblings = [tree.siblingPlace(of: tree.cursor(of: row.handle))]
    }
    return siblings[siblings.count - 1]
  }
}

/// A row, and what its leaf tells of its children.
struct CountedRow: BitwiseCopyable {
  var row: TreeRow
  /// How many children are in the leaf.
  var childCount = 0
  /// Whether all that follows in the leaf is below the row, so that there may be more children.
  var goesOn = false
}

extension RowTree {
  /// The visible rows of a leaf from a place in it on, last ones first, with their whole indents
  /// and folds.
  ///
  /// One walk from the end counts the children of all rows: those of a row are the rows one level
  /// deeper that were met and have no parent yet.
  fileprivate func lastVisibleRows(from place: Cursor) -> [CountedRow] {
    let entries = leaf(place.leaf)
    var rows: [CountedRow] = []
    rows.reserveCapacity(entries.count - place.slot)
    // By level, the deepest last: how many rows were met that have no parent yet.
    var orphans: [(level: Int32, count: Int)] = []
    for slot in (place.slot..<entries.count).reversed() {
      var next = CountedRow(row: entries[slot].shifted(by: place.shift))
      let level = next.row.indent
      if let deepest = orphans.last, deepest.level > level {
        next.childCount = deepest.count
        orphans.removeLast()
      }
      next.goesOn = orphans.isEmpty
      if let deepest = orphans.last, deepest.level == level {
        orphans[orphans.count - 1].count += 1
      } else {
        orphans.append((level, 1))
      }
      if next.row.folds == 0 { rows.append(next) }
    }
    return rows
  }
}
