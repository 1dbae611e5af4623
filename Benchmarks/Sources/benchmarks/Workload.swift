import Outline

/// The shape of an outline whose rows have equal numbers of children, except on the last level.
struct Shape {
  let width: Int
  let depth: Int

  var rowCount: Int { descendantCount(level: -1) }

  /// Returns the number of descendants of an item of a level.
  func descendantCount(level: Int) -> Int {
    var count = 0
    for _ in level..<depth - 1 {
      count = (count + 1) * width
    }
    return count
  }

  /// The number of rows without children.
  var leafCount: Int { (0..<depth).reduce(1) { count, _ in count * width } }

  /// The levels of all rows, in order.
  var levels: [Int] {
    var levels: [Int] = []
    levels.reserveCapacity(rowCount)
    for row in 0..<rowCount {
      levels.append(level(row: row))
    }
    return levels
  }

  private func level(row: Int) -> Int {
    var level = 0
    var rest = row % (descendantCount(level: 0) + 1)
    while rest > 0 {
      level += 1
      rest = (rest - 1) % (descendantCount(level: level) + 1)
    }
    return level
  }
}

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

/// The items of a shape, and their outline with all items expanded.
struct Workload<Item: BenchmarkItem> {
  let shape: Shape
  let items: [Item]
  let rows: [(item: Item, level: Int)]
  let snapshot: SectionSnapshot<Item>
  /// An item that the outline does not have.
  let newItem: Item

  init(_ shape: Shape) throws {
    self.shape = shape
    items = (0..<shape.rowCount).map { Item(number: $0) }
    rows = zip(items, shape.levels).map { (item: $0, level: $1) }
    snapshot = try Self.makeSnapshot(of: rows)
    newItem = Item(number: items.count)
  }

  /// Returns an outline without shared storage.
  func makeSnapshot() throws -> SectionSnapshot<Item> {
    try Self.makeSnapshot(of: rows)
  }

  private static func makeSnapshot(
    of rows: [(item: Item, level: Int)]
  ) throws -> SectionSnapshot<Item> {
    var snapshot = SectionSnapshot<Item>()
    try snapshot.append(preorder: rows)
    snapshot.expandAll()
    return snapshot
  }
}

// MARK: - Rows

extension Workload {
  /// The number of rows of a root with its descendants.
  var rowsPerRoot: Int { shape.descendantCount(level: 0) + 1 }

  /// The rows of the roots.
  var roots: [Int] { Array(stride(from: 0, to: items.count, by: rowsPerRoot)) }

  /// The parent of each item.
  var parents: [Item?] {
    var ancestors: [Item] = []
    return rows.map { item, level in
      ancestors.removeSubrange(level...)
      defer { ancestors.append(item) }
      return ancestors.last
    }
  }

  func randomRoots(_ count: Int) -> [Int] {
    randomRows(count).map { $0 / rowsPerRoot * rowsPerRoot }
  }

  func randomRows(_ count: Int) -> [Int] {
    var generator = SplitMix64(state: .random(in: .min ... .max))
    return (0..<count).map { _ in Int.random(in: items.indices, using: &generator) }
  }

  func randomItems(_ count: Int) -> [Item] {
    randomRows(count).map { items[$0] }
  }

  /// Returns rows without children.
  func randomLeaves(_ count: Int) -> [Int] {
    randomRows(count).map { row in
      var leaf = row
      while rows[leaf].level < shape.depth - 1 {
        leaf += 1
      }
      return leaf
    }
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
