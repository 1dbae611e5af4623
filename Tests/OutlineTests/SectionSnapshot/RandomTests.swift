import Foundation
import OutlineTestSupport
import Testing

@testable import OutlineCore

/// Long random sequences of operations, compared with the model.
///
/// `OUTLINE_SEED` repeats a run of the same effort. The sequences run in separate processes, so
/// that the test can also shorten a sequence that ends in a trap.
@Suite struct RandomTests {
  static let seed = seedOfRun()
  static let operationCount = TestEffort.choose(quick: 4_000, full: 1_000_000, long: 20_000_000)

  static let run = "OUTLINE_SEED=\(seed) OUTLINE_TEST_EFFORT=\(TestEffort.current)"
  static let announcement: Void = print(run)

  @Test(arguments: RandomOutlines.allCases, TestLayout.allCases)
  func randomEditsAgreeWithTheModel(outlines: RandomOutlines, layout: TestLayout) async throws {
    Self.announcement
    let kind = RandomOutlines.allCases.firstIndex(of: outlines) ?? 0
    let first = Self.seed &+ UInt64(kind * 2 + (layout == .tiny ? 1 : 0)) << 40
    let count = UInt64(Self.operationCount / outlines.share / randomSequenceLength + 1)
    let progress = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sequence")
    defer { try? FileManager.default.removeItem(at: progress) }
    let result = await #expect(processExitsWith: .success) {
      [
        outlines = outlines as RandomOutlines, layout = layout as TestLayout,
        numbers = [first, first &+ count] as [UInt64], progress = progress as URL
      ] in
      let sequences = outlines.sequences(layout)
      for number in numbers[0]..<numbers[1] {
        try "\(number)".write(to: progress, atomically: false, encoding: .utf8)
        if sequences.disagreement(inSequence: number) != nil { exit(EXIT_FAILURE) }
      }
    }
    if result == nil, let number = UInt64(try String(contentsOf: progress, encoding: .utf8)) {
      await report(outlines, layout, number)
    }
  }

  private func report(_ outlines: RandomOutlines, _ layout: TestLayout, _ number: UInt64) async {
    let kept = await shrunk(Array(0..<randomSequenceLength)) { kept in
      var isFine = true
      await withKnownIssue(isIntermittent: true) {
        isFine = await passes(outlines, layout, number, keeping: kept)
      }
      return !isFine
    }
    let sequences = outlines.sequences(layout)
    let test = """
      \(sequences.source(ofSequence: number, keeping: kept))
      let failure = disagreement(after: steps, startingWith: TestLayout.\(layout).empty()) {
        $0.checkInvariants()
      }
      #expect(failure == nil)
      """
    Issue.record("\(Self.run)\n\(test)")
    // Repeats the sequence to record its disagreement.
    _ = await passes(outlines, layout, number, keeping: kept)
  }

  private func passes(
    _ outlines: RandomOutlines, _ layout: TestLayout, _ number: UInt64, keeping kept: [Int]
  ) async -> Bool {
    let result = await #expect(processExitsWith: .success) {
      [
        outlines = outlines as RandomOutlines, layout = layout as TestLayout,
        number = number as UInt64, kept = kept as [Int]
      ] in
      let sequences = outlines.sequences(layout)
      if let disagreement = sequences.disagreement(inSequence: number, keeping: kept) {
        Issue.record("\(disagreement)")
        exit(EXIT_FAILURE)
      }
    }
    return result != nil
  }
}

enum RandomOutlines: CaseIterable, Codable {
  case small
  case medium
  case large
  case allHashesCollide
  case fewHashes

  /// The inverse share of the operations that each layout gets.
  ///
  /// Two in three operations work on the smallest outlines, which have the most unusual shapes.
  var share: Int {
    switch self {
    case .small: 3
    case .medium: 10
    case .large: 400
    case .allHashesCollide, .fewHashes: 25
    }
  }

  func sequences(_ layout: TestLayout) -> any RandomSequences {
    switch self {
    case .small: run(layout, targetCount: 10, checkInterval: 8) { $0 }
    case .medium: run(layout, targetCount: 50, checkInterval: 50) { $0 }
    case .large:
      run(
        layout, targetCount: TestEffort.choose(quick: 500, full: 1_500, long: 1_500),
        checkInterval: 200
      ) { $0 }
    case .allHashesCollide:
      run(layout, targetCount: 20, checkInterval: 20) { ConstantHashItem(number: $0) }
    case .fewHashes:
      run(layout, targetCount: 40, checkInterval: 20) { FewHashesItem(number: $0) }
    }
  }

  private func run<Item: Hashable & Comparable & Sendable>(
    _ layout: TestLayout, targetCount: Int, checkInterval: Int, item: @escaping (Int) -> Item
  ) -> RandomRun<Item> {
    RandomRun(
      empty: layout.empty(), targetCount: targetCount, checkInterval: checkInterval, item: item
    ) { $0.checkInvariants() }
  }
}
