import Foundation
import OutlineTestSupport
import Testing

@testable import Outline

/// Differences that were made by nobody knows whom.
@Suite struct HostileDifferenceTests {
  #if DEBUG
    static let count = 2_000
  #else
    static let count = 100_000
  #endif

  /// Takes a difference, spoils some of its numbers, and asks for all that can be had of it.
  @Test func spoiltDifferencesDoNotTrap() async {
    await #expect(processExitsWith: .success) {
      var random = SeededGenerator(seed: 1)
      var acceptedCount = 0
      for number in 0..<HostileDifferenceTests.count {
        var edits = RandomEdits(seed: UInt64(number), rowCount: 8)
        let old = try edits.outline(rowCount: 8, in: SectionSnapshot())
        var new = old
        edits.edit(&new, count: 4)
        let text = try spoilt(new.difference(from: old), with: &random)
        try text.write(toFile: HostileDifferenceTests.lastPath, atomically: false, encoding: .utf8)
        let decoded = try? JSONDecoder().decode(SectionDifference.self, from: Data(text.utf8))
        guard let decoded else { continue }
        acceptedCount += 1
        use(decoded, old, new)
      }
      guard acceptedCount > HostileDifferenceTests.count / 50 else { exit(EXIT_FAILURE) }
    }
  }

  /// Where the last difference tried is written.
  static let lastPath = FileManager.default.temporaryDirectory
    .appending(path: "last-difference.json").path
}

private func spoilt(
  _ difference: SectionDifference, with random: inout SeededGenerator
) throws -> String {
  var text = String(decoding: try JSONEncoder().encode(difference), as: UTF8.self)
  let oddNumbers = [-1, 0, 1, 2, 3, 7, 8, 9, .max, .max - 1, .min]
  for _ in 0..<Int.random(in: 1...3, using: &random) {
    let numbers = text.ranges(of: /-?[0-9]+/)
    guard let range = numbers.randomElement(using: &random) else { break }
    text.replaceSubrange(range, with: "\(oddNumbers.randomElement(using: &random) ?? 0)")
  }
  return text
}

private func use(
  _ difference: SectionDifference, _ old: SectionSnapshot<Int>, _ new: SectionSnapshot<Int>
) {
  for rows in [Array(old.visibleItems), [], [1], Array(0..<20)] {
    for target in [Array(new.visibleItems), [], [1], Array(0..<20)] {
      if let result = rows.applying(difference, from: target), result.count != target.count {
        exit(EXIT_FAILURE)
      }
    }
  }
  for (from, to) in [(old, new), (new, old), (old, SectionSnapshot()), (SectionSnapshot(), new)] {
    _ = difference.treeChanges(from: from, to: to)
    _ = difference.collectionDifference(from: from, to: to)
  }
  _ = difference.splices
  _ = difference.changedRowCount
  _ = difference.isEmpty
  _ = difference.description
}
