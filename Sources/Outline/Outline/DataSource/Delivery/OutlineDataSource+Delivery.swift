//      toggle ──▶ deferringDelivery ──▶ performExpansion ──▶ enqueue ──▶ deliver ──▶ adapter
//                                            └──▶ callHandlers

extension OutlineDataSource {
  typealias Origin = UpdateQueue<Section, Item>.Origin

  /// The snapshot after all changes, delivered and pending, without marks.
  var latest: Snapshot<Section, Item> { queue.latest }

  /// Makes a change, by an edit that must not use the data source; all changes pass through here.
  ///
  /// - Parameters:
  ///   - keepsItems: `true` if the edit adds and removes no items or sections, so that it affects
  ///     no loads.
  ///   - isAnswer: `true` if the edit inserts the result of a load.
  func enqueue(
    _ origin: Origin, keepsItems: Bool = false, isAnswer: Bool = false,
    whenReceived: (() -> Void)? = nil, whenShown: (() -> Void)? = nil,
    _ edit: (_ snapshot: inout Snapshot<Section, Item>) -> Void
  ) {
    deferringDelivery(whenShown: whenShown) {
      let keepsLoads = keepsItems || loads.isEmpty
      let old = keepsLoads ? nil : latest
      queue.append(origin, whenReceived: whenReceived) { snapshot in
        edit(&snapshot)
        if !isAnswer, let old {
          loads.placeMoreItems(in: &snapshot, after: old)
        }
      }
      if let old {
        let group = origin.group == nil ? nil : origin
        let outdated = loads.update(from: old, to: latest, isAnswer: isAnswer)
        if !isAnswer {
          for item in loads.itemsToExpand(collapsedSince: old, in: latest) {
            stopWaiting(item, in: group)
          }
        }
        for parent in outdated {
          handle(.markedStale, of: parent, in: group)
        }
        loadChildren(ofShown: outdated.compactMap { $0.item })
        removeMissingChildren(in: group)
      }
    }
  }

  /// Makes changes, and delivers them after the outermost call; the changes of one group are one
  /// update.
  func deferringDelivery<Result, Failure: Error>(
    whenShown completion: (() -> Void)? = nil, _ changes: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    queue.callDepth += 1
    defer {
      while queue.callDepth == 1 {
        if let handler = observers.nextShownHandler() {
          callingHandler(handler)
        } else if let (change, snapshot) = queue.next() {
          deliver(change, snapshot)
        } else {
          break
        }
      }
      queue.callDepth -= 1
    }
    let result = try changes()
    if let completion {
      queue.whenShown(completion)
    }
    return result
  }

  func callingHandler<Result>(_ call: () -> Result) -> Result {
    deferringDelivery { queue.calling(isHandler: true, call) }
  }

  /// Passes a change to the observers.
  private func deliver(
    _ change: UpdateQueue<Section, Item>.Change, _ snapshot: Snapshot<Section, Item>
  ) {
    observers.removeReleasedAdapters()
    let animationName = queue.animationName
    queue.animationName = nil
    defer { queue.animationName = animationName }
    let editCount = queue.editCount
    let update = update(for: change, to: snapshot)
    let delivery = Delivery(change.whenShown)
    if let update {
      show(update, delivery)
    }
    readContent(of: observers.adapters, unlessEditedSince: editCount)
    if let update {
      callReconfigureHandlers(for: update)
      if hasChildLoaders && !change.isByLoader {
        loadChildrenOfExpandedItems(shownBy: update, after: change.origin)
      }
    }
    if let whenReceived = change.whenReceived {
      callingHandler(whenReceived)
    }
    observers.add(delivery)
  }

  /// The update for a change, or `nil` if nothing has changed.
  private func update(
    for change: UpdateQueue<Section, Item>.Change, to snapshot: Snapshot<Section, Item>
  ) -> Update? {
    let origin = change.origin
    var snapshot = snapshot
    markChangedContent(of: &snapshot, isReloading: origin.presentation == .reload)
    if hasRootLoaders {
      markSectionsWithChangedState(of: &snapshot, isByLoader: change.isByLoader)
    }
    if hasChildLoaders && !childLoaders.bySection.isEmpty {
      markItemsWithOtherLoaders(in: &snapshot, isByLoader: change.isByLoader)
    }
    guard
      origin.presentation == .reload || snapshot.hasMarks
        || !snapshot.isTriviallyIdentical(to: queue.delivered)
    else { return nil }
    return Update(
      from: queue.delivered, to: snapshot, presentation: origin.presentation,
      animationName: change.animationName, reloadThreshold: reloadThreshold, by: operations)
  }

  /// Passes an update to the observers.
  private func show(_ update: Update, _ delivery: Delivery) {
    queue.delivered = update.finalSnapshot
    guard update.changesAnything else { return }
    // Sequences go first: one that an adapter creates must not contain this update.
    observers.addToSequences(update)
    for attached in observers.adapters {
      // An earlier adapter may have detached this one.
      guard let adapter = attached.adapter else { continue }
      let completion = PendingCompletion(by: attached, of: self)
      adapter.show(update, completion: completion.finish)
      delivery.add(completion)
    }
  }
}

// MARK: - Waiting for animations

extension OutlineDataSource {
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
  /// The `completion` of an operation is called at the same moment, even if the operation is
  /// refused or changes nothing, but not if it throws. It does not wait for children to load.
  /// Completions are called in the order of the changes.
  ///
  ///     source.toggle("Fruit") { print("All rows are in place.") }
  ///
  /// If no adapter is animating, the completion is called before the operation returns. In a
  /// handler, an observer or another completion, it is called after that one returns. Like a
  /// handler, a completion reads the latest snapshot. It is not called if the data source is
  /// released first.
  public func waitUntilShown() async {
    rememberActor(#isolation)
    let (ends, end) = AsyncStream<Void>.makeStream()
    whenShown { end.finish() }
    _ = await ends.next(isolation: #isolation)
  }

  /// Calls a completion for all changes made so far.
  package func whenShown(_ completion: @escaping () -> Void) {
    deferringDelivery(whenShown: completion) {}
  }

  /// A delivered change that adapters may still be showing.
  fileprivate final class Delivery {
    /// The completions that adapters had not called when all observers received the change.
    private var completions: [WeakCompletion] = []
    /// The closures to call when all attached adapters have finished, in reverse order.
    private var handlers: [() -> Void]

    private struct WeakCompletion {
      weak let completion: PendingCompletion?
    }

    init(_ handlers: [() -> Void]) {
      self.handlers = handlers.reversed()
    }

    func add(_ completion: PendingCompletion) {
      if !completion.isFinished {
        completions.append(WeakCompletion(completion: completion))
      }
    }

    /// Sets the reference that resumes the delivery when a completion is released.
    func setReference(_ reference: SourceReference<Section, Item>) {
      for pending in completions {
        pending.completion?.reference = reference
      }
    }

    /// A Boolean value that indicates whether no adapter and no handler remains.
    var isOver: Bool { completions.count == 0 && handlers.count == 0 }

    /// A Boolean value that indicates whether no attached adapter is still showing the change.
    var isFinished: Bool {
      !completions.contains { pending in
        guard let completion = pending.completion else { return false }
        return !completion.isFinished && completion.attached.adapter != nil
      }
    }

    func nextHandler() -> (() -> Void)? { handlers.popLast() }
  }

  /// The completion of an adapter, which its closure retains: it ends when it is called or
  /// released.
  fileprivate final class PendingCompletion {
    let attached: AttachedAdapter
    private(set) var isFinished = false
    private weak let source: OutlineDataSource?
    fileprivate var reference: SourceReference<Section, Item>?

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
      if !isFinished {
        reference?.resumeDelivery()
      }
    }
  }
}

// MARK: - Observers

extension OutlineDataSource {
  /// An adapter that receives the updates of a data source, which does not retain it.
  final class AttachedAdapter {
    weak var adapter: (any OutlineAdapter<Section, Item>)?

    init(_ adapter: any OutlineAdapter<Section, Item>) {
      self.adapter = adapter
    }

    /// The rows that the view displays, which shows a snapshot.
    func displayedRows(in snapshot: Snapshot<Section, Item>) -> DisplayedRows<Section, Item>? {
      adapter.map { DisplayedRows(paths: $0.displayedRows, snapshot: snapshot) }
    }
  }
}

//      update ──▶ sequences ──▶ adapters ──▶ deliveries: views still animate ──▶ nextShownHandler

/// The observers of a data source: adapters of views, and sequences of updates.
///
/// It also records the content that they display and the changes that they are still showing.
final class Observers<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  typealias Source = OutlineDataSource<Section, Item>

  var adapters: [Source.AttachedAdapter] = []
  var producers: [Source.UpdateProducer] = []
  /// The comparison of the content of displayed rows, if there is one.
  var content: ContentComparison<Section, Item, Item>?
  /// The comparison of the content of sections, if there is one.
  var sectionContent: ContentComparison<Section, Item, Section>?
  /// The deliveries that adapters may still be showing.
  private var deliveries = Queue<Source.Delivery>()

  deinit {
    for producer in producers {
      producer.finish()
    }
  }

  /// Returns the attachment of an adapter, or `nil` if it is not attached.
  func find(_ adapter: any OutlineAdapter<Section, Item>) -> Source.AttachedAdapter? {
    adapters.first { $0.adapter === adapter }
  }

  func removeReleasedAdapters() {
    for attached in adapters where attached.adapter == nil {
      adapters.removeAll { $0 === attached }
    }
  }

  fileprivate func addToSequences(_ update: Source.Update) {
    if producers.count == 0 { return }  // Saves an unspecialized call.
    producers.removeAll { !$0.add(update) }
  }

  /// Sets the reference of all deliveries, after the data source has learned its actor.
  func setReference(_ reference: SourceReference<Section, Item>) {
    for delivery in deliveries.elements {
      delivery.setReference(reference)
    }
  }

  /// Adds a delivery, unless nothing is left of it.
  fileprivate func add(_ delivery: Source.Delivery) {
    // Most views show a change at once.
    if !delivery.isOver {
      deliveries.append(delivery)
    }
  }

  /// Takes the next closure whose changes all attached adapters have finished showing.
  fileprivate func nextShownHandler() -> (() -> Void)? {
    while !deliveries.isEmpty, let first = deliveries.first, first.isFinished {
      if let handler = first.nextHandler() { return handler }
      _ = deliveries.popFirst()
    }
    return nil
  }
}
