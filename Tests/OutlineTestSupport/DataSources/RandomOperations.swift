public import Outline

/// Does at random what a program and its user do with a data source.
public final class RandomOperations {
  private var random: SeededGenerator
  private var edits: RandomSnapshotEdits
  private let itemCount = 14

  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    edits = RandomSnapshotEdits(seed: ~seed, sectionCount: 4, itemCount: itemCount)
  }

  public func once(in times: Int) -> Bool { random.once(in: times) }

  public func item() -> Int { Int.random(in: 0..<itemCount, using: &random) }

  /// Children with whatever is below them, some of which may be elsewhere.
  public func children() -> SectionSnapshot<Int> {
    edits.snapshot()[Int.random(in: 0..<4, using: &random)]
  }

  public func perform(
    on source: OutlineDataSource<Int, Int>, isolation: isolated (any Actor)? = #isolation
  ) {
    let item = item()
    let animates = random.once(in: 2)
    switch Int.random(in: 0..<22, using: &random) {
    case 0, 1: source.apply(edits.snapshot(), keepingExpansion: animates)
    case 2: source.apply(children(), to: Int.random(in: 0..<4, using: &random))
    case 3: try? source.apply([0: children(), 1: children()], animatingDifferences: animates)
    case 4: source.applyUsingReload(edits.snapshot())
    case 5...9:
      source.update(animatingDifferences: animates) { edits.edit(&$0, count: 4) }
    case 10:
      source.update { snapshot in
        try? snapshot.reloadItems([item])
        try? snapshot.reconfigureItems([self.item()])
      }
    case 11, 12: source.expand(item, animatingDifferences: animates)
    case 13: source.collapse(item)
    case 14: source.toggle(item, animatingDifferences: animates)
    case 15: source.expandSubtree(of: item, levels: animates ? nil : 2)
    case 16: source.collapseSubtree(of: item)
    case 17: source.reloadChildren(of: item)
    case 18: source.markStale(item)
    case 19:
      source.expansionBehavior = ExpansionBehavior(rawValue: Int.random(in: 0..<4, using: &random))
    case 20: source.reloadThreshold = random.once(in: 3) ? 5 : 300
    default: source.update { $0.expand([item]) }
    }
  }
}
