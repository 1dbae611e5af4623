import Outline

/// Keeps the selection by the rules of the library.
@MainActor final class SelectionFollower: @MainActor OutlineAdapter {
  var state = ViewState<Int>()
  var shown = Snapshot<Int, Int>()

  func show(_ update: OutlineDataSource<Int, Int>.Update) { reload(update.finalSnapshot) }

  func reload(_ snapshot: Snapshot<Int, Int>) {
    state.follow(from: shown, to: snapshot)
    shown = snapshot
  }
}
