//  Views animate, so an adapter finishes an update some time after it has received it.

extension OutlineDataSource {
  /// A delivered change that adapters may still be showing.
  final class Delivery {
    /// A Boolean value that indicates whether all observers have received the change.
    var isReceived = false
    /// The adapters that have not finished.
    fileprivate var adapters: [AttachedAdapter] = []
    /// Called when all attached adapters have finished.
    fileprivate var handlers: [() -> Void]

    init(_ handlers: [() -> Void]) {
      self.handlers = handlers
    }
  }

  /// The part of an adapter in a delivery, which finishes at the latest when it is released.
  private final class Showing {
    private weak var source: OutlineDataSource?
    private weak var delivery: Delivery?
    private let adapter: AttachedAdapter

    init(_ delivery: Delivery, by adapter: AttachedAdapter, of source: OutlineDataSource) {
      (self.source, self.delivery, self.adapter) = (source, delivery, adapter)
      delivery.adapters.append(adapter)
    }

    func finish() {
      delivery?.adapters.removeAll { $0 === adapter }
      source?.callShownHandlers()
    }

    deinit {
      finish()
    }
  }

  /// Calls a closure when every adapter has finished showing all changes made so far.
  ///
  /// Adapters report the end of their animations by ``OutlineAdapter/show(_:completion:)``. An
  /// adapter that is detached or released counts as finished. Closures are called in the order of
  /// the changes, also for changes without an effect, and in their own order for one change.
  ///
  ///     source.toggle("Fruit")
  ///     source.whenShown { print("All rows are in place.") }
  ///
  /// If no adapter is animating, the closure is called before this method returns; in a handler, an
  /// observer or another closure, after that returns. If the data source is released first, the
  /// closure is not called.
  ///
  /// - Parameter completion: The closure. Like a handler, it reads the latest snapshot.
  /// - Complexity: O(1), plus O(*d*) for *d* displayed rows if content is compared
  public func whenShown(_ completion: @escaping () -> Void) {
    enqueue(queue.openGroup ?? .edit(isAnimated: false), whenShown: completion) { _ in }
  }

  /// Waits until every adapter has finished showing all changes made so far.
  ///
  /// Returns at once if the calling task is cancelled. The changes are shown nevertheless.
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

  /// Calls the handlers of the deliveries that all attached adapters have finished, in order, also
  /// if a handler finishes further ones.
  func callShownHandlers() {
    deferringDelivery {
      while let first = deliveries.first, first.isReceived,
        !first.adapters.contains(where: { showing in adapters.contains { $0 === showing } })
      {
        if first.handlers.isEmpty {
          deliveries.removeFirst()
        } else {
          callingHandler(first.handlers.removeFirst())
        }
      }
    }
  }
}
