import OutlineTestSupport
import Testing

@testable import Outline

@Suite struct MoveByViewTests {
  typealias Destination = Snapshot<Int, String>.Destination

  let source = Source(ReorderingTests.shape)
  let mover = TestAdapter()
  let other = TestAdapter()

  init() {
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.attach(mover)
    source.attach(other)
  }

  @discardableResult
  private func drop(
    _ items: [String], to destination: Destination, belowDescendants: Bool = false
  ) throws -> Source.Transaction? {
    var outcome = source.snapshot()
    try outcome.moveItems(outcome.sortedItems(items), to: destination)
    mover.moveRows(of: items, to: outcome, belowDescendants: belowDescendants)
    return try source.drop(items, to: destination, movedBy: mover)
  }

  private func checkMover(_ events: String..., line: Int = #line) {
    let location = SourceLocation(
      fileID: #fileID, filePath: #filePath, line: line, column: 1)
    #expect(mover.events == ["reload"] + events, sourceLocation: location)
    #expect(mover.shown == source.snapshot(), sourceLocation: location)
    #expect(other.shown == source.snapshot(), sourceLocation: location)
  }

  @Test func onlyKnownItemsThatTheHandlerAllowsCanBeDragged() {
    source.reorderingHandlers.canReorderItem = { $0 != "d" }
    #expect(["a", "d", "unknown"].map(source.canReorder) == [true, false, false])
    source.reorderingHandlers.canReorderItem = nil
    #expect(!source.canReorder("a"))
  }

  @Test func theRowsOfDescendantsMoveAfterTheirAncestor() throws {
    try drop(["a"], to: .after("b"))
    checkMover("[0, 0]>[0, 2]*2")
    try drop(["a"], to: .before("b"))
    checkMover("[0, 0]>[0, 2]*2", "[0, 2]>[0, 1]*2")
  }

  @Test func itemsWithDescendantsThatLeaveTheirSectionReloadTheMover() throws {
    try drop(["a"], to: .before("d"))
    checkMover("reload")
    try drop(["a", "b"], to: .end(of: 1))
    checkMover("reload", "reload")
  }

  @Test func completionsWaitForTheRowsOfDescendants() throws {
    let source = Source(ReorderingTests.shape)
    source.reorderingHandlers.canReorderItem = { _ in true }
    let view = SlowMover()
    source.attach(view)
    var isShown = false
    try source.drop(["a"], to: .end(of: 1), movedBy: view)
    source.whenShown { isShown = true }
    #expect(!isShown && view.completions.count == 1)
    view.completions.first?()
    #expect(isShown)
  }

  /// A view that animates the rows of descendants until the test finishes that.
  private final class SlowMover: OutlineAdapter {
    var completions: [() -> Void] = []

    func perform(
      _ batch: Snapshot<Int, String>.Batch, animatingDifferences: Bool,
      completion: @escaping () -> Void
    ) {
      completions.append(completion)
    }

    func perform(_ batch: Snapshot<Int, String>.Batch, animatingDifferences: Bool) {}
    func reload(_ snapshot: Snapshot<Int, String>) {}
    func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Int, String>) {}
  }

  @Test func itemsWithDescendantsThatAreHiddenOrShownReloadTheMover() throws {
    try drop(["a"], to: .into("b"))
    checkMover("reload")
    try drop(["a"], to: .end(of: 1))
    checkMover("reload", "reload")
  }

  @Test func listViewsThatMovedOneRowShowRandomDrops() throws {
    var counts = (moves: 0, reloads: 0)
    for seed in 0..<UInt64(TestEffort.choose(quick: 200, full: 20_000, long: 400_000)) {
      var edits = RandomSnapshotEdits(seed: seed, sectionCount: 3, itemCount: 14)
      var snapshot = Snapshot<Int, Int>()
      edits.edit(&snapshot, count: 80)
      let number = { Int.random(in: 0..<14, using: &edits.random) }
      for _ in 0..<10 { try? snapshot.moveItems([number()], to: .into(number())) }
      snapshot.expand((0..<14).filter { _ in number() > 3 })
      let label = "seed \(seed)\n\(snapshot.shape)"
      let source = OutlineDataSource(snapshot)
      source.reorderingHandlers.canReorderItem = { _ in true }
      let mover = RecordingAdapter<Int, Int>(report: { Issue.record("\($0), \(label)") })
      source.attach(mover)
      for _ in 0..<4 {
        // Items that the data source moves only with an ancestor do not move in the view.
        let items = source.snapshot().topmostItems(
          among: (0..<number() % 4 + 1).map { _ in number() })
        let isBelow = number() < 7
        let destinations: [Snapshot<Int, Int>.Destination] = [
          .before(number()), .after(number()), .into(number()), .end(of: number() % 3),
        ]
        let destination = destinations[number() % 4]
        var outcome = source.snapshot()
        guard (try? outcome.moveItems(items, to: destination)) != nil else { continue }
        mover.moveRows(of: items, to: outcome, belowDescendants: isBelow)
        try source.drop(items, to: destination, movedBy: mover)
        #expect(mover.shown == outcome, "\(label)")
      }
      counts.moves += mover.events.count { $0.contains(">") }
      counts.reloads += mover.events.count { $0 == "reload" }
    }
    #expect(counts.moves > 2 && counts.reloads > 2)
  }

  @Test func unclearPositionsOfDescendantsReloadTheMover() throws {
    source.update { $0.expand(["b"]) }
    try drop(["b1"], to: .after("b"), belowDescendants: true)
    try drop(["b1"], to: .into("b"))
    checkMover("[0, 4]+1 / [0, 3]~1", "[0, 3]~2", "[0, 3]~2")
    try drop(["b"], to: .into("a"), belowDescendants: true)
    try drop(["b"], to: .after("a"))
    #expect(mover.events.suffix(2) == ["reload", "reload"])
    #expect(mover.shown == source.snapshot())
  }
}
