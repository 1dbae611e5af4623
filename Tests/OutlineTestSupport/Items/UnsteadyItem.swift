/// Items that are all equal at some times, which violates the rules of `Hashable`.
public struct UnsteadyItem: Hashable, Sendable {
  @TaskLocal public static var areAllEqual = false
  public let number: Int

  public init(number: Int) {
    self.number = number
  }

  public func hash(into hasher: inout Hasher) {}

  public static func == (left: Self, right: Self) -> Bool {
    areAllEqual || left.number == right.number
  }
}
