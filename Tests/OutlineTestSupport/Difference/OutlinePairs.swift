/// All pairs of outlines of up to a number of items, in all states of expansion, up to names.
///
/// The old items are 1, 2, 3… in pre-order. Items of the new outline only have the next numbers.
public struct OutlinePairs: Sendable {
  /// The old outlines by their number of items, which are also the shapes of the new ones.
  public let states: [[OutlineModel<Int>]]

  public init(itemCount: Int) {
    states = (0...itemCount).map { OutlineModel.allStates(count: $0) }
  }

  /// Calls the body with each new outline, as its number of items and a function that makes it.
  public func forEachNew(
    excluding oldCount: Int, _ body: (_ count: Int, _ new: () -> OutlineModel<Int>) throws -> Void
  ) rethrows {
    for count in states.indices {
      let arrangements = SectionedPairs.arrangements(
        of: oldCount, upTo: oldCount + count, length: count
      ).filter { $0.count == count }
      for state in states[count] {
        for items in arrangements {
          try body(count) { state.renamed { items[$0 - 1] + 1 } }
        }
      }
    }
  }
}

extension OutlineModel {
  public func renamed<Other>(_ name: (Item) -> Other) -> OutlineModel<Other> {
    func node(_ node: Node) -> OutlineModel<Other>.Node {
      .init(
        item: name(node.item), isExpanded: node.isExpanded, children: node.children.map(node(_:)))
    }
    var result = OutlineModel<Other>()
    result.roots = roots.map(node(_:))
    return result
  }
}
