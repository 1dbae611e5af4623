import OutlineTestSupport
import Testing

@testable import Outline
@testable import OutlineCore

@Suite struct DropRowTests {
  let snapshot = Snapshot(SnapshotModel<Int, String>(DropLevelTests.shape))

  private func destination(
    of items: String..., section: Int = 0, row: Int, _ counting: DropCounting = .afterRemoval
  ) -> Snapshot<Int, String>.Destination? {
    snapshot.dropDestination(
      at: RowPath(section: section, row: row), counting: counting, moving: items)
  }

  // a, a1, a1x, a2, b, c
  @Test func itemsKeepTheirLevelIfPossible() {
    #expect(destination(of: "b", row: 5) == .after("c"))
    #expect(destination(of: "b", row: 2) == .before("a1x"))
    #expect(destination(of: "a2", row: 5) == .after("c"))
    #expect(destination(of: "a2", row: 2) == .before("a1x"))
    #expect(destination(of: "a1x", row: 3) == .after("a2"))
    #expect(destination(of: "c", row: 4) == .after("a"))
    #expect(destination(of: "a2", section: 1, row: 0) == .end(of: 2))
    #expect(destination(row: 3, .beforeRemoval) == .after("a1x"))
    #expect(destination(of: "unknown", row: 0) == .before("a"))
  }

  @Test func droppingAnOnlyChildAtItsOwnRowChangesNothing() throws {
    let target = try #require(destination(of: "a1x", row: 2))
    var moved = snapshot
    try moved.moveItems(["a1x"], to: target)
    #expect(moved == snapshot)
  }

  @Test func rowsOutOfBoundsHaveNoDestination() {
    for row in [-1, 6, .max, .min] {
      #expect(destination(of: "b", row: row) == nil)
    }
    #expect(destination(of: "b", row: 7, .beforeRemoval) == nil)
    #expect(destination(of: "b", section: 2, row: 0) == nil)
    #expect(destination(of: "b", section: -1, row: 0) == nil)
  }

  /// Of all drops that lead to the rows of a view that has moved one row, the one with the nearest
  /// level is chosen.
  @Test func aMoveOfOneRowLeadsToTheNearestLevel() throws {
    let count = TestEffort.choose(quick: 3, full: 5, long: 6)
    for model in OutlineModel<Int>.allStates(count: count) {
      for split in [1, count] {
        guard let snapshot = Self.snapshot(model, split) else { continue }
        for item in snapshot.visibleItems {
          try checkMoves(of: item, in: snapshot)
        }
      }
    }
  }

  private static func snapshot(_ model: OutlineModel<Int>, _ split: Int) -> Snapshot<Int, Int>? {
    var snapshot = Snapshot<Int, Int>()
    let outline = SectionSnapshot(model)
    let roots = Array(outline.rootItems)
    do {
      try snapshot.appendSections([0, 1])
      snapshot[0] = outline
      guard split < roots.count else { return split > 1 ? snapshot : nil }
      try snapshot.moveItems(roots[split...], to: .end(of: 1))
    } catch {
      Issue.record("\(error)")
    }
    return snapshot
  }

  private func rows(_ snapshot: Snapshot<Int, Int>, without hidden: Set<Int>) -> [[Int]] {
    snapshot.sectionIdentifiers.map { snapshot[$0].visibleItems.filter { !hidden.contains($0) } }
  }

  private func outcomes(of item: Int, in snapshot: Snapshot<Int, Int>) -> [Snapshot<Int, Int>] {
    var destinations: [Snapshot<Int, Int>.Destination] = [.end(of: 0), .end(of: 1)]
    for other in snapshot.itemIdentifiers {
      destinations += [.before(other), .after(other), .into(other)]
    }
    return destinations.compactMap { destination in
      var moved = snapshot
      guard (try? moved.moveItems([item], to: destination)) != nil else { return nil }
      // A row without visible children receives none, except for its own.
      let parent = moved.parent(of: item)
      let isAllowed =
        parent == nil || parent == snapshot.parent(of: item)
        || parent.flatMap(moved.children(of:))?.count != 1
      return isAllowed && moved.rowPath(of: item) != nil ? moved : nil
    }
  }

  private func checkMoves(of item: Int, in snapshot: Snapshot<Int, Int>) throws {
    let rest = rows(snapshot, without: [item])
    let descendants = Set(snapshot.descendants(of: item).map(Array.init) ?? [])
    let outcomes = outcomes(of: item, in: snapshot)
    let level = try #require(snapshot.level(of: item))
    for section in 0...1 {
      for row in 0...rest[section].count {
        var shown = rest
        shown[section].insert(item, at: row)
        shown = shown.map { $0.filter { !descendants.contains($0) } }
        let levels = outcomes.filter { rows($0, without: descendants) == shown }
          .compactMap { $0.level(of: item) }
        let path = RowPath(section: section, row: row)
        var label: String { "\(item) to \(path) in\n\(snapshot.shape)" }
        let destination = try #require(
          snapshot.dropDestination(at: path, counting: .afterRemoval, moving: [item]), "\(label)")
        var moved = snapshot
        try moved.moveItems([item], to: destination)
        #expect(rows(moved, without: descendants) == shown, "\(label)")
        #expect(
          moved.level(of: item) == levels.min { abs($0 - level) < abs($1 - level) }, "\(label)")
        // The same row, counted before the removal.
        let old = try #require(snapshot.rowPath(of: item))
        var gap = path
        if old.section == section && old.row <= row { gap.row += 1 }
        let other = snapshot.dropDestination(at: gap, counting: .beforeRemoval, moving: [item])
        #expect(other == destination, "\(label)")
      }
    }
  }

  /// The view has moved several rows from any sections.
  @Test func severalMovedRowsBecomeNeighbors() throws {
    for seed in 0..<UInt64(TestEffort.choose(quick: 200, full: 5_000, long: 100_000)) {
      var edits = RandomSnapshotEdits(seed: seed, sectionCount: 3, itemCount: 12)
      var snapshot = Snapshot<Int, Int>()
      edits.edit(&snapshot, count: 80)
      let visible = Array(snapshot.visibleItems)
      let items = snapshot.topmostItems(
        among: visible.filter { _ in Bool.random(using: &edits.random) })
      let descendants = Set(items.flatMap { snapshot.descendants(of: $0).map(Array.init) ?? [] })
      for (section, rows) in rows(snapshot, without: Set(items)).enumerated() {
        let row = Int.random(in: 0...rows.count, using: &edits.random)
        var shown = self.rows(snapshot, without: Set(items))
        shown[section].insert(contentsOf: items, at: row)
        shown = shown.map { $0.filter { !descendants.contains($0) } }
        let path = RowPath(section: section, row: row)
        var label: String { "seed \(seed): \(items) to \(path) in\n\(snapshot.shape)" }
        let destination = try #require(
          snapshot.dropDestination(at: path, counting: .afterRemoval, moving: items), "\(label)")
        var moved = snapshot
        try moved.moveItems(items, to: destination)
        #expect(self.rows(moved, without: descendants) == shown, "\(label)")
      }
    }
  }
}
