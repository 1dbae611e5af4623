/// What becomes of the selection where selected items are hidden or deleted.
///
///     let rules = SelectionRules(whenCollapsed: .keep, whenDeleted: .moveToParent)
///     state.follow(update, rules: rules)
public struct SelectionRules: Hashable, Codable, Sendable {
  /// What becomes of a selected item that is hidden because an ancestor collapses.
  public enum Collapsing: String, Hashable, Codable, Sendable {
    /// It stays selected, unseen.
    case keep
    /// The ancestor that has collapsed is selected instead: the nearest that is visible.
    case moveToParent
    /// It is selected no more.
    case deselect
  }

  /// What becomes of a selected item that is deleted.
  public enum Deleting: String, Hashable, Codable, Sendable {
    /// It is selected no more.
    case deselect
    /// Its nearest ancestor that is left is selected instead; none for a root.
    case moveToParent
    /// The next of its siblings that are left is selected instead, after the last one the previous,
    /// and after the only one the parent.
    ///
    /// Where the parent is gone, too, the same goes for the parent, and so on up; beyond the roots
    /// for the section: the first item of the next one, or the last root of the previous one.
    case moveToNextSibling
  }

  /// What becomes of a selected item that is hidden because an ancestor collapses.
  public var whenCollapsed: Collapsing
  /// What becomes of a selected item that is deleted.
  public var whenDeleted: Deleting

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - whenCollapsed: What becomes of an item that is hidden because an ancestor collapses.
  ///   - whenDeleted: What becomes of an item that is deleted.
  public init(
    whenCollapsed: Collapsing = .moveToParent, whenDeleted: Deleting = .moveToNextSibling
  ) {
    self.whenCollapsed = whenCollapsed
    self.whenDeleted = whenDeleted
  }
}

extension ViewState {
  /// Moves the selection, the focus and the top row from items that a change has hidden or deleted.
  ///
  /// Items that are elsewhere after the change stay selected, also where that is out of sight, and
  /// so do items that were not there before. The row at the top always gives way to one that is
  /// visible: an ancestor, or what is next to it. What is expanded stays as it was saved.
  ///
  /// - Parameters:
  ///   - old: What was on screen.
  ///   - new: What is on screen.
  ///   - rules: Where the selection and the focus go.
  /// - Complexity: O(log *n*) for each selected item, and for each sibling and ancestor that went
  ///   along with one
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

  /// Moves the selection, the focus and the top row from items that an update has hidden or
  /// deleted.
  ///
  /// This does what ``follow(from:to:rules:)`` does.
  ///
  /// - Parameters:
  ///   - update: What has changed.
  ///   - rules: Where the selection and the focus go.
  /// - Complexity: O(log *n*) for each selected item, and for each sibling and ancestor that went
  ///   along with one
  public mutating func follow<Section>(
    _ update: OutlineDataSource<Section, Item>.Update, rules: SelectionRules = SelectionRules()
  ) {
    follow(from: update.initialSnapshot, to: update.finalSnapshot, rules: rules)
  }
}
