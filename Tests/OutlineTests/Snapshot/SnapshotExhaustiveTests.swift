import OutlineTestSupport
import Testing

@testable import OutlineCore

/// Every operation on every outline of up to three items in up to two sections.
///
/// A shorter run distributes the operations among the states.
@Suite struct SnapshotExhaustiveTests {
  static let portion = TestEffort.choose(quick: 131, full: 5, long: 1)
  static let shareCount = 4

  /// The outlines with all roots in section 1, divided between the sections 1 and 2, or without a
  /// section; some items and a section are marked.
  static let states: [SnapshotModel<Int, Int>] = {
    var states = [SnapshotModel<Int, Int>()]
    for outline in (0...3).flatMap({ OutlineModel<Int>.allStates(count: $0) }) {
      for count in 0...outline.roots.count {
        var state = SnapshotModel<Int, Int>()
        try? state.appendSections([1, 2])
        state.entries[0].outline.roots = Array(outline.roots[..<count])
        state.entries[1].outline.roots = Array(outline.roots[count...])
        state.reloadedItemIdentifiers = outline.items.reversed()
        state.reconfiguredItemIdentifiers = outline.items.suffix(1)
        state.reloadedSectionIdentifiers = [2]
        state.reconfiguredSectionIdentifiers = [1, 2]
        states.append(state)
      }
    }
    return states
  }()

  /// The operations on the sections 1 and 2, the unknown section 9, the items 1 to 3, and the
  /// unknown items 8 and 9.
  static let operations: [SnapshotOperation<Int>] = {
    func lists(_ values: [Int]) -> [[Int]] {
      [[]] + values.map { [$0] } + values.flatMap { first in values.map { [first, $0] } }
    }
    func positions(_ values: [Int]) -> [SiblingPosition<Int>] {
      values.flatMap { [.before($0), .after($0)] }
    }
    let items = [1, 2, 3, 8, 9]
    let sections = [1, 2, 9]
    let itemLists = lists(items)
    let sectionLists = lists([1, 2, 9])
    let ofSections = sectionLists.flatMap { list -> [SnapshotOperation<Int>] in
      [
        .appendSections(list), .deleteSections(list), .reloadSections(list),
        .reconfigureSections(list),
      ] + positions(sections).map { .insertSections(list, $0) }
    }
    let ofItems = (itemLists + [[8, 9, 8], [1, 8, 1], [3, 2, 1]]).flatMap {
      list -> [SnapshotOperation<Int>] in
      [
        .appendItems(list, to: nil), .deleteItems(list), .expand(list), .collapse(list),
        .reloadItems(list), .reconfigureItems(list),
      ] + sections.flatMap { [.appendItems(list, to: $0), .setRoots(list, of: $0)] }
        + items.flatMap {
          [.setChildren(list, of: $0), .moveItems(list, .into($0)), .moveItems(list, .after($0))]
        }
        + positions(items).map { .insertItems(list, $0) }
    }
    let ofOne = items.flatMap { item -> [SnapshotOperation<Int>] in
      [.expandAll(in: item), .collapseAll(in: item), .reveal(item)]
        + positions(items).map { .moveItem(item, $0) }
        + items.map { .replaceItem(item, with: $0) }
    }
    let moves = sections.flatMap { section in
      positions(sections).map { SnapshotOperation<Int>.moveSection(section, $0) }
    }
    let others: [SnapshotOperation<Int>] = [
      .setTree("+ 3\n  - 8\n    - 1", of: 2), .setOutline("+ 3\n  - 8\n    - 1", of: 2),
      .deleteAllItems, .expandAll(in: nil), .collapseAll(in: nil),
      .assign(1, from: 2), .assign(9, from: 1),
      .replace([]), .replace([(1, 2), (2, 1)]), .replace([(1, 2), (2, 2)]),
      .replace([(2, 1), (2, nil)]), .replace([(9, 2), (2, nil)]),
    ]
    return ofSections + ofItems + ofOne + moves + others
  }()

  @Test(arguments: 0..<shareCount)
  func everyOperationAgreesWithTheModelInEveryState(share: Int) throws {
    for index in stride(from: share, to: Self.states.count, by: Self.shareCount) {
      let state = Self.states[index]
      let originals = TestLayout.allCases.map { Snapshot(state, in: $0.emptySnapshot()) }
      for number in stride(from: index % Self.portion, to: Self.operations.count, by: Self.portion)
      {
        let operation = Self.operations[number]
        var expected = state
        let outcome = operation.apply(to: &expected)
        for original in originals {
          var snapshot = original
          let label = "\(operation) on\n\(state.shape)"
          #expect(operation.apply(to: &snapshot) == outcome, "\(label)")
          #expect((snapshot == original) == (expected.entries == state.entries), "\(label)")
          snapshot.checkInvariants()
          do {
            try expected.compareAll(with: snapshot, unknown: [99])
          } catch {
            Issue.record("\(error)\n\(label)")
          }
        }
      }
      for original in originals { try state.compareAll(with: original) }
    }
  }
}
