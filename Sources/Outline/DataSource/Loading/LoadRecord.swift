//  What the data source remembers of an item's children beyond what the snapshot shows.

/// A load that is under way.
struct Load<Item: Hashable & Sendable> {
  /// Tells loads of one item apart.
  let id: Int
  /// The loader that it began with.
  let loader: ChildLoader<Item>
  /// Whether a page comes after the children that are there, instead of in their place.
  let isNextPage: Bool
  /// What was remembered of the children when it began, itself left out.
  var previousStatus: ChildrenStatus
  /// Whether the item opens when the children have come.
  var expandsItem: Bool
  /// Whether nothing but that is what the children are wanted for.
  var isForExpansionOnly: Bool
  /// Whether the load has taken longer than a view should hide.
  var isSlow = false
  /// What loads.
  let task: Task<ChildPage<Item>, any Error>
  /// Whether a task takes what the load brings; else those who wait do.
  var isTakenByTask = false
  /// What waits for it to be slow.
  var timer: Task<Void, Never>?
  /// Those who wait for the children.
  var waiters: [AsyncThrowingStream<Void, any Error>.Continuation] = []

  /// Ends the load, for the data source and for those who wait.
  func end(throwing error: (any Error)?) {
    task.cancel()
    timer?.cancel()
    for waiter in waiters {
      waiter.finish(throwing: error)
    }
  }
}

/// What is wrong with the children of an item.
struct ChildrenStatus {
  /// Why the last load came to nothing, unless it was to bring one more page.
  var failure: (any Error)?
  /// Why the last page could not be added to those that are there.
  var pageFailure: (any Error)?
  /// Whether the children are out of date.
  var isStale = false
}

/// What is remembered of an item whose children have been loaded, or should have been.
struct LoadRecord<Item: Hashable & Sendable> {
  var load: Load<Item>?
  var status = ChildrenStatus()
  /// Whether children were loaded and there were none.
  var isEmpty = false
  /// What leads to the children that follow.
  var cursor: (any Sendable)?
  /// The loader that can follow the cursor.
  var cursorOwner: LoaderIdentity?
}
