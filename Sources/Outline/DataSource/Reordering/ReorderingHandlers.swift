extension OutlineDataSource {
  /// What a data source asks and tells as the user reorders.
  ///
  /// The vocabulary is that of Apple's `UICollectionViewDiffableDataSource.ReorderingHandlers`.
  ///
  ///     source.reorderingHandlers.canReorderItem = { item in !isLocked(item) }
  ///     source.reorderingHandlers.didReorder = { saved = $0.finalSnapshot }
  public struct ReorderingHandlers {
    /// Returns whether an item may be moved; `nil` forbids it for all.
    ///
    /// Items that travel along below others are not asked about.
    public var canReorderItem: ((_ item: Item) -> Bool)?
    /// Is told what is about to happen, while the data source answers with the old state.
    public var willReorder: ((_ transaction: Transaction) -> Void)?
    /// Is told what has happened, once all observers know.
    public var didReorder: ((_ transaction: Transaction) -> Void)?

    /// Creates handlers none of which is set.
    public init() {}
  }
}
