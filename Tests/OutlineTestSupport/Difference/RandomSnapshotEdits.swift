public import Outline

public struct RandomSnapshotEdits {
  public var random: SeededGenerator
  let sectionCount: Int
  let itemCount: Int

  public init(seed: UInt64, sectionCount: Int, itemCount: Int) {
    random = SeededGenerator(seed: seed)
    self.sectionCount = sectionCount
    self.itemCount = itemCount
  }

  public mutating func snapshot() -> Snapshot<Int, Int> {
    var snapshot = Snapshot<Int, Int>()
    edit(&snapshot, count: Int.random(in: 0...2 * (sectionCount + itemCount), using: &random))
    return snapshot
  }

  public mutating func edit(_ snapshot: inout some EditableSnapshot<Int, Int>, count: Int) {
    for _ in 0..<count {
      try? edit(&snapshot)
    }
  }

  private mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &random)
  }

  private mutating func edit(
    _ snapshot: inout some EditableSnapshot<Int, Int>
  ) throws(SnapshotError<Int, Int>) {
    let (section, item) = (number(below: sectionCount), number(below: itemCount))
    let other = number(below: itemCount)
    switch number(below: 20) {
    case 0, 1: try snapshot.appendSections([section])
    case 2:
      try snapshot.insertSections([section], beforeSection: number(below: sectionCount))
    case 3: if random.once(in: 2) { try snapshot.deleteSections([section]) }
    case 4: try snapshot.moveSection(section, afterSection: number(below: sectionCount))
    case 5...8: try snapshot.appendItems([item, other], toSection: section)
    case 9: try snapshot.insertItems([item], afterItem: other)
    case 10: try snapshot.deleteItems([item])
    case 11, 12: try snapshot.moveItem(item, beforeItem: other)
    default: try? editOutline(&snapshot, item, other)
    }
  }

  /// Changes the outline of a section, without items of other sections.
  private mutating func editOutline(
    _ snapshot: inout some EditableSnapshot<Int, Int>, _ item: Int, _ other: Int
  ) throws(SectionSnapshotError<Int>) {
    guard let section = snapshot.section(containing: item) else { return }
    var outline = snapshot[section]
    switch number(below: 8) {
    case 0, 1: outline.expand([item])
    case 2: outline.collapse([item])
    case 3: outline.expandAll(in: nil)
    case 4: if snapshot.section(containing: other) == nil { try outline.append([other], to: item) }
    default: try outline.move(other, to: item, at: 0)
    }
    snapshot[section] = outline
  }
}
