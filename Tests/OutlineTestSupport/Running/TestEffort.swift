import Foundation

/// The number of cases that a test run tries: the value of `OUTLINE_TEST_EFFORT`.
public enum TestEffort: String, CaseIterable, Sendable {
  /// Every kind of test at a small size, for a debug build: the default.
  case quick
  /// The sizes for an optimized build.
  case full
  /// All cases, for an overnight run.
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

  /// Returns the value for the effort of this run.
  public static func choose<Value>(quick: Value, full: Value, long: Value) -> Value {
    switch current {
    case .quick: quick
    case .full: full
    case .long: long
    }
  }
}
