import Foundation

/// The number of cases that a test run tries: the value of `OUTLINE_TEST_EFFORT`.
public enum TestEffort: String, CaseIterable, Sendable {
  /// Every kind of test at a small size, for a debug build: the default.
  case quick
  case full
  case long

  public static let current: TestEffort = {
    guard let name = ProcessInfo.processInfo.environment["OUTLINE_TEST_EFFORT"] else {
      return .quick
    }
    guard let effort = TestEffort(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("OUTLINE_TEST_EFFORT is \"\(name)\" and not one of \(names)")
    }
    return effort
  }()

  public static func choose<Value>(quick: Value, full: Value, long: Value) -> Value {
    switch current {
    case .quick: quick
    case .full: full
    case .long: long
    }
  }
}

/// The seed of a run's random numbers.
///
/// It is the value of `OUTLINE_SEED`, or else the seed for the effort, or else a random number.
public func seedOfRun(quick: UInt64? = nil, full: UInt64? = nil) -> UInt64 {
  ProcessInfo.processInfo.environment["OUTLINE_SEED"].flatMap(UInt64.init)
    ?? TestEffort.choose(quick: quick, full: full, long: nil) ?? .random(in: 0..<1 << 40)
}
