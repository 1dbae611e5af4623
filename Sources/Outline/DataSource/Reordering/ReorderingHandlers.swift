extension OutlineDataSource {
  /// Closures that a data source calls when the user reorders items.
  ///
  /// The names are those of Apple's `UICollectionViewDiffableDataSource.ReorderingHandlers`.
  ///
  ///     source.reorderingHandlers.canReorderItem = { item in !isLocked(item) }
  ///     source.reorderingHandlers.didReorder = { saved = $0.finalSnapshot }
  public struct ReorderingHandlers {
    /// Returns whether an item may be moved; `nil` forbids it for all items.
    ///
    /// Not called for descendants of moved items.
    public var canReorderItem: ((_ item: Item) -> Bool)?
    /// Called before items are moved, while the data source returns the previous state.
    public var willReorder: ((_ transaction: Transaction) -> Void)?
    /// Called after all observers have received the move.
    public var didReorder: ((_ transaction: Transaction) -> Void)?

    /// Creates a value without handlers.
    public init() {}
  }
}
