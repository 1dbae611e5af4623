import Outline

/// Keeps the selection by the rules of the library.
@MainActor final class SelectionFollower: @MainActor OutlineAdapter {
  var state = ViewState<Int>()

  func show(_ update: OutlineDataSource<Int, Int>.Update) { state.follow(update) }
  func perform(_ batch: Snapshot<Int, Int>.Batch, animatingDifferences: Bool) {}
  func reload(_ snapshot: Snapshot<Int, Int>) {}
  func reconfigure(_ rows: [RowPathRange], in snapshot: Snapshot<Int, Int>) {}
}
