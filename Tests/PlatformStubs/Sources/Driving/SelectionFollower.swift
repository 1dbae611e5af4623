import Outline

/// Keeps the selection by the rules of the library.
@MainActor final class SelectionFollower: @MainActor OutlineAdapter {
  var selection = OutlineSelection<Int>()
  var shown = Snapshot<Int, Int>()
  private let rules: SelectionRules

  init(rules: SelectionRules) { self.rules = rules }

  func show(_ update: OutlineDataSource<Int, Int>.Update) { reload(update.finalSnapshot) }

  func reload(_ snapshot: Snapshot<Int, Int>) {
    selection.follow(from: shown, to: snapshot, rules: rules)
    shown = snapshot
  }

  /// Takes over the selected items of the user or the program; the first new one gets the focus.
  func select(_ items: Set<Int>) {
    if items == selection.selectedItems { return }
    let added = items.subtracting(selection.selectedItems)
    selection.selectedItems = items
    let candidates = added.isEmpty ? items : added
    if !added.isEmpty || !items.contains(selection.focusedItem ?? -1) {
      selection.focusedItem =
        candidates.count == 1
        ? candidates.first : shown.visibleItems.first(where: candidates.contains)
    }
  }
}
