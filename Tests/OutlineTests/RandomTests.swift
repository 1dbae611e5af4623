import Foundation
import OutlineTestSupport
import Testing

@testable import Outline

/// Long random sequences of operations, held against the model.
///
/// `OUTLINE_SEED` repeats a run, `OUTLINE_OPERATIONS` sets how many operations it has: a million
/// in a release build, fewer in a debug build, which is ten times slower.
@Suite struct RandomTests {
  static let seed = number("OUTLINE_SEED").map(UInt64.init) ?? .random(in: 0..<1 << 40)
  static let operationCount = number("OUTLINE_OPERATIONS") ?? defaultOperationCount
  #if DEBUG
    static let defaultOperationCount = 100_000
  #else
    static let defaultOperationCount = 1_000_000
  #endif

  static let announcement: Void = print(
    "OUTLINE_SEED=\(seed) OUTLINE_OPERATIONS=\(operationCount)")

  static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  init() {
    Self.announcement
  }

  @Test(arguments: TestLayout.allCases)
  func smallOutlines(layout: TestLayout) {
    run(share: 3, label: 0, on: layout, targetCount: 10, checkInterval: 8) { $0 }
  }

  @Test(arguments: TestLayout.allCases)
  func mediumOutlines(layout: TestLayout) {
    run(share: 10, label: 1, on: layout, targetCount: 50, checkInterval: 50) { $0 }
  }

  @Test(arguments: TestLayout.allCases)
  func largeOutlines(layout: TestLayout) {
    run(share: 400, label: 2, on: layout, targetCount: 1_500, checkInterval: 200) { $0 }
  }

  @Test(arguments: TestLayout.allCases)
  func itemsWhoseHashesAllCollide(layout: TestLayout) {
    run(share: 25, label: 3, on: layout, targetCount: 20, checkInterval: 20) {
      ConstantHashItem(number: $0)
    }
  }

  @Test(arguments: TestLayout.allCases)
  func itemsWithFewHashes(layout: TestLayout) {
    run(share: 25, label: 4, on: layout, targetCount: 40, checkInterval: 20) {
      FewHashesItem(number: $0)
    }
  }

  /// Takes one part in so many of all steps.
  private func run<Item: Hashable & Comparable>(
    share: Int, label: UInt64, on layout: TestLayout, targetCount: Int, checkInterval: Int,
    item: @escaping (Int) -> Item
  ) {
    let run = RandomRun(
      empty: layout.empty(), targetCount: targetCount, checkInterval: checkInterval, item: item
    ) { $0.checkInvariants() }
    let seed = Self.seed &+ label &* 2 &+ (layout == .tiny ? 1 : 0)
    guard let failure = run.failure(seed: seed, count: Self.operationCount / share) else { return }
    Issue.record("\(failure)\nOUTLINE_SEED=\(Self.seed) OUTLINE_OPERATIONS=\(Self.operationCount)")
  }
}
