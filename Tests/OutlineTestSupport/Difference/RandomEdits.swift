public import Outline

public struct RandomEdits {
  public var random: SeededGenerator
  let itemCount: Int

  public init(seed: UInt64, rowCount: Int) {
    random = SeededGenerator(seed: seed)
    itemCount = rowCount * 2 + 10
  }

  /// Returns an outline whose items are mostly visible.
  public mutating func outline(
    rowCount: Int, in empty: SectionSnapshot<Int>
  ) throws(Disagreement) -> SectionSnapshot<Int> {
    let deepest = Int.random(in: 1...12, using: &random)
    var level = -1
    var rows: [(item: Int, level: Int)] = []
    for _ in 0..<rowCount {
      level = Int.random(in: max(0, level - 2)...min(level + 1, deepest), using: &random)
      rows.append((rows.count, level))
    }
    var outline = empty
    do {
      try outline.append(preorder: rows)
    } catch {
      throw Disagreement("\(error)")
    }
    outline.expandAll()
    let collapsedCount = Int.random(in: 0...max(1, rowCount / 20), using: &random)
    outline.collapse((0..<collapsedCount).compactMap { _ in item(of: outline) })
    return outline
  }

  public mutating func edit(_ outline: inout SectionSnapshot<Int>, count: Int) {
    for _ in 0..<count {
      try? edit(&outline)
    }
  }

  private mutating func edit(
    _ outline: inout SectionSnapshot<Int>
  ) throws(SectionSnapshotError<Int>) {
    guard let item = item(of: outline), let other = self.item(of: outline) else {
      try outline.append(newItems(excluding: outline))
      return
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: try outline.append(newItems(excluding: outline), to: item)
    case 2: try outline.insert(newItems(excluding: outline), before: item)
    case 3: try outline.insert(newItems(excluding: outline), after: item)
    case 4...6: try delete(item, from: &outline)
    case 7, 8: try outline.move(item, before: other)
    case 9, 10: try outline.move(item, after: other)
    case 11: try outline.move(item, to: other, at: 0)
    case 12: outline.expand([item])
    case 13: try outline.replace(item, with: Int.random(in: 0..<itemCount, using: &random))
    case 14, 15: outline.collapse([item])
    case 16: outline.expandAll(in: item)
    case 17: try rearrange(&outline, item)
    default: try swapNeighbors(&outline, item)
    }
  }

  private mutating func delete(
    _ item: Int, from outline: inout SectionSnapshot<Int>
  ) throws(SectionSnapshotError<Int>) {
    guard (outline.children(of: item)?.count ?? 0) < 20 || random.once(in: 10) else { return }
    try outline.delete([item])
  }

  private mutating func rearrange(
    _ outline: inout SectionSnapshot<Int>, _ item: Int
  ) throws(SectionSnapshotError<Int>) {
    let isDescending = random.once(in: 2)
    try outline.sortChildren(of: item, recursively: false) { isDescending ? $0 > $1 : $0 < $1 }
  }

  private mutating func swapNeighbors(
    _ outline: inout SectionSnapshot<Int>, _ item: Int
  ) throws(SectionSnapshotError<Int>) {
    guard let row = outline.row(of: item), row + 1 < outline.visibleItems.count else { return }
    try outline.move(item, after: outline.visibleItems[row + 1])
  }

  private mutating func item(of outline: SectionSnapshot<Int>) -> Int? {
    outline.items.isEmpty
      ? nil : outline.items[Int.random(in: 0..<outline.items.count, using: &random)]
  }

  private mutating func newItems(excluding outline: SectionSnapshot<Int>) -> [Int] {
    let count = random.once(in: 30) ? itemCount / 20 : Int.random(in: 1...3, using: &random)
    return (0..<count).map { _ in Int.random(in: 0..<itemCount, using: &random) }.uniqued
      .filter { !outline.contains($0) }
  }
}

extension SectionSnapshot {
  /// Returns an equal snapshot that shares no storage with this one.
  func rebuilt(in empty: SectionSnapshot) throws(Disagreement) -> SectionSnapshot {
    var rows: [(item: Item, level: Int)] = []
    for item in items { rows.append((item, level(of: item) ?? 0)) }
    var result = empty
    do {
      try result.append(preorder: rows)
    } catch {
      throw Disagreement("\(error)")
    }
    result.expand(expandedItems)
    return result
  }
}
