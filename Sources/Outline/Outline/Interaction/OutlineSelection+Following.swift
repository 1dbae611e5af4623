extension OutlineSelection {
  /// Replaces selected items, and the focused one, that a change has hidden or deleted.
  ///
  /// The rules apply as in ``ViewState/follow(from:to:rules:)``. If no item replaces the focused
  /// one, the first of the selected items in the new snapshot gets the focus.
  ///
  /// - Complexity: O(1) if both snapshots share all storage; else that of
  ///   ``ViewState/follow(from:to:rules:)``
  public mutating func follow<Section>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>,
    rules: SelectionRules = SelectionRules()
  ) {
    if old.isTriviallyIdentical(to: new) { return }
    let finder = ReplacementFinder(from: old, to: new, rules: rules)
    let (anchor, end) = (anchorItem, rangeEnd)
    selectedItems = Set(selectedItems.compactMap { finder.replacement(for: $0) })
    focusedItem = focusedItem.flatMap {
      finder.replacement(for: $0) ?? new.first(of: selectedItems)
    }
    anchorItem = anchor.flatMap { finder.replacement(for: $0) }
    rangeEnd = end.flatMap { finder.replacement(for: $0) }
    // Rows can have come into the range.
    isRangeComplete = false
  }
}

extension Snapshot {
  /// Returns the item of a set that comes first, also among hidden items.
  fileprivate func first(of items: Set<Item>) -> Item? {
    items.lazy.compactMap { item in self.indexOfItem(item).map { ($0, item) } }
      .min { $0.0 < $1.0 }?.1
  }
}
