public import Outline

public enum Operation<Item: Hashable & Comparable & Sendable> {
  case append([Item], to: Item?)
  case appendTree(Graft<Item>, to: Item?)
  case appendPreorder([(item: Item, level: Int)], to: Item?)
  case insert([Item], SiblingPosition<Item>)
  case insertTree(Graft<Item>, SiblingPosition<Item>)
  case delete([Item])
  case deleteAll
  case replace(childrenOf: Item, using: Graft<Item>)
  case move(Item, SiblingPosition<Item>)
  case moveInto(Item?, at: Int?, item: Item)
  case moveItems([Item], SiblingPosition<Item>)
  case moveItemsInto(Item?, at: Int?, items: [Item])

  case expand([Item])
  case collapse([Item])
  case expandAll
  case collapseAll
  case expandSubtree(Item)
  case collapseSubtree(Item)
  case expandToLevel(Int)
  case reveal(Item)
  case restoreExpansion([Item])

  case sort(childrenOf: Item?, recursively: Bool, by: SortOrder)
  /// Continues with the result of `filtered`.
  case filter([Item], keepingSubtrees: Bool)
  /// Continues with the result of `snapshot(of:includingParent:)`.
  case keep(Item, includingParent: Bool)
  /// Takes the item's snapshot, deletes the item, and appends the snapshot elsewhere.
  case regraft(Item, to: Item?)
  /// Replaces the item's children by its own snapshot, all expanded.
  case reopen(Item)
}

public enum SiblingPosition<Item: Hashable & Sendable> {
  case before(Item)
  case after(Item)
}

public enum SortOrder: CaseIterable, Sendable {
  case ascending
  case descending
  /// By the length of the description, so that many items compare equal.
  case byLength

  func areInIncreasingOrder<Item: Comparable>(_ left: Item, _ right: Item) -> Bool {
    switch self {
    case .ascending: left < right
    case .descending: right < left
    case .byLength: String(describing: left).utf8.count < String(describing: right).utf8.count
    }
  }
}

public struct Graft<Item: Hashable & Sendable> {
  public let model: OutlineModel<Item>
  public let snapshot: SectionSnapshot<Item>

  public init(_ model: OutlineModel<Item>, in empty: SectionSnapshot<Item> = SectionSnapshot()) {
    self.model = model
    snapshot = SectionSnapshot(model, in: empty)
  }
}

extension Graft: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
where Item: LosslessStringConvertible {
  public init(stringLiteral text: String) {
    self.init(OutlineModel(text))
  }
}

extension Graft: CustomDebugStringConvertible {
  public var debugDescription: String { String(reflecting: model.shape) }
}

extension Graft: Sendable {}
extension SiblingPosition: Sendable {}
extension Operation: Sendable {}

public enum Outcome<Item: Hashable & Sendable>: Equatable {
  case done
  case notFound([Item])
  case failed(SectionSnapshotError<Item>)
}

extension Outcome: Sendable {}
