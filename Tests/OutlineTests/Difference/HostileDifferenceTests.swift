import Foundation
import Outline
import OutlineTestSupport
import Testing

@testable import OutlineCore

@Suite struct HostileDifferenceTests {
  static let count = TestEffort.choose(quick: 400, full: 10_000, long: 200_000)

  @Test func corruptedDifferencesDoNotTrap() async {
    await #expect(processExitsWith: .success) {
      var random = SeededGenerator(seed: 1)
      var acceptedCount = 0
      for number in 0..<HostileDifferenceTests.count {
        var edits = RandomEdits(seed: UInt64(number), rowCount: 8)
        let old = try edits.outline(rowCount: 8, in: SectionSnapshot())
        var new = old
        edits.edit(&new, count: 4)
        let text = try corrupted(new.difference(from: old), with: &random)
        try text.write(toFile: HostileDifferenceTests.lastPath, atomically: false, encoding: .utf8)
        let decoded = try? JSONDecoder().decode(SectionDifference.self, from: Data(text.utf8))
        guard let decoded else { continue }
        acceptedCount += 1
        useEveryOperation(decoded, old, new)
      }
      guard acceptedCount > HostileDifferenceTests.count / 50 else { exit(EXIT_FAILURE) }
    }
  }

  @Test func corruptedSnapshotDifferencesDoNotTrap() async {
    await #expect(processExitsWith: .success) {
      var random = SeededGenerator(seed: 2)
      var acceptedCount = 0
      let lists = HostileDifferenceTests.lists()
      for _ in 0..<HostileDifferenceTests.count {
        guard let old = lists.randomElement(using: &random),
          let new = lists.randomElement(using: &random)
        else { continue }
        let text = try corrupted(new.difference(from: old), with: &random)
        try text.write(toFile: HostileDifferenceTests.lastPath, atomically: false, encoding: .utf8)
        let decoded = try? JSONDecoder().decode(SnapshotDifference.self, from: Data(text.utf8))
        guard let decoded else { continue }
        acceptedCount += 1
        useEveryOperation(decoded, old, new, lists)
      }
      guard acceptedCount > HostileDifferenceTests.count / 50 else { exit(EXIT_FAILURE) }
    }
  }

  @Test func hugeDifferencesAreRejected() throws {
    let text = """
      {"removals": [], "insertions": [[1, 9223372036854775806]], "moves": [], "reloads": [],
      "reconfigures": [[0, 7]]}
      """
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SectionDifference.self, from: Data(text.utf8))
    }
    let range = #"{"section": 0, "rows": [-9223372036854775808, 9223372036854775807]}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RowPathRange.self, from: Data(range.utf8))
    }
  }

  @Test func differencesOfOtherSnapshotsAreRejected() throws {
    var old = Snapshot<Int, Int>()
    try old.appendSections([0, 1])
    try old.appendItems([1, 2], toSection: 0)
    var new = old
    try new.appendItems([3], toSection: 1)
    let difference = new.difference(from: old)
    #expect(difference.batches(from: old, to: new)?.count == 1)
    #expect(difference.batches(from: new, to: old) == nil)
    #expect(difference.batches(from: old, to: old) == nil)
    #expect(old.difference(from: old).batches(from: old, to: new) == nil)
    try new.appendItems([4], toSection: 0)
    let twice = new.difference(from: old)
    #expect(twice.batches(from: old, to: new)?.count == 1)
    let reversed = SnapshotDifference(
      sections: twice.sections, changes: twice.changes.reversed(), moves: twice.moves)
    #expect(reversed.batches(from: old, to: new) == nil)
  }

  @Test func movesThatDoNotMatchAreRejected() throws {
    var old = Snapshot<Int, Int>()
    try old.appendSections([0, 1, 2])
    try old.appendItems([1, 2], toSection: 0)
    var new = old
    try new.appendItems([1], toSection: 1)
    let fitting = new.difference(from: old)
    let move = try #require(fitting.moves.first)
    func batchCount(_ moves: [SnapshotDifference.Move]) -> Int? {
      SnapshotDifference(sections: .none, changes: fitting.changes, moves: moves)
        .batches(from: old, to: new)?.count
    }
    #expect(batchCount([move]) == 1)
    #expect(batchCount([move, move]) == nil)
    let staying = RowPathRange(section: 0, rows: 1..<2)
    #expect(batchCount([.init(source: staying, destination: move.destination)]) == nil)
    let unchanged = RowPath(section: 2, row: 0)
    #expect(batchCount([.init(source: move.source, destination: unchanged)]) == nil)
  }

  static func lists() -> [Snapshot<Int, Int>] {
    var result: [Snapshot<Int, Int>] = []
    var number = 0
    SectionedPairs(itemCount: 4, sectionCount: 3).visit {
      $0
    } _: { _, list in
      number += 1
      if number % 1_009 == 0, let snapshot = try? Snapshot(list) { result.append(snapshot) }
    }
    return result
  }

  static let lastPath = FileManager.default.temporaryDirectory
    .appending(path: "last-difference.json").path
}

private func corrupted(
  _ difference: some Encodable, with random: inout SeededGenerator
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

private func useEveryOperation(
  _ difference: SectionDifference, _ old: SectionSnapshot<Int>, _ new: SectionSnapshot<Int>
) {
  for rows in [Array(old.visibleItems), [], [1], Array(0..<20)] {
    for target in [Array(new.visibleItems), [], [1], Array(0..<20)] {
      if let result = difference.applied(to: rows, newRows: target), result.count != target.count {
        exit(EXIT_FAILURE)
      }
    }
  }
  for (from, to) in [(old, new), (new, old), (old, SectionSnapshot()), (SectionSnapshot(), new)] {
    _ = difference.treeChanges(from: from, to: to)
    _ = difference.collectionDifference(from: from, to: to)
  }
  _ = difference.splices
  _ = difference.changeCount
  _ = difference.isEmpty
  _ = difference.description
}

private func useEveryOperation(
  _ difference: SnapshotDifference, _ old: Snapshot<Int, Int>, _ new: Snapshot<Int, Int>,
  _ others: [Snapshot<Int, Int>]
) {
  _ = difference.batches(from: old, to: new)
  _ = difference.batches(from: new, to: old)
  _ = difference.batches(from: old, to: Snapshot())
  _ = difference.batches(from: Snapshot(), to: new)
  for (from, to) in [(old, new), (new, old), (old, Snapshot()), (Snapshot(), new)] {
    let model = TreeModel<Int, Int>()
    _ = model.reload(from)
    _ = model.update(to: to, by: difference)
  }
  for other in others.prefix(5) {
    _ = difference.batches(from: other, to: new)
    _ = difference.batches(from: old, to: other)
  }
  _ = difference.changeCount
  _ = difference.isEmpty
  _ = difference.description
}
