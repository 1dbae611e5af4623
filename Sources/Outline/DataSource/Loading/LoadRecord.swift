//  The state of an item's children that the snapshot does not show.

/// A load in progress.
struct Load<Item: Hashable & Sendable> {
  /// Identifies the load among those of the item.
  let id: Int
  /// The loader at the beginning of the load.
  let loader: ChildLoader<Item>
  /// `true` for a page that is appended to the children; `false` for one that replaces them.
  let isNextPage: Bool
  /// The status before the load, restored if it is cancelled.
  var previousStatus: ChildrenStatus
  /// A Boolean value that indicates whether the item expands after the load.
  var expandsItem: Bool
  /// A Boolean value that indicates whether the load only serves to expand the item.
  var isForExpansionOnly: Bool
  /// A Boolean value that indicates whether the load has exceeded ``ChildLoader/slowAfter``.
  var isSlow = false
  let task: Task<ChildPage<Item>, any Error>
  /// A Boolean value that indicates whether a task receives the result; otherwise waiters do.
  var hasReceivingTask = false
  /// The task that sets `isSlow`.
  var timer: Task<Void, Never>?
  /// The callers that await the load.
  var waiters: [AsyncThrowingStream<Void, any Error>.Continuation] = []

  /// Cancels the tasks of the load and resumes its waiters.
  func end(throwing error: (any Error)?) {
    task.cancel()
    timer?.cancel()
    for waiter in waiters {
      waiter.finish(throwing: error)
    }
  }
}

/// The status of the children that an item has in the snapshot.
struct ChildrenStatus {
  /// The error of the last load, unless that was for a further page.
  var failure: (any Error)?
  /// The error of the last load of a further page.
  var pageFailure: (any Error)?
  /// A Boolean value that indicates whether the children are out of date.
  var isStale = false
}

/// The loading history of an item.
struct LoadRecord<Item: Hashable & Sendable> {
  var load: Load<Item>?
  var status = ChildrenStatus()
  /// A Boolean value that indicates whether a load returned no children.
  var isEmpty = false
  /// The cursor of the last page.
  var cursor: (any Sendable)?
  /// The identity of the loader that understands the cursor.
  var cursorOwner: LoaderIdentity?
}
