import Driving
import Adapters
@_spi(Simulation) import SwiftUI
import Testing

@MainActor @Suite(.serialized) struct SwiftUITests {
  @Test func outlineListShowsTheSnapshotAfterRandomOperations() async {
    await expectNoProblem(
      events: ["drawing", "kept row", "drop", "refused drag", "load", "spinner", "selection"]
    ) { ListScreen($0) }
  }

  /// Regression: a move of rows that were drawn before the newest change ended the program.
  @Test func movesRowsOfAnEarlierDrawing() throws {
    var snapshot = Snapshot<Int, Int>()
    try snapshot.appendSections([0])
    try snapshot.appendItems([1, 2, 3, 4], toSection: 0)
    let source = OutlineDataSource(snapshot)
    source.reorderingHandlers.canReorderItem = { _ in true }
    // Without updates, the model does not animate beside the other tests.
    let model = OutlineModel(source)
    try source.update { try $0.deleteItems([2]) }
    model.move([3], to: 1, in: 0, of: snapshot)
    #expect(Array(source.snapshot().itemIdentifiers) == [1, 4, 3])
    try source.update { try $0.deleteItems([4]) }
    model.move([3, 9], to: 0, in: 0, of: snapshot)
    #expect(Array(source.snapshot().itemIdentifiers) == [1, 3])
  }
}
