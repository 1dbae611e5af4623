/// The side effects of expanding an item by a user action.
public struct ExpansionBehavior: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  /// Creates a behavior from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Expands the child of an item with a single child, too, and so on down the tree.
  public static let expandsSingleChildChains = ExpansionBehavior(rawValue: 1)

  /// Collapses the siblings of the item, as in an accordion.
  public static let collapsesSiblings = ExpansionBehavior(rawValue: 2)
}
