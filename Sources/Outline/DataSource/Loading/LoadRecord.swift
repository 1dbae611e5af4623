//  What the data source remembers of an item's children beyond what the snapshot shows.

/// A load that is under way.
struct Load<Item: Hashable & Sendable> {
  /// Tells loads of one item apart.
  let id: Int
  /// Whether a page comes after the children that are there, instead of in their place.
  let isMore: Bool
  /// Whether the item opens when the children have come.
  var opensItem: Bool
  /// Whether the load has taken longer than a view should hide.
  var isSlow = false
  /// What loads.
  let task: Task<ChildPage<Item>, any Error>
  /// What waits for it to be slow.
  var timer: Task<Void, Never>?
  /// Ends the waiting of those who wait for the children.
  var waiters: [AsyncStream<Void>.Continuation] = []

  /// Ends the load, for the data source and for those who wait.
  func end() {
    task.cancel()
    timer?.cancel()
    for waiter in waiters {
      waiter.finish()
    }
  }
}

/// What is remembered of an item whose children have been loaded, or should have been.
struct LoadRecord<Item: Hashable & Sendable> {
  var load: Load<Item>?
  /// Why the last load came to nothing.
  var failure: (any Error)?
  /// Whether the children are out of date.
  var isStale = false
  /// Whether children were loaded and there were none.
  var isEmpty = false
  /// What leads to the children that follow.
  var cursor: (any Sendable)?
}
