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
struct RowDetails: BitwiseCopyable, Sendable {
  @usableFromInline var row: TreeRow
  @usableFromInline var childCount: Int32 = 0
  @usableFromInline var position: Int32 = 0
  @usableFromInline var siblingCount: Int32 = 0
}

/// A walk along visible rows that knows each row's siblings, leaf by leaf.
///
/// - Complexity: Every row is O(1), amortized, and O(log `count`) where descendants of it are past
///   its leaf. Rows outside of the leaves of the range are looked at only for these, and for
///   siblings of ancestors of the first row.
@usableFromInline
struct DetailWalk: Sendable {
  private let tree: RowTree
  /// How many rows are still to come.
  private var left: Int
  /// The next leaf, and the slot in it to begin at.
  private var next: Cursor
  private var families = OpenFamilies()
  /// By slot of the present leaf.
  private var broods: ContiguousArray<Brood> = []
  /// The rows of the present leaf, and after `count` of them others, which are left over.
  ///
  /// All leaves use the same arrays: making them takes longer than filling them. Contiguous ones
  /// have spans on every platform.
  @usableFromInline private(set) var rows: ContiguousArray<RowDetails> = []
  @usableFromInline private(set) var count = 0

  /// Starts ahead of a range of positions among the visible rows.
  @usableFromInline
  init(_ tree: RowTree, in range: Range<Int>) {
    self.tree = tree
    left = range.count
    next = tree.start(of: range, visible: true)
  }

  /// Goes on to the next rows, and returns whether there are any.
  @usableFromInline
  mutating func advance() -> Bool {
    count = 0
    guard left > 0 else { return false }
    tree.countChildren(from: next, into: &broods)
    count = min(left, tree.relateRows(from: next, broods, amid: &families, into: &rows))
    left -= count
    if left > 0, let leaf = tree.leaf(after: next, visible: true) {
      next = leaf
    }
    return true
  }
}

/// What is below a row of a leaf.
private struct Brood: BitwiseCopyable, Sendable {
  var childCount: Int32 = 0
  /// The slot after those of all descendants in the leaf.
  var end: Int32 = 0
}

/// The families of the last row of a walk, of its ancestors, and of its children.
private struct OpenFamilies: Sendable {
  struct Family: BitwiseCopyable, Sendable {
    /// The position of the member that the walk meets next.
    var position: Int32 = 0
    var count: Int32 = 0
  }

  /// The level of the first family: that of the first row, until the walk comes to one above it.
  var firstLevel = Int32.max
  var byDepth: ContiguousArray = [Family()]
}

extension RowTree {
  /// Counts the children of the rows of a leaf from a place on; for hidden rows, only those in the
  /// leaf.
  ///
  /// One walk from the end meets each row once more, as a child.
  fileprivate func countChildren(from place: Cursor, into broods: inout ContiguousArray<Brood>) {
    let rows = leaf(place.leaf)
    let count = rows.count
    broods.grow(to: count, with: Brood())
    var broods = broods.mutableSpan
    // The place before the next row past the leaf, -1 being that before the first slot, and the
    // level of that row.
    var last = Cursor(leaf: place.leaf, slot: count - 1, shift: place.shift)
    var nextLevel = Int32.max
    for slot in (place.slot..<count).reversed() {
      let row = rows[slot].shifted(by: place.shift)
      var brood = Brood(end: Int32(slot + 1))
      while brood.end < count && rows[Int(brood.end)].indent > rows[slot].indent {
        brood.childCount += 1
        brood.end = broods[Int(brood.end)].end
      }
      // All these scans are one: none comes again to rows that are below a row further down.
      if brood.end == count && row.folds == 0 && nextLevel > row.indent {
        let scan = scan(from: last, step: 1, below: row.indent + 1)
        brood.childCount += Int32(scan.rowsAtLimit)
        last = scan.stop ?? last
        last.slot -= 1
        nextLevel = scan.stop.map { self.row(at: $0).indent } ?? -1
      }
      broods[slot] = brood
    }
  }

  /// Finds the siblings of the visible rows of a leaf from a place on; returns how many rows these
  /// are.
  fileprivate func relateRows(
    from place: Cursor, _ broods: ContiguousArray<Brood>, amid families: inout OpenFamilies,
    into details: inout ContiguousArray<RowDetails>
  ) -> Int {
    let rows = leaf(place.leaf)
    let slots = place.slot..<rows.count
    details.grow(to: slots.count, with: RowDetails(row: rows[place.slot]))
    // Each row is one level deeper than the one before, at most.
    families.byDepth += repeatElement(OpenFamilies.Family(), count: slots.count)
    var firstLevel = families.firstLevel
    var (count, depth) = (0, 0)
    let broods = broods.span
    var related = details.mutableSpan
    var byDepth = families.byDepth.mutableSpan
    for slot in slots {
      let row = rows[slot].shifted(by: place.shift)
      if row.folds != 0 { continue }
      depth = Int(row.indent - firstLevel)
      if depth < 0 {
        byDepth[0] = family(of: Cursor(leaf: place.leaf, slot: slot, shift: place.shift))
        firstLevel = row.indent
        depth = 0
      }
      let (family, childCount) = (byDepth[depth], broods[slot].childCount)
      byDepth[depth].position = family.position &+ 1
      byDepth[depth + 1] = OpenFamilies.Family(count: childCount)
      related[count] = RowDetails(
        row: row, childCount: childCount, position: family.position, siblingCount: family.count)
      count += 1
    }
    families.firstLevel = firstLevel
    families.byDepth.removeLast(families.byDepth.count - depth - 2)
    return count
  }

  // Not in line, where it is seldom needed.
  @inline(never)
  private func family(of cursor: Cursor) -> OpenFamilies.Family {
    let place = siblingPlace(of: cursor)
    return OpenFamilies.Family(position: Int32(place.position), count: Int32(place.count))
  }
}

extension ContiguousArray {
  /// Makes sure that there are at least so many elements.
  fileprivate mutating func grow(to count: Int, with element: Element) {
    if self.count < count {
      self += repeatElement(element, count: count - self.count)
    }
  }
}
