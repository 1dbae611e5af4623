public import Outline

/// Performs random operations of a program and its user on a data source.
public final class RandomOperations {
  private var random: SeededGenerator
  private var edits: RandomSnapshotEdits
  private let itemCount = 14
  /// The drops that can be undone.
  private var transactions: [OutlineDataSource<Int, Int>.Transaction] = []
  /// The content of items.
  public private(set) var content: [Int: Int] = [:]
  /// The views in which the user drops items.
  public var adapters: [RecordingAdapter<Int, Int>] = []

  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    edits = RandomSnapshotEdits(seed: ~seed, sectionCount: 4, itemCount: itemCount)
  }

  public func once(in times: Int) -> Bool { random.once(in: times) }

  public func item() -> Int { Int.random(in: 0..<itemCount, using: &random) }

  /// Children with their descendants; some of them may exist elsewhere.
  public func children() -> SectionSnapshot<Int> {
    edits.snapshot()[Int.random(in: 0..<4, using: &random)]
  }

  public func perform(
    on source: OutlineDataSource<Int, Int>, isolation: isolated (any Actor)? = #isolation
  ) {
    let item = item()
    let animates = random.once(in: 2)
    switch Int.random(in: 0..<30, using: &random) {
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
    case 17: source.beginReloadingChildren(of: item)
    case 18: source.markStale(item)
    case 19:
      source.expansionBehavior = ExpansionBehavior(rawValue: Int.random(in: 0..<4, using: &random))
    case 20: source.reloadThreshold = random.once(in: 3) ? 5 : 300
    case 21...23: drop([item, self.item()], on: source)
    case 24:
      if let transaction = transactions.popLast() { try? source.apply(transaction.inverse) }
    case 25: content[item, default: 0] += 1
    case 26: source.checkContent(animatingDifferences: animates)
    case 27: source.contentUpdate = animates ? .reload : .reconfigure
    case 28:
      if let adapter = adapters.last { source.setDisplayedRows(item..<item + 4, for: adapter) }
    default: source.update { $0.expand([item]) }
    }
  }

  /// Drops items, half of the time in a view that has already moved its rows.
  private func drop(_ items: [Int], on source: OutlineDataSource<Int, Int>) {
    let destination: DropDestination<Int, Int> =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .before(item())
      case 1: .after(item())
      case 2: .into(item())
      default: .end(of: Int.random(in: 0..<4, using: &random))
      }
    let author = random.once(in: 2) ? adapters.randomElement(using: &random) : nil
    if let author {
      var outcome = source.snapshot()
      try? outcome.moveItems(items, to: destination)
      author.moveRows(of: items, to: outcome, belowDescendants: random.once(in: 2))
    }
    if let transaction = try? source.drop(items, at: destination, movedBy: author) {
      transactions.append(transaction)
    }
  }
}
