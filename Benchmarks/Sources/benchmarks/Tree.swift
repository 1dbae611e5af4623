import Outline

/// The form of a tree, apart from the number of its items.
enum TreeForm: String, CaseIterable {
  /// Three levels, with equal numbers of children.
  case regular
  /// Each item gets a random earlier item as its parent: a random recursive tree.
  case random
  /// One root with all others as children.
  case star
  /// Each item is the only child of the one before it.
  case chain
  /// A chain whose items also have one leaf each.
  case comb
  /// Roots whose numbers of children follow Zipf's law.
  case zipf

  /// Returns the level of each item in pre-order.
  func levels(count: Int) -> [Int] {
    switch self {
    case .regular:
      var width = 1
      while Shape(width: width + 1, depth: 3).rowCount <= count { width += 1 }
      return Shape(width: width, depth: 3).levels
    case .random: return randomLevels(count: count)
    case .star: return (0..<count).map { $0 == 0 ? 0 : 1 }
    case .chain: return Array(0..<count / 5)
    case .comb: return (0..<count).map { ($0 + 1) / 2 }
    case .zipf:
      var levels: [Int] = []
      var root = 1
      while levels.count < count {
        levels.append(0)
        levels += Array(repeating: 1, count: min(count / (8 * root), count - levels.count))
        root += 1
      }
      return levels
    }
  }

  private func randomLevels(count: Int) -> [Int] {
    var generator = SplitMix64(state: 1)
    var children = Array(repeating: [Int](), count: count)
    for item in 1..<count {
      children[Int.random(in: 0..<item, using: &generator)].append(item)
    }
    var levels: [Int] = []
    var open = [(item: 0, level: 0)]
    while let (item, level) = open.popLast() {
      levels.append(level)
      open += children[item].reversed().map { ($0, level + 1) }
    }
    return levels
  }
}

/// The items of a tree in pre-order, with all items expanded in their outline.
struct Tree<Item: BenchmarkItem> {
  let items: [Item]
  let levels: [Int]
  /// The row of the parent of each item, or -1.
  let parents: [Int]
  private let firstNumber: Int
  let snapshot: SectionSnapshot<Item>

  /// Creates a tree with a form and about as many items.
  init(_ form: TreeForm, count: Int) throws {
    try self.init(levels: form.levels(count: count))
  }

  /// Creates a tree whose items have numbers from the first one on.
  init(levels: [Int], from first: Int = 0) throws {
    self.levels = levels
    firstNumber = first
    items = levels.indices.map { Item(number: first + $0) }
    var open: [Int] = []
    parents = levels.enumerated().map { row, level in
      open.removeSubrange(level...)
      defer { open.append(row) }
      return open.last ?? -1
    }
    snapshot = try Self.makeSnapshot(items, levels)
  }

  /// Returns an outline that shares no storage, not even that of strings.
  func makeSnapshot() throws -> SectionSnapshot<Item> {
    try Self.makeSnapshot(makeItems(), levels)
  }

  /// Returns equal items that are not the same strings.
  func makeItems() -> [Item] {
    levels.indices.map { Item(number: firstNumber + $0) }
  }

  /// Returns an outline without shared storage, in which another leaf replaces each of 1 % of the
  /// leaves, at another position.
  func withChanges() throws -> SectionSnapshot<Item> {
    var copy = try makeSnapshot()
    let leaves = self.leaves
    let step = max(2, leaves.count / max(1, items.count / 100))
    for index in stride(from: 0, to: leaves.count - 1, by: step) {
      let new = Item(number: firstNumber + items.count + index)
      try copy.insert(CollectionOfOne(new), after: items[leaves[index + 1]])
      try copy.delete(CollectionOfOne(items[leaves[index]]))
    }
    return copy
  }

  private static func makeSnapshot(
    _ items: [Item], _ levels: [Int]
  ) throws -> SectionSnapshot<Item> {
    var snapshot = SectionSnapshot<Item>()
    try snapshot.append(preorder: zip(items, levels).lazy.map { (item: $0, level: $1) })
    snapshot.expandAll()
    return snapshot
  }

  var roots: [Item] { levels.indices.filter { levels[$0] == 0 }.map { items[$0] } }

  /// The rows without children.
  var leaves: [Int] { levels.indices.filter { !isParent($0) } }

  /// The rows with children.
  var parentRows: [Int] { levels.indices.filter { isParent($0) } }

  private func isParent(_ row: Int) -> Bool {
    row + 1 < levels.count && levels[row + 1] > levels[row]
  }

  /// The children of each parent, in the order of the parents.
  var siblings: [(parent: Item, children: [Item])] {
    var children = Array(repeating: [Item](), count: items.count)
    for (row, parent) in parents.enumerated() where parent >= 0 {
      children[parent].append(items[row])
    }
    return zip(items, children).filter { !$1.isEmpty }.map { (parent: $0, children: $1) }
  }

  /// The rows of the largest subtree that has at most a third of the items, or all rows of a star.
  var largeSubtree: Range<Int> {
    var sizes = Array(repeating: 1, count: items.count)
    for row in items.indices.reversed() where parents[row] >= 0 {
      sizes[parents[row]] += sizes[row]
    }
    let limits = 2...max(2, items.count / 3)
    let subtrees = items.indices.filter { limits.contains(sizes[$0]) }
    let row = subtrees.max { sizes[$0] < sizes[$1] } ?? 0
    return row..<row + sizes[row]
  }
}
