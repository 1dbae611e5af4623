import Foundation
import Outline
import OutlineTestSupport
import Testing

@Suite struct ContentDifferenceTests {
  static let count = TestEffort.choose(quick: 500, full: 5_000, long: 100_000)

  @Test(arguments: [ContentUpdate.reconfigure, .reload])
  func changedContentIsUpdated(update: ContentUpdate) throws {
    for seed in 0..<Self.count { try checkOutlines(seed, update) }
  }

  func checkOutlines(_ seed: Int, _ update: ContentUpdate) throws {
    var edits = RandomEdits(seed: UInt64(seed), rowCount: 12)
    let old = try edits.outline(rowCount: 12, in: TestLayout.allCases[seed % 2].empty())
    var new = old
    edits.edit(&new, count: seed % 6)
    let changed = Set((0..<seed % 4).map { _ in Int.random(in: 0..<16, using: &edits.random) })
    let difference = new.difference(from: old, updating: update) { before, after in
      precondition(before == after)
      return !changed.contains(after)
    }
    var checker = DifferenceChecker()
    let shown = ShownOutline(new) { changed.contains($0) ? 1 : 0 }
    try checker.check(from: ShownOutline(old), to: shown, difference)
    let isReload = update == .reload
    let expected = new.visibleItems.indices.filter { row in
      let item = new.visibleItems[row]
      return isReload && changed.contains(item) && old.isVisible(item)
    }
    #expect(difference.reloads.flatMap { Array($0) } == expected, "seed \(seed)")
    let data = try JSONEncoder().encode(difference)
    #expect(try JSONDecoder().decode(SectionDifference.self, from: data) == difference)
  }

  private struct Entry: Hashable {
    let number: Int
    let content: Int
    static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func contentThatEqualityIgnoresIsCompared() throws {
    var old = SectionSnapshot<Entry>()
    try old.append((0..<100).map { Entry(number: $0, content: 0) })
    var new = SectionSnapshot<Entry>()
    try new.append((0..<100).map { Entry(number: $0, content: $0 / 98) })
    #expect(new.difference(from: old).isEmpty)
    #expect(new.difference(from: old) { $0.content == $1.content }.description == "98~2")
    let reloads = new.difference(from: old, updating: .reload) { $0.content == $1.content }
    #expect(reloads.description == "98!2")
    let replayed = new.difference(from: old) { $0.content == $1.content }
      .applied(to: old.visibleItems, newRows: new.visibleItems)
    #expect(replayed?.map(\.content) == new.visibleItems.map(\.content))
  }

  @Test func descriptionsListTheChanges() throws {
    var outline = SectionSnapshot<Int>()
    try outline.append(Array(0..<20))
    try outline.append(Array(20..<30), to: 0)
    let closed = outline
    outline.expand([0])
    #expect(outline.difference(from: closed).description == "1+10 0~1")
    #expect(closed.difference(from: outline).description == "1-10 0~1")
    var moved = closed
    try moved.move(5, before: 2)
    #expect(moved.difference(from: closed).description == "5>2")
    try moved.move(6, after: 5)
    #expect(moved.difference(from: closed).description == "5>2*2")
    #expect(closed.difference(from: closed).description == "")
    let nothing = SectionSnapshot<Int>()
    #expect(closed.difference(from: nothing).description == "0+20")
    #expect(nothing.difference(from: closed).description == "0-20")
  }

  @Test func descriptionsOfBatchesListTheChanges() throws {
    var snapshot = Snapshot<String, Int>()
    try snapshot.appendSections(["a", "b", "c"])
    try snapshot.appendItems(Array(0..<10), toSection: "a")
    try snapshot.appendItems([10], toSection: "b")
    let before = snapshot
    try snapshot.deleteItems([0, 1])
    try snapshot.moveItem(9, beforeItem: 4)
    try snapshot.moveItem(3, afterItem: 10)
    try snapshot.moveSection("c", beforeSection: "b")
    try snapshot.insertSections(["d"], beforeSection: "a")
    try snapshot.reloadItems([5])
    try snapshot.reloadSections(["b"])
    try snapshot.reconfigureSections(["a", "d"])
    let batches = snapshot.difference(from: before).batches(from: before, to: snapshot)
    #expect(
      batches?.map(\.description) == [
        "(2-1 0+1 2+1)", "[1, 0]-2, [1, 9]>[1, 1], [1, 3]>[3, 1]", "(3!1 1~1), [1, 3]!1",
      ])
  }

  @Test func changesOfSectionsItemsAndMarksCombine() throws {
    for seed in 0..<Self.count {
      try checkSnapshots(seed)
    }
  }

  func checkSnapshots(_ seed: Int) throws {
    var checker = SnapshotDifferenceChecker()
    let difference: SnapshotDifference
    do {
      difference = try checker.checkRandomVersions(seed)
    } catch {
      throw Disagreement("seed \(seed): \(error)")
    }
    let data = try JSONEncoder().encode(difference)
    #expect(try JSONDecoder().decode(SnapshotDifference.self, from: data) == difference)
  }

  @Test func marksAreAppliedOnce() throws {
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections([0])
    try snapshot.appendItems([1, 2, 3])
    var marked = snapshot
    try marked.reloadItems([1])
    let batches = marked.difference(from: snapshot).batches(from: snapshot, to: marked)
    let shown = try #require(batches?.last?.snapshot)
    #expect(batches?.map(\.reloads) == [[RowPathRange(section: 0, rows: 0..<1)]])
    #expect(shown.difference(from: shown).isEmpty)
    marked.removeAllMarks()
    #expect(marked.difference(from: snapshot).isEmpty)
  }
}
