//  Views animate, so an adapter finishes an update some time after it receives it.

extension OutlineDataSource {
  /// A delivered change that adapters may still be showing.
  final class Delivery {
    /// The completions that adapters had not called when all observers received the change.
    private var completions: [WeakCompletion] = []
    /// The closures to call when all attached adapters have finished, in reverse order.
    private var handlers: [() -> Void]

    private struct WeakCompletion {
      weak let completion: PendingCompletion?
    }

    /// A Boolean value that indicates whether no adapter and no handler remains.
    var isOver: Bool { completions.count == 0 && handlers.count == 0 }

    init(_ handlers: [() -> Void]) {
      self.handlers = handlers.reversed()
    }

    func add(_ completion: PendingCompletion) {
      if !completion.isFinished { completions.append(WeakCompletion(completion: completion)) }
    }

    /// A Boolean value that indicates whether no attached adapter is still showing the change.
    var isFinished: Bool {
      !completions.contains { pending in
        guard let completion = pending.completion else { return false }
        return !completion.isFinished && completion.attached.adapter != nil
      }
    }

    func nextHandler() -> (() -> Void)? { handlers.popLast() }
  }

  /// The completion of an adapter, whose closure retains it: its end is a call or a release.
  final class PendingCompletion {
    fileprivate let attached: AttachedAdapter
    private(set) var isFinished = false
    private weak let source: OutlineDataSource?
    private let reference: SourceReference<Section, Item>?

    init(by attached: AttachedAdapter, of source: OutlineDataSource) {
      self.attached = attached
      self.source = source
      reference = source.reference
    }

    func finish() {
      isFinished = true
      source?.deferringDelivery {}
    }

    deinit {
      // The last reference can be released on any thread.
      if !isFinished, let reference { Loads.deliverChanges(of: reference) }
    }
  }

  /// Waits until every adapter has finished showing all changes made so far.
  ///
  /// Adapters report the end of their animations by ``OutlineAdapter/show(_:completion:)``. The
  /// data source does not wait for detached and released adapters.
  ///
  ///     source.apply(snapshot)
  ///     await source.waitUntilShown()
  ///
  /// It returns at once if the calling task is cancelled, which does not affect the changes.
  ///
  /// The `completion` of an operation is called at the same moment, even if the operation is refused
  /// or changes nothing, but not if it throws. It does not wait for children to load. Completions
  /// are called in the order of the changes.
  ///
  ///     source.toggle("Fruit") { print("All rows are in place.") }
  ///
  /// If no adapter is animating, the completion is called before the operation returns. In a
  /// handler, an observer or another completion, it is called after that one returns. Like a
  /// handler, a completion reads the latest snapshot. It is not called if the data source is
  /// released first.
  public func waitUntilShown() async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    whenShown { end.finish() }
    _ = await ends.next(isolation: #isolation)
  }

  /// Calls a completion for all changes made so far.
  package func whenShown(_ completion: @escaping () -> Void) {
    deferringDelivery(whenShown: completion) {}
  }
}
