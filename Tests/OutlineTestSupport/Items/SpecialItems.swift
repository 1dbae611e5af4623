public protocol NumberedItem: Hashable, Comparable, Codable, Sendable, LosslessStringConvertible,
  CustomDebugStringConvertible, ExpressibleByIntegerLiteral
{
  var number: Int { get }
  init(number: Int)
}

extension NumberedItem {
  public init(integerLiteral number: Int) { self.init(number: number) }
  public init?(_ text: String) {
    guard let number = Int(text) else { return nil }
    self.init(number: number)
  }

  public var description: String { String(number) }
  public var debugDescription: String { String(number) }
  public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

public struct ConstantHashItem: NumberedItem {
  public let number: Int
  public init(number: Int) { self.number = number }
  public func hash(into hasher: inout Hasher) {}
}

public struct FewHashesItem: NumberedItem {
  public let number: Int
  public init(number: Int) { self.number = number }
  public func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
}

public final class ObjectItem: Hashable, Sendable {
  public init() {}
  public static func == (left: ObjectItem, right: ObjectItem) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Counts the comparisons of its items; each test uses its own counter, on one thread.
public final class ComparisonCounter: @unchecked Sendable {
  public var count = 0
  public init() {}

  public func item(_ number: Int) -> CountedItem { CountedItem(number: number, counter: self) }
}

public struct CountedItem: Hashable, Sendable {
  public let number: Int
  let counter: ComparisonCounter

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
  public static func == (left: Self, right: Self) -> Bool {
    left.counter.count += 1
    return left.number == right.number
  }
}

/// Counts the tracked items that are alive.
///
/// It is `@unchecked Sendable` because items of a snapshot must be `Sendable`. Each test uses its
/// own tracker, on one thread.
public final class LifetimeTracker: @unchecked Sendable {
  public fileprivate(set) var liveCount = 0
  public init() {}

  public func item(_ number: Int) -> TrackedItem {
    TrackedItem(number: number, token: TrackedItem.Token(tracker: self))
  }
}

/// An item that is equal by its number and whose copies the tracker counts once.
public struct TrackedItem: Hashable, Comparable, Sendable, CustomStringConvertible {
  final class Token: Sendable {
    let tracker: LifetimeTracker

    init(tracker: LifetimeTracker) {
      self.tracker = tracker
      tracker.liveCount += 1
    }

    deinit {
      tracker.liveCount -= 1
    }
  }

  public let number: Int
  let token: Token

  /// Differs between equal items that were created separately.
  public var identity: ObjectIdentifier { ObjectIdentifier(token) }

  public var description: String { String(number) }
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
  public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
