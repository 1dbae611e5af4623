import OutlineTestSupport
import Testing

@testable import OutlineCore

/// Every operation on every ordered forest of up to six items, in every state of expansion.
///
/// Outlines of up to `fullCount` items get every combination of arguments. Larger outlines get
/// every single argument and every pair of items. A quick run distributes the operations among
/// the larger states, and skips some of those.
@Suite struct ExhaustiveTests {
  static let fullCount = TestEffort.choose(quick: 2, full: 4, long: 5)
  static let portions = TestEffort.choose(
    quick: [3: 7, 4: 211, 5: 1_201, 6: 2_803], full: [:], long: [:])
  // Consecutive states differ in their expansion, so odd intervals try all states of expansion.
  static let stateIntervals = TestEffort.choose(quick: [4: 3, 5: 7, 6: 61], full: [:], long: [:])
  static let shareCount = 4
  static let states = (0...6).map { OutlineModel<Int>.allStates(count: $0) }

  @Test func allStatesOfUpToSixItemsAreGenerated() {
    let counts = Self.states.map(\.count)
    #expect(counts == [1, 2, 8, 40, 224, 1344, 8448])
    #expect(counts.reduce(0, +) == 10_067)
  }

  @Test(arguments: 0..<shareCount)
  func everyOperationAgreesWithTheModelInEveryState(share: Int) throws {
    for count in 0...6 {
      let table = Operation.table(
        count: count, breadth: count <= Self.fullCount ? .everyCombination : .eachArgument)
      let portion = Self.portions[count] ?? 1
      let states = Self.states[count]
      let interval = Self.shareCount * (Self.stateIntervals[count] ?? 1)
      for index in stride(from: share, to: states.count, by: interval) {
        let operations = stride(from: index % portion, to: table.count, by: portion)
        try states[index].check(
          operations.map { table[$0] },
          on: TestLayout.allCases.map { SectionSnapshot(states[index], in: $0.empty()) },
          comparisonInterval: 61, inspectionInterval: count < 4 ? 1 : 8
        ) { $0.checkInvariants() }
      }
    }
  }
}
