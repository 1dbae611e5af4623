/// Rules for the selection when selected items are hidden or deleted.
///
///     let rules = SelectionRules(whenCollapsed: .keep, whenDeleted: .moveToParent)
///     state.follow(update, rules: rules)
public struct SelectionRules: Hashable, Sendable {
  /// A rule for a selected item whose ancestor is collapsed.
  public enum Collapsing: Hashable, Sendable {
    /// Keeps the hidden item selected.
    case keep
    /// Selects the nearest visible ancestor.
    case moveToParent
    /// Deselects the item.
    case deselect
  }

  /// A rule for a selected item that is deleted.
  public enum Deleting: Hashable, Sendable {
    /// Deselects the item.
    case deselect
    /// Selects the nearest remaining ancestor, or nothing for a root.
    case moveToParent
    /// Selects the next remaining sibling, else the previous one, else the parent.
    ///
    /// If the parent is deleted, too, the rule applies to the parent, and so on. If no root of the
    /// section remains, the first root of the next section is selected, else the last root of the
    /// previous section.
    case moveToNextSibling
  }

  /// The rule for a selected item whose ancestor is collapsed.
  public var whenCollapsed: Collapsing
  /// The rule for a selected item that is deleted.
  public var whenDeleted: Deleting

  /// Creates rules.
  public init(
    whenCollapsed: Collapsing = .moveToParent, whenDeleted: Deleting = .moveToNextSibling
  ) {
    self.whenCollapsed = whenCollapsed
    self.whenDeleted = whenDeleted
  }
}

extension ViewState {
  /// Replaces selected, focused and top items that a change has hidden or deleted.
  ///
  /// Moved items stay selected even if they are hidden now, and so do items that the old snapshot
  /// does not contain. A top item that is no longer visible is replaced by a visible ancestor or
  /// sibling. The expanded items do not change.
  ///
  /// - Complexity: O(log *n*) for each selected item, and for each sibling and ancestor that was
  ///   deleted with one
  public mutating func follow<Section>(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>,
    rules: SelectionRules = SelectionRules()
  ) {
    var finder = ReplacementFinder(from: old, to: new, rules: rules)
    selectedItems = selectedItems.compactMap { finder.replacement(for: $0) }
    focusedItem = focusedItem.flatMap { finder.replacement(for: $0) }
    guard let item = topItem else { return }
    var rowFinder = ReplacementFinder(from: old, to: new, rules: SelectionRules())
    topItem = rowFinder.replacement(for: item).map { new.nearestVisibleItem(to: $0) ?? $0 }
    if topItem != item {
      topOffset = 0
    }
  }

  /// Replaces items that an update has hidden or deleted, as ``follow(from:to:rules:)``.
  public mutating func follow<Section>(
    _ update: OutlineDataSource<Section, Item>.Update, rules: SelectionRules = SelectionRules()
  ) {
    follow(from: update.initialSnapshot, to: update.finalSnapshot, rules: rules)
  }
}
