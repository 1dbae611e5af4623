extension OutlineDataSource {
  /// Closures that a data source calls when the user reorders items.
  ///
  /// The names are those of Apple's `UICollectionViewDiffableDataSource.ReorderingHandlers`.
  ///
  ///     source.reorderingHandlers.canReorderItem = { item in !isLocked(item) }
  ///     source.reorderingHandlers.canDropItems = { _, target in target != .into("Trash") }
  ///     source.reorderingHandlers.didReorder = { saved = $0.finalSnapshot }
  public struct ReorderingHandlers {
    /// Returns a Boolean value that indicates whether an item may move with its descendants; `nil`
    /// forbids all moves.
    ///
    /// The data source calls it before a drag, when no destination is known, and again before the
    /// drop. For a rule that depends on the destination, use ``canDropItems``.
    public var canReorderItem: ((_ item: Item) -> Bool)?
    /// Returns a Boolean value that indicates whether items may be dropped at a destination; `nil`
    /// allows it.
    ///
    /// Called if `canReorderItem` allows each move, with the topmost items in their order. The
    /// array is empty if the content comes from another view or app.
    public var canDropItems:
      ((_ items: [Item], _ destination: Snapshot<Section, Item>.Destination) -> Bool)?
    /// Called before items are moved, while the data source has the snapshot before the move.
    public var willReorder: ((_ transaction: Transaction) -> Void)?
    /// Called after all observers have received the move.
    public var didReorder: ((_ transaction: Transaction) -> Void)?

    /// Creates a value without handlers.
    public init() {}
  }
  /// Sets the reordering handlers of a section, which replace ``reorderingHandlers`` there.
  ///
  /// The handlers of an item's section decide whether it can move, and those of the destination's
  /// section accept the drop. Both receive the transaction. With `nil`, the section uses
  /// ``reorderingHandlers`` again.
  ///
  ///     var handlers = OutlineDataSource<String, String>.ReorderingHandlers()
  ///     handlers.canReorderItem = { _ in true }
  ///     source.setReorderingHandlers(handlers, for: "Food")
  ///     source.canReorder("Fruit")  // true
  ///
  /// - Complexity: O(1) expected
  public func setReorderingHandlers(_ handlers: ReorderingHandlers?, for section: Section) {
    reorderingHandlersBySection[section] = handlers
  }
}
