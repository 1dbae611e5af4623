extension OutlineSelection {
  /// Replaces selected items, and the focused one, that a change has hidden or deleted.
  ///
  /// The rules apply as in ``ViewState/follow(from:to:rules:)``.
  ///
  /// - Complexity: O(1) if both snapshots share all storage; else O(log *n*) for each selected item,
  ///   and for each sibling and ancestor that was deleted with one
  public mutating func follow<Section>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>,
    rules: SelectionRules = SelectionRules()
  ) {
    if old.isTriviallyIdentical(to: new) { return }
    func following(_ items: [Item] = [], focusedItem: Item?) -> ViewState<Item> {
      var state = ViewState(selectedItems: items, focusedItem: focusedItem)
      state.follow(from: old, to: new, rules: rules)
      return state
    }
    let state = following(Array(selectedItems), focusedItem: focusedItem)
    let (anchor, end) = (anchorItem, rangeEnd)
    selectedItems = Set(state.selectedItems)
    focusedItem = state.focusedItem
    anchorItem = following(focusedItem: anchor).focusedItem
    rangeEnd = following(focusedItem: end).focusedItem
    // Rows can have come into the range.
    isRangeComplete = false
  }

  /// Replaces items that an update has hidden or deleted, as ``follow(from:to:rules:)``.
  public mutating func follow<Section>(
    _ update: OutlineDataSource<Section, Item>.Update, rules: SelectionRules = SelectionRules()
  ) {
    follow(from: update.initialSnapshot, to: update.finalSnapshot, rules: rules)
  }
}
