//  Views animate, so an adapter finishes an update some time after it has received it.

extension OutlineDataSource {
  /// A delivered change that adapters may still be showing.
  final class Delivery {
    /// The adapters that have not finished.
    fileprivate var adapters: [AttachedAdapter] = []
    /// A Boolean value that indicates whether all observers have received the change.
    fileprivate var isReceived = false
    /// Called when all adapters have finished.
    fileprivate let handlers: [() -> Void]

    init(_ handlers: [() -> Void]) {
      self.handlers = handlers
    }
  }

  /// The part of an adapter in a delivery, which finishes at the latest when it is released.
  private final class Showing {
    private weak var source: OutlineDataSource?
    private let adapter: AttachedAdapter
    private weak var delivery: Delivery?

    init(_ delivery: Delivery, by adapter: AttachedAdapter, of source: OutlineDataSource) {
      (self.source, self.adapter, self.delivery) = (source, adapter, delivery)
      delivery.adapters.append(adapter)
    }

    func finish() {
      guard let source, let delivery else { return }
      self.delivery = nil
      source.finish(delivery, by: adapter)
    }

    deinit {
      finish()
    }
  }

  /// Calls a closure when every adapter has finished showing all changes made so far.
  ///
  /// Adapters report the end of their animations by ``OutlineAdapter/show(_:completion:)``. Closures
  /// are called in the order of the changes, and in their own order for one change. An adapter that
  /// is detached or released does not delay them. Without adapters, the closure is called as soon as
  /// the changes are delivered. If the data source is released first, it is not called.
  ///
  ///     source.toggle("Fruit")
  ///     source.whenShown { print("All rows are in place.") }
  ///
  /// - Parameter completion: The closure. Like a handler, it reads the latest snapshot.
  /// - Complexity: O(1)
  public func whenShown(_ completion: @escaping () -> Void) {
    if queue.addShownHandler(completion) { return }
    let delivery = Delivery([completion])
    deliveries.append(delivery)
    finish(delivery)
  }

  /// Waits until every adapter has finished showing all changes made so far.
  ///
  /// Returns at once if the calling task is cancelled.
  ///
  ///     source.apply(snapshot)
  ///     await source.waitUntilShown()
  ///
  /// - Parameter isolation: The actor of the caller.
  public func waitUntilShown(isolation: isolated (any Actor)? = #isolation) async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    whenShown { end.finish() }
    _ = await ends.next(isolation: isolation)
  }

  /// Passes an update to all observers.
  func show(_ update: Update, madeBy author: AttachedAdapter?, in delivery: Delivery) {
    let hasChanges = update.changesAnything
    if hasChanges {
      // Followers go first: a sequence that an adapter creates must not contain this update.
      for follower in followers where !follower.add(update) {
        followers.removeAll { $0 === follower }
        content.remove(follower)
      }
    }
    for attached in adapters {
      // An earlier adapter may have detached this one.
      guard let adapter = attached.adapter, adapters.contains(where: { $0 === attached }) else {
        continue
      }
      if attached === author {
        attached.finishMove(with: update)
      } else if hasChanges && attached.undeliveredMoves == 0 {
        let showing = Showing(delivery, by: attached, of: self)
        adapter.show(update, completion: showing.finish)
      }
    }
    callReconfigureHandler(for: update)
  }

  /// Records that all observers have received a change, and calls its handlers if adapters have
  /// finished it.
  func finish(_ delivery: Delivery) {
    delivery.isReceived = true
    callShownHandlers()
  }

  private func finish(_ delivery: Delivery, by adapter: AttachedAdapter) {
    if let index = delivery.adapters.firstIndex(where: { $0 === adapter }) {
      delivery.adapters.remove(at: index)
    }
    callShownHandlers()
  }

  /// Stops waiting for an adapter.
  func finishDeliveries(by adapter: AttachedAdapter) {
    for delivery in deliveries {
      delivery.adapters.removeAll { $0 === adapter }
    }
    callShownHandlers()
  }

  private func callShownHandlers() {
    while let first = deliveries.first, first.isReceived, first.adapters.isEmpty {
      deliveries.removeFirst()
      for handler in first.handlers {
        callingHandler(handler)
      }
    }
  }
}
