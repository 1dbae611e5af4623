//  Changes made during calls of observers or handlers stay in the queue until they return.

extension OutlineDataSource {
  typealias Origin = UpdateQueue<Section, Item>.Origin

  /// The snapshot after all changes, delivered and pending, without marks.
  var latest: Snapshot<Section, Item> { queue.latest }

  /// Changes the snapshot, by an edit that must not use the data source, and notifies observers
  /// later if observers or handlers are running.
  func enqueue(
    _ origin: Origin, whenReceived: (() -> Void)? = nil, whenShown: (() -> Void)? = nil,
    _ edit: (_ snapshot: inout Snapshot<Section, Item>) -> Void
  ) {
    deferringDelivery(whenShown: whenShown) {
      let old = tasks.isEmpty && loads.isEmpty && displaced.isEmpty ? nil : latest
      queue.enqueue(origin, whenReceived: whenReceived, edit)
      if let old {
        updateLoads(from: old, to: latest)
      }
    }
  }

  /// Makes changes, and delivers them afterward; the changes of one group are one update.
  func deferringDelivery<Result, Failure: Error>(
    whenShown completion: (() -> Void)? = nil, _ changes: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    callDepth += 1
    defer {
      while callDepth == 1 {
        if let handler = nextShownHandler() {
          callingHandler(handler)
        } else if let (change, snapshot) = queue.next() {
          deliver(change, snapshot)
        } else {
          break
        }
      }
      callDepth -= 1
    }
    let result = try changes()
    if let completion {
      queue.whenShown(completion)
    }
    return result
  }

  func callingHandler<Result>(_ call: () -> Result) -> Result {
    calling(isHandler: true, call)
  }

  func callingObserver<Result>(_ call: () -> Result) -> Result {
    calling(isHandler: false, call)
  }

  private func calling<Result>(isHandler: Bool, _ call: () -> Result) -> Result {
    let wasInHandler = isInHandler
    isInHandler = isHandler
    return deferringDelivery {
      defer { isInHandler = wasInHandler }
      return call()
    }
  }

  private func deliver(
    _ change: UpdateQueue<Section, Item>.Change, _ snapshot: Snapshot<Section, Item>
  ) {
    removeReleasedAdapters()
    let origin = change.origin
    let changed = content.update(to: snapshot) { observer in
      origin.presentation == .reload || (observer as? AttachedAdapter)?.needsReload ?? false
    }
    let delivery = Delivery(change.whenShown)
    defer {
      change.whenReceived.map(callingHandler)
      // Views that show a change at once are the most frequent ones.
      if !delivery.isOver { deliveries.append(delivery) }
    }
    guard
      !changed.isEmpty || origin.presentation == .reload || origin.author != nil
        || snapshot.hasMarks || !snapshot.isTriviallyIdentical(to: queue.delivered)
    else { return }
    var snapshot = snapshot
    snapshot.mark(changed, as: contentUpdate)
    let update = Update(
      from: queue.delivered, to: snapshot, presentation: origin.presentation,
      reloadThreshold: reloadThreshold, by: differencing)
    queue.setDelivered(update.finalSnapshot)
    show(update, madeBy: origin.author, in: delivery)
  }
}
