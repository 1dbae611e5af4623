/// What else opens and closes when the user expands an item.
public struct ExpansionBehavior: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  /// Creates a behavior of its bits.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Where an item has a single child, that one is expanded along, and so on down.
  public static let expandsSingleChildChains = ExpansionBehavior(rawValue: 1)

  /// The siblings of the item are collapsed, so that one of them at a time is open: an accordion.
  public static let collapsesSiblings = ExpansionBehavior(rawValue: 2)
}
