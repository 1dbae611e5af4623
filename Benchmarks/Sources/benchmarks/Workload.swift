import Outline

/// An item that is created from a number.
protocol BenchmarkItem: Hashable, Codable, Sendable {
  init(number: Int)

  /// A cheap operation that reads the item.
  var trace: Int { get }
}

extension Int: BenchmarkItem {
  init(number: Int) {
    self = number
  }

  var trace: Int { self }
}

extension String: BenchmarkItem {
  init(number: Int) {
    self = "The row numbered \(number)"
  }

  var trace: Int { utf8.count }
}

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

  /// Returns the number of rows of a regular tree.
  static func rowCount(width: Int) -> Int {
    width + width * width + width * width * width
  }

  /// Returns the level of each item in pre-order, for at most so many items.
  func levels(count: Int) -> [Int] {
    switch self {
    case .regular:
      var width = 1
      while Self.rowCount(width: width + 1) <= count { width += 1 }
      let child = [1] + Array(repeating: 2, count: width)
      let root = [0] + repeatElement(child, count: width).joined()
      return Array(repeatElement(root, count: width).joined())
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

/// The items of a tree in pre-order, and their outline with all items expanded.
///
/// Rows are offsets in `items`.
struct Workload<Item: BenchmarkItem> {
  let items: [Item]
  let levels: [Int]
  let rows: [(item: Item, level: Int)]
  /// The row of the parent of each item, or -1.
  let parents: [Int]
  let roots: [Int]
  /// The rows with children.
  let innerRows: [Int]
  let leaves: [Int]
  let snapshot: SectionSnapshot<Item>
  private let sizes: [Int]

  /// Creates a tree with a form and about as many items.
  init(_ form: TreeForm, count: Int) throws {
    try self.init(levels: form.levels(count: count))
  }

  /// Creates a tree whose items have numbers from the first one on.
  init(levels: [Int], from first: Int = 0) throws {
    self.levels = levels
    items = levels.indices.map { Item(number: first + $0) }
    rows = zip(items, levels).map { (item: $0, level: $1) }
    var open: [Int] = []
    let parents = levels.enumerated().map { row, level in
      open.removeSubrange(level...)
      defer { open.append(row) }
      return open.last ?? -1
    }
    var sizes = Array(repeating: 1, count: levels.count)
    for row in levels.indices.reversed() where parents[row] >= 0 {
      sizes[parents[row]] += sizes[row]
    }
    self.parents = parents
    self.sizes = sizes
    roots = levels.indices.filter { levels[$0] == 0 }
    innerRows = levels.indices.filter { sizes[$0] > 1 }
    leaves = levels.indices.filter { sizes[$0] == 1 }
    snapshot = try SectionSnapshot(expanded: rows)
  }

  /// An item that the outline does not contain.
  var newItem: Item { Item(number: items.count) }

  /// Returns equal items that share no storage, not even that of strings.
  func makeItems() -> [Item] {
    items.indices.map { Item(number: $0) }
  }

  /// Returns an equal outline without shared storage.
  func makeSnapshot() throws -> SectionSnapshot<Item> {
    try SectionSnapshot(expanded: zip(makeItems(), levels).lazy.map { (item: $0, level: $1) })
  }

  func parent(ofRow row: Int) -> Item? {
    parents[row] < 0 ? nil : items[parents[row]]
  }

  /// Returns the rows of an item with its descendants.
  func subtree(_ row: Int) -> Range<Int> {
    row..<row + sizes[row]
  }

  /// The roots, and the children of each item that has any, in the order of their parents.
  var siblings: [(parent: Item?, children: [Item])] {
    var children = Array(repeating: [Item](), count: items.count)
    for (row, parent) in parents.enumerated() where parent >= 0 {
      children[parent].append(items[row])
    }
    return [(nil, roots.map { items[$0] })] + innerRows.map { (items[$0], children[$0]) }
  }

  /// The children of each item that has any.
  var children: [Item: [Item]] {
    var children: [Item: [Item]] = [:]
    for (parent, group) in siblings {
      if let parent { children[parent] = group }
    }
    return children
  }

  /// The rows of the largest subtree that has at most a third of the items, or all rows of a star.
  var largeSubtree: Range<Int> {
    let limits = 2...max(2, items.count / 3)
    let subtrees = items.indices.filter { limits.contains(sizes[$0]) }
    return subtree(subtrees.max { sizes[$0] < sizes[$1] } ?? 0)
  }
}

extension SectionSnapshot {
  /// Creates an outline whose items are all expanded.
  init(expanded rows: some Sequence<(item: Item, level: Int)>) throws {
    self.init()
    try append(preorder: rows)
    expandAll()
  }
}

// MARK: - Random rows

extension Workload {
  func randomRows(_ count: Int) -> [Int] { random(count, of: items.indices) }

  func randomItems(_ count: Int) -> [Item] { randomRows(count).map { items[$0] } }

  func randomRoots(_ count: Int) -> [Int] { random(count, of: roots) }

  func randomInnerRows(_ count: Int) -> [Int] { random(count, of: innerRows) }

  func randomLeaves(_ count: Int) -> [Int] { random(count, of: leaves) }

  private func random(
    _ count: Int, of rows: some RandomAccessCollection<Int>
  ) -> [Int] {
    var generator = SplitMix64(state: .random(in: .min ... .max))
    return (0..<count).compactMap { _ in rows.randomElement(using: &generator) }
  }

  /// Returns another row: always the same one for the same row.
  func row(farFrom row: Int) -> Int {
    (row + 1) * 7919 % items.count
  }
}

/// A random number generator that is faster than the one of the system.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

// MARK: - Rebuilt outlines

/// The difference between an outline and one that was built from new items.
enum Rebuild: String {
  case equal
  /// Leaves are inserted, deleted, and moved to other parents.
  case edited = "1% inserted, 1% deleted, 1% moved"
  /// Leaves are deleted, and as many are inserted elsewhere.
  case replacedLeaves = "1% replaced"
  case movedFirst = "the first leaf moved to the end"
  case shuffled
  case replaced = "all replaced"
}

extension Workload {
  /// Returns a rebuilt outline, with all items expanded.
  func rebuilt(_ rebuild: Rebuild) throws -> SectionSnapshot<Item> {
    var rows = zip(items.indices, levels).map { (number: $0, level: $1) }
    func setNumbers(_ numbers: some Sequence<Int>) {
      rows = zip(numbers, levels).map { (number: $0, level: $1) }
    }
    switch rebuild {
    case .equal: break
    case .edited: rows = withEditedLeaves(rows, moves: true)
    case .replacedLeaves: rows = withEditedLeaves(rows, moves: false)
    case .movedFirst:
      let number = rows.remove(at: leaves[0]).number
      rows.append((number, rows[rows.count - 1].level))
    case .shuffled: setNumbers(items.indices.shuffled())
    case .replaced: setNumbers(items.count..<2 * items.count)
    }
    return try SectionSnapshot(
      expanded: rows.lazy.map { (item: Item(number: $0.number), level: $0.level) })
  }

  private func withEditedLeaves(
    _ rows: [(number: Int, level: Int)], moves: Bool
  ) -> [(number: Int, level: Int)] {
    let shuffled = leaves.shuffled()
    let count = min(items.count / 100, leaves.count / 2)
    let moved = moves ? shuffled[..<count] : []
    let leaving = Set(moved + shuffled[count..<(2 * count)])
    // Added leaves follow random leaves, which may be moved or deleted themselves.
    var arriving: [Int: [Int]] = [:]
    for number in moved + Array(items.count..<items.count + count) {
      arriving[leaves.randomElement() ?? 0, default: []].append(number)
    }
    return rows.enumerated().flatMap { row, entry in
      let numbers = (leaving.contains(row) ? [] : [entry.number]) + arriving[row, default: []]
      return numbers.map { (number: $0, level: entry.level) }
    }
  }
}
