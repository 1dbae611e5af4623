public import Outline

/// A slow and obvious outline: nested arrays of nodes, which every query searches from the top.
///
/// It has the operations of `SectionSnapshot` with the same results and errors. It follows their
/// documentation and shares no code with them, so that tests can compare the two.
public struct OutlineModel<Item: Hashable & Sendable>: Equatable {
  public typealias Failure = SectionSnapshotError<Item>

  public struct Node: Equatable {
    public var item: Item
    public var isExpanded = false
    public var children: [Node] = []

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
}

extension OutlineModel: Sendable {}
extension OutlineModel.Node: Sendable {}

extension Sequence where Element: Hashable {
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
