public import Outline

/// A slow and obvious outline: nested arrays of nodes, which every query searches from the top.
///
/// It has the operations of `SectionSnapshot` with the same results and errors. It follows their
/// documentation and shares no code with them, so that tests can compare the two.
/// each other.
public struct OutlineModel<Item: Hashable & Sendable>: Equatable {
  public struct Node: Equatable {
    public var item: Item
    public var isExpanded = false
    public var children: [Node] = []

    /// The item and its descendants, in pre-order.
    var subtree: [Item] {
      var items: [Item] = []
      collect(into: &items)
      return items
    }

    func collect(into items: inout [Item]) {
      items.append(item)
      for child in children { child.collect(into: &items) }
    }
  }

  public var roots: [Node] = []

  public init() {}

  public init<Children: Sequence<Item>>(
    roots: some Sequence<Item>, children: (Item) -> Children
  ) throws(SnapshotError<Item>) {
    var seen: Set<Item> = []
    var offenders: [Item] = []
    func nodes(_ items: [Item]) -> [Node] {
      items.compactMap { item in
        guard seen.insert(item).inserted else {
          offenders.append(item)
          return nil
        }
        return Node(item: item, children: nodes(Array(children(item))))
      }
    }
    self.roots = nodes(Array(roots))
    guard offenders.isEmpty else { throw .duplicateItems(offenders.uniqued) }
  }
}

extension OutlineModel: Sendable {}
extension OutlineModel.Node: Sendable {}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
