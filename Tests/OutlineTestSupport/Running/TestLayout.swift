public import Outline

/// The page layouts of the tests: `tiny` makes deep trees of small outlines.
public enum TestLayout: CaseIterable, Codable, Sendable {
  case standard
  case tiny

  public func empty<Item: Hashable & Sendable>(of type: Item.Type = Item.self) -> SectionSnapshot<
    Item
  > {
    switch self {
    case .standard: SectionSnapshot(layout: .standard)
    case .tiny: SectionSnapshot(layout: .tiny)
    }
  }

  public func emptySnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>() -> Snapshot<
    Section, Item
  > {
    switch self {
    case .standard: Snapshot(layout: .standard)
    case .tiny: Snapshot(layout: .tiny)
    }
  }
}
